"""Reports and digests of analysts as time passes: due by the table, bounded, stored once, of what was known then."""

import asyncio
from datetime import date, datetime, timedelta
from random import Random

import pytest

from adapters.market.sample import SampleMarket, session_close
from bot.calendar.digests import MOST_EVENTS, DigestsOfSpan, PlannedDigests
from bot.calendar.time_span import TimeSpan, time_span
from bot.domain.committee.analysts import Analyst
from bot.domain.committee.memory import SessionPart, StoredReport
from bot.domain.market.sessions import SessionPhase
from bot.domain.market.snapshot import Snapshot, market_date
from bot.errors import MarketSourceError
from bot.ports import Clock, MarketData
from tests.fakes.clock import FixedClock
from tests.fakes.core import Talk
from tests.fakes.core_ports import calendar
from tests.unit.calendar.markets import LiveMarket, known_at

FRIDAY = session_close(date(2013, 1, 25))
SHARES = ("AAPL", "IBM")


def digests(talk: Talk, market: MarketData | None = None, clock: Clock | None = None) -> DigestsOfSpan:
    return DigestsOfSpan(
        stores=talk.stores, market=market or SampleMarket(), calendar=calendar(), clock=clock or talk.clock
    )


def span_of(talk: Talk, since: datetime, until: datetime, *, ahead: timedelta = timedelta(0)) -> TimeSpan:
    return time_span(calendar(), talk.account, since=since, until=until, ahead=ahead)


async def saying(*texts: str) -> Talk:
    talk = Talk()
    for text in texts:
        await talk.say("ann", text)
    return talk


async def watching(*texts: str) -> Talk:
    return await saying("/watch AAPL IBM", *texts)


async def pass_span(talk: Talk, since: datetime, until: datetime) -> PlannedDigests:
    planned = await digests(talk).plan(span_of(talk, since, until))
    await record(talk, planned)
    return planned


async def record(talk: Talk, planned: PlannedDigests) -> None:
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        await digests(talk).record(tx, planned)


def renewed(planned: PlannedDigests) -> list[tuple[str, Analyst]]:
    """The events at which the digests of a share were renewed, and of which analysts."""
    found = [
        (f"{each.trade_date}/{each.session}", each.analyst) for each in planned.digests if each.symbol == SHARES[0]
    ]
    assert len(found) == len(set(found))
    return found


class TestDue:
    async def test_by_the_table_at_each_event_and_once_a_week(self) -> None:
        talk = await watching()
        planned = await digests(talk).plan(
            span_of(talk, session_close(date(2013, 1, 24)) + timedelta(hours=1), FRIDAY + timedelta(days=3, hours=3))
        )
        daily = [Analyst.MARKET, Analyst.NEWS, Analyst.SENTIMENT]
        assert renewed(planned) == [
            ("2013-01-25/pre_open", Analyst.MARKET),
            *(("2013-01-25/post_close", each) for each in (*daily, Analyst.FUNDAMENTALS)),
            ("2013-01-28/pre_open", Analyst.MARKET),
            *(("2013-01-28/post_close", each) for each in daily),
        ]
        assert {each.report.symbol for each in planned.reports} == set(SHARES)

    async def test_the_last_session_of_a_week_counts_also_before_a_holiday(self) -> None:
        talk = await watching()
        easter = await digests(talk).plan(  # Good Friday, 2012-04-06: Thursday was the week's last session
            span_of(talk, session_close(date(2012, 4, 4)), session_close(date(2012, 4, 5)) + timedelta(hours=1))
        )
        assert ("2012-04-05/post_close", Analyst.FUNDAMENTALS) in renewed(easter)

    async def test_what_is_held_or_was_read_by_a_committee_lately_is_followed(self) -> None:
        talk, until = await saying("buy 1 MSFT", "yes", "/analyze GOOG deep"), session_close(date(2013, 2, 1))
        planned = await digests(talk).plan(span_of(talk, talk_time(talk), until))
        assert {each.report.symbol for each in planned.reports} == {"MSFT", "GOOG"}
        much_later = session_close(date(2013, 2, 22))
        planned = await digests(talk).plan(span_of(talk, much_later - timedelta(days=1), much_later))
        assert {each.report.symbol for each in planned.reports} == {"MSFT"}

    async def test_nothing_is_followed_or_no_event_has_passed_then_nothing(self) -> None:
        talk = await saying("/cash")
        assert (await digests(talk).plan(span_of(talk, FRIDAY, FRIDAY + timedelta(days=9)))).reports == ()
        watched = await watching()
        assert await digests(watched).plan(span_of(watched, FRIDAY, FRIDAY)) == PlannedDigests()

    async def test_of_two_years_the_latest_events_are_read_and_the_latest_end_of_a_week(self) -> None:
        talk, market = await watching(), _CountingMarket()
        wednesday = session_close(date(2013, 1, 30))
        span = span_of(talk, session_close(date(2011, 1, 31)), wednesday + timedelta(hours=1))
        planned = await digests(talk, market).plan(span)
        events = [each.key for each in span.events[-MOST_EVENTS:]]
        assert renewed(planned)[0] == ("2013-01-25/post_close", Analyst.FUNDAMENTALS)
        assert list(dict.fromkeys(key for key, _ in renewed(planned)[1:])) == events
        assert market.asked == len(SHARES) * (MOST_EVENTS + 1)


