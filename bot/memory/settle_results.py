"""Measures what actually came of decisions after each horizon, and stores it."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Final

from bot.domain.ids import TenantId
from bot.domain.jobs import index_episodes_job, write_reflections_job
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.sessions import AFTER_CLOSE
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account
from bot.domain.trading.actual_result import ActualResult, SettledResult
from bot.domain.trading.due_results import (
    PATIENCE,
    DueDecision,
    DueQuery,
    KnownPrices,
    MeasuredSpan,
    Postponement,
    measure_result,
)
from bot.domain.trading.performance import HORIZON_SESSIONS
from bot.errors import DateOutOfRangeError, MarketDataError, MarketSourceError
from bot.ports import Clock, MarketData, NewId, Stores, TradingCalendar, Transaction

_RETRY_AFTER: Final = timedelta(days=1)  # of market time, while a price is missing
_EARLIER: Final = timedelta(days=10)  # in which there is always a session
_SURE_AFTER: Final = timedelta(days=3)  # so long a source may still bring the prices of a day that it has none of
_BATCH: Final = 200  # decisions measured at once by a job
_ROUNDS: Final = 50  # of a job; the next one goes on


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultMarket:
    """What results are measured by."""

    market: MarketData
    calendar: TradingCalendar

    def prices_until(self, at: datetime) -> datetime:
        """Return until when closes are taken at `at`: a live source gets the last prices of a day after its close."""
        return at if self.market.data_range() is not None else at - AFTER_CLOSE

    def span(self, due: DueDecision, sessions: int, *, without: Collection[date] = ()) -> MeasuredSpan:
        """Return the closes of one horizon. Raises: DateOutOfRangeError.

        `without`: days that the calendar calls sessions, on which nothing was traded.
        """
        day = market_date(due.reference.as_of)
        begins = self.calendar.last_close(due.reference.as_of)
        while market_date(begins) in without:
            begins = self.calendar.close_after(market_date(begins), -1)
        skipped, found = 0, -1
        while found != skipped:
            skipped = max(found, 0)
            ends = self.calendar.close_after(day, sessions + skipped)
            found = sum(day < each <= market_date(ends) for each in without)
        return MeasuredSpan(sessions=sessions, begins=begins, ends=ends)

    def untraded(self, histories: Iterable[PriceHistory]) -> frozenset[date]:
        """Return the days, between the first and the last close of these, that the calendar takes for sessions.

        The exchange may close for a day that is announced after the calendar was published.
        """
        traded = {each.session for history in histories for each in history.closes}
        if not traded:
            return frozenset()
        return frozenset(each.day for each in self.calendar.sessions(min(traded), max(traded))) - traded


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredDecision:
    """A decision that was looked at."""

    due: DueDecision
    results: tuple[SettledResult, ...]
    given_up: tuple[MeasuredSpan, ...]  # horizons without a result for good
    due_again: datetime | None  # of what is left; None: nothing is


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleResults:
    """Settles decisions. Safe to run twice and at once: the first result stays.

    A result is the close of the horizon's last session, whenever it is looked up: no later price is in it. What has no
    price is tried again each day, and for ten days after the horizon's close; while the source does not answer, for
    as long as that takes.
    """

    stores: Stores
    clock: Clock
    new_id: NewId
    open_market: Callable[[], Awaitable[ResultMarket]]  # opened where there is something to settle
    most_planned: int = 10_000

    async def plan(self, account: Account, *, until: datetime) -> tuple[SettledResult, ...]:
        """Measure an account's decisions at the market time `until`; return the results, in the order of their closes.

        Nothing is stored, and no transaction is open while the market is asked. What was missed before `until` is among
        them, with its own close. What has no price is left to the job.

        Raises: StoreUnavailableError.
        """
        market = await self.open_market()
        now = market.prices_until(until)
        query = DueQuery(now=now, limit=self.most_planned, account_id=account.id)
        measured = await self._measure(market, account.tenant_id, query)
        known_at = self.clock.now()
        results = (_known(result, known_at) for each in measured for result in each.results)
        return tuple(sorted(results, key=lambda each: (each.at, each.decision.created_at, each.result.sessions)))

    async def record(self, tx: Transaction, results: Iterable[SettledResult]) -> tuple[SettledResult, ...]:
        """Store planned results in a transaction; return those that were not stored before."""
        planned = tuple(results)
        stored = await tx.actual_results.settle(planned)
        await tx.actual_results.postpone([Postponement(each.decision, each.due_again) for each in planned])
        if stored:
            job_id, tenant_id = self.new_id(), stored[0].decision.tenant_id
            job = index_episodes_job(job_id, tenant_id=tenant_id, key=str(job_id), at=self.clock.now())
            await tx.outbox.add_job(job)
        if any(each.result.sessions == HORIZON_SESSIONS for each in stored):
            tenant_id = stored[0].decision.tenant_id
            await tx.outbox.add_job(write_reflections_job(self.new_id(), tenant_id=tenant_id, at=self.clock.now()))
        return stored

    async def __call__(self, tenant_id: TenantId) -> int:
        """Settle what is due of a tenant; return how many results are stored. Raises: StoreUnavailableError."""
        now = self.clock.now() - AFTER_CLOSE  # of live accounts; others have a clock
        async with self.stores.read(tenant_id) as tx:
            if not await tx.actual_results.due(DueQuery(now=now, limit=1)):
                return 0
        market = await self.open_market()
        query = DueQuery(now=now, limit=_BATCH, market=market.market.name)
        stored = 0
        for _ in range(_ROUNDS):
            measured = await self._measure(market, tenant_id, query)
            stored += await self._store(tenant_id, measured)
            if len(measured) < query.limit:
                break
        return stored

    async def _store(self, tenant_id: TenantId, measured: tuple[MeasuredDecision, ...]) -> int:
        if not measured:
            return 0
        async with self.stores.transaction(tenant_id) as tx:
            now = self.clock.now()
            stored = await self.record(tx, [_known(result, now) for each in measured for result in each.results])
            for each in measured:
                for span in each.given_up:
                    await tx.actual_results.give_up(each.due.decision.key, span.sessions, as_of=span.ends)
            await tx.actual_results.postpone([Postponement(each.due.decision, each.due_again) for each in measured])
        return len(stored)

    async def _measure(
        self, market: ResultMarket, tenant_id: TenantId, query: DueQuery
    ) -> tuple[MeasuredDecision, ...]:
        async with self.stores.read(tenant_id) as tx:
            due = await tx.actual_results.due(query)
        by_time = defaultdict[datetime, list[DueDecision]](list)
        for each in due:
            by_time[each.now].append(each)
        of_times = [await _MeasuredAt(market, now)(decisions) for now, decisions in by_time.items()]
        return tuple(each for measured in of_times for each in measured)


@dataclass(frozen=True, slots=True)
class _MeasuredAt:
    """Measures decisions at one market time; no later price is asked for."""

    market: ResultMarket
    now: datetime

    async def __call__(self, due: list[DueDecision]) -> tuple[MeasuredDecision, ...]:
        spans = [self._spans(each) for each in due]
        closed = [each for of_one in spans for each in of_one if each.ends <= self.now]
        symbols = {each.decision.proposal.symbol for each in due} | set(self.market.market.benchmark)
        first = min((market_date(each.begins) for each in closed), default=None)
        histories = await self._histories(sorted(symbols), first and first - _EARLIER)
        known = [history for each in self.market.market.benchmark if (history := histories[each]) is not None]
        untraded = self.market.untraded(known)  # days on which the benchmark has no close, while it has later ones
        return tuple(self._measured(each, histories, self._closures(each, histories, untraded)) for each in due)

    def _closures(
        self, due: DueDecision, histories: Mapping[str, PriceHistory | None], untraded: Collection[date]
    ) -> frozenset[date]:
        """Return those on which the share has no close either: where it alone has none, it was halted."""
        history = histories[due.decision.proposal.symbol]
        if history is None:
            return frozenset()
        return frozenset(each for each in untraded if history.close_of(each) is None)

    def _spans(self, due: DueDecision, closures: Collection[date] = ()) -> tuple[MeasuredSpan, ...]:
        """Return the horizons without a result, as far as the calendar reaches."""
        spans = []
        for sessions in due.open_horizons():
            try:
                spans.append(self.market.span(due, sessions, without=closures))
            except DateOutOfRangeError:
                break
        return tuple(spans)

    async def _histories(self, symbols: list[str], first: date | None) -> Mapping[str, PriceHistory | None]:
        """Return what is known of symbols since a day; None: the source does not answer, or nothing is asked for."""
        if first is None:
            return dict.fromkeys(symbols)
        return dict(zip(symbols, await asyncio.gather(*(self._history(each, first) for each in symbols)), strict=True))

    async def _history(self, symbol: str, first: date) -> PriceHistory | None:
        try:
            return await self.market.market.history(symbol, first=first, as_of=self.now)
        except MarketSourceError:
            return None
        except MarketDataError:  # not listed yet, or not any more
            return PriceHistory(symbol)

    def _measured(
        self, due: DueDecision, histories: Mapping[str, PriceHistory | None], closures: frozenset[date]
    ) -> MeasuredDecision:
        spans = self._spans(due, closures)
        unsure_since = market_date(self.now - _SURE_AFTER)
        unsure = {each for each in closures if each > unsure_since}
        closed = [each for each in spans if each.ends <= self.now]
        given_up_since = self.now - PATIENCE
        prices = self._prices(due, histories)
        results = list[ActualResult]()
        missing, given_up = list[MeasuredSpan](), list[MeasuredSpan]()
        for span in closed:
            is_last_try = span.ends <= given_up_since
            is_sure = not any(first <= each <= last for first, last in [span.days] for each in unsure)
            result = measure_result(due, span, prices, needs_benchmark=not is_last_try) if prices and is_sure else None
            if result:
                results.append(result)
            else:
                (given_up if prices and is_last_try else missing).append(span)
        due_again = self._due_again(due, spans, is_missing=bool(missing))
        # Whoever plans gives nothing up: the job looks again.
        planned_again = self.now if given_up else due_again
        return MeasuredDecision(
            due=due,
            results=tuple(SettledResult(due.decision, each, planned_again) for each in results),
            given_up=tuple(given_up),
            due_again=due_again,
        )

    def _prices(self, due: DueDecision, histories: Mapping[str, PriceHistory | None]) -> KnownPrices | None:
        """Return what is known of the prices that a decision is measured by; None: the source has not answered."""
        market = self.market.market
        known = {each: histories[each] for each in (due.decision.proposal.symbol, *market.benchmark)}
        answered = {symbol: history for symbol, history in known.items() if history is not None}
        if len(answered) < len(known):
            return None
        return KnownPrices(source=market.name, benchmark=market.benchmark, histories=answered)

    def _due_again(self, due: DueDecision, spans: tuple[MeasuredSpan, ...], *, is_missing: bool) -> datetime | None:
        """Return when a decision is looked at again: at the next horizon's close, or sooner for what is missing."""
        later = [each.ends for each in spans if each.ends > self.now]
        is_beyond_calendar = not later and len(spans) < len(due.open_horizons())
        return min((*later, *([self.now + _RETRY_AFTER] if is_missing or is_beyond_calendar else ())), default=None)


def _known(settled: SettledResult, at: datetime) -> SettledResult:
    return replace(settled, result=replace(settled.result, known_at=at))
