"""What a committee's analysts remember: reports shared within a workspace, and digests, renewed at their time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.memory import (
    RENEWED_AFTER_REPORT,
    MemorySummary,
    ReportMoment,
    SessionPart,
    ShareReading,
    StoredReport,
    Wording,
    compose_digest,
    part_at,
)
from bot.domain.market.sessions import SessionPhase
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account
from bot.ports import MarketData, Stores, TradingCalendar, Transaction
from bot.ports.committee import DigestQuery, HistoryQuery

_EARLIER: Final = timedelta(days=10)  # in which there is always a session
MOST_REPORTS: Final = 12  # that a digest is made of: five sessions with both of their parts


def session_part(calendar: TradingCalendar, at: datetime) -> SessionPart | None:
    """Return the part of a session that an instant is in. Raises: DateOutOfRangeError."""
    day = market_date(at)
    return part_at(calendar.sessions(day - _EARLIER, day), at)


@dataclass(frozen=True, slots=True)
class MemoryController:
    """One analyst's memory of one share, within one transaction. Nothing later than the reading's instant is known."""

    analyst: Analyst
    reading: ShareReading
    tx: Transaction

    async def save_today_report(
        self, report: AnalystReport, *, part: SessionPart, wording: Wording | None = None, is_asked: bool = True
    ) -> None:
        """Store a report of this analyst; renew its digest if it is due after each report.

        Raises: StoreUnavailableError.
        """
        stored = StoredReport(
            market=self.reading.market,
            moment=ReportMoment(part, self.reading.at),
            report=report,
            wording=wording,
            is_asked=is_asked,
        )
        await self.tx.analyst_reports.save_report(stored)
        if wording is None and self.analyst is RENEWED_AFTER_REPORT:
            await self._renew(stored)

    async def history(self, *, limit: int = MOST_REPORTS) -> tuple[StoredReport, ...]:
        """Return the latest reports by rules, the latest first. Raises: StoreUnavailableError."""
        query = HistoryQuery(
            market=self.reading.market,
            symbols=(self.reading.symbol,),
            known_at=self.reading.at,
            analysts=(self.analyst,),
            limit=limit,
        )
        return await self.tx.analyst_reports.history(query)

    async def get_memory_summary(
        self, trading_session: SessionPart, *, wording: Wording | None = None
    ) -> MemorySummary:
        """Return what is remembered of the share in a part of a session; of later ones nothing.

        Before an opening, an analyst that only reads then has its latest digest of before.

        Raises: StoreUnavailableError.
        """
        pre_open = SessionPart(trading_session.trade_date, SessionPhase.PRE_OPEN)
        report = await self.tx.analyst_reports.find_report(
            self.reading, self.analyst, part=trading_session, wording=wording
        )
        before, by_now = [
            await self.tx.analyst_digests.latest(
                DigestQuery(
                    market=self.reading.market,
                    symbols=(self.reading.symbol,),
                    known_at=self.reading.at,
                    until=until,
                    analysts=(self.analyst,),
                )
            )
            for until in (pre_open, trading_session)
        ]
        return MemorySummary(
            analyst=self.analyst,
            today_report=report.report if report is not None else None,
            memory_summary_pre_open=before[0] if before else None,
            memory_summary_post_close=next((each for each in by_now if each.session is SessionPhase.POST_CLOSE), None),
        )

    async def _renew(self, latest: StoredReport) -> None:
        digest = compose_digest([latest, *(each for each in await self.history() if each.moment != latest.moment)])
        if digest is not None:
            await self.tx.analyst_digests.save_digest(digest, market=self.reading.market)


@dataclass(frozen=True, slots=True)
class SharedAnalystMemory:
    """The memory of one tenant's analysts, shared by all its conversations. Implements `bot.ports.AnalystMemory`."""

    stores: Stores
    market: MarketData
    calendar: TradingCalendar

    async def reading(self, account: Account, symbol: str) -> ShareReading:
        """Return the reading of a share at the account's market time."""
        at = account.market_time or await self.market.now()
        return ShareReading(tenant_id=account.tenant_id, market=account.market, symbol=symbol, at=at)

    async def summaries(self, reading: ShareReading, *, wording: Wording | None) -> tuple[MemorySummary, ...]:
        """Return what each analyst remembers of a share in the part of a session that it is."""
        part = session_part(self.calendar, reading.at)
        if part is None:
            return ()
        async with self.stores.read(reading.tenant_id) as tx:
            return tuple(
                [
                    await MemoryController(analyst, reading, tx).get_memory_summary(part, wording=wording)
                    for analyst in Analyst
                ]
            )

    async def save_reports(
        self, reading: ShareReading, reports: Sequence[AnalystReport], *, wording: Wording | None
    ) -> None:
        """Store reports that a committee made, all at once."""
        part = session_part(self.calendar, reading.at)
        if part is None:
            return
        async with self.stores.transaction(reading.tenant_id) as tx:
            for report in reports:
                await MemoryController(report.analyst, reading, tx).save_today_report(
                    report, part=part, wording=wording
                )
