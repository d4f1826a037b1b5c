from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import accumulate

import pytest
from hypothesis import given

from adapters.market.sample import SampleMarket
from bot.domain.market.indicators import rsi
from bot.domain.market.snapshot import Bar, Quote, QuoteKind, Snapshot
from bot.engines.rules.analysis import Rating
from bot.engines.rules.what_if import what_if
from tests.fakes.market import CLOSE
from tests.fakes.price_series import bars

D = Decimal


def snapshot_of(history: tuple[Bar, ...]) -> Snapshot:
    last = history[-1]
    quote = Quote("IBM", last.close, CLOSE, last.session, "sample", kind=QuoteKind.CLOSE)
    return Snapshot(quote, history)


def flat_bars(count: int, *, price: int = 100) -> tuple[Bar, ...]:
    days = accumulate([date(2012, 1, 2), *[timedelta(days=1)] * (count - 1)], lambda day, step: day + step)
    return tuple(Bar(day, D(price), D(price), D(price), D(price), 1) for day in days)


class TestSample:
    async def test_two_sigma_fall_in_money(self) -> None:
        case = what_if(await SampleMarket().snapshot("GOOG"), shares=D(3))
        worst = case.moves[0]
        assert (worst.sigmas, worst.percent) == (-2, D("-3.0396"))
        assert worst.price == D("732.72")
        assert worst.gain == D("-68.91")
        assert worst.rating is case.analysis.rating

    async def test_stop_of_the_pending_decision_goes_first(self) -> None:
        case = what_if(await SampleMarket().snapshot("GOOG"), shares=D(3), stop=D(700))
        assert case.stop is not None
        assert (case.stop.price, case.stop.loss) == (D(700), D("167.07"))

    async def test_levels_are_the_averages_and_the_rsi_thresholds(self) -> None:
        snapshot = await SampleMarket().snapshot("GOOG")
        levels = {level.code: level for level in what_if(snapshot, shares=D(0)).levels}
        assert set(levels) == {"sma50", "sma200", "rsi_overbought", "rsi_oversold"}
        assert (levels["sma200"].price, levels["sma200"].percent) == (D("660.8484"), D("-12.5503"))
        closes = [float(bar.close) for bar in snapshot.bars]
        assert rsi([*closes, float(levels["rsi_overbought"].price)]) == pytest.approx(70, abs=0.05)
        assert rsi([*closes, float(levels["rsi_oversold"].price)]) == pytest.approx(30, abs=0.05)

    async def test_valuation_follows_the_price(self) -> None:
        snapshot = await SampleMarket().snapshot("GOOG")
        ratio = next(fact for fact in snapshot.facts if fact.name == "pe_ratio")
        nearly_low = replace(snapshot, facts=(replace(ratio, value=D("15.2")),))  # 3.04 % lower it is below 15
        case = what_if(nearly_low, shares=D(0))
        assert (case.analysis.score, case.moves[0].score) == (0.65, 0.72)

    async def test_dividend_yield_grows_as_the_price_falls(self) -> None:
        snapshot = await SampleMarket().snapshot("IBM")
        paid = next(fact for fact in snapshot.facts if fact.name == "dividend_yield")
        nearly_good = replace(snapshot, facts=(replace(paid, value=D("0.0199")),))
        nothing_paid = replace(snapshot, facts=(replace(paid, value=D(0)),))
        better, plain = (what_if(s, shares=D(0)).moves[0].score for s in (nearly_good, nothing_paid))
        assert better - plain == pytest.approx(0.03)

    async def test_move_that_changes_the_view_says_so(self) -> None:
        case = what_if(await SampleMarket().snapshot("MSFT"), shares=D(0))  # a score of -0.22 now, selling at -0.25
        assert [(m.sigmas, m.rating) for m in case.moves[:1]] == [(-2, Rating.SELL)]
        assert case.moves[2].rating is case.analysis.rating is not Rating.SELL


class TestLittleKnown:
    def test_too_few_sessions_then_no_moves_no_stop_no_levels(self) -> None:
        case = what_if(snapshot_of(flat_bars(5)), shares=D(1))
        assert (case.moves, case.stop, case.levels) == ((), None, ())

    def test_price_that_never_moved_then_no_rsi_levels(self) -> None:
        case = what_if(snapshot_of(flat_bars(60)), shares=D(1))
        assert {level.code for level in case.levels} == {"sma50"}
        assert {move.price - case.price for move in case.moves} == {D(0)}

    @pytest.mark.parametrize("step", [1, -1])
    def test_price_that_only_ever_went_one_way_has_a_level_to_come_back_to(self, step: int) -> None:
        run = tuple(replace(bar, close=D(500 + step * number)) for number, bar in enumerate(flat_bars(60, price=500)))
        levels = {level.code: level.percent for level in what_if(snapshot_of(run), shares=D(1)).levels}
        assert levels["rsi_overbought" if step > 0 else "rsi_oversold"] * step < 0

    def test_stop_above_the_price_is_not_taken(self) -> None:
        case = what_if(snapshot_of(flat_bars(60)), shares=D(1), stop=D(200))
        assert case.stop is None or case.stop.price < case.price


@given(bars(least=16))
def test_rsi_levels_are_where_the_rsi_crosses(history: tuple[Bar, ...]) -> None:
    snapshot = snapshot_of(history)
    closes = [float(bar.close) for bar in history]
    wanted = {"rsi_overbought": 70.0, "rsi_oversold": 30.0}
    for level in what_if(snapshot, shares=D(1)).levels:
        if level.code in wanted:
            before, after = (rsi([*closes, float(level.price) + step]) for step in (-0.01, 0.01))
            assert before is not None
            assert after is not None
            assert before - 0.001 <= wanted[level.code] <= after + 0.001
