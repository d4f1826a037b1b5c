"""The rules of the scored model, each on one figure: of prices and volumes, and of the company.

Thresholds follow the literature: the side of the 50- and 200-day average (Faber 2007; the "golden cross"), the change
over half a year (Jegadeesh and Titman 1993), MACD against its signal (Appel), RSI 70/30 (Wilder), two standard
deviations (Bollinger). A price of at most 15 times earnings is Graham's limit for a defensive investor (The Intelligent
Investor, chapter 14), 30 its double. News counts for the 30 days that `Features` keeps, by the tone its source gives;
prices go on drifting for weeks after earnings surprises (Bernard and Thomas 1989).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.market.snapshot import market_date

_PRECISION: Final = Decimal("0.0001")  # finer than any displayed figure, so that display rounds only once


@dataclass(frozen=True, slots=True)
class RuleArgument:
    """One argument. `lean` is +1 if it fully favours buying, -1 if it favours selling, 0 if neither."""

    code: str  # the locale message `reason-<code>`
    lean: float
    numbers: Mapping[str, Decimal] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MissingFigure:
    """The name in `Features` of a figure that the rule needs and that is missing."""

    figure: str


# The sum of the leans of one result is in [-1, 1]; () means that the rule has no argument.
RuleResult = tuple[RuleArgument, ...] | MissingFigure


def percent(fraction: float | Decimal) -> Decimal:
    """Return a fraction as a percentage, to four places."""
    return rounded(Decimal(str(fraction)) * 100)


def rounded(computed: float | Decimal) -> Decimal:
    """Return an indicator or a computed price, to four places."""
    return Decimal(str(computed)).quantize(_PRECISION)


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


LOW_PE: Final = 15
HIGH_PE: Final = 30
HIGH_YIELD: Final = Decimal("0.02")  # per year


def price_to_earnings(features: Features) -> RuleResult:
    """Judge the valuation by earnings; a loss, or earnings too small for a ratio, counts as expensive."""
    ratio = features.pe_ratio
    if ratio is None:
        if features.eps_ttm is None:
            return MissingFigure("pe_ratio")
        return (RuleArgument("hardly_any_earnings", -1, {"eps": features.eps_ttm}),)
    numbers = {"pe": rounded(ratio)}
    if ratio > HIGH_PE:
        return (RuleArgument("pe_high", -1, {**numbers, "threshold": Decimal(HIGH_PE)}),)
    if ratio < LOW_PE:
        return (RuleArgument("pe_low", 1, {**numbers, "threshold": Decimal(LOW_PE)}),)
    return (RuleArgument("pe_moderate", 0, numbers),)


def dividend(features: Features) -> RuleResult:
    """Judge the valuation by dividends: a high yield counts for a share, no dividend does not count against it."""
    if features.dividend_yield is None:
        return MissingFigure("dividend_yield")
    if features.dividend_yield > HIGH_YIELD:
        return (RuleArgument("dividend_yield", 1, {"percent": percent(features.dividend_yield)}),)
    return ()


def news_tone(features: Features) -> RuleResult:
    """Judge the news by its tone, each item with the same weight."""
    if any(figure.startswith("news:") for figure in features.missing):
        return MissingFigure("news")
    toned = [item for item in features.news if item.tone]
    return tuple(
        RuleArgument(
            "good_news" if item.tone > 0 else "bad_news",
            (1 if item.tone > 0 else -1) / len(toned),
            words={"date": market_date(item.published).isoformat(), "title": item.title},
        )
        for item in toned
    )
