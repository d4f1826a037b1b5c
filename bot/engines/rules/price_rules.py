"""The rules on prices and volumes: trend, momentum, mean reversion, volatility, volume.

Thresholds follow the literature: the side of the 50- and 200-day average (Faber 2007; the "golden cross"), the change
over half a year (Jegadeesh and Titman 1993), MACD against its signal (Appel), RSI 70/30 (Wilder), two standard
deviations (Bollinger).
"""

from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.engines.rules.rule_result import MissingFigure, RuleArgument, RuleResult, percent, rounded

FLAT: Final = 0.02  # a smaller half-year change counts as no direction
OVERBOUGHT: Final = 70
OVERSOLD: Final = 30
HIGH_VOLATILITY: Final = 0.40  # per year; about twice a broad index's
HIGH_VOLUME: Final = 2  # times the 20-session average


def price_to_sma200(features: Features) -> RuleResult:
    """Judge the long trend: the price against the 200-day average."""
    return _side_of_average(features.price, features.sma200, name="sma200")


def price_to_sma50(features: Features) -> RuleResult:
    """Judge the medium trend: the price against the 50-day average."""
    return _side_of_average(features.price, features.sma50, name="sma50")


def sma50_to_sma200(features: Features) -> RuleResult:
    """Judge the trend by the 50-day average against the 200-day average."""
    if features.sma50 is None:
        return MissingFigure("sma50")
    if features.sma200 is None:
        return MissingFigure("sma200")
    gap = features.sma50 / features.sma200 - 1
    numbers = {"sma50": rounded(features.sma50), "sma200": rounded(features.sma200), "percent": percent(abs(gap))}
    return _signed(gap, "sma50_above_sma200", "sma50_below_sma200", numbers)


def half_year_change(features: Features) -> RuleResult:
    """Judge the momentum over 120 sessions."""
    change = features.change_120
    if change is None:
        return MissingFigure("change_120")
    if abs(change) <= FLAT:
        return (RuleArgument("flat_120", 0, {"percent": percent(change)}),)
    return _signed(change, "risen_120", "fallen_120", {"percent": percent(abs(change))})


def macd_to_signal(features: Features) -> RuleResult:
    """Judge the short momentum: MACD against its signal line."""
    macd = features.macd
    if macd is None:
        return MissingFigure("macd")
    numbers = {"macd": rounded(macd.line), "signal": rounded(macd.signal)}
    return _signed(macd.histogram, "macd_above_signal", "macd_below_signal", numbers)


def rsi_extreme(features: Features) -> RuleResult:
    """Judge mean reversion: overbought or oversold by the RSI."""
    if features.rsi14 is None:
        return MissingFigure("rsi14")
    numbers = {"rsi": rounded(features.rsi14)}
    if features.rsi14 > OVERBOUGHT:
        return (RuleArgument("rsi_overbought", -1, {**numbers, "threshold": Decimal(OVERBOUGHT)}),)
    if features.rsi14 < OVERSOLD:
        return (RuleArgument("rsi_oversold", 1, {**numbers, "threshold": Decimal(OVERSOLD)}),)
    return (RuleArgument("rsi_neutral", 0, numbers),)


def outside_bands(features: Features) -> RuleResult:
    """Judge mean reversion: a price beyond two standard deviations from its 20-day average."""
    bands = features.bollinger20
    if bands is None:
        return MissingFigure("bollinger20")
    price = float(features.price)
    if price > bands.upper:
        return (RuleArgument("above_upper_band", -1, {"price": features.price, "band": rounded(bands.upper)}),)
    if price < bands.lower:
        return (RuleArgument("below_lower_band", 1, {"price": features.price, "band": rounded(bands.lower)}),)
    return ()


def volatility_level(features: Features) -> RuleResult:
    """Note high volatility. It has no weight, but lowers the confidence."""
    volatility = features.volatility60
    if volatility is None:
        return MissingFigure("volatility60")
    if volatility > HIGH_VOLATILITY:
        numbers = {"percent": percent(volatility), "threshold": percent(HIGH_VOLATILITY)}
        return (RuleArgument("high_volatility", 0, numbers),)
    return ()


def volume_level(features: Features) -> RuleResult:
    """Note a high volume, a sign of news. It has no weight."""
    ratio = features.volume_ratio
    if ratio is None:
        return MissingFigure("volume_ratio")
    return (RuleArgument("high_volume", 0, {"ratio": rounded(ratio)}),) if ratio > HIGH_VOLUME else ()


def _side_of_average(price: Decimal, average: Decimal | None, *, name: str) -> RuleResult:
    if average is None:
        return MissingFigure(name)
    gap = price / average - 1
    numbers = {"price": price, "average": rounded(average), "percent": percent(abs(gap))}
    return _signed(gap, f"above_{name}", f"below_{name}", numbers)


def _signed(difference: float | Decimal, above: str, below: str, numbers: dict[str, Decimal]) -> RuleResult:
    if difference == 0:
        return ()
    return (RuleArgument(above, 1, numbers) if difference > 0 else RuleArgument(below, -1, numbers),)
