"""Conversations, their turns with the steps of each, and the leases on them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Person, Surplus, Thread
from bot.domain.ids import ConversationId, TenantId, TurnId
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import DecisionKey
from bot.domain.trading.trading_limits import LimitStatement


class InputKind(StrEnum):
    """What a turn answers."""

    MESSAGE = "message"
    PRESS = "press"
    ANALYSIS = "analysis"  # a message whose answer goes on as a run of its own, beside those that follow


class InputStatus(StrEnum):
    """Whether a message or press has been answered."""

    ACCEPTED = "accepted"
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """The stored state of one platform thread."""

    id: ConversationId
    tenant_id: TenantId
    thread: Thread
    state: State = State.IDLE
    focus: tuple[str, ...] = ()  # symbols under discussion, newest first
    stated_limits: tuple[LimitStatement, ...] = ()  # oldest first
    offered: tuple[DecisionKey, ...] = ()  # by Parley's latest message: what a typed "yes" right after it confirms
    is_offer_doubted: bool = False  # the latest message suggested waiting: a "yes" right after it may agree with that
    language: Language = Language.ENGLISH
    last_active_at: datetime
    message_count: int = 0  # of people and of Parley
    history_tokens: int = 0  # what a prompt would pay for all messages, word for word
    dropped_turn: int = 0  # number of the latest message above its author's limits that got no answer; 0: none


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationInChannel:
    """A conversation, and what is known of the channel it is held in."""

    conversation: Conversation
    settings: ChannelSettings
    is_first_in_channel: bool  # no message in this channel has been answered yet
    has_knowledge: bool  # the workspace has knowledge bases, of whatever channel
    person_language: Language | None = None  # of the latest answer to the person, if it is one of the last 20 here
    others: frozenset[str] = frozenset()  # the names of who else spoke here of late
    picked_version: str | None = None  # another one when what was picked has changed; None: nothing is learnt from


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One accepted message or press of a person, or the run that goes on from it. Numbered per conversation, from 1."""

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
    attempts: int = 0  # how often a runner has started it
    is_stopped: bool = False  # its author has requested a stop
    surplus: Surplus | None = None  # above its author's limits: it is answered by a sentence that says so


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationCounts:
    """What a conversation holds when one of its turns is marked as answered."""

    state: State  # before that turn
    pending: int  # decisions that can be confirmed; holds do not count
    summarised: int  # messages that its summary covers
    summary_increments: int  # of the summary since it was last made from all messages
    text: str  # of the message now: it may have been edited or deleted while it was being answered
    is_followed: bool  # something was said or pressed here since the turn was accepted
    market_time: datetime | None  # the latest of an account whose clock was moved; None: there is none


@dataclass(frozen=True, slots=True)
class AcceptedInput:
    """The result of accepting a message or press."""

    turn: Turn
    is_new: bool  # False: a repeated delivery, stored before
    turns_ahead: int  # number of unanswered turns of the conversation before this one
    language: Language = Language.ENGLISH  # of the conversation; set only if `turns_ahead` > 0
    is_dropped: bool = False  # above its author's limits, which an earlier answer says: it gets none


@dataclass(frozen=True, slots=True)
class Claim:
    """A lease on one conversation, or on one analysis run, to answer `turn`."""

    turn: Turn
    owner: str
    fence: int  # fencing number, checked by every later write of the turn


@dataclass(frozen=True, slots=True)
class WorkerScope:
    """The conversations that a process serves."""

    platforms: frozenset[str]
    conversations: Collection[ConversationId] | None = None  # None: all of `platforms`; may grow


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One step of one turn."""

    node: str  # "route", "recall", "retrieve", "respond", "persist"
    milliseconds: float
    facts: Mapping[str, str] = field(default_factory=dict)  # sizes, tokens, methods; no words of a person or model


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLog:
    """All steps of the latest logged turn of a conversation."""

    number: int  # of the turn in its conversation
    intent: Intent
    entries: tuple[LogEntry, ...]
    at: datetime
