"""What came of decisions is stored once it is settled, from the prices of the horizon's close, and shown as stored."""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.market.price_history import PriceHistory
from bot.domain.market.snapshot import market_date
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.text.locale import Language
from bot.domain.trading.actual_result import HORIZONS, ActualResult, ResultBasis, result_line
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.domain.trading.performance import Assessment
from bot.errors import MarketSourceError, NoPriceError
from bot.memory.settle_results import ResultMarket, SettleResults
from bot.trading.performance.decision_performance import DecisionPerformanceLoader
from tests.fakes.core import Talk, button, text_of
from tests.fakes.core_ports import calendar


def settling(talk: Talk) -> SettleResults:
    async def open_market() -> ResultMarket:
        return ResultMarket(market=talk.market, calendar=calendar())

    return SettleResults(stores=talk.stores, clock=talk.clock, new_id=talk.new_id, open_market=open_market)


def loader(talk: Talk) -> DecisionPerformanceLoader:
    return DecisionPerformanceLoader(talk.stores, talk.core.portfolio, calendar())


async def stored(talk: Talk, decision: Decision) -> dict[int, ActualResult]:
    """The results of a decision by horizon."""
    async with talk.stores.read(decision.tenant_id) as tx:
        found = await tx.actual_results.find([decision.key])
    return {each.sessions: each for each in found.get(decision.key, ())}


async def decided(talk: Talk, *, press: str = "confirm", text: str = "buy 3 shares of GOOG") -> Decision:
    """A decision of 3 December 2012."""
    await talk.say("ann", "hello")
    await talk.core.market_clock.set_date(talk.account.tenant_id, date(2012, 12, 3))
    await talk.press("ann", button(await talk.proposed(text=text), press))
    return talk.decisions()[-1]


async def move_on(talk: Talk, sessions: int) -> None:
    """Move the clock as a starting terminal does: nothing else happens. `/advance` would settle by itself."""
    today = market_date(talk.account.market_time or await talk.market.now())
    day = market_date(calendar().close_after(today, sessions))
    await talk.core.market_clock.set_date(talk.account.tenant_id, day)


def episode_of(talk: Talk, decision: Decision) -> Episode:
    episodes = [each for each in talk.memory.state.episodes.values() if each.kind is EpisodeKind.DECISION]
    (found,) = [each for each in episodes if each.decision_id == decision.id]
    return found


async def test_after_each_horizon_its_result_is_stored_with_its_date(talk: Talk) -> None:
    decision = await decided(talk)
    await move_on(talk, 40)

    assert [await settling(talk)(decision.tenant_id) for _ in range(2)] == [3, 0]

    results = await stored(talk, decision)
    days = {sessions: market_date(each.as_of) for sessions, each in results.items()}
    assert days == {1: date(2012, 12, 4), 5: date(2012, 12, 10), 20: date(2013, 1, 2)}
    assert {each.basis for each in results.values()} == {ResultBasis.FILL}
    assert {each.benchmark for each in results.values()} == {talk.market.benchmark}
    episode = episode_of(talk, decision)
    assert episode.text.split("\n")[1:] == [result_line(each, Language.ENGLISH) for each in results.values()]
    assert "1 session after 2012-12-03, on 2012-12-04" in episode.text
    assert "index_episodes" in {row.job.name for row in talk.memory.state.outbox.values()}


async def test_each_is_settled_at_its_close_and_never_earlier(talk: Talk) -> None:
    decision = await decided(talk)
    found = []
    for _ in range(21):
        await move_on(talk, 1)
        found.append(await settling(talk)(decision.tenant_id))

    assert [session for session, count in enumerate(found, 1) if count] == list(HORIZONS)
    assert talk.memory.state.settle_after[decision.key] is None


