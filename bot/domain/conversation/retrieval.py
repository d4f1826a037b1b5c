"""What is brought to a turn from before and from outside: the conversation so far, past decisions, refused orders."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from bot.domain.conversation.history import Message
from bot.domain.trading.decisions import Action, DecisionStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationContext:
    """The conversation as an agent is told of it."""

    window: tuple[Message, ...] = ()  # the latest messages, word for word, oldest first
    summary: str = ""  # of what came before them; empty: nothing did, or it is not summarised yet


@dataclass(frozen=True, slots=True, kw_only=True)
class PastDecision:
    """A decision on a symbol from before, and how it went until now."""

    symbol: str
    session: date  # of its price
    action: Action
    status: DecisionStatus
    price: Decimal
    shares: Decimal
    confidence: Decimal
    reasons: tuple[str, ...]  # codes, or a model's sentences
    change_since: Decimal | None  # of the price since, a fraction; None: not known
    sessions_since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedOrder:
    """An order that was confirmed and that the broker refused."""

    symbol: str
    reason: str  # a code: "insufficient_cash", "insufficient_shares"
    required: Decimal  # account currency for cash, shares for shares; of this order alone


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalResult:
    """What was looked up for one turn."""

    past_decisions: Mapping[str, tuple[PastDecision, ...]] = field(default_factory=dict)  # by symbol, newest first
    refused_orders: tuple[RefusedOrder, ...] = ()  # lately, newest first
