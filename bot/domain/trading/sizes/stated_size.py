"""What the figures of a stated size refer to, and one bound of a size."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Final

_MILLIONTH: Final = Decimal("0.000001")


class FractionBase(StrEnum):
    """What a stated fraction is a part of."""

    POSITION = "position"  # "sell half of IBM"
    CASH = "cash"  # "use 20 % of my cash for IBM"
    ASSETS = "assets"  # "put 10 % of the portfolio into IBM": cash and positions


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedRisk:
    """The most that a purchase may lose at its stop: an amount, or a fraction of total assets; one of them is None."""

    amount: Decimal | None = None  # account currency, above zero
    fraction: Decimal | None = None  # 0 < f <= 1

    def in_money(self, total_assets: Decimal) -> Decimal:
        """Return the risk as an amount, account currency."""
        return self.amount if self.amount is not None else (self.fraction or Decimal(0)) * max(total_assets, Decimal(0))


@dataclass(frozen=True, slots=True)
class SizeBound:
    """The maximum of shares by one rule, shown by the locale message `bound-<code>` with `shares` and `numbers`."""

    code: str
    shares: Decimal  # >= 0; whole, except that an entire position may be fractional
    numbers: Mapping[str, Decimal] = field(default_factory=dict)


def part_of(shares: Decimal, fraction: Decimal) -> Decimal:
    """Return a part of a number of shares, to a millionth: a third is stored as 0.333…, and a third of 30 is 10."""
    return (shares * fraction).quantize(_MILLIONTH)