async def test_planned_for_a_span_and_recorded_twice_then_stored_once(talk: Talk) -> None:
    decision = await decided(talk)
    settle = settling(talk)
    until = calendar().close_after(date(2012, 12, 3), 5)

    planned = await settle.plan(talk.account, until=until)
    assert [(each.at, each.result.sessions) for each in planned] == [
        (calendar().close_after(date(2012, 12, 3), sessions), sessions) for sessions in (1, 5)
    ]
    assert await stored(talk, decision) == {}
    recorded = []
    for _ in range(2):
        async with talk.stores.transaction(decision.tenant_id) as tx:
            recorded.append(await settle.record(tx, planned))
    assert recorded == [planned, ()]
    assert await stored(talk, decision) == {each.result.sessions: each.result for each in planned}
    assert await settle.plan(talk.account, until=until) == ()
    assert talk.memory.state.settle_after[decision.key] == calendar().close_after(date(2012, 12, 3), 20)


@pytest.mark.parametrize("status", [DecisionStatus.PROPOSED, DecisionStatus.UNKNOWN, DecisionStatus.SUPERSEDED])
async def test_what_is_open_or_replaced_has_no_result(talk: Talk, status: DecisionStatus) -> None:
    decision = await decided(talk)
    talk.memory.state.decisions[decision.id, decision.version] = replace(decision, status=status)
    await move_on(talk, 40)

    assert await settling(talk)(decision.tenant_id) == 0
    (shown,) = await loader(talk).load(decision.tenant_id, (replace(decision, status=status),))
    assert shown.outcomes == ()


async def test_decided_late_then_it_gets_the_results_of_its_own_closes(talk: Talk) -> None:
    decision = await decided(talk)
    talk.memory.state.decisions[decision.id, decision.version] = replace(decision, status=DecisionStatus.PROPOSED)
    await move_on(talk, 40)
    assert await settling(talk)(decision.tenant_id) == 0
    talk.memory.state.decisions[decision.id, decision.version] = replace(decision, status=DecisionStatus.EXPIRED)

    assert await settling(talk)(decision.tenant_id) == 3
    assert market_date((await stored(talk, decision))[20].as_of) == date(2013, 1, 2)


async def test_source_is_down_then_it_is_tried_each_day_and_the_results_are_the_same(talk: Talk) -> None:
    decision = await decided(talk)
    await move_on(talk, 40)
    undisturbed = await settling(talk).plan(talk.account, until=talk.account.market_time or talk.clock.now())
    talk.market.error = MarketSourceError()
    assert await settling(talk)(decision.tenant_id) == 0
    talk.market.error = None
    assert await settling(talk)(decision.tenant_id) == 0

    await move_on(talk, 1)
    assert await settling(talk)(decision.tenant_id) == 3
    assert list((await stored(talk, decision)).values()) == [each.result for each in undisturbed]


