"""The memory that a committee asks: what its analysts know of a share, and their reports for others to use."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.memory import MemorySummary, ShareReading, Wording
from bot.domain.trading.accounts import Account
from bot.memory.analysts.controller import MemoryController, session_part
from bot.ports import MarketData, Stores, TradingCalendar


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
