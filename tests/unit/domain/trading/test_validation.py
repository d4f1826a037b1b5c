from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.trading_limits import Limits
from bot.domain.trading.validation import Violation, find_violations, require_valid_proposals
from bot.errors import InvalidDecisionError
from tests.fakes.market import portfolio, proposal

D = Decimal


BUY = proposal(Action.INCREASE, shares=10)
SELL = proposal(Action.DECREASE, shares=5, held=10)
CLOSING = proposal(Action.CLOSE, shares=10, held=10)
HOLD = proposal(Action.HOLD, held=10)
RAISING = replace(proposal(Action.INCREASE, shares=5, held=10), action=Action.DECREASE)


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

    @pytest.mark.parametrize(
        ("changes", "found"),
        [
            ({"price": D(0)}, ["price_not_positive"]),
            ({"price": D(-1)}, ["price_not_positive"]),
            ({"confidence": D(0)}, []),
            ({"confidence": D(1)}, []),
            ({"reasons": ()}, ["no_reasons"]),
            ({"target_cash_amount": D("1000.02")}, ["cash_change_not_difference"]),
            ({"shares": D(-10)}, ["shares_not_whole", "shares_not_cash_change"]),
            *(({"stop_price": D(stop)}, ["stop_not_below_price"]) for stop in (100, 101, 0, -1)),
        ],
    )
    def test_figures_that_contradict_each_other(self, changes: dict[str, Any], found: list[str]) -> None:
        assert codes(replace(BUY, **changes)) == found

    @pytest.mark.parametrize(("confidence", "nearest"), [("1.01", 1), ("-0.01", 0)])
    def test_confidence_out_of_range(self, confidence: str, nearest: int) -> None:
        found = find_violations(replace(BUY, confidence=D(confidence)), portfolio=portfolio())
        assert found == (
            Violation("confidence_out_of_range", {"confidence": D(confidence)}, {"suggested_confidence": D(nearest)}),
        )

    def test_shares_that_do_not_come_to_the_cash_change(self) -> None:
        found = find_violations(replace(BUY, shares=D(9)), portfolio=portfolio())
        assert [(v.code, v.suggestion) for v in found] == [("shares_not_cash_change", {"suggested_shares": D(10)})]


class TestActions:
    @pytest.mark.parametrize(
        ("wrong", "held", "found"),
        [
            (proposal(Action.INCREASE, shares="1.5"), 0, ["shares_not_whole"]),
            (replace(SELL, action=Action.INCREASE), 10, ["increase_not_above_current"]),
            (proposal(Action.INCREASE, shares=0), 0, ["increase_not_above_current"]),
            (RAISING, 10, ["decrease_not_below_current"]),
            (proposal(Action.DECREASE, shares=11, held=10), 10, ["sells_more_than_held", "decrease_not_below_current"]),
            (proposal(Action.DECREASE), 0, ["no_position"]),
            (proposal(Action.CLOSE), 0, ["no_position"]),
            (replace(SELL, action=Action.CLOSE), 10, ["close_not_zero"]),
            (replace(HOLD, shares=D(1)), 10, ["shares_not_cash_change"]),
        ],
    )
    def test_action_that_its_figures_contradict(self, wrong: Proposal, held: int, found: list[str]) -> None:
        assert codes(wrong, shares=held) == found

    @pytest.mark.parametrize(
        ("held", "off", "passes"), [(10, 100, True), (10, 101, False), (500, 500, True), (500, 501, False)]
    )
    def test_hold_may_drift_by_one_percent_or_a_hundred(self, held: int, off: int, passes: bool) -> None:  # noqa: FBT001 - a parametrised expectation
        hold = proposal(Action.HOLD, held=held)
        drifted = replace(hold, target_cash_amount=hold.target_cash_amount + off, cash_change=D(off))
        assert codes(drifted, shares=held) == ([] if passes else ["hold_moves_too_far"])


class TestCash:
    def test_buy_beyond_the_cash_says_what_would_do(self) -> None:
        (found,) = find_violations(proposal(Action.INCREASE, shares=1001), portfolio=portfolio())
        assert found.code == "not_enough_cash"
        assert found.suggestion == {"suggested_shares": D(900), "suggested_cash_change": D(90_000)}

    @pytest.mark.parametrize(
        ("shares", "more", "found"),
        [
            (900, {}, []),  # a tenth of total assets stays in cash
            (901, {}, ["cash_floor"]),
            (900, {"commission": D("0.01")}, ["cash_floor"]),
            (500, {"reserved_cash": D(50_000)}, ["cash_floor"]),
        ],
    )
    def test_floor(self, shares: int, more: dict[str, Any], found: list[str]) -> None:
        assert codes(proposal(Action.INCREASE, shares=shares), **more) == found

    def test_floor_counts_positions_at_the_proposals_price(self) -> None:
        # 5,000 cash and 450 shares at 100: total 50,000; buying one leaves 4,900 < 5,000
        buy = proposal(Action.INCREASE, shares=1, held=450)
        found = find_violations(buy, portfolio=portfolio(cash=5_000, shares=450, price=1))
        assert [v.code for v in found] == ["cash_floor"]

    @pytest.mark.parametrize("cash", [0, -50])
    def test_sell_is_never_blocked_by_lack_of_cash(self, cash: int) -> None:
        assert codes(CLOSING, shares=10, cash=cash, reserved_cash=D(10_000), limits=Limits(max_cash=D(1))) == []

    @pytest.mark.parametrize(("commission", "enough", "short"), [(0, "1000", "999.99"), (1, "1001", "1000.99")])
    def test_stated_limit_binds_buys_with_the_commission(self, commission: int, enough: str, short: str) -> None:
        assert codes(BUY, limits=Limits(max_cash=D(enough)), commission=D(commission)) == []
        assert codes(BUY, limits=Limits(max_cash=D(short)), commission=D(commission)) == ["above_stated_limit"]


@pytest.mark.parametrize(("bound", "enough", "short"), [("max_cash", 2_002, 2_001), ("reserved_cash", 87_998, 87_999)])
def test_purchases_of_one_answer_share_limit_and_cash_with_a_commission_each(
    bound: str, enough: int, short: int
) -> None:
    two = BUY, replace(BUY, symbol="OTHER")
    free: dict[str, Any] = {"max_cash": None, "reserved_cash": D(0)}
    require_valid_proposals(two, portfolio=portfolio(), commission=D(1), **free | {bound: D(enough)})
    with pytest.raises(InvalidDecisionError):
        require_valid_proposals(two, portfolio=portfolio(), commission=D(1), **free | {bound: D(short)})
