"""Reads the price since a decision: from its fill, or its proposal, to now or to the close that settles it.

Once a decision is settled, its actual results are stored (`SettleResults`) and shown as stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.context.portfolio import MarketView, PortfolioService
from bot.domain.ids import TenantId
from bot.domain.market.snapshot import Quote, QuoteKind, market_date
from bot.domain.trading.accounts import Account
from bot.domain.trading.actual_result import HORIZONS, ActualResult, HorizonOutcome, known_results
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionKey
from bot.domain.trading.due_results import PATIENCE, SETTLED_STATUSES
from bot.domain.trading.performance import (
    HORIZON_SESSIONS,
    Performance,
    ReferencePrice,
    assess_performance,
    reference_price,
)
from bot.errors import MarketDataError, NoPriceError
from bot.ports import Stores, TradingCalendar, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceSince:
    """The latest price of a decision's symbol, and the performance of the decision."""

    latest: Quote  # at the account's market time
    assessed: Quote  # the price assessed: the latest or, after the horizon, the close that settles the performance
    sessions: int  # closed since, at most `HORIZON_SESSIONS`
    performance: Performance
    is_after_split: bool = False  # its price then is that of a share of after a split; not told of a stored result


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPerformance:
    """A decision, the price it is measured from, and the price since."""

    decision: Decision
    reference: ReferencePrice
    since: PriceSince | None  # None: the market has no price, or not that of the session that settles it
    outcomes: tuple[HorizonOutcome, ...] = ()  # by horizon; empty: it gets no results, or not yet


@dataclass(frozen=True, slots=True)
class DecisionPerformanceLoader:
    """Reads the performance of decisions at the market time of their tenant's account."""

    stores: Stores
    portfolio: PortfolioService
    calendar: TradingCalendar

    async def load(self, tenant_id: TenantId, decisions: tuple[Decision, ...]) -> tuple[DecisionPerformance, ...]:
        """Return the performance of each decision, in the order given."""
        async with self.stores.read(tenant_id) as tx:
            references = [await _read_reference(tx, decision) for decision in decisions]
            account, _ = await self.portfolio.holdings(tx)
            results = await tx.actual_results.find([each.key for each in decisions])
        market_view = await self._market_view(account)
        measured = [
            await self._measure(decision, reference, market_view, results)
            for decision, reference in zip(decisions, references, strict=True)
        ]
        return tuple(measured)

    async def _measure(
        self,
        decision: Decision,
        reference: ReferencePrice,
        market_view: MarketView | None,
        results: Mapping[DecisionKey, tuple[ActualResult, ...]],
    ) -> DecisionPerformance:
        # Where the account's clock was moved back, nothing later than it is shown.
        known = known_results(results.get(decision.key, ()), market_view.market_time if market_view else None)
        settled = next((each for each in known if each.sessions == HORIZON_SESSIONS), None)
        if settled is not None:
            since: PriceSince | None = await _price_since_settled(decision, settled, market_view)
        else:
            since = await self._price_since(decision, reference, market_view) if market_view else None
        outcomes = self._outcomes(decision, reference, known, market_view)
        return DecisionPerformance(decision=decision, reference=reference, since=since, outcomes=outcomes)

    def _outcomes(
        self,
        decision: Decision,
        reference: ReferencePrice,
        known: tuple[ActualResult, ...],
        market_view: MarketView | None,
    ) -> tuple[HorizonOutcome, ...]:
        if decision.status not in SETTLED_STATUSES or decision.proposal.fallback is not None:
            return ()
        by_horizon = {each.sessions: each for each in known}
        return tuple(
            HorizonOutcome(
                sessions=sessions,
                result=by_horizon.get(sessions),
                is_unresolved=sessions not in by_horizon and self._is_over(reference, sessions, market_view),
            )
            for sessions in HORIZONS
        )

    def _is_over(self, reference: ReferencePrice, sessions: int, market_view: MarketView | None) -> bool:
        """Return whether a price is no longer waited for after one horizon."""
        if market_view is None:
            return False
        try:
            closes = self.calendar.close_after(market_date(reference.as_of), sessions)
        except MarketDataError:  # beyond the calendar
            return False
        return market_view.market_time >= closes + PATIENCE

    async def _market_view(self, account: Account) -> MarketView | None:
        try:
            return await self.portfolio.market_view(account)
        except MarketDataError:
            return None

    async def _price_since(
        self, decision: Decision, reference: ReferencePrice, market_view: MarketView
    ) -> PriceSince | None:
        symbol = decision.proposal.symbol
        try:
            latest = assessed = await market_view.quote(symbol)
            sessions = min(closed_sessions(self.calendar, reference.as_of, latest.as_of), HORIZON_SESSIONS)
            if sessions == HORIZON_SESSIONS:
                settling_close = self.calendar.close_after(market_date(reference.as_of), sessions)
                assessed = await _closing_quote(market_view, symbol, settling_close)
            ratio = await market_view.split_ratio(symbol, after=market_date(reference.as_of), through=assessed.session)
        except MarketDataError:
            return None
        performance = assess_performance(
            decision.proposal, price_now=assessed.price, sessions=sessions, reference=reference.after_split(ratio)
        )
        return PriceSince(
            latest=latest, assessed=assessed, sessions=sessions, performance=performance, is_after_split=ratio != 1
        )


async def _price_since_settled(decision: Decision, result: ActualResult, market_view: MarketView | None) -> PriceSince:
    settled = Quote(
        symbol=decision.proposal.symbol,
        price=result.price,
        as_of=result.as_of,
        session=market_date(result.as_of),
        source=result.source,
        kind=QuoteKind.CLOSE,
    )
    try:
        latest = await market_view.quote(decision.proposal.symbol) if market_view else settled
    except MarketDataError:
        latest = settled
    performance = Performance(
        assessment=result.assessment,
        price_then=result.price_then,
        change_percent=result.change_percent,
        gain=result.gain,
        is_settled=True,
    )
    return PriceSince(latest=latest, assessed=settled, sessions=result.sessions, performance=performance)


async def _closing_quote(market_view: MarketView, symbol: str, closes: datetime) -> Quote:
    """Return the close of exactly one session. Raises: MarketDataError: it has none; no other one is taken for it."""
    session = market_date(closes)
    history = await market_view.market.history(symbol, first=session, as_of=market_view.as_of)
    price = history.close_of(session)
    if price is None:
        raise NoPriceError(symbol=symbol, at=closes.isoformat())
    source = market_view.market.name
    return Quote(symbol=symbol, price=price, as_of=closes, session=session, source=source, kind=QuoteKind.CLOSE)


def closed_sessions(calendar: TradingCalendar, since: datetime, until: datetime) -> int:
    """Return how many sessions after that of `since` have closed at `until`."""
    first, last = market_date(since), market_date(calendar.last_close(until))
    return calendar.sessions_between(first, last) if first < last else 0


async def _read_reference(tx: Transaction, decision: Decision) -> ReferencePrice:
    report = await tx.accounts.report_for(decision.id) if decision.status in CARRIED_OUT_STATUSES else None
    return reference_price(decision.proposal, report)
