"""Stores what actually came of decisions with their episodes, in background jobs."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.ids import TenantId
from bot.domain.jobs import index_episodes_job
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult, ResultBasis, result_line
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, UNFINISHED_STATUSES, Decision, DecisionStatus
from bot.domain.trading.performance import HORIZON_SESSIONS, ReferencePrice, assess_performance
from bot.errors import MarketDataError
from bot.ports import Clock, NewId, Stores, TradingCalendar
from bot.trading.account.roll_forward import RollForward
from bot.trading.decision_performance import DecisionPerformance, DecisionPerformanceLoader

_LATER: Final = timedelta(days=1)  # of market time, after which a decision is tried again
_WITHOUT_RESULT: Final = UNFINISHED_STATUSES | {DecisionStatus.PROPOSED, DecisionStatus.SUPERSEDED}
_CENT_OF_CENT: Final = Decimal("0.0001")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultMarket:
    """What results are measured by."""

    performance: DecisionPerformanceLoader
    roll_forward: RollForward
    calendar: TradingCalendar

    @property
    def name(self) -> str:
        """The market's name, as accounts have it."""
        return self.performance.portfolio.market.name


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleResults:
    """Settles the decisions of one tenant. Safe to run twice and at once: the first result stays.

    A result is the close of the horizon's last session, whenever it is looked up: no later price is in it.
    A version that was replaced by another has none.
    """

    stores: Stores
    clock: Clock
    new_id: NewId
    open_market: Callable[[], Awaitable[ResultMarket]]  # opened where there is something to settle
    batch: int = 50

    async def __call__(self, tenant_id: TenantId) -> int:
        """Settle what is due, at most a batch; return how many results are stored. Raises: StoreUnavailableError."""
        if not await self._due(tenant_id, market=None):
            return 0
        market = await self.open_market()
        decisions = await self._due(tenant_id, market=market.name)
        measured = await market.performance.load(tenant_id, decisions) if decisions else ()
        return sum([await self._settle(market, each) for each in measured])

    async def _due(self, tenant_id: TenantId, *, market: str | None) -> tuple[Decision, ...]:
        async with self.stores.read(tenant_id) as tx:
            keys = await tx.actual_results.due(market=market, now=self.clock.now(), limit=self.batch)
            return tuple([await tx.decisions.get(each.decision_id, version=each.version) for each in keys])

    async def _settle(self, market: ResultMarket, measured: DecisionPerformance) -> bool:
        decision = measured.decision
        result = None if decision.status in _WITHOUT_RESULT else await _measured_result(market, measured)
        async with self.stores.transaction(decision.tenant_id) as tx:
            if result is None:
                account = await tx.accounts.get(decision.account_id)
                now = account.market_time or self.clock.now()
                await tx.actual_results.postpone(decision.key, until=_due_again(market, measured, now=now))
                return False
            episode = await tx.episodes.of_decision(decision.key)
            language = episode.language if episode else None
            line = result_line(result, language or Language.ENGLISH)
            if not await tx.actual_results.settle(decision.key, result, line=line):
                return False
            job_id = self.new_id()
            job = index_episodes_job(job_id, tenant_id=decision.tenant_id, key=str(job_id), at=self.clock.now())
            await tx.outbox.add_job(job)
        return True


async def _measured_result(market: ResultMarket, measured: DecisionPerformance) -> ActualResult | None:
    """Return the result; None: it is not settled, or has no price."""
    proposal, since = measured.decision.proposal, measured.since
    if since is None or not since.performance.is_settled:
        return None
    try:
        ratio = await market.roll_forward.split_ratio(
            proposal.symbol, since=measured.reference.as_of, as_of=since.assessed.as_of
        )
    except MarketDataError:
        return None
    reference = _after_split(measured.reference, ratio)
    performance = assess_performance(
        proposal, price_now=since.assessed.price, sessions=since.sessions, reference=reference
    )
    return ActualResult(
        sessions=since.sessions,
        as_of=since.assessed.as_of,
        price=since.assessed.price,
        source=since.assessed.source,
        basis=ResultBasis.FILL if measured.decision.status in CARRIED_OUT_STATUSES else ResultBasis.PROPOSAL,
        price_then=reference.price,
        then=reference.as_of,
        change_percent=performance.change_percent,
        gain=performance.gain,
        assessment=performance.assessment,
    )


def _after_split(reference: ReferencePrice, ratio: Decimal) -> ReferencePrice:
    if ratio == 1:
        return reference
    return replace(reference, price=(reference.price / ratio).quantize(_CENT_OF_CENT), shares=reference.shares * ratio)


def _due_again(market: ResultMarket, measured: DecisionPerformance, *, now: datetime) -> datetime | None:
    """Return when a decision without a result is looked at again, in market time; None: never."""
    if measured.decision.status is DecisionStatus.SUPERSEDED:
        return None
    settled_at = market.calendar.close_after(market_date(measured.reference.as_of), HORIZON_SESSIONS)
    return settled_at if now < settled_at else now + _LATER
