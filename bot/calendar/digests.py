"""Plans the analysts' reports and digests that are due as time passes, and stores them with the passing of the time."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from bot.calendar.ask_shares import ask_shares
from bot.calendar.time_span import TimeSpan
from bot.context.portfolio import AccountPrices, MarketView
from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.memory import (
    ASKED_LATELY,
    AnalystDigest,
    ReportMoment,
    SessionPart,
    StoredReport,
    compose_digest,
    due_analysts,
)
from bot.domain.market.features import compute_features
from bot.domain.market.sessions import SessionEvent, SessionPhase
from bot.domain.trading.accounts import Account
from bot.engines.committee.analysts import read_share
from bot.errors import DateOutOfRangeError, MarketDataError
from bot.ports import Clock, MarketData, Stores, TradingCalendar, Transaction
from bot.ports.committee import FollowedQuery, HistoryQuery

MOST_EVENTS: Final = 6  # of a span, the latest: those of three sessions
MOST_SHARES: Final = 20  # of a workspace: those held first, then those that a committee has read, then those watched
_PROMPT: Final = timedelta(minutes=15)  # after an event; what is read later is not what a brief of the event knows
_WEEK: Final = timedelta(days=7)
_HISTORY: Final = 24  # reports of one analyst on one share: those of the latest events, and of five sessions before


@dataclass(frozen=True, slots=True)
class DueReading:
    """Which analysts report at an event, and the market time as of which they read."""

    event: SessionEvent
    at: datetime
    analysts: tuple[Analyst, ...]

    @property
    def part(self) -> SessionPart:
        """The part of the session that begins with the event."""
        return SessionPart(self.event.session.day, self.event.phase)


@dataclass(frozen=True, slots=True)
class PlannedDigests:
    """The reports and digests of a span, not stored yet; in order."""

    market: str = ""
    reports: tuple[StoredReport, ...] = ()
    digests: tuple[AnalystDigest, ...] = ()

    def of_event(self, event: SessionEvent) -> tuple[AnalystDigest, ...]:
        """Return the digests made at an event; not those that were made long after it."""
        prompt = (each for each in self.digests if each.as_of <= event.at + _PROMPT)
        return tuple(each for each in prompt if (each.trade_date, each.session) == (event.session.day, event.phase))


NO_DIGESTS: Final = PlannedDigests()


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestsOfSpan:
    """The reports and digests of one tenant's analysts by rules."""

    stores: Stores
    market: MarketData
    calendar: TradingCalendar
    clock: Clock

    async def plan(self, span: TimeSpan, *, by: float | None = None) -> PlannedDigests:
        """Return what is due in a span: of a long one, of the latest events, and of the latest end of a week.

        `by`: the time of the event loop by which to end: a share that has not answered has no report of that event.

        Raises: StoreUnavailableError.
        """
        due = self._due(span)
        if not due:
            return PlannedDigests()
        known = await self._known(span.account, due)
        prices = AccountPrices(self.stores, span.account)
        for reading in due:
            symbols = [each for each in known.symbols if known.lacks(each, reading)]

            async def read(symbol: str, reading: DueReading = reading) -> tuple[AnalystReport, ...]:
                as_of = reading.at if self._is_simulated else None
                view = MarketView(market_time=reading.at, as_of=as_of, market=self.market, account_prices=prices)
                try:
                    snapshot = await view.snapshot(symbol)
                except MarketDataError:
                    return ()
                reports = read_share(compute_features(snapshot), snapshot)
                await asyncio.sleep(0)  # of many shares and events: others have their turns
                return tuple(each for each in reports if each.analyst in reading.analysts)

            answers = await ask_shares(symbols, read, by=by)
            known.add(reading, answers.found)
        return known.planned(due)

    async def record(self, tx: Transaction, planned: PlannedDigests) -> None:
        """Store what was planned. Safe to run twice, by any number of processes: of one part, the latest is kept."""
        for report in planned.reports:
            await tx.analyst_reports.save_report(report)
        for digest in planned.digests:
            await tx.analyst_digests.save_digest(digest, market=planned.market)

    @property
    def _is_simulated(self) -> bool:
        return self.market.data_range() is not None

    def _due(self, span: TimeSpan) -> tuple[DueReading, ...]:
        """Return the readings that are due. A live source does not know its past: there, only the latest, as of now."""
        with_analysts = [(event, due_analysts(event, ends_week=self._ends_week(event))) for event in span.events]
        if not self._is_simulated:
            latest = with_analysts[-1:]
            return tuple(DueReading(event, max(self.clock.now(), event.at), due) for event, due in latest if due)
        kept = with_analysts[-MOST_EVENTS:]
        weekly = [each for each in with_analysts[:-MOST_EVENTS] if Analyst.FUNDAMENTALS in each[1]][-1:]
        if not any(Analyst.FUNDAMENTALS in due for _, due in kept):
            kept = [*((event, (Analyst.FUNDAMENTALS,)) for event, _ in weekly), *kept]
        return tuple(DueReading(event, _instant(event), due) for event, due in kept)

    def _ends_week(self, event: SessionEvent) -> bool:
        day = event.session.day
        try:
            later = self.calendar.sessions(day + timedelta(days=1), day + _WEEK)
        except DateOutOfRangeError:
            return False
        return not any(each.day.isocalendar()[:2] == day.isocalendar()[:2] for each in later)

    async def _known(self, account: Account, due: Sequence[DueReading]) -> "_Reports":
        first, last = due[0].at, due[-1].at
        times = {"asked_from": first - ASKED_LATELY, "known_at": last}
        followed = FollowedQuery(account_id=account.id, market=account.market, limit=MOST_SHARES, **times)
        async with self.stores.read(account.tenant_id) as tx:
            symbols = await tx.analyst_reports.followed_shares(followed)
            query = HistoryQuery(market=account.market, symbols=symbols, known_at=last, limit=_HISTORY)
            stored = await tx.analyst_reports.history(query) if symbols else ()
        return _Reports(account.market, symbols, stored=list(stored))


