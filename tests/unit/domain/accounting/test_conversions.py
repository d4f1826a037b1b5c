"""Conversions of holdings among random trades, dividends and splits, against books kept apart in fractions."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from math import floor

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from bot.domain.accounting.books import AccountBooks, apply_conversion, positions_of
from bot.domain.accounting.ledger import ConversionKind, ConversionTerms, Ledger, LedgerFill
from bot.domain.accounting.roll_forward import daily_values, plan_roll, roll_forward
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory
from bot.domain.trading.accounts import Position
from bot.domain.trading.execution.orders import Side
from tests.unit.domain.accounting.test_reconciliation import (
    DAY,
    START,
    SYMBOLS,
    Apart,
    Day,
    Rolled,
    cents,
    final_report,
    kind,
    session,
    to_cents,
)

D = Decimal
RATIOS = ("1", "0.252", "2", "1.5", "0.0031", "17")


@st.composite
def terms(draw: st.DrawFn) -> ConversionTerms:
    symbol = draw(st.sampled_from(SYMBOLS))
    into = draw(st.sampled_from([None, *(each for each in SYMBOLS if each != symbol)]))
    cash = D(draw(st.sampled_from([0, 0, 1, 2_300, 14_250]))) / 100
    ratio = D(draw(st.sampled_from(RATIOS))) if into else D(0)
    return ConversionTerms(symbol=symbol, into=into, ratio=ratio, cash=cash)


CONVERSIONS = st.dictionaries(st.integers(0, 11), terms(), max_size=5)


class ConvertedApart(Apart):
    """The books kept apart, with conversions."""

    def convert(self, converted: ConversionTerms, price: Fraction) -> None:
        held, symbol, into = self.shares[converted.symbol], converted.symbol, converted.into
        exact = held * Fraction(converted.ratio)
        whole = floor(exact)
        paid = cents(held * Fraction(converted.cash) + (exact - whole) * price)
        cost, fees = self.cost[symbol], self.fees[symbol]
        sold = cost if not whole else cost * paid / (paid + whole * price)
        self.cash, self.realised = self.cash + paid, self.realised + paid - sold
        self.shares[symbol], self.cost[symbol], self.fees[symbol] = 0, Fraction(0), Fraction(0)
        if into is not None and whole:
            self.shares[into] += whole
            self.cost[into] += cost - sold
            self.fees[into] += fees


def run(days: list[Day], conversions: dict[int, ConversionTerms]) -> tuple[Rolled, ConvertedApart]:
    """Trade and convert at the close of each day; whoever does either rolls the account forward first."""
    rolled, apart, previous = Rolled(days), ConvertedApart(), dict[str, Fraction]()
    for number, day in enumerate(days):
        prices = dict(zip(SYMBOLS, (Fraction(price, 100) for price in day.prices), strict=True))
        for symbol, what in sorted(day.actions, key=lambda action: kind(action[1])):
            apart.act(symbol, what, previous.get(symbol))
        apart.close(session(number).day, prices)
        converted = conversions.get(number)
        if day.is_seen or day.trades or converted or number == len(days) - 1:
            rolled.roll(number)
        if converted and apart.shares[converted.symbol]:
            convert(rolled, converted, number)
            apart.convert(converted, prices[converted.into] if converted.into else Fraction(0))
        for symbol, wanted in day.trades:
            most = floor((apart.cash - 2) / prices[symbol])
            shares = max(min(wanted, most), -apart.shares[symbol])
            if shares:
                apart.trade(symbol, shares, prices[symbol])
                rolled.fill(symbol, shares, D(day.prices[SYMBOLS.index(symbol)]) / 100, number)
        previous = prices
    return rolled, apart


def convert(rolled: Rolled, converted: ConversionTerms, number: int) -> None:
    """Book a conversion of what is held, and see that the position that is stored follows from the ledger."""
    rolled.wall += timedelta(seconds=1)
    held = positions_of(rolled.ledger, [converted.symbol])[converted.symbol]
    assert held is not None
    at = SYMBOLS.index(converted.into) if converted.into else 0
    booked = apply_conversion(
        converted,
        shares=held.shares,
        price=D(rolled.days[number].prices[at]) / 100 if converted.into else None,
        effective_at=session(number).closes,
        booked_at=rolled.wall,
    )
    rolled.ledger = replace(rolled.ledger, conversions=(*rolled.ledger.conversions, booked))
    assert positions_of(rolled.ledger, [converted.symbol]) == {converted.symbol: None}


@given(st.lists(DAY, min_size=2, max_size=12), CONVERSIONS)
def test_report_and_values_equal_books_kept_apart_to_the_cent(
    days: list[Day], conversions: dict[int, ConversionTerms]
) -> None:
    rolled, apart = run(days, conversions)
    event(f"{len(rolled.ledger.conversions)} conversions booked")
    report = final_report(rolled)
    assert {each.symbol: int(each.shares) for each in report.held} == {s: n for s, n in apart.shares.items() if n}
    assert to_cents(report.cash) == to_cents(apart.cash)
    assert to_cents(report.realised) == to_cents(apart.realised)
    assert (report.trades.count, report.trades.wins) == (apart.sales, apart.wins)
    assert {day: to_cents(value.total) for day, value in rolled.values.items()} == {
        day: to_cents(equity) for day, equity in apart.equity.items()
    }
    again = daily_values(rolled.ledger, rolled.histories(len(days) - 1), rolled.sessions)
    assert list(again) == [rolled.values[each.day] for each in rolled.sessions]
    assert rolled.roll(len(days) - 1) == ()


@given(st.lists(DAY, min_size=2, max_size=12), CONVERSIONS)
def test_start_and_results_add_up_to_what_the_account_is_worth(
    days: list[Day], conversions: dict[int, ConversionTerms]
) -> None:
    report = final_report(run(days, conversions)[0])
    added = report.starting_cash + report.realised + report.unrealised + report.dividends
    assert abs(added - report.total) < D("1e-15")


@given(st.lists(DAY, min_size=2, max_size=8), terms())
def test_a_conversion_that_is_taken_out_leaves_the_books_as_they_were(
    days: list[Day], converted: ConversionTerms
) -> None:
    rolled, _ = run(days, {})
    before = final_report(rolled)
    if positions_of(rolled.ledger, [converted.symbol])[converted.symbol] is not None:
        convert(rolled, converted, len(days) - 1)
    rolled.ledger = replace(rolled.ledger, conversions=())
    assert final_report(rolled) == before


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
    books = AccountBooks.of(
        ledger_with(ConversionTerms(symbol="FB", into="META", ratio=D(1)), bought("FB", 10, "30"), price="31")
    )
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
    books = AccountBooks.of(ledger_with(ConversionTerms(symbol="FB", into="META", ratio=D(1)), *fills, price="20"))
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
    renamed = ConversionTerms(symbol="FB", into="META", ratio=D(1))
    later = bought("FB", 5, "28", seconds=20, at=CLOSE - timedelta(days=1))
    books = AccountBooks.of(ledger_with(renamed, bought("FB", 10, "30"), later, price="31"))
    assert (books.book_of("META").shares, books.book_of("FB").shares) == (D(10), D(5))


def rolled_actions(converted: ConversionTerms, action: CorporateAction) -> tuple[str, ...]:
    ledger = ledger_with(converted, bought("FB", 10, "30", at=CLOSE - timedelta(days=3)), price="31")
    plan = plan_roll(ledger, after=date(2013, 1, 31))
    histories = {"FB": PriceHistory("FB", (), (action,))}
    rolled = roll_forward(ledger, plan, histories=histories, sessions=(), at=WALL + timedelta(days=1))
    return tuple(each.symbol for each in rolled.actions)


def test_split_listed_after_the_conversion_of_its_shares_counts_for_nothing_and_a_dividend_is_paid() -> None:
    renamed = ConversionTerms(symbol="FB", into="META", ratio=D(1))
    day = date(2013, 1, 31)
    assert rolled_actions(renamed, CorporateAction("FB", day, ActionKind.SPLIT, D(2))) == ()
    assert rolled_actions(renamed, CorporateAction("FB", day, ActionKind.DIVIDEND, D(2))) == ("FB",)


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
    [
        ("1", "0", True),
        ("0", "1", False),
        ("-1", "0", False),
        ("1e9", "0", False),
        ("1", "-1", False),
        ("1", "1e9", False),
    ],
)
def test_unusual_ratios_and_cash(ratio: str, cash: str, *, is_usual: bool) -> None:
    assert ConversionTerms(symbol="A", into="B", ratio=D(ratio), cash=D(cash)).has_usual_size is is_usual
