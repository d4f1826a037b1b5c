"""Random trades, dividends, splits and conversions, against books kept apart in fractions: equal to the cent."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from math import floor

from hypothesis import event, given
from hypothesis import strategies as st

from bot.domain.accounting.books import apply_conversion, positions_of
from bot.domain.accounting.ledger import BookedAction, ConversionTerms, Ledger, LedgerFill
from bot.domain.accounting.report import AccountReport, unpriced_report, with_prices
from bot.domain.accounting.roll_forward import AccountValue, daily_values, plan_roll, roll_forward
from bot.domain.market.price_history import ActionKind, CorporateAction, PriceHistory, SessionClose
from bot.domain.market.sessions import TradingSession
from bot.domain.trading.execution.orders import Side

FIRST = date(2013, 1, 7)
SYMBOLS = ("A", "B", "C")
START = Decimal(100_000)
COMMISSION = Decimal("1.25")
CENT = Decimal("0.01")
RATIOS = ("2", "3", "1.5", "0.5", "0.1", "7", "1.281")
CONVERSION_RATIOS = ("1", "0.252", "2", "1.5", "0.0031", "17")


@dataclass(frozen=True)
class Day:
    """What happens on one session: actions before its opening, then its close, then trades at that close."""

    prices: tuple[int, ...]  # cents
    actions: tuple[tuple[str, str], ...]  # symbol, and a dividend in cents or a ratio: "d35", "s1.5"
    trades: tuple[tuple[str, int], ...]  # symbol, and shares to buy (or, below zero, to sell) as far as possible
    is_seen: bool  # whether somebody asks on that day, so that the account is rolled forward


DAY = st.builds(
    Day,
    prices=st.tuples(*(st.integers(100, 90_000) for _ in SYMBOLS)),
    actions=st.lists(
        st.tuples(
            st.sampled_from(SYMBOLS),
            st.one_of(st.integers(1, 900).map("d{}".format), st.sampled_from(RATIOS).map("s{}".format)),
        ),
        max_size=2,
        unique_by=lambda action: (action[0], action[1][0]),
    ).map(tuple),
    trades=st.lists(st.tuples(st.sampled_from(SYMBOLS), st.integers(-60, 90)), max_size=2).map(tuple),
    is_seen=st.booleans(),
)
DAYS = st.lists(DAY, min_size=2, max_size=40)


@st.composite
def terms(draw: st.DrawFn) -> ConversionTerms:
    symbol = draw(st.sampled_from(SYMBOLS))
    into = draw(st.sampled_from([None, *(each for each in SYMBOLS if each != symbol)]))
    cash = Decimal(draw(st.sampled_from([0, 0, 1, 2_300, 14_250]))) / 100
    ratio = Decimal(draw(st.sampled_from(CONVERSION_RATIOS))) if into else Decimal(0)
    return ConversionTerms(symbol=symbol, into=into, ratio=ratio, cash=cash)


Conversions = dict[int, ConversionTerms]  # by the number of the day at whose close they are booked
CONVERSIONS = st.dictionaries(st.integers(0, 11), terms(), max_size=5)


@dataclass
class Apart:
    """The same account, kept apart: plain fractions, one event after the other as it happens."""

    cash: Fraction = Fraction(START)
    shares: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SYMBOLS, 0))
    cost: dict[str, Fraction] = field(default_factory=lambda: dict.fromkeys(SYMBOLS, Fraction(0)))
    realised: Fraction = Fraction(0)
    dividends: Fraction = Fraction(0)
    wins: int = 0
    sales: int = 0
    fees: dict[str, Fraction] = field(default_factory=lambda: dict.fromkeys(SYMBOLS, Fraction(0)))
    equity: dict[date, Fraction] = field(default_factory=dict)

    def act(self, symbol: str, what: str, previous: Fraction | None) -> None:
        held, value = self.shares[symbol], Fraction(what[1:])
        if not held:
            return
        if what[0] == "d":
            paid = cents(held * value / 100)
            self.cash, self.dividends = self.cash + paid, self.dividends + paid
            return
        whole = floor(held * value)
        rest = held * value - whole
        paid = cents(rest * (previous or 0) / value)
        sold = self.cost[symbol] * rest / (held * value)
        self.cash, self.realised = self.cash + paid, self.realised + paid - sold
        self.shares[symbol], self.cost[symbol] = whole, self.cost[symbol] - sold
        if not whole:
            self.fees[symbol] = Fraction(0)

    def trade(self, symbol: str, shares: int, price: Fraction) -> None:
        fee = Fraction(COMMISSION)
        self.cash -= shares * price + fee
        self.realised -= fee
        if shares > 0:
            self.cost[symbol] += shares * price
            self.fees[symbol] += fee
        else:
            part = Fraction(-shares, self.shares[symbol])
            gain = -shares * price - self.cost[symbol] * part
            self.realised += gain
            self.wins += gain - fee - self.fees[symbol] * part > 0
            self.sales += 1
            self.cost[symbol] *= 1 - part
            self.fees[symbol] *= 1 - part
        self.shares[symbol] += shares

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

    def close(self, day: date, prices: Mapping[str, Fraction]) -> None:
        self.equity[day] = self.cash + sum(self.shares[symbol] * prices[symbol] for symbol in SYMBOLS)


def cents(amount: Fraction) -> Fraction:
    return Fraction(floor(amount * 100 + Fraction(1, 2)), 100)


def kind(what: str) -> ActionKind:
    return ActionKind.DIVIDEND if what[0] == "d" else ActionKind.SPLIT


class Rolled:
    """The account as it is kept: fills at closes, rolled forward whenever somebody asks or trades."""

    def __init__(self, days: list[Day]) -> None:
        self.sessions = [session(number) for number in range(len(days))]
        self.days = days
        self.ledger = Ledger(starting_cash=START)
        self.values: dict[date, AccountValue] = {}
        self.rolled_to = FIRST - timedelta(days=1)
        self.wall = datetime(2026, 1, 1, tzinfo=UTC)

    def histories(self, upto: int) -> dict[str, PriceHistory]:
        def history(at: int, symbol: str) -> PriceHistory:
            seen = list(enumerate(self.days[: upto + 1]))
            closes = (SessionClose(session(n).day, Decimal(day.prices[at]) / 100) for n, day in seen)
            actions = [
                CorporateAction(symbol, session(n).day, kind(what), Decimal(what[1:]) / (100 if what[0] == "d" else 1))
                for n, day in seen
                for name, what in sorted(day.actions, key=lambda action: kind(action[1]))
                if name == symbol
            ]
            return PriceHistory(symbol, tuple(closes), tuple(actions))

        return {symbol: history(at, symbol) for at, symbol in enumerate(SYMBOLS)}

    def roll(self, upto: int) -> tuple[BookedAction, ...]:
        self.wall += timedelta(seconds=1)
        plan = plan_roll(self.ledger, after=self.rolled_to)
        sessions = [each for each in self.sessions[: upto + 1] if each.day > plan.actions_from]
        rolled = roll_forward(self.ledger, plan, histories=self.histories(upto), sessions=sessions, at=self.wall)
        self.ledger = replace(self.ledger, actions=(*self.ledger.actions, *rolled.actions))
        self.values |= {value.session: value for value in rolled.values}
        self.rolled_to = self.sessions[upto].day
        return rolled.actions

    def fill(self, symbol: str, shares: int, price: Decimal, at: int) -> None:
        self.wall += timedelta(seconds=1)
        fill = LedgerFill(
            symbol=symbol,
            side=Side.BUY if shares > 0 else Side.SELL,
            shares=Decimal(abs(shares)),
            price=price,
            commission=COMMISSION,
            executed_at=self.sessions[at].closes,
            booked_at=self.wall,
        )
        self.ledger = replace(self.ledger, fills=(*self.ledger.fills, fill))

    def convert(self, converted: ConversionTerms, at: int) -> None:
        """Book a conversion of what is held, and see that the position that is stored follows from the ledger."""
        self.wall += timedelta(seconds=1)
        held = positions_of(self.ledger, [converted.symbol])[converted.symbol]
        assert held is not None
        price = self.days[at].prices[SYMBOLS.index(converted.into)] if converted.into else None
        booked = apply_conversion(
            converted,
            shares=held.shares,
            price=None if price is None else Decimal(price) / 100,
            effective_at=session(at).closes,
            booked_at=self.wall,
        )
        self.ledger = replace(self.ledger, conversions=(*self.ledger.conversions, booked))
        assert positions_of(self.ledger, [converted.symbol]) == {converted.symbol: None}


def session(number: int) -> TradingSession:
    day = FIRST + timedelta(days=number)
    return TradingSession(day, datetime.combine(day, time(14), UTC), datetime.combine(day, time(21), UTC))


def run(days: list[Day], conversions: Conversions | None = None) -> tuple[Rolled, Apart]:
    """Trade and convert at the close of each day; whoever does either rolls the account forward first."""
    rolled, apart, previous = Rolled(days), Apart(), dict[str, Fraction]()
    for number, day in enumerate(days):
        prices = dict(zip(SYMBOLS, (Fraction(price, 100) for price in day.prices), strict=True))
        for symbol, what in sorted(day.actions, key=lambda action: kind(action[1])):
            apart.act(symbol, what, previous.get(symbol))
        apart.close(session(number).day, prices)
        converted = (conversions or {}).get(number)
        if day.is_seen or day.trades or converted or number == len(days) - 1:
            rolled.roll(number)
        if converted and apart.shares[converted.symbol]:
            rolled.convert(converted, number)
            apart.convert(converted, prices[converted.into] if converted.into else Fraction(0))
        for symbol, wanted in day.trades:
            most = floor((apart.cash - Fraction(COMMISSION)) / prices[symbol])
            shares = max(min(wanted, most), -apart.shares[symbol])
            if shares:
                apart.trade(symbol, shares, prices[symbol])
                rolled.fill(symbol, shares, Decimal(day.prices[SYMBOLS.index(symbol)]) / 100, number)
        previous = prices
    return rolled, apart


def to_cents(amount: Decimal | Fraction) -> int:
    """Return an amount in whole cents, half up; noise below a millionth of a cent is dropped first."""
    exact = Fraction(round(Fraction(amount) * 10**8), 10**8)
    return floor(exact * 100 + Fraction(1, 2))


def final_report(rolled: Rolled) -> AccountReport:
    prices = {symbol: Decimal(price) / 100 for symbol, price in zip(SYMBOLS, rolled.days[-1].prices, strict=True)}
    return with_prices(unpriced_report(rolled.ledger, since=FIRST), prices)


@given(DAYS, CONVERSIONS)
def test_report_and_values_equal_books_kept_apart_to_the_cent(days: list[Day], conversions: Conversions) -> None:
    rolled, apart = run(days, conversions)
    event(f"{min(len(rolled.ledger.actions), 3)} actions, {len(rolled.ledger.conversions)} conversions booked")
    report = final_report(rolled)
    last = {symbol: Fraction(price, 100) for symbol, price in zip(SYMBOLS, days[-1].prices, strict=True)}
    assert {each.symbol: int(each.shares) for each in report.held} == {s: n for s, n in apart.shares.items() if n}
    worth = sum(apart.shares[symbol] * last[symbol] for symbol in SYMBOLS)
    for ours, theirs in (
        (report.cash, apart.cash),
        (report.realised, apart.realised),
        (report.dividends, apart.dividends),
        (report.unrealised, Fraction(worth) - sum(apart.cost.values())),
        (report.total, apart.cash + Fraction(worth)),
    ):
        assert to_cents(ours) == to_cents(theirs)
    assert (report.trades.count, report.trades.wins) == (apart.sales, apart.wins)
    assert {day: to_cents(value.total) for day, value in rolled.values.items()} == {
        day: to_cents(equity) for day, equity in apart.equity.items()
    }
    again = daily_values(rolled.ledger, rolled.histories(len(days) - 1), rolled.sessions)
    assert list(again) == [rolled.values[each.day] for each in rolled.sessions]


@given(DAYS, CONVERSIONS)
def test_results_add_up_to_what_the_account_is_worth_and_nothing_is_booked_twice(
    days: list[Day], conversions: Conversions
) -> None:
    rolled, _ = run(days, conversions)
    report = final_report(rolled)
    added = report.starting_cash + report.realised + report.unrealised + report.dividends
    assert abs(added - report.total) < Decimal("1e-15")
    assert report.total == report.cash + report.positions_value
    assert rolled.roll(len(days) - 1) == ()


@given(st.lists(DAY, min_size=2, max_size=8), terms())
def test_a_conversion_that_is_taken_out_leaves_the_books_as_they_were(
    days: list[Day], converted: ConversionTerms
) -> None:
    rolled, _ = run(days)
    before = final_report(rolled)
    if positions_of(rolled.ledger, [converted.symbol])[converted.symbol] is not None:
        rolled.convert(converted, len(days) - 1)
    rolled.ledger = replace(rolled.ledger, conversions=())
    assert final_report(rolled) == before


@given(DAYS)
def test_rolled_all_at_once_or_day_by_day_is_the_same(days: list[Day]) -> None:
    """Without trades in between nothing depends on when somebody asked."""
    quiet = [replace(day, trades=day.trades if not number else ()) for number, day in enumerate(days)]
    often = run([replace(day, is_seen=True) for day in quiet])[0]
    seldom = run([replace(day, is_seen=False) for day in quiet])[0]
    assert often.values == seldom.values
    assert [each.key for each in often.ledger.actions] == [each.key for each in seldom.ledger.actions]
    assert final_report(often) == final_report(seldom)


@given(st.lists(DAY, min_size=2, max_size=8))
def test_listed_after_all_trades_then_no_shares_are_negative_and_results_add_up(days: list[Day]) -> None:
    rolled, _ = run([replace(day, actions=()) for day in days])
    before = final_report(rolled)
    rolled.days = days
    booked = rolled.roll(len(days) - 1)
    report = final_report(rolled)
    event(f"proceeds taken back: {any(each.cash < 0 for each in booked)}")
    assert all(each.shares >= 0 for each in report.symbols)
    assert report.cash == before.cash + sum(each.cash for each in booked)
    added = report.starting_cash + report.realised + report.unrealised + report.dividends
    assert abs(added - report.total) < Decimal("1e-15")
    assert rolled.roll(len(days) - 1) == ()
