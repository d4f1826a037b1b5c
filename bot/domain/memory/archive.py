"""Archival memory as tools see it: passages that are kept for later, searched, and put away."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from bot.domain.conversation.threads import Person
from bot.domain.ids import ConversationId, TenantId, TurnId


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveScope:
    """On whose message, and where, archival memory is used: nothing is read that this person may not read there."""

    tenant_id: TenantId
    conversation_id: ConversationId
    channel: str  # the platform's id
    person: Person
    turn_id: TurnId


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedPassage:
    """A passage that was found."""

    id: UUID
    text: str
    by: str  # who said it
    at: datetime
