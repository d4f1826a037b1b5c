"""Decisions: what an engine proposes for one symbol, and what may become of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from bot.domain.ids import AccountId, ConversationId, DecisionId, TenantId, TurnId
from bot.domain.trading.orders import Side


class Action(StrEnum):
    """What a decision does to a position."""

    INCREASE = "increase"
    DECREASE = "decrease"
    HOLD = "hold"
    CLOSE = "close"


class DecisionStatus(StrEnum):
    """Where a decision stands."""

    PROPOSED = "proposed"
    CONFIRMED = "confirmed"
    SUBMITTED = "submitted"
    FILLED = "filled"
    PARTIALLY_FILLED = "partially_filled"
    REJECTED = "rejected"
    UNKNOWN = "unknown"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"


_OUTCOMES = (DecisionStatus.FILLED, DecisionStatus.PARTIALLY_FILLED, DecisionStatus.REJECTED)

# What is not here is illegal. A broker's lost answer is UNKNOWN, never REJECTED.
STATUS_TRANSITIONS: frozenset[tuple[DecisionStatus, DecisionStatus]] = frozenset(
    {
        *(
            (DecisionStatus.PROPOSED, to)
            for to in (
                DecisionStatus.CONFIRMED,
                DecisionStatus.CANCELLED,
                DecisionStatus.EXPIRED,
                DecisionStatus.SUPERSEDED,
            )
        ),
        (DecisionStatus.CONFIRMED, DecisionStatus.SUBMITTED),
        (DecisionStatus.CONFIRMED, DecisionStatus.REJECTED),
        *((DecisionStatus.SUBMITTED, to) for to in (*_OUTCOMES, DecisionStatus.UNKNOWN)),
        *((DecisionStatus.UNKNOWN, to) for to in _OUTCOMES),
        (DecisionStatus.PARTIALLY_FILLED, DecisionStatus.FILLED),
    },
)

ADJUSTMENT_REASONS = frozenset(
    {"adjusted", "adjusted_with_note"}
)  # reasons by which a person's own change of size is kept

UNFINISHED_STATUSES = frozenset(
    {DecisionStatus.CONFIRMED, DecisionStatus.SUBMITTED, DecisionStatus.UNKNOWN}
)  # a person said yes; the outcome is open


@dataclass(frozen=True, slots=True)
class Reason:
    """One argument: a code that names it in every language, and the figures it rests on."""

    code: str  # "above_sma200": the locale message `reason-above-sma200`
    weight: float  # how much it adds to the score, in [-1, 1]; positive speaks for buying
    numbers: Mapping[str, Decimal] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)  # dates (ISO 8601), names; shown as text


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What an engine proposes for one symbol, before it is stored as a decision.

    The target is a total: the value the position shall have afterwards. `cash_change` = target - current value;
    positive buys. Both in account currency at `price`, exact for whole `shares`.
    """

    symbol: str
    action: Action
    target_cash_amount: Decimal
    cash_change: Decimal
    shares: Decimal  # whole shares to buy or sell, not negative; 0 for a hold
    price: Decimal
    price_as_of: datetime
    price_source: str
    confidence: Decimal  # in [0, 1], two places
    reasons: tuple[Reason, ...]
    tags: tuple[str, ...] = ()
    stop_price: Decimal | None = None
    stop_is_stated: bool = False  # the person named it, as opposed to computed
    max_cash: Decimal | None = None  # the stated limit on a buy, commission included, kept at confirmation too
    engine: str = "rules"
    fallback: str | None = None  # why this is no real decision, if it is none
    run_id: UUID | None = None  # of the run that it came out of; None: no model was asked

    @property
    def side(self) -> Side | None:
        """The direction of its trade; None for a hold."""
        if self.action is Action.HOLD:
            return None
        return Side.BUY if self.action is Action.INCREASE else Side.SELL


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A stored proposal: one version of one decision."""

    id: DecisionId
    version: int  # from 1; a changed proposal is the next version of the same decision
    tenant_id: TenantId
    conversation_id: ConversationId
    turn_id: TurnId
    account_id: AccountId
    asked_by: str  # the platform's user id
    proposal: Proposal
    status: DecisionStatus
    created_at: datetime
    expires_at: datetime
    decided_by: str | None = None
    decided_at: datetime | None = None

    def is_pending(self, *, at: datetime) -> bool:
        """Whether it can still be confirmed or cancelled at `at`."""
        return self.status is DecisionStatus.PROPOSED and at < self.expires_at


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who decided on a decision, and through which message or press."""

    turn_id: TurnId
    person_name: str  # the person's name
    at: datetime
    is_answered: bool  # the message or press has its answer


def reprice(proposal: Proposal, *, price: Decimal, as_of: datetime, held: Decimal) -> Proposal:
    """Return the same trade, as many shares of `held`, at a newer price."""
    signed = proposal.shares if proposal.action is Action.INCREASE else -proposal.shares
    return replace(
        proposal,
        price=price,
        price_as_of=as_of,
        target_cash_amount=(held + signed) * price,
        cash_change=signed * price,
    )


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
    include_holds: bool = False
