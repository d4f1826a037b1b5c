from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.trading_limits import Limits
from bot.domain.trading.validation import Violation, find_violations
from tests.fakes.market import portfolio, proposal

D = Decimal


BUY = proposal(Action.INCREASE, shares=10)
SELL = proposal(Action.DECREASE, shares=5, held=10)
CLOSING = proposal(Action.CLOSE, shares=10, held=10)
HOLD = proposal(Action.HOLD, held=10)


def codes(of: Proposal, *, shares: int = 0, cash: int = 100_000, **more: Any) -> list[str]:  # noqa: ANN401 - any option of violations()
    return [v.code for v in find_violations(of, portfolio=portfolio(cash=cash, shares=shares), **more)]


class TestSound:
    @pytest.mark.parametrize(("sound", "held"), [(BUY, 0), (SELL, 10), (CLOSING, 10), (HOLD, 10)])
    def test_consistent_proposal_passes(self, sound: Proposal, held: int) -> None:
        assert codes(sound, shares=held) == []

    def test_differences_of_a_cent_pass(self) -> None:
        assert codes(replace(BUY, cash_change=D("1000.01"), target_cash_amount=D("1000.01"))) == []

    def test_closing_a_broken_number_of_shares_passes(self) -> None:
        of = proposal(Action.CLOSE, shares="10.5", held="10.5")
        assert find_violations(of, portfolio=portfolio(shares=D("10.5"))) == ()


class TestFigures:
    def test_not_finite_then_only_that_is_said(self, subtests: pytest.Subtests) -> None:
        for field in ["target_cash_amount", "cash_change", "shares", "price", "confidence", "stop_price"]:
            for figure in ["NaN", "Infinity", "-Infinity", "sNaN"]:
                with subtests.test(f"{field!r}, {figure!r}"):
                    changed: dict[str, Any] = {field: D(figure)}
                    assert codes(replace(BUY, **changed)) == ["not_finite"]

    @pytest.mark.parametrize("price", [0, -1])
    def test_price_not_positive(self, price: int) -> None:
        assert codes(replace(BUY, price=D(price))) == ["price_not_positive"]

    @pytest.mark.parametrize(("confidence", "nearest"), [("1.01", 1), ("-0.01", 0)])
    def test_confidence_out_of_range(self, confidence: str, nearest: int) -> None:
        found = find_violations(replace(BUY, confidence=D(confidence)), portfolio=portfolio())
        assert found == (
            Violation("confidence_out_of_range", {"confidence": D(confidence)}, {"suggested_confidence": D(nearest)}),
        )

    @pytest.mark.parametrize("confidence", [0, 1])
    def test_confidence_at_its_ends_passes(self, confidence: int) -> None:
        assert codes(replace(BUY, confidence=D(confidence))) == []

    def test_no_reasons(self) -> None:
        assert codes(replace(BUY, reasons=())) == ["no_reasons"]

    def test_cash_change_that_is_not_target_less_current(self) -> None:
        assert codes(replace(BUY, target_cash_amount=D("1000.02"))) == ["cash_change_not_difference"]

    def test_part_of_a_share(self) -> None:
        assert codes(proposal(Action.INCREASE, shares="1.5")) == ["shares_not_whole"]

    def test_negative_shares(self) -> None:
        assert "shares_not_whole" in codes(replace(BUY, shares=D(-10)))

    def test_shares_that_do_not_come_to_the_cash_change(self) -> None:
        found = find_violations(replace(BUY, shares=D(9)), portfolio=portfolio())
        assert [(v.code, v.suggestion) for v in found] == [("shares_not_cash_change", {"suggested_shares": D(10)})]


