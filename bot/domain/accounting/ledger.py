"""The ledger of an account: fills, corporate actions and an admin's conversions, in the order in which they count."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.market.price_history import ActionKind
from bot.domain.market.snapshot import market_date
from bot.domain.trading.execution.orders import Side

_ZERO: Final = Decimal(0)
MOST_RATIO: Final = Decimal(10_000)  # new shares for each old one; beyond it, a number was misread
LEAST_RATIO: Final = Decimal("0.00001")
MOST_CASH: Final = Decimal(1_000_000)  # for each old share


class ConversionKind(StrEnum):
    """What becomes of a holding, as people call it."""

    RENAME = "rename"
    SHARES = "shares"  # a merger into shares of another company
    MIXED = "mixed"  # into shares and cash
    CASH = "cash"
    WRITE_OFF = "write_off"
    OWN_SHARE = "own_share"  # a split or a special dividend of it that was held back


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionTerms:
    """What each share of a symbol becomes. Amounts are in account currency."""

    symbol: str
    into: str | None = None  # None: no shares; `symbol` itself: see `ConversionKind.OWN_SHARE`
    ratio: Decimal = _ZERO  # new shares for each old one
    cash: Decimal = _ZERO  # for each old share

    @property
    def kind(self) -> ConversionKind:
        """What people call it."""
        if self.into is None:
            return ConversionKind.CASH if self.cash else ConversionKind.WRITE_OFF
        if self.into == self.symbol:
            return ConversionKind.OWN_SHARE
        if self.cash:
            return ConversionKind.MIXED
        return ConversionKind.RENAME if self.ratio == 1 else ConversionKind.SHARES

    @property
    def has_usual_size(self) -> bool:
        """Return whether the ratio and the cash are such as occur: none is negative, tiny or huge."""
        is_ratio_usual = self.ratio == 0 if self.into is None else LEAST_RATIO <= self.ratio <= MOST_RATIO
        return is_ratio_usual and 0 <= self.cash <= MOST_CASH


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldingConversion:
    """All shares held of one symbol converted by its terms, once.

    The account has whole shares only: the fraction that is left is paid in cash at `price`. Cost basis carries over: a
    rename or a merger into shares alone realises nothing. Cash is the sale of a part of what was held: of its cost, it
    takes the part that the cash is of all that was received, the new shares valued at `price`. What is left is the cost
    of the new shares. Where no share is received, the cash realises the whole cost.

    Source: the part disposal A / (A + B) of the United Kingdom's TCGA 1992, sections 129 and 135. (The United States'
    IRC section 356 would instead recognise a gain up to the cash, and no loss.)
    """

    terms: ConversionTerms
    shares: Decimal  # old ones, all that were held; whole, > 0
    shares_into: Decimal  # new ones; whole
    cash: Decimal  # whole cents: for the old shares, and for the fraction of a new one
    price: Decimal | None  # of a new share when it was converted; None: no share is received
    effective_at: datetime  # market time
    booked_at: datetime  # wall-clock time

    @property
    def symbol(self) -> str:
        """The symbol that is converted."""
        return self.terms.symbol

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols whose shares it changes."""
        return tuple(dict.fromkeys(each for each in (self.terms.symbol, self.terms.into) if each is not None))

    @property
    def fraction(self) -> Decimal:
        """The fraction of a new share that is paid in cash; below 1."""
        return (self.shares * self.terms.ratio).quantize(Decimal("0.000001")) - self.shares_into

    def cost_of_cash(self, cost: Decimal) -> Decimal:
        """Return the part of the cost of the old shares that the cash takes; the rest is that of the new shares."""
        if not self.shares_into:
            return cost
        received = self.cash + self.shares_into * (self.price or _ZERO)
        return cost * self.cash / received if self.cash else _ZERO


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
    def key(self) -> tuple[str, date, ActionKind]:
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
    conversions: tuple[HoldingConversion, ...] = ()  # booked, and not undone


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """An entry with the market date from which it counts."""

    day: date
    entry: LedgerFill | BookedAction | HoldingConversion
    at: datetime | None = None  # the market time from which it counts; None: from before the opening of the day

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols whose shares it changes."""
        return self.entry.symbols if isinstance(self.entry, HoldingConversion) else (self.entry.symbol,)

    def counts_at(self, session: date, close: datetime) -> bool:
        """Return whether it counts at the close of `session`; a fill at that close counts from the next session on."""
        if self.at is None:
            return self.day <= session
        return self.day < session or (self.day == session and self.at < close)


def whole_shares_after_split(shares: Decimal, ratio: Decimal) -> tuple[Decimal, Decimal]:
    """Return the whole shares that `shares` become by a split, and the fraction that is left (below 1)."""
    exact = (shares * ratio).quantize(Decimal("0.000001"))
    whole = Decimal(int(exact))
    return whole, exact - whole


def entries_in_order(ledger: Ledger) -> Iterator[LedgerEntry]:
    """Yield the entries in the order in which they count.

    An action counts from its ex-date on, before that day's fills; on the same day dividends come before splits. A fill
    counts on the day of its execution. One that was booked after an action or a conversion was applied is in the shares
    of after it, though its price may be of before: it counts after it.
    """
    entries = [LedgerEntry(each.ex_date, each) for each in ledger.actions]
    entries += [LedgerEntry(market_date(each.effective_at), each, each.effective_at) for each in ledger.conversions]
    by_symbol: dict[str, list[LedgerEntry]] = {}
    for applied in entries:
        for symbol in applied.symbols:
            by_symbol.setdefault(symbol, []).append(applied)
    entries += [_entry_of_fill(each, by_symbol.get(each.symbol, ())) for each in ledger.fills]
    yield from sorted(entries, key=_sequence)


def _entry_of_fill(fill: LedgerFill, others: Iterable[LedgerEntry]) -> LedgerEntry:
    before = [each for each in others if each.entry.booked_at < fill.booked_at]
    day = max((each.day for each in before), default=date.min)
    at = max((each.at for each in before if each.at is not None), default=fill.executed_at)
    return LedgerEntry(max(market_date(fill.executed_at), day), fill, max(fill.executed_at, at))


def _sequence(entry: LedgerEntry) -> tuple[date, int, str, float, float]:
    each = entry.entry
    if isinstance(each, BookedAction):
        return entry.day, 0, each.kind, 0.0, 0.0
    return entry.day, 1, "", entry.at.timestamp() if entry.at else 0.0, each.booked_at.timestamp()
