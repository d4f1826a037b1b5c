"""Which results of decisions are due, and what came of each; prices as traded, with splits, without dividends."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.ids import AccountId
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.snapshot import market_date
from bot.domain.trading.actual_result import HORIZONS, ActualResult, ResultBasis
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionStatus
from bot.domain.trading.execution.orders import OrderReport
from bot.domain.trading.performance import ReferencePrice, assess_performance, reference_price

# From a close to the next one, which may be that of half a day. No decision is looked at earlier.
SOONEST: Final = timedelta(hours=20)
PATIENCE: Final = timedelta(days=10)  # of market time after a horizon's close: so long a price is waited for
# Those whose outcome stands. A rejected order is a proposal that was not carried out; of a part, that part counts.
SETTLED_STATUSES: Final = CARRIED_OUT_STATUSES | {
    DecisionStatus.CANCELLED,
    DecisionStatus.EXPIRED,
    DecisionStatus.REJECTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DueQuery:
    """The decisions looked for: of which some result may be known."""

    now: datetime  # market time of `account_id`; without one, of accounts that have no clock of their own
    limit: int
    account_id: AccountId | None = None  # None: of any account, by the clock that it has
    market: str | None = None  # of accounts on this market; None: on any


@dataclass(frozen=True, slots=True, kw_only=True)
class DueDecision:
    """A decision with a result that may be known."""

    decision: Decision
    now: datetime  # its account's market time
    report: OrderReport | None  # on its order; None: there is none
    closed: frozenset[int]  # horizons with a result, or without one for good

    @property
    def reference(self) -> ReferencePrice:
        """What it is measured from."""
        is_carried_out = self.decision.status in CARRIED_OUT_STATUSES
        return reference_price(self.decision.proposal, self.report if is_carried_out else None)

    def open_horizons(self) -> tuple[int, ...]:
        """Return the horizons without a result so far, the shortest first."""
        return tuple(each for each in HORIZONS if each not in self.closed)


@dataclass(frozen=True, slots=True)
class Postponement:
    """When a decision is looked at again, in market time; None: never."""

    decision: Decision
    until: datetime | None


_PLACES: Final = Decimal("0.0001")


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredSpan:
    """The closes between which a decision is measured after one horizon."""

    sessions: int
    begins: datetime  # the last close known when the decision was priced or filled
    ends: datetime  # the horizon's close

    @property
    def days(self) -> tuple[date, date]:
        """The sessions of both closes."""
        return market_date(self.begins), market_date(self.ends)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPrices:
    """What is known of the prices that results are measured by."""

    source: str
    benchmark: tuple[str, ...]  # symbols
    histories: Mapping[str, PriceHistory]  # by symbol: of the benchmark, and of the decisions' shares

    def history(self, symbol: str) -> PriceHistory:
        """Return what is known of a symbol; nothing: it has no prices."""
        return self.histories.get(symbol) or PriceHistory(symbol)


@dataclass(frozen=True, slots=True)
class BenchmarkChange:
    """The change of a benchmark between two closes; its symbols are held in equal parts from the first one on."""

    fraction: Decimal | None  # None: a price is missing
    symbols: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()  # without a price at the first close


def measure_result(
    due: DueDecision, span: MeasuredSpan, prices: KnownPrices, *, needs_benchmark: bool
) -> ActualResult | None:
    """Return a decision's result after one horizon; None: its share, or what `needs_benchmark`, lacks the close."""
    proposal, reference, history = due.decision.proposal, due.reference, prices.history(due.decision.proposal.symbol)
    first, last = span.days
    price, benchmark = history.close_of(last), benchmark_change(prices, first, last)
    if price is None or (needs_benchmark and benchmark.symbols and benchmark.fraction is None):
        return None
    ratio = history.split_ratio(after=market_date(reference.as_of), through=last)
    in_new_shares = reference.after_split(ratio)
    performance = assess_performance(proposal, price_now=price, sessions=span.sessions, reference=in_new_shares)
    return ActualResult(
        sessions=span.sessions,
        as_of=span.ends,
        price=price,
        source=prices.source,
        basis=ResultBasis.FILL if due.decision.status in CARRIED_OUT_STATUSES else ResultBasis.PROPOSAL,
        price_then=reference.price if ratio == 1 else in_new_shares.price.quantize(_PLACES),
        then=reference.as_of,
        change_percent=performance.change_percent,
        gain=performance.gain,
        assessment=performance.assessment,
        benchmark_change_percent=_percent(benchmark.fraction),
        change_between_closes=_percent(history.change(first, last)),
        benchmark=benchmark.symbols if benchmark.fraction is not None else (),
        left_out=benchmark.left_out,
    )


def benchmark_change(prices: KnownPrices, first: date, last: date) -> BenchmarkChange:
    """Return how the benchmark changed between the closes of two sessions: the mean of its symbols' changes."""
    listed = tuple(each for each in prices.benchmark if prices.history(each).close_of(first) is not None)
    left_out = tuple(each for each in prices.benchmark if each not in listed)
    changes = [prices.history(each).change(first, last) for each in listed]
    known = [each for each in changes if each is not None]
    complete = bool(listed) and len(known) == len(listed)
    mean = sum(known, Decimal(0)) / len(known) if complete else None
    return BenchmarkChange(mean, symbols=listed, left_out=left_out)


def _percent(fraction: Decimal | None) -> Decimal | None:
    return None if fraction is None else (fraction * 100).quantize(_PLACES)
