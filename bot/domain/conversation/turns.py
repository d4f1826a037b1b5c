"""A conversation, its turns, and who works on them."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.conversation.states import State
from bot.domain.conversation.threads import Person, Thread
from bot.domain.ids import ConversationId, TenantId, TurnId
from bot.domain.text.locale import Language
from bot.domain.trading.limits import LimitStatement


class InputKind(StrEnum):
    """How a person spoke to us."""

    MESSAGE = "message"
    PRESS = "press"


class InputStatus(StrEnum):
    """How far the answering of one message or press has come."""

    ACCEPTED = "accepted"
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One platform thread as we remember it."""

    id: ConversationId
    tenant_id: TenantId
    thread: Thread
    state: State = State.IDLE
    focus: tuple[str, ...] = ()  # symbols the talk is about, newest first
    stated_limits: tuple[LimitStatement, ...] = ()  # oldest first
    language: Language = Language.ENGLISH
    last_active_at: datetime
    message_count: int = 0  # persons' and ours


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message or press of a person, accepted and to be answered. Numbered per conversation from 1."""

    id: TurnId
    tenant_id: TenantId
    conversation_id: ConversationId
    thread: Thread
    number: int
    kind: InputKind
    platform_id: str  # the platform's id of the message or press
    person: Person
    text: str  # the message, or the button's id
    status: InputStatus
    accepted_at: datetime
    attempts: int = 0  # how often a runner has begun it
    is_stopped: bool = False  # its person has asked to stop it


@dataclass(frozen=True, slots=True)
class AcceptedInput:
    """What acceptance found."""

    turn: Turn
    is_new: bool  # False: a second delivery of what we already had
    turns_ahead: int  # unanswered turns of the same conversation before this one
    language: Language = Language.ENGLISH  # of the talk; told only where turns are ahead


@dataclass(frozen=True, slots=True)
class Claim:
    """A lease on one conversation: whoever holds it answers its next turn."""

    turn: Turn
    owner: str
    fence: int  # every later write of the turn checks it


@dataclass(frozen=True, slots=True)
class WorkerScope:
    """Which conversations a process answers and delivers to."""

    platforms: frozenset[str]
    conversations: Collection[ConversationId] | None = None  # None: all of these platforms; may grow
