"""Lets market time pass for an account: plans what becomes due in a span, and records all of it at once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

from bot.calendar.alerts import AlertsOfSpan, NearAlerts
from bot.calendar.briefs import BriefsOfSpan, DueBrief, NearAlertsAt, PlannedBriefs, brief_outcome
from bot.calendar.digests import NO_DIGESTS, DigestsOfSpan, PlannedDigests
from bot.calendar.time_span import TimeSpan, time_span
from bot.domain.conversation.threads import Thread
from bot.domain.ids import AlertId, TenantId
from bot.domain.market.sessions import AFTER_CLOSE
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account
from bot.domain.trading.actual_result import SettledResult
from bot.domain.watching.alerts import FiredAlert
from bot.domain.watching.briefs import BriefOutcome
from bot.errors import MarketDataError, MarketSourceError
from bot.memory.settle_results import SettleResults
from bot.ports import Clock, MarketData, Stores, TradingCalendar, Transaction

_TERMINAL: Final = "console"
# Seconds that a run on a live market asks its source for, far below those of a job; what is left over is for the next.
_RUN: Final = 22.0
_SOURCE: Final = 4.0  # of these for the source's first answer
_RESULTS: Final = 3.0  # have a job of their own too
_ALERTS: Final = 9.0  # longer than a share that hangs is waited for
_DIGESTS: Final = 3.0
_NEAR: Final = 3.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedTime:
    """What becomes due in a span, planned and not stored yet; each part in the order of market time."""

    span: TimeSpan
    results: tuple[SettledResult, ...] = ()
    fired: tuple[FiredAlert, ...] = ()
    briefs: tuple[DueBrief, ...] = ()
    digests: PlannedDigests = NO_DIGESTS  # of the analysts' reports by rules
    looked_up: tuple[AlertId, ...] = ()  # whose shares were asked for
    is_complete: bool = True  # there was time for all of it
    answered_in: Thread | None = None  # where the answer tells what belongs there: that is not posted

    @property
    def told_here(self) -> tuple[FiredAlert, ...]:
        """The alerts that the answer tells."""
        here = self.answered_in and self.answered_in.conversation_id
        return tuple(each for each in self.fired if each.alert.conversation_id == here)

    @property
    def told_in_other_threads(self) -> tuple[FiredAlert, ...]:
        """The alerts that another thread of the same terminal tells: its only reader is shown them here, too."""
        here = self.answered_in
        if here is None or here.platform != _TERMINAL:
            return ()
        told = {each.alert.id for each in self.told_here}
        return tuple(each for each in self.fired if each.alert.channel == here.channel and each.alert.id not in told)

    @property
    def briefs_here(self) -> tuple[DueBrief, ...]:
        """The briefs that the answer shows."""
        return tuple(each for each in self.briefs if self._is_here(each.subscription.thread))

    def _is_here(self, place: Thread) -> bool:
        """Return whether what is posted in a place is read where the answer is: a terminal shows nothing beside it."""
        here = self.answered_in
        is_beside = here is not None and here.platform == _TERMINAL and place.channel == here.channel
        return is_beside or place == here

    @property
    def outcomes(self) -> tuple[BriefOutcome, ...]:
        """The results, as an answer tells them: without those that the latest brief beside them tells."""
        briefs = self.briefs_here
        told_from = briefs[-1].event.session.opens if briefs else self.span.until + timedelta(days=1)
        return tuple(brief_outcome(each.decision, each.result) for each in self.results if each.at < told_from)

    @property
    def posted(self) -> tuple[FiredAlert | DueBrief, ...]:
        """What is posted elsewhere: alerts in their threads, briefs in their channels, in the order of market time."""
        elsewhere: tuple[FiredAlert | DueBrief, ...] = (
            *(each for each in self.fired if each not in self.told_here),  # also in another thread of a terminal
            *(each for each in self.briefs if each not in self.briefs_here),
        )
        return tuple(sorted(elsewhere, key=lambda each: each.at))


@dataclass(frozen=True, slots=True)
class PlannedTime:
    """Planned work, and what stores it. Implements `bot.context.turn.PlannedWork`."""

    passed: PassedTime
    pass_time: "PassTime"

    async def record(self, tx: Transaction) -> None:
        """Store it, in the transaction that marks the span as passed."""
        await self.pass_time.record(tx, self.passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassTime:
    """Plans what becomes due in a span of market time. Markets are asked here, outside of any transaction."""

    market: MarketData
    calendar: TradingCalendar
    results: SettleResults
    alerts: AlertsOfSpan
    near_alerts: NearAlerts
    digests: DigestsOfSpan
    briefs: BriefsOfSpan

    def span(self, account: Account, *, since: datetime, until: datetime) -> TimeSpan:
        """Return what passes for an account between two instants of its market time. Raises: DateOutOfRangeError."""
        ahead = AFTER_CLOSE if self.market.data_range() is not None else timedelta(0)  # it stands at the closes
        return time_span(self.calendar, account, since=since, until=until, ahead=ahead)

    async def require_source(self, until: datetime) -> None:
        """Check that the source answers at all, by its benchmark. Raises: MarketSourceError: it does not."""
        symbol = self.market.benchmark[0]
        try:
            async with asyncio.timeout(_SOURCE):
                await self.market.history(symbol, first=market_date(until), as_of=until)
        except TimeoutError as error:
            raise MarketSourceError(symbol=symbol, source=self.market.name, cause="timeout") from error
        except MarketSourceError:
            raise
        except MarketDataError:  # an answer: it has no price of this one
            return

    async def plan(self, span: TimeSpan, *, answered_in: Thread | None = None, by: float | None = None) -> PassedTime:
        """Return what becomes due in a span. Raises: DateOutOfRangeError, StoreUnavailableError.

        `answered_in`: where the message that lets time pass is answered; None: no message does. `by`: the time of the
        event loop by which to end, complete or not; None: with all that is due.
        """
        results = await self._results(span, by)
        reached = await self.alerts.plan(span, by=_within(_ALERTS, by))
        briefs, digests = PlannedBriefs(is_complete=False), NO_DIGESTS
        if reached.is_complete:
            digests = await self.digests.plan(span, by=_within(_DIGESTS, by))

            async def read_near(channels: Collection[str]) -> NearAlertsAt:
                near_by = _within(_NEAR, by)
                return await self.near_alerts.of_span(span, reached.fired, channels=channels, by=near_by)

            briefs = await replace(self.briefs, digests=digests).plan(
                span,
                outcomes=[brief_outcome(each.decision, each.result) for each in results],
                read_near=read_near,
                by=by,
                has_all_time=not reached.looked_up,
            )
        return PassedTime(
            span=span,
            results=results,
            fired=reached.fired,
            briefs=briefs.briefs,
            digests=digests,
            looked_up=reached.looked_up,
            is_complete=briefs.is_complete,
            answered_in=answered_in,
        )

    async def record(self, tx: Transaction, passed: PassedTime) -> tuple[FiredAlert, ...]:
        """Store what was planned; return the alerts that get a notice. Safe to run twice.

        Raises: StoreUnavailableError; ConcurrentUpdateError: an alert that the answer tells has changed meanwhile.
        """
        await self.results.record(tx, passed.results)
        await self.digests.record(tx, passed.digests)
        here = passed.answered_in
        await self.alerts.record(tx, passed.told_here, answered_in=here.conversation_id if here else None)
        told = list[FiredAlert]()
        for _, items in groupby(passed.posted, key=type):
            posted = tuple(items)
            await self.briefs.record(tx, [each for each in posted if isinstance(each, DueBrief)])
            told += await self.alerts.record(tx, [each for each in posted if isinstance(each, FiredAlert)])
        if not passed.is_complete:
            await tx.alerts.mark_looked_up(passed.looked_up, until=passed.span.until)
        return tuple(told)

    async def _results(self, span: TimeSpan, by: float | None) -> tuple[SettledResult, ...]:
        """Return the results that are known; while the source takes its time, none: their job looks for them."""
        try:
            async with asyncio.timeout_at(_within(_RESULTS, by)):
                return await self.results.plan(span.account, until=span.until)
        except TimeoutError:
            _log.warning("results due by %s wait: no answer", span.until.isoformat())
            return ()


@dataclass(frozen=True, slots=True)
class RunSchedule:
    """Does the scheduled work of a tenant's account on a live market, in a background job; of the sample's, nothing.

    Missed events are caught up, in order. Of several that try at once, one stores. While the source is silent nothing
    is done, and nothing fails. Until all is done the account's time stays where it was, and what is stored already is
    neither asked for nor told again.
    """

    stores: Stores
    clock: Clock
    open_pass_time: Callable[[], Awaitable[PassTime]]
    seconds: float = _RUN  # in which the source is asked

    async def __call__(self, tenant_id: TenantId) -> bool:
        """Do what is due; return whether all of it is done. Raises: DateOutOfRangeError, StoreUnavailableError."""
        by = asyncio.get_running_loop().time() + self.seconds
        pass_time = await self.open_pass_time()
        async with self.stores.read(tenant_id) as tx:
            account = await tx.accounts.default(market=pass_time.market.name)
        since = account.passed_to
        if since is None or account.market_time is not None:
            return False
        events = pass_time.span(account, since=since, until=self.clock.now()).events
        if not events:
            return False
        until = events[-1].at
        try:
            await pass_time.require_source(until)
        except MarketSourceError as error:
            _log.warning("what is due by %s waits: %s", until.isoformat(), error)
            return False
        passed = await pass_time.plan(pass_time.span(account, since=since, until=until), by=by)
        passes_to = until if passed.is_complete else since  # then too by compare-and-set: one run after the other
        async with self.stores.transaction(tenant_id) as tx:
            is_first = await tx.accounts.pass_time(account.id, since=since, until=passes_to)
            if is_first:
                told, now = await pass_time.record(tx, passed), self.clock.now()
                if told:
                    late = [max((now - each.at).total_seconds(), 0) for each in told]
                    await tx.alerts.add_up_caught_up(account.market, late)
        return is_first and passed.is_complete


def _within(seconds: float, by: float | None) -> float | None:
    return None if by is None else min(asyncio.get_running_loop().time() + seconds, by)
