"""Prices as exchanges quote them: from one dollar on, in whole cents."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

_CENT: Final = Decimal("0.01")
_DOLLAR: Final = Decimal(1)


def in_cents(price: Decimal) -> Decimal:
    """Return a price in US dollars rounded to the cent; one below a dollar as it is.

    US exchanges take orders from one dollar on in cents (SEC rule 612); sources add fractions by their own rounding,
    and then amounts of money would not come out in cents.
    """
    return price if price < _DOLLAR else price.quantize(_CENT, ROUND_HALF_UP)
