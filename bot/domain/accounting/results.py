"""What holdings have brought over some days, and how far the account has fallen from its highest value."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final, Self

from bot.domain.accounting.books import AccountBooks, SymbolBook
from bot.domain.accounting.ledger import Ledger, entries_in_order
from bot.domain.market.price_history import PriceHistory
from bot.domain.market.sessions import TradingSession

_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountDrawdown:
    """An account's falls from its highest value before. Amounts in account currency, falls as fractions."""

    peak: Decimal  # the highest value so far; > 0
    total: Decimal  # the value now
    deepest: Decimal  # the deepest fall so far, that of now included; 0: the account has never been below its peak

    @classmethod
    def of_values(cls, values: Iterable[Decimal], *, total: Decimal) -> Self | None:
        """Return the drawdown after `values`, oldest first, and `total` now; None: nothing was ever in the account."""
        peak, deepest = _ZERO, _ZERO
        for value in (*values, total):
            peak = max(peak, value)
            deepest = max(deepest, 1 - value / peak) if peak > 0 else _ZERO
        return cls(peak=peak, total=total, deepest=deepest) if peak > 0 else None

    @property
    def now(self) -> Decimal:
        """How far the account is below its peak."""
        return self.after_loss(_ZERO)

    @property
    def room(self) -> Decimal:
        """What may be lost before the account is further below its peak than ever: 0 if that is so now."""
        return max(self.total - self.peak * (1 - self.deepest), _ZERO)

    def after_loss(self, amount: Decimal) -> Decimal:
        """Return how far the account would be below its peak after losing `amount`."""
        return max(1 - (self.total - amount) / self.peak, _ZERO)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultOfDays:
    """The result of one holding, account currency."""

    symbol: str
    since: date  # the session from whose close it counts, or the day of the first purchase
    until: date | None  # the session to whose close it counts; None: to now
    change: Decimal | None  # None: it is held and has no price


def holding_result(
    ledger: Ledger, history: PriceHistory, now: SymbolBook, *, before: TradingSession, until: TradingSession | None
) -> ResultOfDays | None:
    """Return the result between two closes (`until`: None: to now), at own prices; None: nothing was held by then."""
    days = [entry.day for entry in entries_in_order(ledger) if history.symbol in entry.symbols]
    if not days or (until is not None and min(days) > until.day):
        return None
    start = _result_at(ledger, history, before)
    end = now.result if until is None else _result_at(ledger, history, until)
    return ResultOfDays(
        symbol=history.symbol,
        since=max(before.day, min(days)),
        until=None if until is None else until.day,
        change=None if start is None or end is None else end - start,
    )


def _result_at(ledger: Ledger, history: PriceHistory, session: TradingSession) -> Decimal | None:
    """Return what a share had brought at the close of a session, since it was first bought; None: it has no price."""
    books = AccountBooks(ledger.starting_cash)
    for entry in entries_in_order(ledger):
        if entry.counts_at(session.day, session.closes):
            books.book(entry)
    return replace(books.book_of(history.symbol), price=history.close_on(session.day)).result
