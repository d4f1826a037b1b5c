"""Reads the price since a decision: from its fill, or its proposal, to now or to the close that settles it."""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.context.portfolio import MarketView, PortfolioService
from bot.domain.ids import TenantId
from bot.domain.market.snapshot import Quote, market_date
from bot.domain.trading.accounts import Account
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision
from bot.domain.trading.performance import (
    HORIZON_SESSIONS,
    Performance,
    ReferencePrice,
    assess_performance,
    reference_price,
)
from bot.errors import MarketDataError
from bot.ports import Stores, TradingCalendar, Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceSince:
    """The latest price of a decision's symbol, and the performance of the decision."""

    latest: Quote  # at the account's market time
    assessed: Quote  # the price assessed: the latest or, after the horizon, the close that settles the performance
    sessions: int  # closed since, at most `HORIZON_SESSIONS`
    performance: Performance


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionPerformance:
    """A decision, the price it is measured from, and the price since."""

    decision: Decision
    reference: ReferencePrice
    since: PriceSince | None  # None: the market has no price


@dataclass(frozen=True, slots=True)
class DecisionPerformanceLoader:
    """Reads the performance of decisions at the market time of their tenant's account."""

    stores: Stores
    portfolio: PortfolioService
    calendar: TradingCalendar

    async def load(self, tenant_id: TenantId, decisions: tuple[Decision, ...]) -> tuple[DecisionPerformance, ...]:
        """Return the performance of each decision, in the order given. Raises: StoreUnavailableError."""
        async with self.stores.read(tenant_id) as tx:
            references = [await _read_reference(tx, decision) for decision in decisions]
            account, _ = await self.portfolio.holdings(tx)
        market_view = await self._market_view(account)
        return tuple(
            [
                DecisionPerformance(
                    decision=decision,
                    reference=reference,
                    since=await self._price_since(decision, reference, market_view) if market_view else None,
                )
                for decision, reference in zip(decisions, references, strict=True)
            ]
        )

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
            sessions = closed_sessions(self.calendar, reference.as_of, latest.as_of)
            if sessions >= HORIZON_SESSIONS:
                sessions = HORIZON_SESSIONS
                settling_close = self.calendar.close_after(market_date(reference.as_of), sessions)
                assessed = await replace(market_view, as_of=settling_close).quote(symbol)
        except MarketDataError:
            return None
        performance = assess_performance(
            decision.proposal, price_now=assessed.price, sessions=sessions, reference=reference
        )
        return PriceSince(latest=latest, assessed=assessed, sessions=sessions, performance=performance)


def closed_sessions(calendar: TradingCalendar, since: datetime, until: datetime) -> int:
    """Return how many sessions after that of `since` have closed at `until`."""
    first, last = market_date(since), market_date(calendar.last_close(until))
    return calendar.sessions_between(first, last) if first < last else 0


async def _read_reference(tx: Transaction, decision: Decision) -> ReferencePrice:
    report = await tx.accounts.report_for(decision.id) if decision.status in CARRIED_OUT_STATUSES else None
    return reference_price(decision.proposal, report)
