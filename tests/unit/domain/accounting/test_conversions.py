"""What a conversion makes of a holding, by hand; among random trades see `test_reconciliation`."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.accounting.books import AccountBooks, apply_conversion
from bot.domain.accounting.ledger import ConversionKind, ConversionTerms, Ledger, LedgerFill
from bot.domain.accounting.roll_forward import plan_roll, roll_forward
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory
from bot.domain.trading.accounts import Position
from bot.domain.trading.execution.orders import Side

D = Decimal
START = D(100_000)
RENAMED = ConversionTerms(symbol="FB", into="META", ratio=D(1))
CLOSE = datetime(2013, 1, 31, 21, tzinfo=UTC)
WALL = datetime(2026, 1, 1, tzinfo=UTC)


def bought(symbol: str, shares: int, price: str, *, seconds: int = 0, at: datetime = CLOSE) -> LedgerFill:
    return LedgerFill(
        symbol=symbol,
        side=Side.BUY,
        shares=D(shares),
        price=D(price),
        commission=D(1),
        executed_at=at,
        booked_at=WALL + timedelta(seconds=seconds),
    )


def ledger_with(converted: ConversionTerms, *fills: LedgerFill, price: str | None = None, held: int = 10) -> Ledger:
    booked = apply_conversion(
        converted,
        shares=D(held),
        price=None if price is None else D(price),
        effective_at=CLOSE,
        booked_at=WALL + timedelta(seconds=10),
    )
    return Ledger(starting_cash=START, fills=fills, conversions=(booked,))


def test_rename_keeps_shares_cost_and_opening_and_realises_nothing() -> None:
    books = AccountBooks.of(ledger_with(RENAMED, bought("FB", 10, "30"), price="31"))
    assert books.book_of("META").position == Position("META", D(10), D(30), CLOSE)
    assert books.book_of("FB").position is None
    assert (books.book_of("FB").realised, books.cash) == (D(-1), START - 301)


def test_shares_and_cash_split_the_cost_by_what_each_is_worth() -> None:
    """10 x 0.252 = 2 whole shares at $1,000; 0.52 of one and $142.50 for each old share are $1,945 of $3,945."""
    converted = ConversionTerms(symbol="VMW", into="AVGO", ratio=D("0.2520"), cash=D("142.50"))
    ledger = ledger_with(converted, bought("VMW", 10, "120"), price="1000")
    (booked,) = ledger.conversions
    assert (booked.shares_into, booked.fraction, booked.cash) == (D(2), D("0.52"), D("1945.00"))
    books = AccountBooks.of(ledger)
    of_cash = D(1200) * 1945 / 3945
    assert books.book_of("VMW").realised == 1945 - of_cash - 1
    assert books.book_of("AVGO").average_cost == (1200 - of_cash) / 2


def test_into_a_share_that_is_held_averages_the_cost() -> None:
    fills = bought("FB", 10, "30"), bought("META", 30, "10")
    books = AccountBooks.of(ledger_with(RENAMED, *fills, price="20"))
    assert (books.book_of("META").shares, books.book_of("META").average_cost) == (D(40), D(15))


def test_fraction_only_then_no_share_is_left_and_the_whole_cost_is_realised() -> None:
    converted = ConversionTerms(symbol="A", into="B", ratio=D("0.05"))
    books = AccountBooks.of(ledger_with(converted, bought("A", 10, "30"), price="100"))
    assert books.book_of("B").position is None
    assert books.book_of("A").realised == 50 - 300 - 1


@pytest.mark.parametrize(("cash", "result"), [("23.00", D(-71)), ("0", D(-301))])
def test_cash_or_nothing_realises_the_whole_cost(cash: str, result: Decimal) -> None:
    books = AccountBooks.of(ledger_with(ConversionTerms(symbol="A", cash=D(cash)), bought("A", 10, "30")))
    assert books.book_of("A").position is None
    assert books.book_of("A").realised == result
    assert books.trades == []


def test_bought_at_an_older_price_after_the_conversion_counts_after_it() -> None:
    """On a day without a session an order is filled at the last close, which lies before the conversion."""
    later = bought("FB", 5, "28", seconds=20, at=CLOSE - timedelta(days=1))
    books = AccountBooks.of(ledger_with(RENAMED, bought("FB", 10, "30"), later, price="31"))
    assert (books.book_of("META").shares, books.book_of("FB").shares) == (D(10), D(5))


def rolled_actions(converted: ConversionTerms, action: CorporateAction) -> tuple[str, ...]:
    ledger = ledger_with(converted, bought("FB", 10, "30", at=CLOSE - timedelta(days=3)), price="31")
    plan = plan_roll(ledger, after=date(2013, 1, 31))
    histories = {"FB": PriceHistory("FB", (), (action,))}
    rolled = roll_forward(ledger, plan, histories=histories, sessions=(), at=WALL + timedelta(days=1))
    return tuple(each.symbol for each in rolled.actions)


def test_split_listed_after_the_conversion_of_its_shares_counts_for_nothing_and_a_dividend_is_paid() -> None:
    day = date(2013, 1, 31)
    assert rolled_actions(RENAMED, CorporateAction("FB", day, ActionKind.SPLIT, D(2))) == ()
    assert rolled_actions(RENAMED, CorporateAction("FB", day, ActionKind.DIVIDEND, D(2))) == ("FB",)


def test_kinds_as_people_call_them() -> None:
    of = ConversionTerms
    cases = {
        of(symbol="A", into="B", ratio=D(1)): ConversionKind.RENAME,
        of(symbol="A", into="B", ratio=D(2)): ConversionKind.SHARES,
        of(symbol="A", into="B", ratio=D(1), cash=D(1)): ConversionKind.MIXED,
        of(symbol="A", into="A", ratio=D(2)): ConversionKind.OWN_SHARE,
        of(symbol="A", into="A", ratio=D(1), cash=D(1)): ConversionKind.OWN_SHARE,
        of(symbol="A", cash=D(1)): ConversionKind.CASH,
        of(symbol="A"): ConversionKind.WRITE_OFF,
    }
    assert {each: each.kind for each in cases} == cases


@pytest.mark.parametrize(
    ("ratio", "cash", "is_usual"),
    [("1", "0", True), *((ratio, "0", False) for ratio in ("0", "-1", "1e9")), ("1", "-1", False), ("1", "1e9", False)],
)
def test_unusual_ratios_and_cash(ratio: str, cash: str, *, is_usual: bool) -> None:
    assert ConversionTerms(symbol="A", into="B", ratio=D(ratio), cash=D(cash)).has_usual_size is is_usual
