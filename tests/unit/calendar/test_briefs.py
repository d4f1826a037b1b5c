"""Briefs as time passes: each once for a subscription and event, in order, from what was known at that event."""

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
from bot.domain.conversation.replies import Reply
from bot.domain.ids import DecisionId
from bot.domain.market.sessions import SessionEvent
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action
from bot.domain.watching.briefs import BriefOutcome, NearAlert
from bot.ports import MarketData
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.watching.briefs import MOST_LINES, BriefPresenter
from tests.fakes.core import SAY, Talk
from tests.fakes.core_ports import calendar
from tests.fakes.phone import phone_lines

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
    return await briefs(talk, market).plan(await span_of(talk, since, until))


async def record(talk: Talk, planned: Sequence[DueBrief]) -> list[Reply]:
    async with talk.stores.transaction(talk.account.tenant_id) as tx:
        await briefs(talk).record(tx, planned)
    return talk.notices()


async def watching(*texts: str) -> Talk:
    talk = Talk()
    for text in ("/watch AAPL FB GOOG IBM MSFT", *texts):
        await talk.say("ann", text)
    return talk


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

    async def test_before_the_opening_nothing_has_moved_since_the_close(self) -> None:
        talk = await watching("/brief on")
        *_, before_opening = await plan(talk, CLOSE, CLOSE + timedelta(hours=18))
        assert before_opening.answer.brief == (
            "Before the opening of 2013-02-01 (sample market): "
            "nothing new on what is held and watched, and nothing waits."
        )

    async def test_before_the_opening_alone_tells_the_session_before_with_its_date(self) -> None:
        talk = await watching("/brief pre")
        (brief,) = await plan(talk, CLOSE, CLOSE + timedelta(hours=18))
        assert "• MSFT $27.45, −1.4 %, of 2013-01-31" in brief.answer.brief

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
        assert "Waits: buy 2 IBM, for Ann, until " in brief.answer.brief

    async def test_outcomes_of_the_time_and_alerts_of_the_channel_are_told(self) -> None:
        talk = await watching("/brief post")
        outcomes = [
            BriefOutcome(
                decision_id=SOME, at=at, symbol=symbol, action=Action.INCREASE, sessions=5, percent=Decimal("3.14")
            )
            for at, symbol in ((CLOSE, "GOOG"), (CLOSE - timedelta(days=3), "MSFT"))
        ]

        def near(_event: SessionEvent) -> Sequence[NearAlert]:
            level, price = Decimal(440), Decimal("455.49")
            return [
                NearAlert(symbol=symbol, channel=channel, level=level, is_below=True, price=price)
                for symbol, channel in (("AAPL", "terminal"), ("FB", "elsewhere"))
            ]

        span = await span_of(talk, CLOSE, CLOSE + timedelta(hours=2))
        (brief,) = await briefs(talk).plan(span, outcomes=outcomes, read_near=lambda: read(near))
        text = brief.answer.whole_text
        assert "Result of GOOG (buy): +3.1 % in 5 sessions" in text
        assert "Near: AAPL to $440.00 from $455.49, 3.4 % below" in text
        assert "Result of MSFT" not in text
        assert "FB to" not in text

    async def test_equal_results_of_two_decisions_are_told_both_and_each_once(self) -> None:
        talk = await watching("/brief post")
        told = BriefOutcome(
            decision_id=SOME, at=CLOSE, symbol="GOOG", action=Action.INCREASE, sessions=1, percent=Decimal(2)
        )
        outcomes = [told, replace(told, decision_id=OTHER), told]
        (brief,) = await briefs(talk).plan(await span_of(talk, CLOSE, CLOSE + timedelta(hours=2)), outcomes=outcomes)
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
        assert "No price of FB" in brief.answer.brief
        assert "• IBM $203.90, its last close, of 2013-01-29" in brief.answer.brief

    async def test_on_a_live_market_no_brief_of_before_the_subscription(self) -> None:
        talk = await watching("/brief on")
        assert await plan(talk, CLOSE, CLOSE + timedelta(days=4)) != ()
        assert await plan(talk, CLOSE, CLOSE + timedelta(days=4), _LiveMarket()) == ()


class TestLookAhead:
    """A brief rests on nothing that became known after its event, however the clock is moved."""

    async def test_a_brief_is_the_same_when_all_later_data_is_taken_away(self) -> None:
        talk = await watching("/brief on", "buy 1 GOOG", "yes")
        random = Random(14)  # noqa: S311 - the same examples in each run
        first, last = session_close(date(2012, 6, 1)), session_close(date(2013, 2, 28))
        for _ in range(12):
            since = first + random.random() * (last - first)
            until = min(since + timedelta(days=random.choice([1, 3, 9])), last)
            planned = await plan(talk, since, until)
            for due in random.sample(planned, min(len(planned), 4)):
                (alone,) = (each for each in await plan(talk, due.at - timedelta(hours=1), due.at, _known_at(due.at)))
                assert alone == due, due.event.key


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

    async def test_a_brief_is_posted_in_the_channel_and_not_in_a_thread(self) -> None:
        talk = await watching("/brief post")
        (reply,) = await record(talk, await plan(talk, CLOSE, CLOSE + timedelta(hours=2)))
        assert (reply.thread.channel, reply.thread.thread) == ("terminal", "")
        assert reply.person.id == "U-ann"


class TestLength:
    @pytest.mark.parametrize("language", ["en", "zh"])
    async def test_a_brief_takes_at_most_15_lines_of_a_phone_and_the_rest_is_a_detail(self, language: str) -> None:
        talk = await watching("/brief on", f"/settings language {language}", "buy 1 IBM", "buy 2 GOOG", "buy 3 MSFT")
        outcomes = [
            BriefOutcome(
                decision_id=SOME, at=CLOSE, symbol="GOOG", action=Action.CLOSE, sessions=20, percent=Decimal(each)
            )
            for each in range(9)
        ]

        def near(_event: SessionEvent) -> Sequence[NearAlert]:
            return [
                NearAlert(symbol="AAPL", channel="terminal", level=Decimal(each), is_below=True, price=Decimal(455))
                for each in range(430, 440)
            ]

        span = await span_of(talk, session_close(date(2013, 1, 18)), CLOSE + timedelta(hours=2))
        for due in await briefs(talk).plan(span, outcomes=outcomes, read_near=lambda: read(near)):
            assert len(phone_lines(due.answer.brief)) <= MOST_LINES, due.answer.brief
            assert due.answer.details


class _LiveMarket(SampleMarket):
    """A market whose clock cannot be moved."""

    def data_range(self) -> None:  # type: ignore[override]
        return None


def _known_at(at: datetime) -> SampleMarket:
    """The sample without all that became known after an instant."""
    data, day = read_sample_data(), market_date(at)
    return SampleMarket(
        SampleData(
            bars={s: tuple(b for b in bars if session_close(b.session) <= at) for s, bars in data.bars.items()},
            facts={s: tuple(f for f in facts if f.published <= day) for s, facts in data.facts.items()},
            events={s: tuple(e for e in events if e.published <= at) for s, events in data.events.items()},
            actions={s: tuple(a for a in actions if a.ex_date <= day) for s, actions in data.actions.items()},
        )
    )
