"""Technical indicators of a series of sessions, oldest first, as of the last session.

Every function returns None if there are too few sessions. An average price is exact (`Decimal`) and is rounded where it
is shown; a statistic is a float. `sessions` is at least 1 throughout.

Sources: W. Wilder, New Concepts in Technical Trading Systems (1978), for RSI and ATR; G. Appel, Technical Analysis
(2005), for MACD; J. Bollinger, Bollinger on Bollinger Bands (2001); J. Hull, Options, Futures, and Other Derivatives,
for the volatility. Initial values and smoothing are those of TA-Lib, against which the tests compare.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from statistics import fmean, pstdev, stdev
from typing import Final

from bot.domain.market.snapshot import Bar

TRADING_DAYS: Final = 252  # sessions per year, by convention; the true number is 250 to 253


@dataclass(frozen=True, slots=True)
class Macd:
    """Moving average convergence/divergence, in US dollars."""

    line: float  # fast average - slow average
    signal: float  # average of the line
    histogram: float  # line - signal


@dataclass(frozen=True, slots=True)
class Bollinger:
    """Bollinger bands, in US dollars."""

    lower: float
    middle: float
    upper: float


@dataclass(frozen=True, slots=True)
class PriceRange:
    """The lowest and highest price of some sessions, in US dollars."""

    low: Decimal
    high: Decimal

    def position_of(self, price: Decimal) -> float:
        """Return the position of `price` in the range: 0 at the low, 1 at the high; 0.5 if both are equal."""
        width = self.high - self.low
        return float((price - self.low) / width) if width else 0.5


def sma(closes: Sequence[Decimal], *, sessions: int) -> Decimal | None:
    """Return the mean of the last `sessions` closes, in US dollars, exact to 28 digits."""
    if len(closes) < sessions:
        return None
    return sum(closes[-sessions:], Decimal(0)) / sessions


def rsi(closes: Sequence[float], *, sessions: int = 14) -> float | None:
    """Return Wilder's relative strength index, 0 to 100; 50 if the price never moved. Needs `sessions` + 1 closes."""
    return next(reversed(rsi_series(closes, sessions=sessions)), None)


def rsi_series(closes: Sequence[float], *, sessions: int = 14) -> Sequence[float]:
    """Return the relative strength index at each close from that with index `sessions` on."""
    changes = [after - before for before, after in pairwise(closes)]
    gains = _wilder_averages([max(change, 0.0) for change in changes], sessions)
    losses = _wilder_averages([max(-change, 0.0) for change in changes], sessions)
    return [100.0 * gain / (gain + loss) if gain + loss > 0 else 50.0 for gain, loss in zip(gains, losses, strict=True)]


def macd(closes: Sequence[float], *, fast: int = 12, slow: int = 26, signal: int = 9) -> Macd | None:
    """Return Appel's MACD; both averages start at the same session. Needs `slow` + `signal` - 1 closes."""
    fast_emas, slow_emas = ema_series(closes[slow - fast :], fast), ema_series(closes, slow)
    lines = [a - b for a, b in zip(fast_emas, slow_emas, strict=True)]
    averages = ema_series(lines, signal)
    return Macd(lines[-1], averages[-1], lines[-1] - averages[-1]) if averages else None


def bollinger(closes: Sequence[float], *, sessions: int = 20, width: float = 2.0) -> Bollinger | None:
    """Return the mean of the last `sessions` closes and a band of `width` population standard deviations around it."""
    if len(closes) < sessions:
        return None
    middle, spread = fmean(closes[-sessions:]), width * pstdev(closes[-sessions:])
    return Bollinger(lower=middle - spread, middle=middle, upper=middle + spread)


def atr(bars: Sequence[Bar], *, sessions: int = 14) -> float | None:
    """Return Wilder's average true range, in US dollars per session. Needs `sessions` + 1 bars."""
    ranges = [float(max(bar.high, before.close) - min(bar.low, before.close)) for before, bar in pairwise(bars)]
    return next(reversed(_wilder_averages(ranges, sessions)), None)


def annualised_volatility(
    closes: Sequence[float], *, sessions: int, periods_per_year: int = TRADING_DAYS
) -> float | None:
    """Return the deviation of `sessions` log returns times sqrt(periods_per_year): 0.20 means 20 % per year."""
    recent = closes[-(sessions + 1) :]
    if len(recent) < max(sessions, 2) + 1:
        return None
    return stdev(math.log(after / before) for before, after in pairwise(recent)) * math.sqrt(periods_per_year)


def price_range(bars: Sequence[Bar], *, sessions: int = TRADING_DAYS) -> PriceRange | None:
    """Return the range of the last `sessions` (52 weeks by default), by *intraday* lows and highs, not closes."""
    if len(bars) < sessions:
        return None
    recent = bars[-sessions:]
    return PriceRange(low=min(bar.low for bar in recent), high=max(bar.high for bar in recent))


def volume_ratio(volumes: Sequence[int], *, sessions: int = 20) -> float | None:
    """Return the last volume / the mean of the last `sessions` volumes including it; 1 is average."""
    if len(volumes) < sessions or not any(volumes[-sessions:]):
        return None
    return volumes[-1] / fmean(volumes[-sessions:])


def drawdown(closes: Sequence[float], *, sessions: int = TRADING_DAYS) -> float | None:
    """Return how far the last close is below the highest of the last `sessions`: a fraction, 0 or negative."""
    if len(closes) < sessions:
        return None
    return closes[-1] / max(closes[-sessions:]) - 1.0


def rate_of_change(closes: Sequence[float], *, sessions: int = 7) -> float | None:
    """Return the change of the close over the last `sessions` sessions: a fraction, 0.05 means 5 % up."""
    return closes[-1] / closes[-1 - sessions] - 1.0 if len(closes) > sessions else None


def ema_series(values: Sequence[float], sessions: int) -> list[float]:
    """Return the exponential average, factor 2 / (sessions + 1), from the mean of the first `sessions` on."""
    if len(values) < sessions:
        return []
    averages = [fmean(values[:sessions])]
    for value in values[sessions:]:
        averages.append(averages[-1] + (value - averages[-1]) * 2.0 / (sessions + 1))
    return averages


def _wilder_averages(values: Sequence[float], sessions: int) -> Sequence[float]:
    """Return Wilder's smoothed averages: the first is a mean, then each new value weighs 1 / sessions."""
    if len(values) < sessions:
        return []
    averages = [fmean(values[:sessions])]
    for value in values[sessions:]:
        averages.append(averages[-1] + (value - averages[-1]) / sessions)
    return averages
