"""The books of an account by the average-cost method: what is held, what it cost, and the result of what was sold.

The average cost of a position is what its shares cost each, without commissions; a sale keeps it, a split divides it.
A sale realises its proceeds less the average cost of the shares sold. Every commission counts in the realised result
when it is paid, a purchase's too. A split that merges shares and is listed late may leave fewer than were sold since:
the sale of what was not there counts for nothing, and the split takes its proceeds back. A conversion carries the cost
over to the new shares, and realises its cash (`HoldingConversion`). So at any instant, exactly:

    starting cash + realised result + unrealised result + dividends = cash + value of the positions
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Self

from bot.domain.accounting.ledger import (
    BookedAction,
    ConversionTerms,
    HoldingConversion,
    Ledger,
    LedgerEntry,
    LedgerFill,
    entries_in_order,
    whole_shares_after_split,
)
from bot.domain.market.price_history import ActionKind, CorporateAction, SessionClose
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Position
from bot.domain.trading.execution.orders import Side

_CENT = Decimal("0.01")
_ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class ClosedTrade:
    """One sale: the shares sold, against their average cost."""

    symbol: str
    shares: Decimal
    result: Decimal  # after the sale's commission and the sold shares' part of those of their purchases
    day: date


@dataclass(slots=True)
class SymbolBook:
    """What an account's ledger says of one symbol that is held, or was. Amounts are in account currency."""

    symbol: str
    shares: Decimal = _ZERO
    average_cost: Decimal = _ZERO  # per share held
    opened_at: datetime | None = None  # market time; None: nothing is held
    realised: Decimal = _ZERO  # after all commissions paid
    dividends: Decimal = _ZERO
    commissions_of_held: Decimal = _ZERO  # of the purchases, the part of the shares still held
    missing_proceeds: Decimal = _ZERO  # of shares sold that, by a split listed late, were not there
    last_good: SessionClose | None = None  # of its latest fill, per share as held now
    was_held: bool = False
    price: Decimal | None = None  # now; None: there is none, or it is not looked up

    @property
    def position(self) -> Position | None:
        """The position; None: nothing is held."""
        if not self.shares or self.opened_at is None:
            return None
        return Position(self.symbol, self.shares, self.average_cost, self.opened_at, self.last_good)

    @property
    def value(self) -> Decimal | None:
        """The market value; None: there is no price."""
        return None if self.price is None else self.shares * self.price

    @property
    def unrealised(self) -> Decimal | None:
        """The market value less the average cost; None: there is no price."""
        return None if self.price is None else self.shares * (self.price - self.average_cost)

    @property
    def unrealised_fraction(self) -> Decimal | None:
        """The unrealised result as a fraction of the average cost; None: there is no price, or nothing is held."""
        cost, unrealised = self.shares * self.average_cost, self.unrealised
        return unrealised / cost if cost and unrealised is not None else None

    @property
    def result(self) -> Decimal | None:
        """What it has brought in all, dividends included; None: shares are held and have no price."""
        unrealised = self.unrealised if self.shares else _ZERO
        return None if unrealised is None else unrealised + self.realised + self.dividends


