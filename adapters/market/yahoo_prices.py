"""Make the prices that people saw on a day out of the prices that Yahoo shows today. Pure.

Yahoo's `Close` is not adjusted for dividends, but it is for every split (and spin-off) up to today: for the last day of
January 2013 it shows AAPL at 16.27, while people paid 455.49, because shares were split 7:1 in 2014 and 4:1 in 2020.
Taken as it is, that would let a later event into an earlier day. So the splits after `at` are taken out again: prices
times, volume divided by, the product of their ratios. Splits before `at` stay in, so that a series has no step in it.
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
        """Whether it holds prices at all: Yahoo has rows of NaN for halts and for a session about to open."""
        return all(isfinite(x) and x > 0 for x in (self.open, self.high, self.low, self.close)) and self.volume >= 0


@dataclass(frozen=True, slots=True)
class Split:
    """A split or spin-off: `ratio` new shares for one, from the opening of `session` on."""

    session: date
    ratio: float


def unadjust_splits(bars: Sequence[YahooBar], splits: Sequence[Split], *, at: datetime) -> tuple[Bar, ...]:
    """Return `bars` in the shares there were at `at`, an instant with zone.

    Args:
        bars: Oldest first; the caller leaves out sessions that had not closed at `at`.
        splits: All splits from the first bar up to today.
        at: The instant whose shares count.
    """
    later = prod(split.ratio for split in splits if at < at_new_york(split.session, _OPENING))
    return tuple(_unadjusted_bar(bar, later) for bar in bars)


def to_price(value: float) -> Decimal:
    """Return a price of Yahoo's as a decimal with two places, or four where it has parts of a cent.

    Yahoo keeps prices as 32-bit floats and sends 455.489990234375 for 455.49: their seventh digit is the last that
    means something, so four places lose nothing up to 1,000 dollars and remove the noise. Above about 130,000 dollars
    (BRK.A) the last cents are Yahoo's rounding.
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
