"""Context retrieved for a turn: the conversation so far, past decisions, and refused orders."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal

from bot.domain.conversation.channels import OverheardMessage
from bot.domain.conversation.history import Message, message_tokens
from bot.domain.ids import ConversationId
from bot.domain.memory.core_memory import CoreMemory
from bot.domain.memory.knowledge.documents import KnowledgePassage
from bot.domain.memory.recall import MemorySearch, RecalledEpisode, RecallQuestion
from bot.domain.models.facts import ModelFact
from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decisions import Action, DecisionStatus
from bot.domain.trading.forecasts.reflection import ToldReflection


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationContext:
    """The conversation so far, as agents receive it."""

    window: tuple[Message, ...] = ()  # the latest messages, word for word, oldest first
    overheard: tuple[OverheardMessage, ...] = ()  # what people said to each other since the first of these
    first_shown: int | None = None  # the number of the window's first message in the conversation
    summary: str = ""  # of the messages before; empty: there are none, or no summary yet
    whole: tuple[Message, ...] = ()  # all messages, where so few that they may be told whole; else empty
    history_tokens: int = 0  # of all messages; 0: those of the window
    conversation_id: ConversationId | None = None  # None: of a new one
    core_memory: CoreMemory = field(default_factory=CoreMemory)
    episodes: tuple[RecalledEpisode, ...] = ()  # the best first
    searches: tuple[MemorySearch, ...] = ()  # that a model has asked for, whose finds are among the episodes
    passages: tuple[KnowledgePassage, ...] = ()  # the best first

    @property
    def full_tokens(self) -> int:
        """What a prompt would pay for all messages, word for word."""
        return self.history_tokens or sum(map(message_tokens, self.window))

    def without_shown(self, question: RecallQuestion) -> RecallQuestion:
        """Return a question that finds nothing of what the window, or the talk beside it, tells anyway."""
        since = self.overheard[0].said_at if self.overheard else None
        return replace(question, first_shown=self.first_shown, talk_shown_since=since)

    def is_own(self, recalled: RecalledEpisode) -> bool:
        """Return whether an episode was made of this conversation."""
        return self.conversation_id is not None and recalled.episode.conversation_id == self.conversation_id


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDecision:
    """An earlier decision on a symbol, with the price change since."""

    symbol: str
    session: date  # of its price
    action: Action
    status: DecisionStatus
    price: Decimal  # of one share as it is now: a split since is taken into account
    shares: Decimal  # likewise
    confidence: Decimal
    reasons: tuple[str, ...]  # codes or a model's sentences, with references to `facts`
    change_since: Decimal | None  # of the price, a fraction; None: not known
    sessions_since: int
    facts: tuple[ModelFact, ...] = ()  # as they were when it was proposed
    result: ActualResult | None = None  # the stored one of the longest horizon known


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedOrder:
    """A confirmed order that the broker refused."""

    symbol: str
    reason: str  # a code: "insufficient_cash", "insufficient_shares"
    required: Decimal  # account currency if cash was short, shares if shares were; by this order alone


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalResult:
    """What was retrieved for one turn."""

    past_decisions: Mapping[str, tuple[PastDecision, ...]] = field(default_factory=dict)  # by symbol, newest first
    refused_orders: tuple[RefusedOrder, ...] = ()  # recent ones, newest first
    reflections: tuple[ToldReflection, ...] = ()  # on these shares and on similar cases, the latest settled first
