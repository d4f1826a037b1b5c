"""Briefs as time passes: each once for a subscription and event, in order, from what was known at that event."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random
from uuid import UUID

import pytest

from adapters.market.sample import SampleMarket, session_close
from adapters.market.sample_data import SampleData, read_sample_data
from bot.calendar.briefs import BriefsOfSpan, DueBrief, NearAlertsAt
from bot.calendar.share_news import ShareNewsReader
from bot.calendar.time_span import TimeSpan, time_span
from bot.context.portfolio import AccountPrices
from bot.domain.conversation.replies import Reply
from bot.domain.ids import DecisionId
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.sessions import SessionEvent
from bot.domain.market.snapshot import NewsItem, PriceRelease, Quote, Snapshot
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import Action
from bot.domain.watching.briefs import BriefInput, BriefMoment, BriefOutcome, NearAlert, compose_brief
from bot.errors import PriceHeldError
from bot.ports import MarketData
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.watching.briefs import MOST_LINES, BriefPresenter
from tests.fakes.core import SAY, Talk
from tests.fakes.core_ports import calendar
from tests.fakes.phone import phone_lines
from tests.unit.calendar.markets import LiveMarket, known_at

CLOSE = session_close(date(2013, 1, 31))
SOME, OTHER = (DecisionId(UUID(int=each)) for each in (1, 2))


def briefs(talk: Talk, market: MarketData | None = None) -> BriefsOfSpan:
    return BriefsOfSpan(
        stores=talk.stores,
        news=ShareNewsReader(market or SampleMarket(), calendar()),
        presenter=BriefPresenter(DecisionCards(SAY)),
        clock=talk.clock,
    )


async def span_of(talk: Talk, since: datetime, until: datetime) -> TimeSpan:
    if not talk.memory.state.accounts:
        await talk.say("ann", "/cash")
    return time_span(calendar(), talk.account, since=since, until=until)


async def plan(talk: Talk, since: datetime, until: datetime, market: MarketData | None = None) -> tuple[DueBrief, ...]:
    return (await briefs(talk, market).plan(await span_of(talk, since, until))).briefs


async def record(talk: Talk, planned: Sequence[DueBrief]) -> list[Reply]:
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        await briefs(talk).record(tx, planned)
    return talk.notices()


async def watching(*texts: str) -> Talk:
    talk = Talk()
    for text in ("/watch AAPL FB GOOG IBM MSFT", *texts):
        await talk.say("ann", text)
    return talk


def outcome(percent: str | int, *, at: datetime = CLOSE, symbol: str = "GOOG", sessions: int = 5) -> BriefOutcome:
    facts = {"decision_id": SOME, "at": at, "symbol": symbol, "action": Action.INCREASE, "sessions": sessions}
    return BriefOutcome(percent=Decimal(percent), **facts)  # type: ignore[arg-type]


def tells_of_left_out(due: DueBrief) -> bool:
    return "left out" in due.answer.brief


def subscribed_long_ago(talk: Talk) -> None:
    subscriptions = talk.memory.state.brief_subscriptions
    for key, each in subscriptions.items():
        subscriptions[key] = replace(each, subscribed_at=CLOSE - timedelta(days=9))


async def read(near: NearAlertsAt) -> NearAlertsAt:
    return near


class TestPlan:
    async def test_a_subscription_gets_two_a_session_in_order(self) -> None:
        talk = await watching("/brief on")
        planned = await plan(talk, CLOSE, CLOSE + timedelta(days=4))
        assert [each.event.key for each in planned] == [
            "2013-01-31/post_close",
            "2013-02-01/pre_open",
            "2013-02-01/post_close",
            "2013-02-04/pre_open",
        ]
        assert [each.at for each in planned] == sorted(each.at for each in planned)

    @pytest.mark.parametrize("phase", ["pre_open", "post_close"])
    async def test_only_the_phase_that_is_subscribed_to(self, phase: str) -> None:
        talk = await watching(f"/brief {phase.partition('_')[0]}")
        planned = await plan(talk, CLOSE, CLOSE + timedelta(days=7))
        assert {each.event.phase for each in planned} == {phase}

    async def test_nobody_subscribes_then_none(self) -> None:
        assert await plan(await watching(), CLOSE, CLOSE + timedelta(days=4)) == ()

    async def test_a_share_held_is_marked_and_the_largest_move_comes_first(self) -> None:
        talk = await watching("/brief post", "buy 1 IBM", "yes")
        (brief,) = await plan(talk, CLOSE, CLOSE + timedelta(hours=2))
        lines = brief.answer.brief.splitlines()
        assert lines[0] == "After the close of 2013-01-31 (sample market):"
        assert lines[1:3] == ["• MSFT $27.45, −1.4 %", "• FB $30.98, −0.8 %"]
        assert "• IBM $203.07, −0.2 %, held" in lines

    async def test_nothing_is_held_or_watched_then_one_line_says_so(self) -> None:
        talk = Talk()
        await talk.say("ann", "/brief post")
        (brief,) = await plan(talk, CLOSE, CLOSE + timedelta(hours=2))
        assert len(brief.answer.brief.splitlines()) == 1
        assert "nothing is held" in brief.answer.brief

    async def test_news_and_figures_are_told_once_by_title_and_source(self) -> None:
        talk = await watching("/brief on")
        planned = await plan(talk, session_close(date(2013, 1, 18)), session_close(date(2013, 1, 25)))
        told = [
            each.answer.whole_text for each in planned if "Q4 2012: revenue $29.3 billion" in each.answer.whole_text
        ]
        assert len(told) == 1
        figures = [each.event.key for each in planned if "IBM, new figures" in each.answer.whole_text]
        assert len(figures) == 1

    async def test_dividends_are_told_on_their_ex_date(self) -> None:
        talk = await watching("/brief on")
        planned = await plan(talk, session_close(date(2013, 2, 5)), session_close(date(2013, 2, 8)))
        told = [
            each.event.key for each in planned if "AAPL: dividend of $2.65 a share, ex 2013-02-07" in each.answer.brief
        ]
        assert told == ["2013-02-07/post_close"]

    async def test_decisions_that_wait_are_told_with_who_asked_and_until_when(self) -> None:
        talk = await watching("/brief post", "buy 2 IBM")
        (brief,) = await plan(talk, CLOSE, CLOSE + timedelta(hours=2))
        assert "Waits: buy 2 IBM (Ann, until " in brief.answer.brief

    async def test_outcomes_of_the_time_and_alerts_of_the_channel_are_told(self) -> None:
        talk = await watching("/brief post")
        outcomes = [
            outcome("3.14", at=at, symbol=symbol)
            for at, symbol in ((CLOSE, "GOOG"), (CLOSE - timedelta(days=3), "MSFT"))
        ]

        def near(_event: SessionEvent) -> Sequence[NearAlert]:
            level, price = Decimal(440), Decimal("455.49")
            return [
                NearAlert(symbol=symbol, channel=channel, level=level, is_below=True, price=price)
                for symbol, channel in (("AAPL", "terminal"), ("FB", "elsewhere"))
            ]

        span = await span_of(talk, CLOSE, CLOSE + timedelta(hours=2))
        (brief,) = (await briefs(talk).plan(span, outcomes=outcomes, read_near=lambda _: read(near))).briefs
        text = brief.answer.whole_text
        assert "Result of GOOG (buy): +3.1 % in 5 sessions" in text
        assert "Near: AAPL $440.00, 3.4 % below $455.49" in text
        assert "Result of MSFT" not in text
        assert "Near: FB" not in text

    async def test_equal_results_of_two_decisions_are_told_both_and_each_once(self) -> None:
        talk = await watching("/brief post")
        told = outcome(2, sessions=1)
        outcomes = [told, replace(told, decision_id=OTHER), told]
        span = await span_of(talk, CLOSE, CLOSE + timedelta(hours=2))
        (brief,) = (await briefs(talk).plan(span, outcomes=outcomes)).briefs
        assert brief.answer.brief.count("Result of GOOG (buy): +2.0 % in 1 session") == 2

    async def test_the_channels_language_goes_before_that_of_whoever_subscribed(self) -> None:
        talk = await watching("/brief post", "/settings language zh")
        (brief,) = await plan(talk, CLOSE, CLOSE + timedelta(hours=2))
        assert brief.language is Language.CHINESE
        assert brief.answer.brief.startswith("2013-01-31 收盘后（样本市场）：")

    async def test_a_share_without_a_price_says_so_and_an_old_price_its_date(self) -> None:
        talk = await watching("/brief post")
        data = read_sample_data()
        bars = {
            **data.bars,
            "FB": (),
            "IBM": tuple(each for each in data.bars["IBM"] if each.session < date(2013, 1, 30)),
        }
        market = SampleMarket(SampleData(bars, data.facts, data.events, data.actions))
        (brief,) = await plan(talk, CLOSE, CLOSE + timedelta(hours=2), market)
        assert "No price for FB" in brief.answer.brief
        assert "• IBM $203.90, its last close, of 2013-01-29" in brief.answer.brief

    async def test_on_a_live_market_no_brief_of_before_the_subscription(self) -> None:
        talk = await watching("/brief on")
        assert await plan(talk, CLOSE, CLOSE + timedelta(days=4)) != ()
        assert await plan(talk, CLOSE, CLOSE + timedelta(days=4), LiveMarket()) == ()


class TestLookAhead:
    """A brief rests on nothing that became known after its event, however the clock is moved."""

    async def test_a_brief_is_the_same_when_all_later_data_is_taken_away(self) -> None:
        talk = await watching("/brief on", "buy 1 GOOG", "yes")
        random = Random(14)  # noqa: S311 - the same examples in each run
        first, last = session_close(date(2012, 6, 1)), session_close(date(2013, 2, 28))
        for _ in range(12):
            since = first + random.random() * (last - first)
            until = min(since + timedelta(days=random.choice([1, 3, 9])), last)
            planned = [each for each in await plan(talk, since, until) if not tells_of_left_out(each)]
            for due in random.sample(planned, min(len(planned), 4)):
                (alone,) = (each for each in await plan(talk, due.at - timedelta(hours=1), due.at, known_at(due.at)))
                assert alone == due, due.event.key


class TestLongSpan:
    """A channel gets a few briefs however much time passes at once, and is told how many it does not get."""

    @pytest.mark.parametrize("subscribed", ["on", "pre"])
    async def test_two_years_pass_then_the_latest_six_and_a_count_of_the_others(self, subscribed: str) -> None:
        talk = await watching(f"/brief {subscribed}")
        span = await span_of(talk, session_close(date(2011, 1, 31)), session_close(date(2013, 1, 18)))
        first, *later = (await briefs(talk).plan(span)).briefs

        phases = {each.event.phase for each in (first, *later)}
        due = [each for each in span.events if each.phase in phases]
        assert [each.event for each in (first, *later)] == due[-6:]
        assert f"{len(due) - 6} briefs before this one are left out" in first.answer.brief
        assert f"from {due[0].session.day} on." in first.answer.brief
        assert not any(tells_of_left_out(each) for each in later)
        assert len(phone_lines(first.answer.brief)) <= MOST_LINES


class TestCaughtUp:
    """A brief that is late tells what was held, watched and waiting at its event, not what is now."""

    async def test_what_was_bought_put_on_the_list_and_decided_since_is_not_in_it(self) -> None:
        talk = Talk()
        await talk.say("ann", "buy 1 IBM")
        await talk.say("ann", "yes")
        events = await span_of(talk, CLOSE - timedelta(days=1), CLOSE + timedelta(days=1))
        for text in ("/brief on", "/watch FB", "buy 2 GOOG"):
            await talk.say("ann", text)
        subscribed_long_ago(talk)

        planned = (await briefs(talk, LiveMarket()).plan(events)).briefs

        held = {each.event.key: each for each in planned if "IBM" in each.answer.whole_text}
        assert held
        assert all(each.at >= CLOSE for each in held.values())
        assert len(held) < len(planned)
        assert not any("FB" in each.answer.whole_text or "Waits" in each.answer.whole_text for each in planned)

    async def test_headlines_published_since_are_not_in_it(self) -> None:
        reader, event_at = ShareNewsReader(LiveMarket(), calendar()), session_close(date(2012, 10, 25))
        moment = BriefMoment(since=event_at - timedelta(days=9), at=event_at, day=date(2012, 10, 25))
        known_today = (await reader.market.snapshot("IBM")).news
        told = (await reader.read("IBM", moment, is_held=True)).news
        assert told
        assert max(each.published for each in told) <= event_at < max(each.published for each in known_today)


class TestShortOfTime:
    """What there is no time for is left to the next run: a brief is not sent with holes where others took the time."""

    @pytest.mark.parametrize(("has_all_time", "written"), [(False, 0), (True, 1)])
    async def test_no_time_then_only_a_brief_that_would_never_get_more_is_written(
        self,
        has_all_time: bool,  # noqa: FBT001 - a parametrised case
        written: int,
    ) -> None:
        talk = await watching("/brief on")
        span, now = await span_of(talk, CLOSE, CLOSE + timedelta(days=4)), asyncio.get_running_loop().time()
        planned = await briefs(talk).plan(span, by=now, has_all_time=has_all_time)
        assert (len(planned.briefs), planned.is_complete) == (written, False)

    async def test_on_a_live_market_those_that_an_earlier_run_has_stored_are_not_written_again(self) -> None:
        talk = await watching("/brief on")
        span = await span_of(talk, CLOSE, CLOSE + timedelta(days=4))
        subscribed_long_ago(talk)
        first, *later = (await briefs(talk, LiveMarket()).plan(span)).briefs
        await record(talk, [first])
        again = (await briefs(talk, LiveMarket()).plan(span)).briefs
        assert [(each.event, each.answer) for each in again] == [(each.event, each.answer) for each in later]

    async def test_a_live_brief_asks_for_headlines_and_not_for_figures(self) -> None:
        class NoFigures(LiveMarket):
            async def snapshot(self, symbol: str, *, as_of: datetime | None = None) -> Snapshot:
                raise AssertionError(symbol, as_of)

            async def news(self, symbol: str) -> tuple[NewsItem, ...]:
                return (await SampleMarket().snapshot(symbol)).news

        day = date(2013, 1, 22)
        moment = BriefMoment(since=session_close(day), at=session_close(day) + timedelta(days=1), day=day)
        assert (await ShareNewsReader(NoFigures(), calendar()).read("IBM", moment, is_held=True)).news


class TestRecord:
    async def test_each_brief_is_stored_once_whoever_comes_second(self) -> None:
        talk = await watching("/brief on")
        planned = await plan(talk, CLOSE, CLOSE + timedelta(days=4))
        once = await record(talk, planned)
        assert [each.occasion for each in once] == [f"brief:{each.event.key}" for each in planned]
        assert await record(talk, planned) == once
        later = await plan(talk, CLOSE, CLOSE + timedelta(days=5))
        assert len(await record(talk, later)) == len(later)

    async def test_a_subscription_that_has_ended_meanwhile_gets_none(self) -> None:
        talk = await watching("/brief on")
        planned = await plan(talk, CLOSE, CLOSE + timedelta(days=1))
        await talk.say("ann", "/brief off")
        assert await record(talk, planned) == []

    async def test_a_subscription_that_was_changed_meanwhile_gets_those_that_it_still_wants(self) -> None:
        talk = await watching("/brief on")
        planned = await plan(talk, CLOSE, CLOSE + timedelta(days=1))
        changed = await talk.say("bob", "/brief post")
        (reply,) = await record(talk, planned)
        assert (reply.turn_id, reply.occasion) == (changed.turn_id, "brief:2013-01-31/post_close")


class TestLength:
    @pytest.mark.parametrize("language", ["en", "zh"])
    async def test_a_brief_takes_at_most_15_lines_of_a_phone_and_the_rest_is_a_detail(self, language: str) -> None:
        talk = await watching("/brief on", f"/settings language {language}", "buy 1 IBM", "buy 2 GOOG", "buy 3 MSFT")
        outcomes = [outcome(each) for each in range(9)]

        def near(_event: SessionEvent) -> Sequence[NearAlert]:
            return [
                NearAlert(symbol="AAPL", channel="terminal", level=Decimal(each), is_below=True, price=Decimal(455))
                for each in range(420, 440)
            ]

        span = await span_of(talk, session_close(date(2013, 1, 18)), CLOSE + timedelta(hours=2))
        for due in (await briefs(talk).plan(span, outcomes=outcomes, read_near=lambda _: read(near))).briefs:
            assert len(phone_lines(due.answer.brief)) <= MOST_LINES, due.answer.brief
            assert due.answer.details

    async def test_what_does_not_fit_is_behind_a_button_that_anybody_in_the_channel_presses(self) -> None:
        talk = await watching("/brief post")
        outcomes = [outcome(each) for each in range(19)]
        span = await span_of(talk, CLOSE, CLOSE + timedelta(hours=2))
        (reply,) = await record(talk, (await briefs(talk).plan(span, outcomes=outcomes)).briefs)
        (button,) = reply.answer.buttons
        shown = await talk.press("bob", button, thread="below the brief")
        assert (shown.answer.blocks, shown.answer.is_private) == (reply.answer.details, False)
        in_channel = await talk.press("bob", button, thread="")
        assert (in_channel.answer.blocks, in_channel.answer.is_private) == (reply.answer.details, True)
        for other in ("brief:2013-02-01/pre_open", "brief:" + "x" * 50, "answer"):
            unknown = await talk.press("bob", f"details:{reply.turn_id}:{other}", thread="")
            assert unknown.answer.blocks != reply.answer.details


class TestDoubtedClose:
    """The close of the last session is not believed: the brief says why, or tells it if an admin has released it."""

    class Doubted(LiveMarket):
        async def quote(self, symbol: str, *, as_of: datetime | None = None, anew: bool = False) -> Quote:
            found = await SampleMarket().quote(symbol, as_of=session_close(date(2013, 1, 22)), anew=anew)
            assert as_of is None
            facts = {"symbol": symbol, "price": Decimal(90), "second": Decimal(90), "doubt": "jump"}
            last = {"last": Decimal(190), "last_session": date(2013, 1, 18)}
            raise PriceHeldError(replace(found, price=Decimal(90)), **facts, **last)

        async def history(self, symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
            found = await super().history(symbol, first=first, as_of=as_of)
            return replace(found, closes=tuple(each for each in found.closes if each.session < date(2013, 1, 22)))

    @pytest.mark.parametrize("is_released", [False, True])
    async def test_then_it_is_said(self, is_released: bool) -> None:  # noqa: FBT001 - a parametrised case
        class Released(AccountPrices):
            async def released(self, quote: Quote) -> Quote | None:
                return replace(quote, release=PriceRelease("Ann", CLOSE)) if is_released else None

        talk, day = await watching("/brief on"), date(2013, 1, 22)
        moment = BriefMoment(since=session_close(day) - timedelta(days=1), at=session_close(day), day=day)
        reader, prices = ShareNewsReader(self.Doubted(), calendar()), Released(talk.stores, talk.account)
        known = await reader.read("IBM", moment, is_held=True, prices=prices)
        brief = compose_brief(BriefInput(moment=moment, source="yahoo", shares={"IBM": known}))
        said = BriefPresenter(DecisionCards(SAY)).answer(Locale(Language.ENGLISH), brief).whole_text
        assert ("IBM: the source says $90.00, further" in said) is not is_released
        assert ("IBM $90.00" in said and "released by Ann" in said) is is_released
