"""What the figures of a stated size refer to, and one bound of a size."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Final

_MILLIONTH: Final = Decimal("0.000001")


class SizeUnit(StrEnum):
    """What a stated size counts."""

    SHARES = "shares"
    MONEY = "money"  # account currency
    POSITION = "position"  # a fraction of what is held: "sell half of IBM"
    CASH = "cash"  # a fraction of the account's cash: "use 20 % of my cash for IBM"
    ASSETS = "assets"  # a fraction of cash and positions: "put 10 % of the portfolio into IBM"


@dataclass(frozen=True, slots=True)
class Size:
    """How much is to be traded."""

    value: Decimal  # in `unit`; a fraction is above 0 and at most 1
    unit: SizeUnit = SizeUnit.SHARES
    is_target: bool = False  # "to 2 shares": what the proposal, or the position, shall come to
    is_minimum: bool = False  # "at least 5 shares": the fewest whole shares that reach the size

    @property
    def is_fraction(self) -> bool:
        """Whether it is a part of the position, the cash or the assets."""
        return self.unit in FRACTIONS

    def in_unit(self, unit: SizeUnit) -> Decimal | None:
        """Return the value, if it is stated in this unit."""
        return self.value if self.unit is unit else None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedRisk:
    """The most that a purchase may lose at its stop: an amount, or a fraction of total assets; one of them is None."""

    amount: Decimal | None = None  # account currency, above zero
    fraction: Decimal | None = None  # 0 < f <= 1
    may_be_stop: bool = False  # "stop 30 bucks": near the share's price, the amount is the stop

    def in_money(self, total_assets: Decimal) -> Decimal:
        """Return the risk as an amount, account currency."""
        return self.amount if self.amount is not None else (self.fraction or Decimal(0)) * max(total_assets, Decimal(0))


@dataclass(frozen=True, slots=True)
class SizeBound:
    """The maximum of shares by one rule, said by `reason-sized-by-<code>` with `shares` and `numbers`."""

    code: str
    shares: Decimal  # >= 0; whole, except that an entire position may be fractional
    numbers: Mapping[str, Decimal] = field(default_factory=dict)


def part_of(shares: Decimal, fraction: Decimal) -> Decimal:
    """Return a part of a number of shares, to a millionth: a third is stored as 0.333…, and a third of 30 is 10."""
    return (shares * fraction).quantize(_MILLIONTH)


FRACTIONS: Final = (SizeUnit.POSITION, SizeUnit.CASH, SizeUnit.ASSETS)