class TestStored:
    async def test_planned_twice_at_once_then_stored_as_once(self) -> None:
        talk = await watching()
        span = span_of(talk, FRIDAY, FRIDAY + timedelta(days=5))
        one, other = await asyncio.gather(digests(talk).plan(span), digests(talk).plan(span))
        await record(talk, one)
        stored = talk.memory.state
        await record(talk, other)
        assert talk.memory.state == stored
        assert len(stored.analyst_digests) == len(one.digests)

    async def test_a_committee_s_report_of_the_same_close_is_the_schedule_s(self) -> None:
        talk = await watching("/analyze AAPL deep")
        at = talk_time(talk)
        planned = await digests(talk).plan(span_of(talk, at, at + timedelta(hours=1)))
        assert {each.report.symbol for each in planned.reports} == {"IBM"}
        assert {each.symbol for each in planned.digests} == set(SHARES)

    async def test_one_share_without_data_keeps_no_other_and_has_no_digest_of_that_event(self) -> None:
        talk = await watching()
        await pass_span(talk, FRIDAY - timedelta(days=2), FRIDAY)
        planned = await digests(talk, _CountingMarket(silent="AAPL")).plan(
            span_of(talk, FRIDAY, FRIDAY + timedelta(days=1))
        )
        assert {each.symbol for each in planned.digests} == {"IBM"}

    async def test_advance_stores_them_and_a_committee_tells_them(self) -> None:
        talk = await watching()
        for _ in range(3):
            await talk.say("ann", "/advance")
        told = (await talk.say("ann", "/analyze AAPL deep")).answer.whole_text
        market, news = (
            section for section in told.split("\n\n") if section.startswith(("AAPL, market analyst", "AAPL, news"))
        )
        assert "By rules so far: " in market
        assert "on 2013-02-01, " in market
        assert "on 2013-02-05" in market
        assert "All the while: " in market
        assert "By rules so far: " in news
        chinese = (await talk.say("ann", "让大家讨论一下苹果")).answer.whole_text
        assert "按规则的历次看法：2013-02-01 " in chinese

    async def test_another_workspace_is_told_nothing_of_them(self) -> None:
        talk, stranger = await watching("/advance", "/advance"), await watching()
        async with talk.stores.read(stranger.account.tenant_id) as tx:
            mine = await tx.accounts.default(market="sample")
        assert mine.tenant_id == stranger.account.tenant_id
        assert "By rules so far" not in (await stranger.say("ann", "/analyze AAPL deep")).answer.whole_text


class TestLookAhead:
    async def test_a_report_is_the_same_when_all_later_data_is_taken_away(self) -> None:
        talk = await watching()
        random = Random(15)  # noqa: S311 - the same examples in each run
        first, last = session_close(date(2012, 6, 1)), session_close(date(2013, 2, 27))
        compared = 0
        for _ in range(6):
            since = first + random.random() * (last - first)
            planned = await digests(talk).plan(span_of(talk, since, min(since + timedelta(days=5), last)))
            for report in random.sample(planned.reports, min(len(planned.reports), 4)):
                (alone,) = await alone_at(talk, report)
                assert alone == report
                compared += 1
        assert compared > 12

    async def test_a_digest_tells_nothing_later_also_after_the_clock_was_moved_back(self) -> None:
        talk, fresh = await watching(), await watching()
        monday, since = session_close(date(2013, 1, 28)), session_close(date(2013, 1, 22))
        for each in (talk, fresh):
            await pass_span(each, since, monday)
        await pass_span(talk, monday, monday + timedelta(days=9))
        again = await digests(talk).plan(span_of(talk, since, monday))
        assert again.digests == (await digests(fresh).plan(span_of(fresh, since, monday))).digests
        assert again.digests
        for digest in again.digests:
            assert max(lean.as_of for lean in digest.leans) <= digest.as_of <= monday + timedelta(hours=1)

    async def test_brief_now_after_the_clock_was_moved_back_is_as_before(self) -> None:
        talk = await watching("/advance 1", "/advance 1")
        before = (await talk.say("ann", "/brief now")).answer.whole_text
        at = talk_time(talk)
        for _ in range(4):
            await talk.say("ann", "/advance 1")
        async with talk.stores.transaction(talk.account.tenant_id) as tx:
            await tx.accounts.set_market_time(talk.account.id, at)
        assert (await talk.say("ann", "/brief now")).answer.whole_text == before


