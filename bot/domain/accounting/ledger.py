"""The ledger of an account: its fills and the corporate actions booked on it, in the order in which they count."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from bot.domain.market.price_history import ActionKind
from bot.domain.market.snapshot import market_date
from bot.domain.trading.execution.orders import Side

ActionKey = tuple[str, date, ActionKind]


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerFill:
    """An executed order. Amounts are in account currency."""

    symbol: str
    side: Side
    shares: Decimal  # > 0
    price: Decimal  # per share
    commission: Decimal
    executed_at: datetime  # market time
    booked_at: datetime  # wall-clock time

    @property
    def cash_change(self) -> Decimal:
        """What the fill added to the account's cash; negative for a purchase."""
        amount = self.shares * self.price
        return (amount if self.side is Side.SELL else -amount) - self.commission


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedAction:
    """A corporate action as it was applied to an account, once."""

    symbol: str
    ex_date: date
    kind: ActionKind
    value: Decimal  # as in `CorporateAction`
    shares: Decimal  # held at the close before `ex_date`; > 0
    cash: Decimal  # whole cents: the dividend, or what a split's fraction of a share was worth; negative: taken back
    booked_at: datetime  # wall-clock time

    @property
    def key(self) -> ActionKey:
        """What makes it the same action: it is booked at most once."""
        return self.symbol, self.ex_date, self.kind

    @property
    def shares_after(self) -> Decimal:
        """The whole shares held after it."""
        return whole_shares_after_split(self.shares, self.value)[0] if self.kind is ActionKind.SPLIT else self.shares


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """All entries of one account."""

    starting_cash: Decimal
    fills: tuple[LedgerFill, ...] = ()
    actions: tuple[BookedAction, ...] = ()


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """An entry with the market date from which it counts."""

    day: date
    entry: LedgerFill | BookedAction

    def counts_at(self, session: date, close: datetime) -> bool:
        """Return whether it counts at the close of `session`; a fill at that close counts from the next session on."""
        if isinstance(self.entry, BookedAction):
            return self.day <= session
        return self.day < session or (self.day == session and self.entry.executed_at < close)


def whole_shares_after_split(shares: Decimal, ratio: Decimal) -> tuple[Decimal, Decimal]:
    """Return the whole shares that `shares` become by a split, and the fraction that is left (below 1)."""
    exact = (shares * ratio).quantize(Decimal("0.000001"))
    whole = Decimal(int(exact))
    return whole, exact - whole


def entries_in_order(ledger: Ledger) -> Iterator[LedgerEntry]:
    """Yield the entries in the order in which they count.

    An action counts from its ex-date on, before that day's fills; on the same day dividends come before splits. A fill
    counts on the day of its execution. One that was booked after an action was applied is in the shares of after that
    action, though its price may be of the close before: it counts after it.
    """
    entries = [LedgerEntry(each.ex_date, each) for each in ledger.actions]
    by_symbol: dict[str, list[BookedAction]] = {}
    for action in ledger.actions:
        by_symbol.setdefault(action.symbol, []).append(action)
    entries += [LedgerEntry(_day_of_fill(each, by_symbol.get(each.symbol, ())), each) for each in ledger.fills]
    yield from sorted(entries, key=_sequence)


def _day_of_fill(fill: LedgerFill, actions: Iterable[BookedAction]) -> date:
    applied = (each.ex_date for each in actions if each.booked_at < fill.booked_at)
    return max(market_date(fill.executed_at), max(applied, default=date.min))


def _sequence(entry: LedgerEntry) -> tuple[date, int, str, float, float]:
    each = entry.entry
    if isinstance(each, BookedAction):
        return entry.day, 0, each.kind, 0.0, 0.0
    return entry.day, 1, "", each.executed_at.timestamp(), each.booked_at.timestamp()
