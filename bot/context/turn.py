"""What a handler is given, and what it gives back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final, Protocol
from uuid import UUID

from bot.domain.conversation.channels import ChannelSettings, SettingChange
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.conversation.states import Event, State
from bot.domain.conversation.turns import Conversation, Turn
from bot.domain.conversation.understanding import Entities, Understanding
from bot.domain.market.snapshot import market_date
from bot.domain.models.requests import Caller
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.domain.trading.decisions import Decision
from bot.domain.trading.limits import LimitStatement

BROKEN_OFF: Final = "broken_off"  # the fallback of an answer that holds what came of a model before it broke off


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """One message, accepted and understood, with all that is needed to answer it."""

    turn: Turn
    conversation: Conversation  # as it stood when the turn began, time-outs applied
    state: State  # in which it was said
    is_first_in_channel: bool  # that is answered in its channel
    understanding: Understanding
    pending: tuple[Decision, ...]  # of this conversation, oldest first; or what this very turn has decided on before
    account: Account
    positions: tuple[Position, ...]
    market_time: datetime  # the account's now
    settings: ChannelSettings  # of the channel
    caller: Caller  # on whose behalf models are asked
    conversation_context: ConversationContext = field(default_factory=ConversationContext)
    retrieved: RetrievalResult = field(default_factory=RetrievalResult)

    @property
    def language(self) -> Language:
        """The language to answer in."""
        return self.understanding.language

    @property
    def locale(self) -> Locale:
        """The language to answer in, and the time zone of the channel."""
        return Locale(self.language, self.settings.zone)

    @property
    def today(self) -> date:
        """The market's date, as the account may know it."""
        return market_date(self.market_time)

    @property
    def own_pending(self) -> tuple[Decision, ...]:
        """What this person may confirm or cancel, oldest first."""
        return tuple(d for d in self.pending if d.asked_by == self.turn.person.id)

    @property
    def entities(self) -> Entities:
        """What the message names."""
        return self.understanding.entities

    @property
    def symbols(self) -> tuple[str, ...]:
        """What the message is about: what it names, else what the talk was about."""
        return self.entities.symbols or self.conversation.focus[:1]


@dataclass(frozen=True, slots=True)
class ClockMove:
    """An account's market clock is to be moved, with the answer that says so."""

    account: Account  # as it was read
    to: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResult:
    """What one turn or press comes to, to be stored in one transaction."""

    answer: Answer
    state: State | None = None  # what the intent has led to; None: it led nowhere, the state stays
    event: Event | None = None
    focus: tuple[str, ...] | None = None  # None: as before
    stated_limits: tuple[LimitStatement, ...] | None = None  # limits to be remembered; None: as before
    proposed: tuple[Decision, ...] = ()
    superseded: tuple[Decision, ...] = ()  # as they stood before
    awaited: tuple[Decision, ...] = ()  # of which it says that their outcome is to come
    clock_move: ClockMove | None = None
    run: EngineRun | None = None  # of the engine that proposed
    discussion: tuple[AgentMessage, ...] = ()  # of that run
    market_figures: Mapping[UUID, Mapping[str, str]] = field(
        default_factory=dict
    )  # of the market around what it proposes
    setting_change: SettingChange | None = None  # of the channel in which it was said
    language: Language | None = None  # of the answer; None: the one it was asked in


class TurnHandler(Protocol):
    """Answers messages of one intent, or one command."""

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the answer and what it changes. Raises: ParleyError, which is shown to the person."""
        ...
