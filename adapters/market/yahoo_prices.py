"""Converts Yahoo's prices of today, which are adjusted for splits, to the prices seen on a day. Pure.

Yahoo's `Close` is not adjusted for dividends, but it is for every split (and spin-off) until today: for the last day of
January 2013 it shows AAPL at 16.27, although it traded at 455.49, because shares were split 7:1 in 2014 and 4:1 in
2020. Unconverted, it would reveal later events. The splits after `at` are therefore reversed: prices are multiplied,
and volume is divided, by the product of their ratios. Splits before `at` are kept, so that a series has no jump.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from math import isfinite, prod
from typing import Final

from adapters.market.hours import at_new_york
from bot.domain.market.snapshot import Bar

_OPENING: Final = time(9, 30)
_CENT: Final = Decimal("0.01")
_HUNDREDTH_OF_CENT: Final = Decimal("0.0001")


@dataclass(frozen=True, slots=True)
class YahooBar:
    """One session in today's shares: prices and volume adjusted for all splits since."""

    session: date
    open: float
    high: float
    low: float
    close: float
    volume: float

    @property
    def is_usable(self) -> bool:
        """Whether it has prices: Yahoo returns rows of NaN for halts and for a session about to open."""
        return all(isfinite(x) and x > 0 for x in (self.open, self.high, self.low, self.close)) and self.volume >= 0


@dataclass(frozen=True, slots=True)
class Split:
    """A split or spin-off: `ratio` new shares for each old one, from the opening of `session` on."""

    session: date
    ratio: float


def unadjust_splits(bars: Sequence[YahooBar], splits: Sequence[Split], *, at: datetime) -> tuple[Bar, ...]:
    """Return `bars` without adjustment for splits after `at`.

    Args:
        bars: Oldest first; only sessions closed at `at`.
        splits: All splits from the first bar until today.
        at: An instant with zone.
    """
    factor = prod(split.ratio for split in splits if at < at_new_york(split.session, _OPENING))
    return tuple(_unadjusted_bar(bar, factor) for bar in bars)


def to_price(value: float) -> Decimal:
    """Return a price from Yahoo as a decimal with two places, or four if it has fractions of a cent.

    Yahoo stores prices as 32-bit floats and sends 455.489990234375 for 455.49: seven digits are significant, so four
    places lose nothing up to 1,000 dollars and remove the rounding noise. Above about 130,000 dollars (BRK.A) the last
    cents are Yahoo's rounding.
    """
    exact = Decimal(value).quantize(_HUNDREDTH_OF_CENT)
    cents = exact.quantize(_CENT)
    return cents if cents == exact else exact


def _unadjusted_bar(bar: YahooBar, factor: float) -> Bar:
    return Bar(
        session=bar.session,
        open=to_price(bar.open * factor),
        high=to_price(bar.high * factor),
        low=to_price(bar.low * factor),
        close=to_price(bar.close * factor),
        volume=round(bar.volume / factor),
    )
