"""Records of a conversation: the conversation itself, its turns and presses, its messages."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from bot.domain.conversation.messages import Person, Reply, Thread
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.understanding import Language
from bot.domain.ids import ConversationId, TenantId, TurnId


class InputKind(StrEnum):
    """How a person spoke to us."""

    MESSAGE = "message"
    PRESS = "press"


class InputStatus(StrEnum):
    """How far the answering of one message or press has come."""

    ACCEPTED = "accepted"
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a person wants kept to. None: nothing said."""

    max_cash: Decimal | None = None  # account currency, per decision
    stop: Decimal | None = None  # a price


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitStatement:
    """Limits as one person stated them, carried from turn to turn."""

    by: str  # the platform's user id: nobody else's questions are bound
    symbols: tuple[str, ...]  # what they were said about; empty: before any share was named
    limits: Limits
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One platform thread as we remember it."""

    id: ConversationId
    tenant_id: TenantId
    thread: Thread
    state: State = State.IDLE
    focus: tuple[str, ...] = ()  # symbols the talk is about, newest first
    stated: tuple[LimitStatement, ...] = ()  # oldest first
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
    ahead: int  # unanswered turns of the same conversation before this one
    language: Language = Language.ENGLISH  # of the talk; told only where turns are ahead


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingThread:
    """A command that is stored and whose thread is still to be opened."""

    id: UUID
    place: Thread  # the channel
    command_id: str
    person: Person
    text: str
    accepted_at: datetime
    is_new: bool = True  # False: a second delivery, or taken up again
    is_opened: bool = False


@dataclass(frozen=True, slots=True)
class MessageMark:
    """What goes along with a message of ours, so that it can be found again after a lost answer."""

    subject: UUID  # the reply's or opening's id
    part: int = 1  # of a long answer, from 1


@dataclass(frozen=True, slots=True)
class Posting:
    """One message of ours on a platform, or the attempt at one."""

    mark: MessageMark
    is_new: bool  # True: this is the first attempt; nothing of it can be on the platform
    until: datetime  # by then the latest attempt has ended, whatever came of it; names that attempt
    is_under_way: bool = False  # somebody else's attempt may still come through
    is_final: bool = False  # the message is no live line any more
    platform_id: str | None = None  # None and not new: an attempt whose answer was lost, or is still on its way


@dataclass(frozen=True, slots=True)
class Claim:
    """A lease on one conversation: whoever holds it answers its next turn."""

    turn: Turn
    owner: str
    fence: int  # every later write of the turn checks it


@dataclass(frozen=True, slots=True)
class PendingRefresh:
    """A delivered reply that no longer shows what is: a decision in it has changed."""

    reply: Reply
    seen: int  # up to which change this drawing shows


@dataclass(frozen=True, slots=True)
class WorkerScope:
    """Which conversations a process answers and delivers to."""

    platforms: frozenset[str]
    conversations: Collection[ConversationId] | None = None  # None: all of these platforms; may grow


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
    covered: int  # messages it covers, from the first
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


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionQuery:
    """Which past decisions are asked for. Absent bounds do not bind."""

    limit: int
    symbol: str | None = None
    market: str | None = None  # of the account: "sample", "yahoo"
    made_since: datetime | None = None  # wall clock, inclusive
    market_from: date | None = None  # the market's date of the decision's fill, else of its price; inclusive
    market_to: date | None = None
    known_at: datetime | None = None  # market time: none that was priced later
    with_holds: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Later work, written in the transaction that makes it due. Ids only."""

    id: UUID
    tenant_id: TenantId
    name: str  # "summarise_conversation", "index_episode"
    key: str  # one unfinished job per (name, key)
    arguments: dict[str, str]
    created_at: datetime