@dataclass(slots=True)
class AccountBooks:
    """The books of an account, entry by entry."""

    cash: Decimal
    symbols: dict[str, SymbolBook] = field(default_factory=dict)
    trades: list[ClosedTrade] = field(default_factory=list)

    @classmethod
    def of(cls, ledger: Ledger) -> Self:
        """Return the books after all entries of a ledger."""
        books = cls(ledger.starting_cash)
        for each in entries_in_order(ledger):
            books.book(each)
        return books

    def book(self, entry: LedgerEntry) -> None:
        """Book one entry, which counts after all that are booked."""
        each = entry.entry
        book = self.book_of(each.symbol)
        if isinstance(each, HoldingConversion):
            self._book_conversion(each, book, day=entry.day)
        elif isinstance(each, BookedAction):
            self._book_action(each, book)
        elif each.side is Side.BUY:
            self._book_purchase(each, book)
        else:
            self._book_sale(each, book, day=entry.day)
        if isinstance(each, LedgerFill):
            book.last_good = SessionClose(entry.day, each.price)

    def book_of(self, symbol: str) -> SymbolBook:
        """Return the book of a symbol, an empty one if there is none yet."""
        return self.symbols.setdefault(symbol, SymbolBook(symbol))

    def _book_purchase(self, fill: LedgerFill, book: SymbolBook) -> None:
        book.average_cost = average_cost_after(book.shares, book.average_cost, bought=fill.shares, price=fill.price)
        book.opened_at = book.opened_at or fill.executed_at
        book.shares += fill.shares
        book.realised -= fill.commission
        book.commissions_of_held += fill.commission
        book.was_held = True
        self.cash += fill.cash_change

    def _book_sale(self, fill: LedgerFill, book: SymbolBook, *, day: date) -> None:
        shares = min(fill.shares, book.shares)
        missing = (fill.shares - shares) * fill.price
        gain = shares * (fill.price - book.average_cost)
        if shares:
            commissions = book.commissions_of_held * shares / book.shares
            self.trades.append(ClosedTrade(fill.symbol, shares, gain - fill.commission - commissions, day))
            book.commissions_of_held -= commissions
        book.realised += gain - fill.commission + missing
        book.missing_proceeds += missing
        book.shares -= shares
        self.cash += fill.cash_change
        _close_if_empty(book)

    def _book_action(self, action: BookedAction, book: SymbolBook) -> None:
        self.cash += action.cash
        if action.kind is ActionKind.DIVIDEND:
            book.dividends += action.cash
            return
        cost = book.shares * book.average_cost
        book.shares = whole_shares_after_split(book.shares, action.value)[0]
        book.average_cost /= action.value
        if book.last_good is not None:
            book.last_good = SessionClose(action.ex_date, book.last_good.price / action.value)
        book.realised += action.cash - (cost - book.shares * book.average_cost)  # fraction paid, proceeds taken back
        _close_if_empty(book)

    def _book_conversion(self, conversion: HoldingConversion, old: SymbolBook, *, day: date) -> None:
        cost = old.shares * old.average_cost
        of_cash = conversion.cost_of_cash(cost)
        self.cash += conversion.cash
        old.realised += conversion.cash - of_cash
        commissions, old.shares, old.commissions_of_held = old.commissions_of_held, _ZERO, _ZERO
        if conversion.terms.into is not None and conversion.shares_into:
            new = self.book_of(conversion.terms.into)
            shares = new.shares + conversion.shares_into
            new.average_cost = (new.shares * new.average_cost + cost - of_cash) / shares
            new.shares = shares
            new.opened_at = new.opened_at or old.opened_at
            new.commissions_of_held += commissions
            new.was_held = True
            if conversion.price is not None:
                new.last_good = SessionClose(day, conversion.price)
        _close_if_empty(old)


def symbols_held(ledger: Ledger, at: datetime) -> tuple[str, ...]:
    """Return what an account held at a market time, by symbol, whatever it has bought and sold since."""
    books, day = AccountBooks(ledger.starting_cash), market_date(at)
    for entry in entries_in_order(ledger):
        if entry.day <= day if entry.at is None else entry.at <= at:
            books.book(entry)
    return tuple(symbol for symbol, book in sorted(books.symbols.items()) if book.shares)


def average_cost_after(shares: Decimal, average_cost: Decimal, *, bought: Decimal, price: Decimal) -> Decimal:
    """Return the average cost of `shares` and of those `bought` at `price` together, weighted by shares."""
    return (shares * average_cost + bought * price) / (shares + bought) if shares else price


def apply_action(
    action: CorporateAction, *, shares: Decimal, previous_close: Decimal | None, at: datetime
) -> BookedAction:
    """Return what `action` does to `shares` held before it; a split's fraction is paid at `previous_close`, if any."""
    if action.kind is ActionKind.DIVIDEND:
        cash = shares * action.value
    else:
        fraction = whole_shares_after_split(shares, action.value)[1]
        cash = fraction * (previous_close or _ZERO) / action.value
    return BookedAction(
        symbol=action.symbol,
        ex_date=action.ex_date,
        kind=action.kind,
        value=action.value,
        shares=shares,
        cash=whole_cents(cash),
        booked_at=at,
    )


def apply_conversion(
    terms: ConversionTerms, *, shares: Decimal, price: Decimal | None, effective_at: datetime, booked_at: datetime
) -> HoldingConversion:
    """Return what `terms` do to all `shares` that are held of their symbol; the cash is rounded to the cent, once.

    A fraction of a new share is paid at `price`, that of a new share; None: no share is received.
    """
    whole, fraction = whole_shares_after_split(shares, terms.ratio)
    return HoldingConversion(
        terms=terms,
        shares=shares,
        shares_into=whole,
        cash=whole_cents(shares * terms.cash + fraction * (price or _ZERO)),
        price=price,
        effective_at=effective_at,
        booked_at=booked_at,
    )


def positions_of(ledger: Ledger, symbols: Iterable[str]) -> dict[str, Position | None]:
    """Return the positions in some symbols that follow from a ledger; None: nothing is held."""
    books = AccountBooks.of(ledger)
    return {symbol: books.book_of(symbol).position for symbol in symbols}


def whole_cents(amount: Decimal) -> Decimal:
    """Return an amount rounded to the cent, halves away from zero."""
    return amount.quantize(_CENT, ROUND_HALF_UP)


def _close_if_empty(book: SymbolBook) -> None:
    if not book.shares:
        book.average_cost, book.opened_at, book.commissions_of_held = _ZERO, None, _ZERO