async def test_the_session_of_the_horizon_has_no_close_then_no_other_one_gives_a_verdict(talk: Talk) -> None:
    decision = await decided(talk)
    history = talk.market.history

    async def halted(symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        found = await history(symbol, first=first, as_of=as_of)
        closes = (each for each in found.closes if (symbol, each.session) != ("GOOG", date(2013, 1, 2)))
        return replace(found, closes=tuple(closes))

    talk.market.history = halted  # type: ignore[method-assign]
    await move_on(talk, 40)
    assert await settling(talk)(decision.tenant_id) == 2

    (shown,) = await loader(talk).load(decision.tenant_id, (decision,))
    assert shown.since is None
    assert [(bool(each.result), each.is_unresolved) for each in shown.outcomes] == [
        (True, False),
        (True, False),
        (False, True),
    ]
    told = text_of(await talk.say("ann", "/review all"))
    assert "I have no price of GOOG to compare with." in told
    assert "20 d no price" in told
    assert "right after 20 sessions" not in told


async def test_share_has_no_price_for_ten_days_then_it_counts_as_unresolved(talk: Talk) -> None:
    decision = await decided(talk)
    for sessions, unresolved in ((1, ()), (5, ()), (3, (1,)), (30, (1, 5, 20))):
        talk.market.error = None
        await move_on(talk, sessions)
        talk.market.error = NoPriceError(symbol="GOOG", at="")
        assert await settling(talk)(decision.tenant_id) == 0
        async with talk.stores.read(decision.tenant_id) as tx:
            found = await tx.actual_results.unresolved(
                [decision.key], until=talk.account.market_time or talk.clock.now()
            )
            assert found.get(decision.key, ()) == unresolved
    talk.market.error = None

    assert talk.memory.state.settle_after[decision.key] is None
    (shown,) = await loader(talk).load(decision.tenant_id, (decision,))
    assert [(each.result, each.is_unresolved) for each in shown.outcomes] == [(None, True)] * 3


async def test_the_stored_result_is_shown_even_where_later_prices_differ_or_fail(talk: Talk) -> None:
    decision = await decided(talk)
    await move_on(talk, 40)
    (before,) = await loader(talk).load(decision.tenant_id, (decision,))
    await settling(talk)(decision.tenant_id)
    talk.market.error = MarketSourceError()

    (after,) = await loader(talk).load(decision.tenant_id, (decision,))

    assert before.since is not None
    assert after.since is not None
    assert after.since.performance == before.since.performance
    assert after.since.latest == after.since.assessed
    assert [each.result for each in before.outcomes] == [None] * 3
    assert {each.sessions: each.result for each in after.outcomes} == await stored(talk, decision)


async def test_answers_tell_the_results_known_at_the_clock_of_the_account(talk: Talk) -> None:
    decision = await decided(talk, press="cancel")
    await move_on(talk, 40)
    await settling(talk)(decision.tenant_id)
    told = {}
    for day in (date(2012, 12, 7), date(2013, 1, 2), date(2012, 12, 3), date(2012, 12, 4)):
        await talk.core.market_clock.set_date(decision.tenant_id, day)
        for text in ("why did we want to buy GOOG?", "/review GOOG", "/recall GOOG"):
            reply = await talk.say("ann", text, thread=f"{day}")
            found = re.search(r"1 d .*20 d (not yet|[^)]*\))", reply.answer.whole_text)
            told[day.isoformat(), text.partition(" ")[0]] = found and found[0]

    one = "1 d −0.6 % (market −0.2 %) · 5 d not yet · 20 d not yet"
    every = "1 d −0.6 % (market −0.2 %) · 5 d −1.4 % (market −0.9 %) · 20 d +4.0 % (market +1.9 %)"
    by_day = {"2012-12-07": one, "2013-01-02": every, "2012-12-03": None, "2012-12-04": one}
    assert told == {(day, kind): line for day, line in by_day.items() for kind in ("why", "/review", "/recall")}


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
    same_span = {"benchmark_change_percent": Decimal("-0.0400"), "change_between_closes": result.change_percent}
    beside = replace(result, sessions=1, benchmark=("SPY",), **same_span)  # type: ignore[arg-type] # of their fields

    assert result_line(result, Language.ENGLISH) == (
        "Actual result 20 sessions after 2013-01-31, on 2013-03-01: proposal at 203.07 to 209.37, +3.1 %: right"
    )
    assert result_line(result, Language.CHINESE) == (
        "2013-01-31 后 20 个交易日（至 2013-03-01）的结果: 建议价 203.07 到 209.37, +3.1 %: 判断正确"
    )
    assert result_line(beside, Language.ENGLISH) == (
        "Actual result 1 session after 2013-01-31, on 2013-03-01: "
        "proposal at 203.07 to 209.37, +3.1 % (market +0.0 %): right"
    )
    assert result_line(beside, Language.CHINESE).endswith("+3.1 % (大盘 +0.0 %): 判断正确")


@pytest.mark.parametrize(
    ("priced", "closes"),
    [
        ("2012-12-04T15:59-05:00", ("2012-12-03", "2012-12-05")),  # during a session: its close is not known yet
        ("2012-12-04T16:00-05:00", ("2012-12-04", "2012-12-05")),
        ("2012-11-23T12:59-05:00", ("2012-11-21", "2012-11-26")),  # during a half day, after a holiday
        ("2012-11-23T13:00-05:00", ("2012-11-23", "2012-11-26")),
        ("2012-03-12T09:31-04:00", ("2012-03-09", "2012-03-13")),  # clocks have changed since the close before
    ],
)
async def test_share_and_market_change_between_the_last_close_known_when_priced_and_that_of_the_horizon(
    talk: Talk, priced: str, closes: tuple[str, str]
) -> None:
    decision = await decided(talk, press="cancel")
    proposal = replace(decision.proposal, price_as_of=datetime.fromisoformat(priced))
    talk.memory.state.decisions[decision.id, decision.version] = replace(decision, proposal=proposal)

    day, *_ = await settling(talk).plan(talk.account, until=datetime.fromisoformat("2012-12-20T21:00+00:00"))

    first, last = map(date.fromisoformat, closes)

    async def change(symbol: str) -> Decimal:
        history = await talk.market.history(symbol, first=first, as_of=day.at)
        found = history.change(first, last)
        assert found is not None
        return found * 100

    listed = [each for each in talk.market.benchmark if each not in day.result.left_out]
    market = sum([await change(each) for each in listed], Decimal(0)) / len(listed)
    assert (day.result.sessions, market_date(day.at)) == (1, last)
    assert day.result.change_between_closes == round(await change("GOOG"), 4)
    assert day.result.benchmark_change_percent == round(market, 4)
    assert day.result.then == datetime.fromisoformat(priced)


async def test_live_source_gets_the_last_prices_of_a_day_half_an_hour_after_its_close(talk: Talk) -> None:
    decision = await decided(talk)
    closes = calendar().close_after(date(2012, 12, 3), 1)
    settle = settling(talk)
    talk.market.data_range = lambda: None  # type: ignore[method-assign] # as of a source without a clock to set

    early = await settle.plan(talk.account, until=closes + timedelta(minutes=29))
    then = await settle.plan(talk.account, until=closes + timedelta(minutes=30))

    assert early == ()
    assert [(each.key, each.at) for each in then] == [(decision.key, closes)]


def closed_on(talk: Talk, day: date, *symbols: str) -> None:
    """Take the closes of a day away; of some symbols, or of all."""
    history = talk.market.history

    async def without(symbol: str, *, first: date, as_of: datetime | None = None) -> PriceHistory:
        found = await history(symbol, first=first, as_of=as_of)
        if symbols and symbol not in symbols:
            return found
        return replace(found, closes=tuple(each for each in found.closes if each.session != day))

    talk.market.history = without  # type: ignore[method-assign]


@pytest.mark.parametrize(
    ("day", "ends"),
    [
        (date(2012, 12, 4), {1: date(2012, 12, 5), 5: date(2012, 12, 11), 20: date(2013, 1, 3)}),
        (date(2012, 12, 10), {1: date(2012, 12, 4), 5: date(2012, 12, 11), 20: date(2013, 1, 3)}),
        (date(2013, 1, 2), {1: date(2012, 12, 4), 5: date(2012, 12, 10), 20: date(2013, 1, 3)}),
    ],
)
async def test_exchange_closes_on_a_day_that_the_calendar_calls_a_session_then_true_sessions_count(
    talk: Talk, day: date, ends: dict[int, date]
) -> None:
    decision = await decided(talk)
    closed_on(talk, day)
    await move_on(talk, 40)
    assert await settling(talk)(decision.tenant_id) == 3
    assert {sessions: market_date(each.as_of) for sessions, each in (await stored(talk, decision)).items()} == ends


async def test_share_alone_has_no_close_then_it_has_no_result_of_that_session(talk: Talk) -> None:
    decision = await decided(talk)
    closed_on(talk, date(2012, 12, 10), "GOOG")
    await move_on(talk, 40)
    assert await settling(talk)(decision.tenant_id) == 2
    assert set(await stored(talk, decision)) == {1, 20}


async def test_prices_of_yesterday_are_missing_of_all_then_nothing_is_settled_over_it_for_three_days(
    talk: Talk,
) -> None:
    decision = await decided(talk)
    closed_on(talk, date(2012, 12, 4))
    found = []
    for _ in range(4):
        await move_on(talk, 1)
        found.append(await settling(talk)(decision.tenant_id))
    assert found == [0, 0, 0, 1]
    assert market_date((await stored(talk, decision))[1].as_of) == date(2012, 12, 5)
