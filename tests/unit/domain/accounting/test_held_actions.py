"""Which listed actions an account's own prices contradict."""

from datetime import UTC, date, datetime, time
from decimal import Decimal

import pytest

from bot.domain.accounting.due_actions import RollPlan, find_held_actions
from bot.domain.accounting.ledger import Ledger, LedgerFill
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.trading.accounts import StatedPriceOfDay
from bot.domain.trading.execution.orders import Side

D = Decimal
BOUGHT, BEFORE, EX_DATE, AFTER = date(2026, 9, 1), date(2026, 9, 9), date(2026, 9, 10), date(2026, 9, 11)
PLAN = RollPlan(symbols=("AAPL",), actions_from=date(2026, 9, 2), history_from=date(2026, 8, 23))


def held(
    ratio: str, source: dict[date, str], last: SessionClose | None, *, bought: date = BOUGHT, paid: str = "279"
) -> bool:
    """Return whether a split is held back; `source`: closes as traded by the source."""
    split = CorporateAction("AAPL", EX_DATE, ActionKind.SPLIT, D(ratio))
    at = datetime.combine(bought, time(17), UTC)
    fill = LedgerFill(
        symbol="AAPL", side=Side.BUY, shares=D(10), price=D(paid), commission=D(0), executed_at=at, booked_at=at
    )
    closes = tuple(SessionClose(day, D(price)) for day, price in source.items())
    found = find_held_actions(
        Ledger(starting_cash=D(10_000), fills=(fill,)),
        PLAN,
        histories={"AAPL": PriceHistory("AAPL", closes, (split,))},
        last_good={"AAPL": last} if last else {},
    )
    assert not found or found == {"AAPL": split}
    return bool(found)


@pytest.mark.parametrize(("ratio", "wrong"), [("2", "558"), ("0.1", "27.9"), ("1.1", "306.9"), ("10", "2790")])
class TestOfBeforeTheExDate:
    def test_the_source_says_the_same_of_that_day_then_booked(self, ratio: str, wrong: str) -> None:
        assert wrong
        assert not held(ratio, {BEFORE: "279.4"}, SessionClose(BEFORE, D(279)))

    def test_the_source_says_another_by_now_then_held(self, ratio: str, wrong: str) -> None:
        assert held(ratio, {BEFORE: wrong}, SessionClose(BEFORE, D(279)))


class TestListedLate:
    """The last price is of after the ex-date: the price that was paid before it is compared."""

    def test_the_fill_fits_then_booked(self) -> None:
        assert not held("2", {BOUGHT: "285", AFTER: "140"}, SessionClose(AFTER, D(140)))

    def test_the_fill_does_not_fit_then_held(self) -> None:
        assert held("2", {BOUGHT: "570", AFTER: "285"}, SessionClose(AFTER, D(285)))

    def test_the_fill_is_older_than_what_is_known_then_held(self) -> None:
        assert held("2", {BEFORE: "570", AFTER: "285"}, SessionClose(AFTER, D(285)), bought=date(2026, 3, 2))

    def test_of_a_small_split_a_fill_decides_nothing(self) -> None:
        assert not held("1.1", {BOUGHT: "300", AFTER: "285"}, SessionClose(AFTER, D(285)))


def test_all_was_bought_later_then_it_concerns_no_share() -> None:
    assert not held("2", {BEFORE: "558", AFTER: "279"}, SessionClose(AFTER, D(279)), bought=AFTER)


def test_a_price_that_an_admin_has_stated_is_not_compared() -> None:
    assert not held("2", {BOUGHT: "279", BEFORE: "279"}, StatedPriceOfDay(BEFORE, D(500), "Ann"))
