"""The report on an account, exact, in its currency: positions, results, trades, the same money in a benchmark."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal

from bot.domain.accounting.books import AccountBooks, SymbolBook
from bot.domain.accounting.ledger import Ledger
from bot.domain.accounting.roll_forward import AccountValue
from bot.domain.market.price_history import ActionKind, PriceHistory, SessionClose

_ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class TradeStatistics:
    """All closed trades. A closed trade is a sale: the shares sold, against their average cost."""

    count: int = 0
    wins: int = 0  # with a result above zero
    result: Decimal = _ZERO  # of all, after commissions

    @property
    def win_rate(self) -> Decimal | None:
        """The share of wins, 0 to 1; None: there are no closed trades."""
        return Decimal(self.wins) / self.count if self.count else None

    @property
    def average_result(self) -> Decimal | None:
        """The mean result; None: there are no closed trades."""
        return self.result / self.count if self.count else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountReport:
    """An account at one instant, with its results since it began."""

    starting_cash: Decimal
    since: date  # the first session at whose close it was valued
    cash: Decimal
    symbols: tuple[SymbolBook, ...]  # all that were ever held, the most valuable first
    trades: TradeStatistics
    commissions: Decimal = _ZERO  # paid so far
    last_known: Mapping[str, SessionClose] = field(default_factory=dict)  # the prices of an earlier day, by symbol

    @property
    def held(self) -> tuple[SymbolBook, ...]:
        """The positions, the most valuable first."""
        return tuple(each for each in self.symbols if each.shares)

    @property
    def positions_value(self) -> Decimal:
        """The market value of all positions."""
        return sum((each.value or _ZERO for each in self.held), _ZERO)

    @property
    def total(self) -> Decimal:
        """Cash and positions."""
        return self.cash + self.positions_value

    @property
    def realised(self) -> Decimal:
        """The realised result of all symbols."""
        return sum((each.realised for each in self.symbols), _ZERO)

    @property
    def unrealised(self) -> Decimal:
        """The unrealised result of all positions."""
        return sum((each.unrealised or _ZERO for each in self.held), _ZERO)

    @property
    def dividends(self) -> Decimal:
        """All dividends."""
        return sum((each.dividends for each in self.symbols), _ZERO)

    @property
    def total_return(self) -> Decimal | None:
        """The change since the start as a fraction; None: it began with nothing."""
        return self.total / self.starting_cash - 1 if self.starting_cash else None

    @property
    def ranked(self) -> tuple[SymbolBook, ...]:
        """The symbols whose result is known, the best first."""
        known = [each for each in self.symbols if each.result is not None]
        return tuple(sorted(known, key=lambda each: each.result or _ZERO, reverse=True))

    def weight(self, symbol: SymbolBook) -> Decimal | None:
        """Return the share of total assets in one position, 0 to 1; None: there is no price."""
        return symbol.value / self.total if symbol.value is not None and self.total else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodResult:
    """The change of an account's value over a period: account currency."""

    since: date  # the session at whose close it had `before`
    until: date | None  # the session at whose close it had `after`; None: now
    before: Decimal
    after: Decimal
    benchmark: "BenchmarkReturn | None" = None  # of `before`, over the period; None: not asked for, or not known

    @property
    def change(self) -> Decimal:
        """The change of the value."""
        return self.after - self.before

    @property
    def fraction(self) -> Decimal | None:
        """The change as a fraction of the value before; None: that was nothing."""
        return self.change / self.before if self.before else None


@dataclass(frozen=True, slots=True)
class BenchmarkReturn:
    """What the same money would have become in equal parts of some symbols, bought once and held."""

    symbols: tuple[str, ...]  # those that had a close on the first day
    value: Decimal  # dividends included, not invested again; no commissions
    money: Decimal  # at the start, > 0
    since: date

    @property
    def total_return(self) -> Decimal:
        """The change since the start as a fraction."""
        return self.value / self.money - 1


def unpriced_report(ledger: Ledger, *, since: date) -> AccountReport:
    """Return the report that follows from a ledger, still without prices."""
    books = AccountBooks.of(ledger)
    results = [each.result for each in books.trades]
    return AccountReport(
        starting_cash=ledger.starting_cash,
        since=since,
        cash=books.cash,
        symbols=tuple(book for book in books.symbols.values() if book.was_held),
        trades=TradeStatistics(len(results), sum(each > 0 for each in results), sum(results, _ZERO)),
        commissions=sum((each.commission for each in ledger.fills), _ZERO),
    )


def period_result(
    values: Sequence[AccountValue], *, first: date, last: date, report: AccountReport, today: date
) -> PeriodResult | None:
    """Return the result from the last close before `first` to `last`, or to now; None: there was no account yet."""
    if last < report.since:
        return None
    before = [each for each in values if each.session < first]
    until = [each for each in values if each.session <= last] if last < today else []
    return PeriodResult(
        since=before[-1].session if before else report.since,
        until=until[-1].session if until else None,
        before=before[-1].total if before else report.starting_cash,
        after=until[-1].total if until else report.total,
    )


def with_prices(
    report: AccountReport, prices: Mapping[str, Decimal], *, last_known: Mapping[str, SessionClose] | None = None
) -> AccountReport:
    """Return the report at the prices of what is held; `last_known` names those of an earlier day."""
    symbols = (replace(each, price=prices.get(each.symbol)) for each in report.symbols)
    in_order = sorted(symbols, key=lambda each: (-(each.value or _ZERO), not each.shares, each.symbol))
    return replace(report, symbols=tuple(in_order), last_known=last_known or {})


def benchmark_return(
    histories: Sequence[PriceHistory], *, money: Decimal, since: date, prices: Mapping[str, Decimal]
) -> BenchmarkReturn | None:
    """Return what `money` would be worth in equal parts of those priced on `since` and now; None: there is none."""
    found = [h for h in histories if h.closes and h.closes[0].session == since and h.symbol in prices]
    if not found or not money:
        return None
    grown = sum((_growth(each, since, prices[each.symbol]) for each in found), _ZERO)
    return BenchmarkReturn(tuple(each.symbol for each in found), money * grown / len(found), money, since)


def _growth(history: PriceHistory, since: date, price: Decimal) -> Decimal:
    """Return what one unit of money has become."""
    last = max((each.ex_date for each in history.actions), default=since)
    worth = price * history.split_ratio(after=since, through=last)
    for each in history.actions:
        if each.kind is ActionKind.DIVIDEND and each.ex_date > since:
            worth += each.value * history.split_ratio(after=since, through=each.ex_date - timedelta(days=1))
    return worth / history.closes[0].price
