"""Context retrieved for a turn: the conversation so far, past decisions, and refused orders."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from bot.domain.conversation.history import Message
from bot.domain.conversation.overheard import OverheardMessage
from bot.domain.memory.context_parts import KnowledgePassage, RecalledText, RememberedFact
from bot.domain.memory.told_messages import message_tokens
from bot.domain.models.facts import ModelFact
from bot.domain.trading.decisions import Action, DecisionStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationContext:
    """The conversation so far, as agents receive it."""

    window: tuple[Message, ...] = ()  # the latest messages, word for word, oldest first
    overheard: tuple[
        OverheardMessage, ...
    ] = ()  # what people said to each other since the first of these, oldest first
    summary: str = ""  # of the messages before; empty: there are none, or no summary yet
    whole: tuple[Message, ...] = ()  # all messages, where so few that they may be told whole; else empty
    history_tokens: int = 0  # of all messages; 0: those of the window
    core_memory: tuple[RememberedFact, ...] = ()  # in the order in which they are shown
    episodes: tuple[RecalledText, ...] = ()  # the best first
    passages: tuple[KnowledgePassage, ...] = ()  # the best first

    @property
    def full_tokens(self) -> int:
        """What a prompt would pay for all messages, word for word."""
        return self.history_tokens or sum(map(message_tokens, self.window))


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDecision:
    """An earlier decision on a symbol, with the price change since."""

    symbol: str
    session: date  # of its price
    action: Action
    status: DecisionStatus
    price: Decimal
    shares: Decimal
    confidence: Decimal
    reasons: tuple[str, ...]  # codes or a model's sentences, with references to `facts`
    change_since: Decimal | None  # of the price, a fraction; None: not known
    sessions_since: int
    facts: tuple[ModelFact, ...] = ()  # as they were when it was proposed


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