@dataclass(slots=True)
class _Reports:
    """The reports on the followed shares: those that are stored, and those made now."""

    market: str
    symbols: tuple[str, ...]
    stored: list[StoredReport]
    made: list[StoredReport] = field(default_factory=list)

    def lacks(self, symbol: str, reading: DueReading) -> bool:
        """Return whether a report is missing that is due."""
        begins = min(reading.at, reading.event.at)  # a report from just after the close is made again
        of_part = (each for each in self.stored if each.moment.part == reading.part and each.moment.at >= begins)
        known = {each.report.analyst for each in of_part if each.report.symbol == symbol}
        return not known.issuperset(reading.analysts)

    def add(self, reading: DueReading, found: Mapping[str, Iterable[AnalystReport]]) -> None:
        """Add the reports made at an event."""
        moment = ReportMoment(reading.part, reading.at)
        for reports in found.values():
            self.made += (StoredReport(market=self.market, moment=moment, report=report) for report in reports)

    def planned(self, due: Sequence[DueReading]) -> PlannedDigests:
        """Return what is to be stored: the new reports, and the digests of each event."""
        return PlannedDigests(self.market, tuple(self.made), tuple(self._digests(due)))

    def _digests(self, due: Sequence[DueReading]) -> Iterator[AnalystDigest]:
        for reading in due:
            for symbol in self.symbols:
                for analyst in reading.analysts:
                    digest = compose_digest(self._until(symbol, analyst, reading))
                    if digest is not None and SessionPart(digest.trade_date, digest.session) == reading.part:
                        yield digest

    def _until(self, symbol: str, analyst: Analyst, reading: DueReading) -> list[StoredReport]:
        return [
            each
            for each in (*self.stored, *self.made)
            if (each.report.symbol, each.report.analyst) == (symbol, analyst)
            and each.moment.at <= reading.at
            and each.moment.part.order <= reading.part.order
        ]


def _instant(event: SessionEvent) -> datetime:
    """Return the market time of a reading on a market whose clock stands at the closes: later, nothing is known."""
    return event.session.closes if event.phase is SessionPhase.POST_CLOSE else event.at
