"""What came of decisions is stored once it is settled, from the prices of the horizon's close, and shown as stored."""

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest

from bot.domain.jobs import SETTLE_RESULTS
from bot.domain.market.snapshot import market_date
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import ActualResult, ResultBasis, result_line
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.domain.trading.performance import HORIZON_SESSIONS, Assessment
from bot.errors import MarketSourceError
from bot.memory.settle_results import ResultMarket, SettleResults
from bot.trading.decision_performance import DecisionPerformanceLoader
from tests.fakes.core import Talk, button
from tests.fakes.core_ports import calendar


def settling(talk: Talk) -> SettleResults:
    async def open_market() -> ResultMarket:
        return ResultMarket(
            performance=DecisionPerformanceLoader(talk.stores, talk.core.portfolio, calendar()),
            roll_forward=talk.core.roll_forward,
            calendar=calendar(),
        )

    return SettleResults(stores=talk.stores, clock=talk.clock, new_id=talk.new_id, open_market=open_market)


async def decided(talk: Talk, *, press: str = "confirm", text: str = "buy 3 shares of GOOG") -> Decision:
    """A decision of 3 December 2012."""
    await talk.say("ann", "hello")
    await talk.core.market_clock.set_date(talk.account.tenant_id, date(2012, 12, 3))
    await talk.press("ann", button(await talk.proposed(text=text), press))
    return talk.decisions()[-1]


def episode_of(talk: Talk, decision: Decision) -> Episode:
    episodes = [each for each in talk.memory.state.episodes.values() if each.kind is EpisodeKind.DECISION]
    (found,) = [each for each in episodes if each.decision_id == decision.id]
    return found


async def test_once_the_horizon_has_closed_the_result_is_stored_with_its_date(talk: Talk) -> None:
    decision = await decided(talk)
    await talk.say("ann", "/advance 40")

    assert [await settling(talk)(decision.tenant_id) for _ in range(2)] == [1, 0]

    episode = episode_of(talk, decision)
    result = episode.actual_result
    assert result is not None
    assert result.sessions == HORIZON_SESSIONS
    assert result.basis is ResultBasis.FILL
    assert market_date(result.as_of) == date(2013, 1, 2)
    assert episode.text.endswith(result_line(result, Language.ENGLISH))
    assert "20 sessions after 2012-12-03, on 2013-01-02" in episode.text
    assert "index_episodes" in {row.job.name for row in talk.memory.state.outbox.values()}


async def test_a_session_too_early_then_nothing_and_it_is_due_at_the_close(talk: Talk) -> None:
    decision = await decided(talk)
    await talk.say("ann", f"/advance {HORIZON_SESSIONS - 1}")

    assert await settling(talk)(decision.tenant_id) == 0
    await talk.say("ann", "/advance 1")
    assert await settling(talk)(decision.tenant_id) == 1


async def test_what_was_cancelled_is_measured_from_its_proposal(talk: Talk) -> None:
    decision = await decided(talk, press="cancel")
    await talk.say("ann", "/advance 40")
    await settling(talk)(decision.tenant_id)

    result = episode_of(talk, decision).actual_result
    assert result is not None
    assert (result.basis, result.price_then) == (ResultBasis.PROPOSAL, decision.proposal.price)


@pytest.mark.parametrize("status", [DecisionStatus.PROPOSED, DecisionStatus.UNKNOWN, DecisionStatus.SUPERSEDED])
async def test_what_is_open_or_replaced_has_no_result(talk: Talk, status: DecisionStatus) -> None:
    decision = await decided(talk)
    talk.memory.state.decisions[decision.id, decision.version] = replace(decision, status=status)
    await talk.say("ann", "/advance 40")

    assert await settling(talk)(decision.tenant_id) == 0
    due_again = episode_of(talk, decision).settle_after
    assert (due_again is None) == (status is DecisionStatus.SUPERSEDED)
    assert due_again is None or due_again > (talk.account.market_time or talk.clock.now())


async def test_without_prices_then_it_is_tried_a_day_later(talk: Talk) -> None:
    decision = await decided(talk)
    await talk.say("ann", "/advance 40")
    talk.market.error = MarketSourceError()
    assert await settling(talk)(decision.tenant_id) == 0
    talk.market.error = None
    assert await settling(talk)(decision.tenant_id) == 0

    await talk.say("ann", "/advance 1")
    assert await settling(talk)(decision.tenant_id) == 1


async def test_the_stored_result_is_shown_even_where_later_prices_differ_or_fail(talk: Talk) -> None:
    decision = await decided(talk)
    await talk.say("ann", "/advance 40")
    loader = settling(talk)
    (before,) = await (await loader.open_market()).performance.load(decision.tenant_id, (decision,))
    await loader(decision.tenant_id)
    talk.market.error = MarketSourceError()

    (after,) = await (await loader.open_market()).performance.load(decision.tenant_id, (decision,))

    assert before.since is not None
    assert after.since is not None
    assert after.since.performance == before.since.performance
    assert after.since.latest == after.since.assessed


async def test_a_clock_that_was_moved_back_shows_no_later_price(talk: Talk) -> None:
    decision = await decided(talk, press="cancel")
    await talk.say("ann", "/advance 40")
    loader = settling(talk)
    await loader(decision.tenant_id)
    await talk.core.market_clock.set_date(decision.tenant_id, date(2012, 12, 10))

    (shown,) = await (await loader.open_market()).performance.load(decision.tenant_id, (decision,))

    assert shown.since is not None
    assert not shown.since.performance.is_settled


async def test_moving_the_clock_writes_the_job(talk: Talk) -> None:
    await talk.say("ann", "/advance 2")

    assert SETTLE_RESULTS in {row.job.name for row in talk.memory.state.outbox.values()}


def test_the_line_names_prices_dates_and_what_they_are_compared_with() -> None:
    at = datetime.fromisoformat("2013-03-01T21:00:00+00:00")
    result = ActualResult(
        sessions=20,
        as_of=at,
        price=Decimal("209.37"),
        source="sample",
        basis=ResultBasis.PROPOSAL,
        price_then=Decimal("203.07"),
        then=datetime.fromisoformat("2013-01-31T21:00:00+00:00"),
        change_percent=Decimal("3.1024"),
        gain=Decimal("63.00"),
        assessment=Assessment.RIGHT,
    )

    assert result_line(result, Language.ENGLISH) == (
        "Actual result 20 sessions after 2013-01-31, on 2013-03-01: proposal at 203.07 to 209.37, +3.1 %: right"
    )
    assert result_line(result, Language.CHINESE) == (
        "2013-01-31 后 20 个交易日（至 2013-03-01）的结果: 建议价 203.07 到 209.37, +3.1 %: 判断正确"
    )
