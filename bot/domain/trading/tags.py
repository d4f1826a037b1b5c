"""Search tags of a decision, from reason codes, figures, and the words of models and headlines."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from bot.domain.market.features import Features
from bot.domain.text.topics import tone_tags, topic_tags
from bot.domain.trading.accounts import Position
from bot.domain.trading.decisions import Action, Reason
from bot.domain.trading.drafts import MODEL_REASON, MODEL_REASON_UNFOUNDED

HIGH_CONFIDENCE: Final = Decimal("0.8")
LOW_CONFIDENCE: Final = Decimal("0.3")
DAY_MOVE: Final = 0.02  # change against the previous close
HIGH_PE: Final = 30
LOW_PE: Final = 15
GOOD_YIELD: Final = Decimal("0.02")  # per year
LARGE_CAP: Final = Decimal(100_000_000_000)  # US dollars
SMALL_CAP: Final = Decimal(10_000_000_000)
LONG_HOLD: Final = timedelta(days=90)
MEDIUM_HOLD: Final = timedelta(days=30)

_TREND: Final = ("trend", "technical")
_MOMENTUM: Final = ("momentum", "technical")
_VALUATION: Final = ("valuation", "pe_ratio", "fundamental")

# The topics of a reason. A code that is not listed is about the account or the score, not the market.
TAGS_BY_REASON: Final = MappingProxyType(
    {
        **dict.fromkeys(("above_sma200", "below_sma200", "above_sma50", "below_sma50"), _TREND),
        **dict.fromkeys(("sma50_above_sma200", "sma50_below_sma200"), _TREND),
        **dict.fromkeys(("risen_120", "fallen_120", "flat_120"), _MOMENTUM),
        **dict.fromkeys(("macd_above_signal", "macd_below_signal"), _MOMENTUM),
        "rsi_overbought": ("overbought", *_MOMENTUM),
        "rsi_oversold": ("oversold", *_MOMENTUM),
        "rsi_neutral": _MOMENTUM,
        "above_upper_band": ("overbought", "volatility", "technical"),
        "below_lower_band": ("oversold", "volatility", "technical"),
        "high_volatility": ("volatility", "risk"),
        **dict.fromkeys(("pe_low", "pe_high", "pe_moderate"), _VALUATION),
        "hardly_any_earnings": ("valuation", "earnings", "fundamental"),
        "dividend_yield": ("dividend", "valuation", "fundamental"),
        "good_news": ("news", "positive_news"),
        "bad_news": ("news", "negative_news"),
        "high_volume": ("volume", "technical"),
    }
)


def decision_tags(
    features: Features, *, action: Action, confidence: Decimal, reasons: Sequence[Reason], position: Position | None
) -> tuple[str, ...]:
    """Return the tags of a decision, without duplicates, in a fixed order."""
    found = (
        action.value,
        *_confidence_tags(confidence),
        *(tag for reason in reasons for tag in TAGS_BY_REASON.get(reason.code, ())),
        *topic_tags(
            reason.words.get("text", "") for reason in reasons if reason.code in {MODEL_REASON, MODEL_REASON_UNFOUNDED}
        ),
        *_day_tags(features),
        *_company_tags(features),
        *_news_tags(features),
        *_position_tags(features, position),
    )
    return tuple(dict.fromkeys(found))


def _confidence_tags(confidence: Decimal) -> Iterator[str]:
    if confidence >= HIGH_CONFIDENCE:
        yield "high_confidence"
    if confidence <= LOW_CONFIDENCE:
        yield "low_confidence"


def _day_tags(features: Features) -> Iterator[str]:
    change = features.change_day
    if change is not None and change >= DAY_MOVE:
        yield "uptrend"
    if change is not None and change <= -DAY_MOVE:
        yield "downtrend"


def _company_tags(features: Features) -> Iterator[str]:
    pe_ratio, dividend_yield, market_cap = features.pe_ratio, features.dividend_yield, features.market_cap
    is_known = any(figure is not None for figure in (features.eps_ttm, pe_ratio, dividend_yield, market_cap))
    yield "has_fundamental" if is_known else "no_fundamental"
    if pe_ratio is not None and pe_ratio > HIGH_PE:
        yield "high_pe"
    if pe_ratio is not None and pe_ratio < LOW_PE:
        yield "low_pe"
    if dividend_yield is not None and dividend_yield > GOOD_YIELD:
        yield "dividend_stock"
    if market_cap is not None and market_cap > LARGE_CAP:
        yield "large_cap"
    if market_cap is not None and market_cap < SMALL_CAP:
        yield "small_cap"


def _news_tags(features: Features) -> Iterator[str]:
    if not features.news:
        return
    yield "has_news"
    headline_tones = tone_tags(item.title for item in features.news)
    if "positive_news" in headline_tones or any(item.tone > 0 for item in features.news):
        yield "positive_news"
    if "negative_news" in headline_tones or any(item.tone < 0 for item in features.news):
        yield "negative_news"


def _position_tags(features: Features, position: Position | None) -> Iterable[str]:
    if position is None:
        return ("no_position",)
    holding_time = features.as_of - position.opened_at
    if holding_time > LONG_HOLD:
        return ("has_position", "long_hold")
    if holding_time > MEDIUM_HOLD:
        return ("has_position", "medium_hold")
    # A position opened at this very instant has no holding time yet.
    return ("has_position", "short_hold") if holding_time > timedelta(0) else ("has_position",)
