"""Decisions: proposals for one symbol, their statuses and status transitions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from bot.domain.accounting.ledger import whole_shares_after_split
from bot.domain.ids import AccountId, ConversationId, DecisionId, TenantId, TurnId
from bot.domain.models.facts import ModelFact
from bot.domain.trading.execution.orders import OrderReport, OrderStatus, Side
from bot.domain.trading.forecasts.base_rates import BaseRate, ShadowForecast


class Action(StrEnum):
    """What a decision does to a position."""

    INCREASE = "increase"
    DECREASE = "decrease"
    HOLD = "hold"
    CLOSE = "close"


class DecisionStatus(StrEnum):
    """The lifecycle status of a decision."""

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
    WITHDRAWN = "withdrawn"  # the holding that it was about was corrected or is gone


_ORDER_OUTCOMES = (DecisionStatus.FILLED, DecisionStatus.PARTIALLY_FILLED, DecisionStatus.REJECTED)

# (from, to); every other transition is illegal. If a broker's answer is lost, the status is UNKNOWN, never REJECTED.
STATUS_TRANSITIONS: frozenset[tuple[DecisionStatus, DecisionStatus]] = frozenset(
    {
        *(
            (DecisionStatus.PROPOSED, to)
            for to in (
                DecisionStatus.CONFIRMED,
                DecisionStatus.CANCELLED,
                DecisionStatus.EXPIRED,
                DecisionStatus.SUPERSEDED,
                DecisionStatus.WITHDRAWN,
            )
        ),
        (DecisionStatus.CONFIRMED, DecisionStatus.SUBMITTED),
        (DecisionStatus.CONFIRMED, DecisionStatus.REJECTED),
        *((DecisionStatus.SUBMITTED, to) for to in (*_ORDER_OUTCOMES, DecisionStatus.UNKNOWN)),
        *((DecisionStatus.UNKNOWN, to) for to in _ORDER_OUTCOMES),
        (DecisionStatus.PARTIALLY_FILLED, DecisionStatus.FILLED),
        # A fill is a fact, however late it is reported.
        (DecisionStatus.REJECTED, DecisionStatus.PARTIALLY_FILLED),
        (DecisionStatus.REJECTED, DecisionStatus.FILLED),
    }
)

# Codes of reasons that record a person's own change of the size.
ADJUSTMENT_REASONS = frozenset({"adjusted", "adjusted_with_note"})

# Shares have changed hands.
CARRIED_OUT_STATUSES = frozenset({DecisionStatus.FILLED, DecisionStatus.PARTIALLY_FILLED})

# Confirmed by a person; the outcome is not known yet.
UNFINISHED_STATUSES = frozenset({DecisionStatus.CONFIRMED, DecisionStatus.SUBMITTED, DecisionStatus.UNKNOWN})
PASSING_STATUSES = UNFINISHED_STATUSES - {DecisionStatus.UNKNOWN}  # usually over in milliseconds

MOST_COUNTED = 1_000  # decisions that match a query: counting more of them would take longer than anybody reads


@dataclass(frozen=True, slots=True)
class Reason:
    """One argument of a decision: a language-independent code and the figures it uses."""

    code: str  # "above_sma200": the locale message `reason-above-sma200`
    weight: float  # contribution to the score, in [-1, 1]; positive speaks for buying
    numbers: Mapping[str, Decimal] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)  # dates (ISO 8601) and names; shown as plain text
    facts: tuple[ModelFact, ...] = ()  # those that a model's words refer to, as of when they were written


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What an engine proposes for one symbol, before it is stored as a decision.

    `target_cash_amount` is the total value of the position after the trade; `cash_change` = target - current value,
    positive for a buy. Both are in account currency at `price`, exact for whole `shares`.
    """

    symbol: str
    action: Action
    target_cash_amount: Decimal
    cash_change: Decimal
    shares: Decimal  # to buy or sell, whole unless a whole position is sold; >= 0; 0 for a hold
    price: Decimal
    price_as_of: datetime
    price_source: str
    confidence: Decimal  # in [0, 1], two places
    reasons: tuple[Reason, ...]
    engine: str  # name of the engine that proposed it
    tags: tuple[str, ...] = ()
    stop_price: Decimal | None = None
    stop_is_stated: bool = False  # True: stated by the person; False: computed
    max_cash: Decimal | None = None  # stated limit of a buy including commission; also checked at confirmation
    fallback: str | None = None  # code of the reason why the engine could not decide; None: it decided
    run_id: UUID | None = None  # the engine run that made it; None: no model was used
    # How often what it forecasts has happened in the share's past; stored with the forecast, not with the decision.
    base_rate: BaseRate | None = field(default=None, compare=False)
    # What other engines think of the share at the same prices; likewise.
    shadows: tuple[ShadowForecast, ...] = field(default=(), compare=False)

    @property
    def side(self) -> Side | None:
        """The direction of the trade; None for a hold."""
        if self.action is Action.HOLD:
            return None
        return Side.BUY if self.action is Action.INCREASE else Side.SELL


