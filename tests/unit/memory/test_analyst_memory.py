"""The memory controller of one analyst: what it reads and renews before an opening, after a close, after a report."""

from dataclasses import replace
from datetime import UTC, date, datetime
from uuid import UUID

import pytest

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.memory import MemorySummary, SessionPart, ShareReading
from bot.domain.ids import TenantId
from bot.domain.market.sessions import SessionPhase
from bot.memory.analysts import MemoryController, session_part
from tests.fakes.clock import FixedClock
from tests.fakes.core_ports import calendar
from tests.fakes.memory import InMemoryDatabase
from tests.fakes.stores import FakeStores

OURS = TenantId(UUID(int=1))
PRE, POST = SessionPhase.PRE_OPEN, SessionPhase.POST_CLOSE


def an_instant(day: int, hour: int) -> datetime:
    return datetime(2013, 1, day, hour, tzinfo=UTC)


def part_of(at: datetime) -> SessionPart:
    part = session_part(calendar(), at)
    assert part is not None
    return part


class Desk:
    """One analyst that reads AAPL."""

    def __init__(self, analyst: Analyst) -> None:
        self.analyst = analyst
        self.stores = FakeStores(InMemoryDatabase(), clock=FixedClock())

    def reading(self, at: datetime) -> ShareReading:
        return ShareReading(tenant_id=OURS, market="sample", symbol="AAPL", at=at)

    async def report(self, at: datetime, lean: float) -> AnalystReport:
        made = AnalystReport(
            analyst=self.analyst, symbol="AAPL", trade_date=at.date(), as_of=at, source="sample", lean=lean
        )
        async with self.stores.transaction(OURS) as tx:
            controller = MemoryController(self.analyst, self.reading(at), tx)
            await controller.save_today_report(made, part=part_of(at))
        return made

    async def summary(self, at: datetime, *, of: SessionPart | None = None) -> MemorySummary:
        async with self.stores.read(OURS) as tx:
            controller = MemoryController(self.analyst, self.reading(at), tx)
            return await controller.get_memory_summary(of or part_of(at))

    async def leans(self, at: datetime) -> list[float | None]:
        async with self.stores.read(OURS) as tx:
            history = await MemoryController(self.analyst, self.reading(at), tx).history()
        return [each.report.lean for each in history]


async def test_the_market_s_digest_is_renewed_after_each_report() -> None:
    desk = Desk(Analyst.MARKET)
    await desk.report(an_instant(30, 21), 0.1)
    made = await desk.report(an_instant(31, 14), 0.3)
    summary = await desk.summary(an_instant(31, 15))
    assert summary.today_report == made
    assert summary.memory_summary_pre_open is not None
    assert [each.lean for each in summary.memory_summary_pre_open.leans] == [0.1, 0.3]
    assert summary.memory_summary_post_close is not None
    assert [each.lean for each in summary.memory_summary_post_close.leans] == [0.1]
    assert summary.latest == summary.memory_summary_pre_open


@pytest.mark.parametrize("analyst", [Analyst.NEWS, Analyst.SENTIMENT, Analyst.FUNDAMENTALS])
async def test_the_others_are_not(analyst: Analyst) -> None:
    desk = Desk(analyst)
    made = await desk.report(an_instant(31, 21), 0.1)
    summary = await desk.summary(an_instant(31, 21))
    assert (summary.today_report, summary.latest) == (made, None)
    assert await desk.leans(an_instant(31, 21)) == [0.1]


async def test_of_a_past_part_nothing_later_is_known() -> None:
    desk = Desk(Analyst.MARKET)
    for day, lean in ((29, 0.1), (30, 0.2), (31, 0.3)):
        await desk.report(an_instant(day, 21), lean)
    now = an_instant(31, 21)
    past = await desk.summary(now, of=SessionPart(date(2013, 1, 30), POST))
    assert past.today_report is not None
    assert past.today_report.lean == 0.2
    assert past.memory_summary_post_close is not None
    assert [each.lean for each in past.memory_summary_post_close.leans] == [0.1, 0.2]
    before_opening = await desk.summary(now, of=SessionPart(date(2013, 1, 30), PRE))
    assert before_opening.today_report is None
    assert before_opening.memory_summary_pre_open == before_opening.memory_summary_post_close
    assert before_opening.latest is not None
    assert [each.lean for each in before_opening.latest.leans] == [0.1]


async def test_a_later_report_of_the_same_part_takes_the_place_of_the_earlier_one() -> None:
    desk = Desk(Analyst.MARKET)
    await desk.report(an_instant(31, 15), 0.1)
    later = await desk.report(an_instant(31, 18), -0.4)
    summary = await desk.summary(an_instant(31, 19))
    assert summary.today_report == later
    assert summary.latest is not None
    assert [each.lean for each in summary.latest.leans] == [-0.4]
    assert summary.latest == replace(summary.latest, as_of=an_instant(31, 18))