class TestBriefs:
    async def test_what_has_changed_is_one_line_for_a_share_in_the_brief_of_that_event(self) -> None:
        talk = await saying("/watch MSFT", "/brief on", "/advance 7")
        told = (await talk.say("ann", "/advance 2")).answer.whole_text
        line = "MSFT, market view −0.31 (was −0.56 on 2013-02-11): MACD 0.13 above its signal, 0.12"
        assert told.count(line) == 1
        of_event = told[: told.index(line)].rpartition("After the close of ")[2]
        assert of_event.startswith("2013-02-12")
        assert (await talk.say("ann", "/brief now")).answer.whole_text.count("market view") == 0

    async def test_a_share_that_is_not_on_the_list_is_not_told(self) -> None:
        talk = await saying("/watch MSFT", "/brief on", "/analyze GOOG deep")
        told = [(await talk.say("ann", "/advance 1")).answer.whole_text for _ in range(8)]
        assert any(digest.symbol == "GOOG" for digest in talk.memory.state.analyst_digests.values())
        assert "MSFT, market view" in "".join(told)
        assert "GOOG, " not in "".join(told)


class TestLive:
    """A live source does not know its past: what is missed is not made up later."""

    EVENT = FRIDAY + timedelta(minutes=30)

    async def plan_at(self, now: datetime) -> tuple[PlannedDigests, TimeSpan]:
        talk = await watching()
        span = span_of(talk, FRIDAY - timedelta(days=3), self.EVENT)
        return await digests(talk, _HangingMarket(now), FixedClock(now)).plan(span), span

    async def test_only_the_latest_event_as_of_now(self) -> None:
        now = self.EVENT + timedelta(seconds=20)
        planned, span = await self.plan_at(now)
        assert {each.moment.at for each in planned.reports} == {now}
        assert {each.moment.part for each in planned.reports} == {
            SessionPart(market_date(FRIDAY), SessionPhase.POST_CLOSE)
        }
        assert planned.of_event(span.events[-1]) == planned.digests
        assert planned.of_event(span.events[-2]) == ()

    async def test_read_late_then_kept_but_not_told_by_the_event_s_brief(self) -> None:
        planned, span = await self.plan_at(self.EVENT + timedelta(minutes=16))
        assert planned.digests
        assert planned.of_event(span.events[-1]) == ()

    @pytest.mark.virtual_time
    async def test_a_share_that_hangs_costs_the_others_nothing(self) -> None:
        talk = await watching()
        loop = asyncio.get_running_loop()
        began = loop.time()
        market = _HangingMarket(self.EVENT, hanging="AAPL")
        planned = await digests(talk, market, FixedClock(self.EVENT)).plan(
            span_of(talk, FRIDAY, self.EVENT), by=began + 3
        )
        assert {each.symbol for each in planned.digests} == {"IBM"}
        assert loop.time() - began <= 3


def talk_time(talk: Talk) -> datetime:
    return talk.account.market_time or session_close(date(2013, 1, 31))


async def alone_at(talk: Talk, report: StoredReport) -> list[StoredReport]:
    """The same report, by a source that knows nothing later."""
    at, part = report.moment.at, report.moment.part
    span = span_of(talk, at - timedelta(hours=1), at + timedelta(minutes=30))
    planned = await digests(talk, known_at(at)).plan(span)
    return [
        each
        for each in planned.reports
        if (each.report.symbol, each.report.analyst, each.moment.part)
        == (report.report.symbol, report.report.analyst, part)
    ]


class _CountingMarket(SampleMarket):
    """Counts what it is asked for; has nothing of one share."""

    def __init__(self, *, silent: str = "") -> None:
        super().__init__()
        self.asked = 0
        self._silent = silent

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        self.asked += 1
        if symbol == self._silent:
            raise MarketSourceError(symbol=symbol, source="sample", cause="timeout")
        return await super().snapshot(symbol, as_of=as_of)


class _HangingMarket(LiveMarket):
    """One share may never answer."""

    def __init__(self, now: datetime, *, hanging: str = "") -> None:
        super().__init__()
        self._time = now
        self._hanging = hanging

    async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
        assert as_of is None, "of the past, a live source has no headlines and no figures"
        if symbol == self._hanging:
            await asyncio.sleep(3600)
        return await super().snapshot(symbol, as_of=self._time)
