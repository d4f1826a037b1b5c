"""Conversions of a holding, as an admin states them: a rename, a merger into shares or cash, a write-off."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

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
