"""Computes the figures of one instrument from a snapshot: what an analysis shows and a decision rests on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from statistics import fmean
from typing import Final

from bot.domain.market import indicators
from bot.domain.market.indicators import Bollinger, Macd, PriceRange
from bot.domain.market.snapshot import Fact, NewsItem, PriceRelease, Snapshot, Staleness
from bot.domain.market.valuation import is_meaningful_earnings

TOO_FEW_SESSIONS: Final = "too_few_sessions"  # the price history is too short
SOURCE_HAS_NONE: Final = "source_has_none"  # the source does not provide it, or not as of that date
NO_ANSWER: Final = "no_answer"  # a source that may have it could not be read
NOT_MEANINGFUL: Final = "not_meaningful"  # a P/E of a loss or of negligible earnings

_MAX_NEWS_AGE: Final = timedelta(days=30)
_MAX_NEWS: Final = 5
_SOURCED_FIGURES: Final = frozenset({"eps_ttm", "pe_ratio", "dividend_yield", "market_cap"})

_OF_THE_QUOTE: Final = frozenset({"staleness", "opens_at", "release", "delay"})  # fields that are no figures


@dataclass(frozen=True, slots=True)
class Features:
    """One instrument as of `as_of`. Changes, volatilities, yield and drawdown are fractions: 0.05 means 5 %.

    `price` may be a live price. The other figures of the price history use completed sessions only, except the changes,
    which end at `price`. Each figure that is None is named in `missing`, with the reason.
    """

    symbol: str
    price: Decimal  # US dollars
    as_of: datetime
    session: date
    source: str
    is_close: bool
    change_day: float | None  # from the previous close
    change_7: float | None  # from the close 7 sessions before; likewise below
    change_20: float | None
    change_60: float | None
    change_120: float | None
    sma20: Decimal | None  # US dollars, unrounded
    sma50: Decimal | None
    sma200: Decimal | None
    rsi14: float | None  # 0 to 100
    macd: Macd | None
    bollinger20: Bollinger | None
    atr14: float | None  # US dollars per session
    volatility20: float | None  # per year
    volatility60: float | None
    drawdown: float | None  # below the highest close of 252 sessions; 0 or negative
    range52w: PriceRange | None  # intraday lows and highs of 252 sessions
    range52w_position: float | None  # of `price`: 0 at the low, 1 at the high; a live price may lie outside
    volume_ratio: float | None  # volume of the last completed session / its 20-session average
    eps_ttm: Decimal | None  # US dollars per share, diluted, four quarters
    pe_ratio: Decimal | None
    dividend_yield: Decimal | None  # per year; 0 if the company is known to pay none
    market_cap: Decimal | None  # US dollars
    facts: tuple[Fact, ...]  # the sources of the four figures above, and all other facts
    news: tuple[NewsItem, ...]  # of the last 30 days, newest first, at most 5: those with a tone, then the newest
    missing: tuple[str, ...]  # "sma200:too_few_sessions"
    staleness: Staleness | None = None  # of `price`; likewise below
    opens_at: datetime | None = None
    release: PriceRelease | None = None
    delay: timedelta = timedelta(0)


@lru_cache(maxsize=64)  # a share is asked about several times in a row, in one conversation and in several
def compute_features(snapshot: Snapshot) -> Features:
    """Return the figures of `snapshot`; those that cannot be computed are None and named in `missing`."""
    quote, bars = snapshot.quote, snapshot.bars
    exact_closes = [bar.close for bar in bars]
    closes = [float(close) for close in exact_closes]
    closes_and_price = closes if quote.is_close else [*closes, float(quote.price)]
    year_range = indicators.price_range(bars)
    fact_values = {fact.name: fact.value for fact in snapshot.facts}
    # However many headlines there are, they displace none that a rule counts.
    recent = [item for item in snapshot.news if quote.as_of - _MAX_NEWS_AGE <= item.published]
    chosen = sorted(recent, key=lambda item: not item.tone)[:_MAX_NEWS]
    features = Features(
        symbol=quote.symbol,
        price=quote.price,
        as_of=quote.as_of,
        session=quote.session,
        source=quote.source,
        is_close=quote.is_close,
        staleness=quote.staleness,
        opens_at=quote.opens_at,
        release=quote.release,
        delay=quote.delay,
        change_day=indicators.rate_of_change(closes_and_price, sessions=1),
        change_7=indicators.rate_of_change(closes_and_price, sessions=7),
        change_20=indicators.rate_of_change(closes_and_price, sessions=20),
        change_60=indicators.rate_of_change(closes_and_price, sessions=60),
        change_120=indicators.rate_of_change(closes_and_price, sessions=120),
        sma20=indicators.sma(exact_closes, sessions=20),
        sma50=indicators.sma(exact_closes, sessions=50),
        sma200=indicators.sma(exact_closes, sessions=200),
        rsi14=indicators.rsi(closes),
        macd=indicators.macd(closes),
        bollinger20=indicators.bollinger(closes),
        atr14=indicators.atr(bars),
        volatility20=indicators.annualised_volatility(closes, sessions=20),
        volatility60=indicators.annualised_volatility(closes, sessions=60),
        drawdown=indicators.drawdown(closes),
        range52w=year_range,
        range52w_position=year_range.position_of(quote.price) if year_range else None,
        volume_ratio=indicators.volume_ratio([bar.volume for bar in bars]),
        eps_ttm=fact_values.get("eps_diluted_ttm"),
        pe_ratio=fact_values.get("pe_ratio"),
        dividend_yield=fact_values.get("dividend_yield"),
        market_cap=fact_values.get("market_cap"),
        facts=snapshot.facts,
        news=tuple(item for item in recent if item in chosen),
        missing=(),
    )
    figures = (each.name for each in fields(features) if each.name not in _OF_THE_QUOTE)
    missing = [f"{name}:{_why_missing(name, features)}" for name in figures if getattr(features, name) is None]
    if "news" in snapshot.missing:
        is_unread = any(source.startswith("news:") for source in snapshot.missing)
        missing.append(f"news:{NO_ANSWER if is_unread else SOURCE_HAS_NONE}")
    return replace(features, missing=tuple(missing))


def _why_missing(figure: str, features: Features) -> str:
    if figure == "pe_ratio" and features.eps_ttm is not None and not is_meaningful_earnings(features.eps_ttm):
        return NOT_MEANINGFUL
    return SOURCE_HAS_NONE if figure in _SOURCED_FIGURES else TOO_FEW_SESSIONS


def market_figures(features: Features) -> dict[str, str]:
    """Return all known figures of an instrument as text, by name ("macd.line"): the market context of a decision."""
    return dict(_iter_figures(features, ""))


def _iter_figures(group: object, prefix: str) -> Iterator[tuple[str, str]]:
    if not is_dataclass(group):
        return
    for field in fields(group):
        match getattr(group, field.name):
            case Decimal() | float() as figure:
                # further digits of an indicator mean nothing
                yield f"{prefix}{field.name}", str(figure) if isinstance(figure, Decimal) else f"{figure:.6g}"
            case nested:
                yield from _iter_figures(nested, f"{prefix}{field.name}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketChange:
    """The market's changes up to `as_of`, as fractions."""

    name: str  # what was measured, as a model is told: "SPY, a fund on the S&P 500"
    change_20: float | None  # over 20 sessions
    change_120: float | None
    source: str
    as_of: datetime


def average_change(name: str, shares: Sequence[Features]) -> MarketChange | None:
    """Return the equal-weighted average change of `shares`; None: there are none."""
    if not shares:
        return None
    change_20, change_120 = (
        fmean(known) if (known := [each for each in changes if each is not None]) else None
        for changes in ([each.change_20 for each in shares], [each.change_120 for each in shares])
    )
    return MarketChange(
        name=name,
        change_20=change_20,
        change_120=change_120,
        source=shares[0].source,
        as_of=max(each.as_of for each in shares),
    )
