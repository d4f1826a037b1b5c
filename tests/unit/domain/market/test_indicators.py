"""Our indicators against TA-Lib's, on real prices and on made-up ones."""

from decimal import Decimal

import numpy as np
import pytest
import talib
from hypothesis import assume, given

from adapters.market.sample_data import read_sample_data
from bot.domain.market import indicators
from bot.domain.market.snapshot import Bar
from tests.fakes.price_series import bars as any_bars

SAMPLE = read_sample_data()
SYMBOLS = sorted(SAMPLE.bars)
ENDS = (5, 14, 15, 26, 33, 34, 35, 60, 120, 196)

Array = np.ndarray[tuple[int], np.dtype[np.float64]]


def column(bars: tuple[Bar, ...], name: str) -> Array:
    return np.array([float(getattr(bar, name)) for bar in bars], dtype=np.float64)


def closes_of(bars: tuple[Bar, ...]) -> list[float]:
    return [float(bar.close) for bar in bars]


def same(ours: float | Decimal | None, theirs: float, *, tolerance: float = 1e-9) -> None:
    if np.isnan(theirs):
        assert ours is None
    else:
        assert ours is not None
        assert float(ours) == pytest.approx(theirs, rel=tolerance, abs=1e-7)


def compare_all(bars: tuple[Bar, ...]) -> None:
    close, high, low = (column(bars, name) for name in ("close", "high", "low"))
    floats = closes_of(bars)
    same(indicators.sma([bar.close for bar in bars], sessions=20), talib.SMA(close, 20)[-1])
    same(next(reversed(indicators.ema_series(floats, 12)), None), talib.EMA(close, 12)[-1])
    same(indicators.atr(bars), talib.ATR(high, low, close, 14)[-1])
    same(indicators.rate_of_change(floats, sessions=7), talib.ROCP(close, 7)[-1])
    ours, theirs = indicators.macd(floats), [series[-1] for series in talib.MACD(close, 12, 26, 9)]
    for name, value in zip(("line", "signal", "histogram"), theirs, strict=True):
        same(getattr(ours, name) if ours else None, value)
    upper, middle, lower = (series[-1] for series in talib.BBANDS(close, 20, 2.0, 2.0))
    band = indicators.bollinger(floats)
    # TA-Lib takes the variance as a difference of large squares, which loses digits.
    same(band.middle if band else None, middle)
    same(band.lower if band else None, lower, tolerance=1e-5)
    same(band.upper if band else None, upper, tolerance=1e-5)


def test_indicators_on_real_prices_equal_talib(subtests: pytest.Subtests) -> None:
    for end in ENDS:
        for symbol in SYMBOLS:
            with subtests.test(f"{end!r}, {symbol!r}"):
                bars = SAMPLE.bars[symbol][:end]
                compare_all(bars)
                same(indicators.rsi(closes_of(bars)), talib.RSI(column(bars, "close"), 14)[-1])


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_volatility_on_real_prices_equals_talib_deviation_of_log_returns(symbol: str) -> None:
    bars = SAMPLE.bars[symbol]
    returns = np.diff(np.log(column(bars, "close")))
    population = talib.STDDEV(returns, 20, 1.0)[-1]
    expected = population * np.sqrt(20 / 19) * np.sqrt(252)
    same(indicators.annualised_volatility(closes_of(bars), sessions=20), expected, tolerance=1e-6)


@pytest.mark.parametrize("symbol", ["AAPL", "GOOG", "IBM", "MSFT"])
def test_range_and_volume_on_real_prices_equal_talib(symbol: str) -> None:
    bars = SAMPLE.bars[symbol]
    found = indicators.price_range(bars)
    assert found is not None
    same(found.low, talib.MIN(column(bars, "low"), 252)[-1])
    same(found.high, talib.MAX(column(bars, "high"), 252)[-1])
    volume = column(bars, "volume")
    same(indicators.volume_ratio([bar.volume for bar in bars]), volume[-1] / talib.SMA(volume, 20)[-1])
    close = column(bars, "close")
    same(indicators.drawdown(closes_of(bars)), close[-1] / talib.MAX(close, 252)[-1] - 1)


@given(any_bars(most=90))
def test_indicators_on_any_prices_equal_talib(bars: tuple[Bar, ...]) -> None:
    assume(len(bars) > 1)  # TA-Lib refuses a single price
    compare_all(bars)


@given(any_bars(least=16, most=60))
def test_rsi_on_any_prices_that_move_equals_talib(bars: tuple[Bar, ...]) -> None:
    closes = column(bars, "close")
    assume(len(set(closes[:15])) > 1)  # TA-Lib gives 0 to a price that never moved; we give 50
    same(indicators.rsi(closes_of(bars)), talib.RSI(closes, 14)[-1])


@given(any_bars(least=1, most=60))
def test_indicators_of_any_prices_stay_inside_their_bounds(bars: tuple[Bar, ...]) -> None:
    closes = closes_of(bars)
    rsi, fall = indicators.rsi(closes), indicators.drawdown(closes, sessions=10)
    assert rsi is None or 0 <= rsi <= 100
    assert fall is None or -1 < fall <= 0
    found = indicators.price_range(bars, sessions=len(bars))
    assert found is not None
    assert 0 <= found.position_of(bars[-1].close) <= 1


def test_edges() -> None:
    assert indicators.rsi([10.0] * 30) == 50.0
    assert indicators.rsi([float(n) for n in range(1, 31)]) == 100.0
    assert indicators.sma([Decimal("0.10"), Decimal("0.20")], sessions=2) == Decimal("0.15")
    assert indicators.PriceRange(low=Decimal(5), high=Decimal(5)).position_of(Decimal(5)) == 0.5
    assert indicators.volume_ratio([0] * 20) is None
    assert indicators.annualised_volatility([1.0, 2.0], sessions=1) is None
