"""The figures an analysis shows and a decision rests on, computed once from a snapshot."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.market import indicators
from bot.domain.market.indicators import Bollinger, Macd, PriceRange
from bot.domain.market.snapshot import Fact, NewsItem, Snapshot
from bot.domain.market.valuation import is_meaningful_earnings

TOO_FEW_SESSIONS: Final = "too_few_sessions"  # not listed for long enough
SOURCE_HAS_NONE: Final = "source_has_none"  # the source does not know it, or not at that date
NOT_MEANINGFUL: Final = "not_meaningful"  # a P/E of a loss, or of earnings that are next to nothing

_NEWS_FOR: Final = timedelta(days=30)
_NEWS_AT_MOST: Final = 5
_FROM_THE_SOURCE: Final = frozenset({"eps_ttm", "pe_ratio", "dividend_yield", "market_cap"})


@dataclass(frozen=True, slots=True)
class Features:
    """One instrument at `as_of`. Changes, volatilities, yield and drawdown are fractions: 0.05 means 5 %.

    The price may be a live one; every other figure of the price history counts completed sessions only, except the
    changes, which lead up to `price`. A figure that is None is named in `missing`, with the reason.
    """

    symbol: str
    price: Decimal  # US dollars
    as_of: datetime
    session: date
    source: str
    is_close: bool
    change_day: float | None  # against the close before
    change_7: float | None  # against the close 7 sessions before; so on below
    change_20: float | None
    change_60: float | None
    change_120: float | None
    sma20: Decimal | None  # US dollars, not rounded
    sma50: Decimal | None
    sma200: Decimal | None
    rsi14: float | None  # 0 to 100
    macd: Macd | None
    bollinger20: Bollinger | None
    atr14: float | None  # US dollars per session
    volatility20: float | None  # per year
    volatility60: float | None
    drawdown: float | None  # from the highest close of 252 sessions; 0 or negative
    range52w: PriceRange | None  # by intraday lows and highs of 252 sessions
    range52w_position: float | None  # of `price`: 0 at the low, 1 at the high; a live price may stand outside
    volume_ratio: float | None  # the last completed session's volume over its 20-session average
    eps_ttm: Decimal | None  # US dollars per share, diluted, four quarters
    pe_ratio: Decimal | None
    dividend_yield: Decimal | None  # per year; 0 when the company is known to pay none
    market_cap: Decimal | None  # US dollars
    facts: tuple[Fact, ...]  # where the last four come from, and the rest that is known
    news: tuple[NewsItem, ...]  # of the last 30 days, newest first, five at most
    missing: tuple[str, ...]  # "sma200:too_few_sessions"


def compute_features(snapshot: Snapshot) -> Features:
    """Return what can be said of `snapshot`, and what cannot."""
    quote, bars = snapshot.quote, snapshot.bars
    exact = [bar.close for bar in bars]
    closes = [float(close) for close in exact]
    towards = closes if quote.is_close else [*closes, float(quote.price)]
    year = indicators.price_range(bars)
    value_of = {fact.name: fact.value for fact in snapshot.facts}
    known = Features(
        symbol=quote.symbol,
        price=quote.price,
        as_of=quote.as_of,
        session=quote.session,
        source=quote.source,
        is_close=quote.is_close,
        change_day=indicators.rate_of_change(towards, sessions=1),
        change_7=indicators.rate_of_change(towards, sessions=7),
        change_20=indicators.rate_of_change(towards, sessions=20),
        change_60=indicators.rate_of_change(towards, sessions=60),
        change_120=indicators.rate_of_change(towards, sessions=120),
        sma20=indicators.sma(exact, sessions=20),
        sma50=indicators.sma(exact, sessions=50),
        sma200=indicators.sma(exact, sessions=200),
        rsi14=indicators.rsi(closes),
        macd=indicators.macd(closes),
        bollinger20=indicators.bollinger(closes),
        atr14=indicators.atr(bars),
        volatility20=indicators.annualised_volatility(closes, sessions=20),
        volatility60=indicators.annualised_volatility(closes, sessions=60),
        drawdown=indicators.drawdown(closes),
        range52w=year,
        range52w_position=year.position_of(quote.price) if year else None,
        volume_ratio=indicators.volume_ratio([bar.volume for bar in bars]),
        eps_ttm=value_of.get("eps_diluted_ttm"),
        pe_ratio=value_of.get("pe_ratio"),
        dividend_yield=value_of.get("dividend_yield"),
        market_cap=value_of.get("market_cap"),
        facts=snapshot.facts,
        news=_recent(snapshot.news, quote.as_of),
        missing=(),
    )
    return replace(known, missing=_missing(known, snapshot.missing))


def _recent(news: tuple[NewsItem, ...], at: datetime) -> tuple[NewsItem, ...]:
    return tuple(item for item in news if at - _NEWS_FOR <= item.published)[:_NEWS_AT_MOST]


def _missing(known: Features, by_source: tuple[str, ...]) -> tuple[str, ...]:
    unknown = tuple(field.name for field in fields(known) if getattr(known, field.name) is None)
    named = tuple(f"{figure}:{_reason(figure, known)}" for figure in unknown)
    return (*named, f"news:{SOURCE_HAS_NONE}") if "news" in by_source else named


def _reason(figure: str, known: Features) -> str:
    if figure == "pe_ratio" and known.eps_ttm is not None and not is_meaningful_earnings(known.eps_ttm):
        return NOT_MEANINGFUL
    return SOURCE_HAS_NONE if figure in _FROM_THE_SOURCE else TOO_FEW_SESSIONS


def market_figures(features: Features) -> dict[str, str]:
    """Return the figures that are known of an instrument, by name, as text: the market around a decision."""
    return dict(_figures(features, ""))


def _figures(known: object, prefix: str) -> Iterator[tuple[str, str]]:
    if not is_dataclass(known):
        return
    for field in fields(known):
        match getattr(known, field.name):
            case Decimal() | float() as figure:
                yield f"{prefix}{field.name}", _text(figure)
            case several:
                yield from _figures(several, f"{prefix}{field.name}.")


def _text(value: Decimal | float) -> str:
    return str(value) if isinstance(value, Decimal) else f"{value:.6g}"  # an indicator means no more digits than that