class TestActions:
    def test_increase_that_lowers(self) -> None:
        assert "increase_not_above_current" in codes(replace(SELL, action=Action.INCREASE), shares=10)

    def test_increase_of_nothing(self) -> None:
        assert codes(proposal(Action.INCREASE, shares=0)) == ["increase_not_above_current"]

    def test_decrease_that_raises(self) -> None:
        raising = replace(proposal(Action.INCREASE, shares=5, held=10), action=Action.DECREASE)
        assert codes(raising, shares=10) == ["decrease_not_below_current"]

    def test_decrease_below_zero_sells_what_is_not_held(self) -> None:
        short = proposal(Action.DECREASE, shares=11, held=10)
        assert codes(short, shares=10) == ["sells_more_than_held", "decrease_not_below_current"]

    @pytest.mark.parametrize("action", [Action.DECREASE, Action.CLOSE])
    def test_sell_without_a_position(self, action: Action) -> None:
        assert "no_position" in codes(proposal(action))

    def test_close_that_leaves_something(self) -> None:
        assert codes(replace(SELL, action=Action.CLOSE), shares=10) == ["close_not_zero"]

    @pytest.mark.parametrize(
        ("held", "off", "passes"), [(10, 100, True), (10, 101, False), (500, 500, True), (500, 501, False)]
    )
    def test_hold_may_drift_by_one_percent_or_a_hundred(self, held: int, off: int, passes: bool) -> None:  # noqa: FBT001 - a parametrised expectation
        hold = proposal(Action.HOLD, held=held)
        drifted = replace(hold, target_cash_amount=hold.target_cash_amount + off, cash_change=D(off))
        assert codes(drifted, shares=held) == ([] if passes else ["hold_moves_too_far"])

    def test_hold_that_trades(self) -> None:
        assert codes(replace(HOLD, shares=D(1)), shares=10) == ["shares_not_cash_change"]

    @pytest.mark.parametrize("stop", ["100", "101", "0", "-1"])
    def test_stop_that_is_not_below_the_price(self, stop: str) -> None:
        assert codes(replace(BUY, stop_price=D(stop))) == ["stop_not_below_price"]


class TestCash:
    def test_buy_beyond_the_cash_says_what_would_do(self) -> None:
        (found,) = find_violations(proposal(Action.INCREASE, shares=1001), portfolio=portfolio())
        assert found.code == "not_enough_cash"
        assert found.suggestion == {"suggested_shares": D(900), "suggested_cash_change": D(90_000)}

    def test_commission_counts(self) -> None:
        buy = proposal(Action.INCREASE, shares=900)
        assert codes(buy) == []
        assert codes(buy, commission=D("0.01")) == ["cash_floor"]

    def test_cash_that_others_need_counts(self) -> None:
        assert codes(proposal(Action.INCREASE, shares=500), reserved_cash=D(50_000)) == ["cash_floor"]

    @pytest.mark.parametrize(("shares", "found"), [(900, []), (901, ["cash_floor"])])
    def test_a_tenth_of_total_assets_stays_in_cash(self, shares: int, found: list[str]) -> None:
        assert codes(proposal(Action.INCREASE, shares=shares)) == found

    def test_floor_counts_positions_at_the_proposals_price(self) -> None:
        # 5,000 cash and 450 shares at 100: total 50,000; buying one leaves 4,900 < 5,000
        buy = proposal(Action.INCREASE, shares=1, held=450)
        found = find_violations(buy, portfolio=portfolio(cash=5_000, shares=450, price=1))
        assert [v.code for v in found] == ["cash_floor"]

    @pytest.mark.parametrize("cash", [0, -50])
    def test_sell_is_never_blocked_by_lack_of_cash(self, cash: int) -> None:
        assert codes(CLOSING, shares=10, cash=cash, reserved_cash=D(10_000), limits=Limits(max_cash=D(1))) == []

    @pytest.mark.parametrize(("limit", "found"), [("1000", []), ("999.99", ["above_stated_limit"])])
    def test_stated_limit_binds_buys(self, limit: str, found: list[str]) -> None:
        assert codes(BUY, limits=Limits(max_cash=D(limit))) == found

    @pytest.mark.parametrize(("limit", "found"), [("1001", []), ("1000.99", ["above_stated_limit"])])
    def test_the_commission_counts_towards_the_stated_limit(self, limit: str, found: list[str]) -> None:
        assert codes(BUY, limits=Limits(max_cash=D(limit)), commission=D(1)) == found
