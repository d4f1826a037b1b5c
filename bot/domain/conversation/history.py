"""What is kept of a conversation: its messages, its summary, and episodes to be found again."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from bot.domain.conversation.states import Intent, State
from bot.domain.ids import ConversationId, TenantId, TurnId


class Role(StrEnum):
    """Who said a message."""

    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One line of the history."""

    id: UUID
    conversation_id: ConversationId
    turn_id: TurnId
    role: Role
    author: str  # the person's name, or "Parley"
    text: str
    intent: Intent | None
    state_before: State
    state_after: State
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The compressed rest of a conversation, outside the window."""

    conversation_id: ConversationId
    text: str
    covered_count: int  # messages it covers, from the first
    increments: int  # additions since it was last made from scratch
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One question and its answer, or one decision, to be embedded and searched."""

    id: UUID
    tenant_id: TenantId
    conversation_id: ConversationId
    turn_id: TurnId
    kind: str  # "exchange" or "decision"
    text: str
    symbols: tuple[str, ...]
    tags: tuple[str, ...]
    decision_id: UUID | None
    decision_version: int | None
    context: dict[str, str]  # the market around a decision: figures by name, as text
    created_at: datetime
    market_time: datetime | None