@dataclass(frozen=True, slots=True)
class DecisionKey:
    """Names one version of one decision."""

    decision_id: DecisionId
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A stored proposal: one version of one decision."""

    id: DecisionId
    version: int  # from 1; a changed proposal becomes the next version
    tenant_id: TenantId
    conversation_id: ConversationId
    turn_id: TurnId
    account_id: AccountId
    asked_by: str  # the platform's user id
    proposal: Proposal
    status: DecisionStatus
    created_at: datetime
    expires_at: datetime
    decided_by: str | None = None  # the platform's user id of who confirmed, cancelled or withdrew it
    decided_at: datetime | None = None

    @property
    def key(self) -> DecisionKey:
        """The name of this version."""
        return DecisionKey(self.id, self.version)

    def is_pending(self, *, at: datetime) -> bool:
        """Return whether it can be confirmed or cancelled at `at`."""
        return self.status is DecisionStatus.PROPOSED and at < self.expires_at


def keys_of(decisions: Iterable[Decision]) -> tuple[DecisionKey, ...]:
    """Return the names of the versions of `decisions`."""
    return tuple(each.key for each in decisions)


def is_accepted(decision: Decision, report: OrderReport) -> bool:
    """Return whether the broker has the order of `decision`, and has filled nothing of it yet."""
    return decision.status in UNFINISHED_STATUSES and report.status is OrderStatus.SUBMITTED


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who confirmed, cancelled or withdrew a decision, and by which message or press."""

    turn_id: TurnId
    person_name: str
    at: datetime
    is_answered: bool  # the message or press has been answered


def reprice(proposal: Proposal, *, price: Decimal, as_of: datetime, held: Decimal) -> Proposal:
    """Return the same trade at a newer price: the same number of shares, for a position of `held` shares."""
    signed_shares = proposal.shares if proposal.action is Action.INCREASE else -proposal.shares
    return replace(
        proposal,
        price=price,
        price_as_of=as_of,
        target_cash_amount=(held + signed_shares) * price,
        cash_change=signed_shares * price,
    )


def adjust_for_split(proposal: Proposal, *, ratio: Decimal) -> Proposal | None:
    """Return the same trade in the shares of after a split; None: it comes to less than one whole share."""
    if ratio == 1:
        return proposal
    shares = whole_shares_after_split(proposal.shares, ratio)[0]
    if not shares:
        return None
    stop = proposal.stop_price / ratio if proposal.stop_price is not None else None
    return replace(proposal, shares=shares, price=proposal.price / ratio, stop_price=stop)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionQuery:
    """A search for past decisions. A condition that is None does not apply."""

    limit: int
    conversation_id: ConversationId | None = None
    asked_by: str | None = None  # the platform's user id
    symbol: str | None = None
    market: str | None = None  # the account's: "sample", "yahoo"
    made_since: datetime | None = None  # wall-clock time of creation, inclusive
    market_from: date | None = None  # market date of the fill, or of the price if there is none; inclusive
    market_to: date | None = None  # likewise
    known_at: datetime | None = None  # market time; excludes decisions priced later
    side: Side | None = None
    include_holds: bool = False
    include_proposed: bool = True  # False: only those that are no longer pending
