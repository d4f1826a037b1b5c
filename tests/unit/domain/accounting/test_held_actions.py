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


def held(ratio: str, source: dict[date, str], last: SessionClose, *, bought: date = BOUGHT) -> bool:
    """Return whether a split is held back; `source`: closes as traded by the source."""
    split = CorporateAction("AAPL", EX_DATE, ActionKind.SPLIT, D(ratio))
    at = datetime.combine(bought, time(17), UTC)
    fill = LedgerFill(
        symbol="AAPL", side=Side.BUY, shares=D(10), price=D(279), commission=D(0), executed_at=at, booked_at=at
    )
    closes = tuple(SessionClose(day, D(price)) for day, price in source.items())
    found = find_held_actions(
        Ledger(starting_cash=D(10_000), fills=(fill,)),
        PLAN,
        histories={"AAPL": PriceHistory("AAPL", closes, (split,))},
        last_good={"AAPL": last},
    )
    assert not found or found == {"AAPL": split}
    return bool(found)


@pytest.mark.parametrize(("ratio", "wrong"), [("2", "558"), ("0.1", "27.9"), ("1.1", "306.9"), ("10", "2790")])
def test_the_source_says_another_price_of_the_day_before_by_now_then_held(ratio: str, wrong: str) -> None:
    assert not held(ratio, {BEFORE: "279.4"}, SessionClose(BEFORE, D(279)))
    assert held(ratio, {BEFORE: wrong}, SessionClose(BEFORE, D(279)))


@pytest.mark.parametrize(
    ("ratio", "source", "last", "bought", "is_held"),
    [
        ("2", {BOUGHT: "285", AFTER: "140"}, "140", BOUGHT, False),
        ("2", {BOUGHT: "570", AFTER: "285"}, "285", BOUGHT, True),
        ("2", {BEFORE: "570", AFTER: "285"}, "285", date(2026, 3, 2), True),  # a fill older than what is known
        ("1.1", {BOUGHT: "300", AFTER: "285"}, "285", BOUGHT, False),  # of a small split it decides nothing
        ("2", {BEFORE: "558", AFTER: "279"}, "279", AFTER, False),  # all was bought later
    ],
)
def test_listed_late_then_the_price_that_was_paid_before_it_is_compared(
    ratio: str, source: dict[date, str], last: str, bought: date, *, is_held: bool
) -> None:
    assert held(ratio, source, SessionClose(AFTER, D(last)), bought=bought) is is_held


def test_a_price_that_an_admin_has_stated_is_not_compared() -> None:
    assert not held("2", {BOUGHT: "279", BEFORE: "279"}, StatedPriceOfDay(BEFORE, D(500), "Ann"))
