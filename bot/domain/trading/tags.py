"""Tags of a decision: what it can be found again by. From codes, figures, and the words of models and headlines."""

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
DAY_MOVE: Final = 0.02  # of the last day against the one before
HIGH_PE: Final = 30
LOW_PE: Final = 15
GOOD_YIELD: Final = Decimal("0.02")  # per year
LARGE_CAP: Final = Decimal(100_000_000_000)  # US dollars
SMALL_CAP: Final = Decimal(10_000_000_000)
LONG_HOLD: Final = timedelta(days=90)
MEDIUM_HOLD: Final = timedelta(days=30)

_TREND: Final = ("trend", "technical")
_MOMENTUM: Final = ("momentum", "technical")
_MULTIPLE: Final = ("valuation", "pe_ratio", "fundamental")

# What a reason is about. A code that is not here is about the account or the score, not the market.
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
        **dict.fromkeys(("pe_low", "pe_high", "pe_moderate"), _MULTIPLE),
        "hardly_any_earnings": ("valuation", "earnings", "fundamental"),
        "dividend_yield": ("dividend", "valuation", "fundamental"),
        "good_news": ("news", "positive_news"),
        "bad_news": ("news", "negative_news"),
        "high_volume": ("volume", "technical"),
    },
)


def decision_tags(
    features: Features,
    *,
    action: Action,
    confidence: Decimal,
    reasons: Sequence[Reason],
    position: Position | None,
) -> tuple[str, ...]:
    """Return the tags of a decision, no one twice, in a fixed order."""
    found = (
        action.value,
        *_of_confidence(confidence),
        *(tag for reason in reasons for tag in TAGS_BY_REASON.get(reason.code, ())),
        *topic_tags(
            reason.words.get("text", "") for reason in reasons if reason.code in {MODEL_REASON, MODEL_REASON_UNFOUNDED}
        ),
        *_of_day(features),
        *_of_company(features),
        *_of_news(features),
        *_of_position(features, position),
    )
    return tuple(dict.fromkeys(found))


def _of_confidence(confidence: Decimal) -> Iterator[str]:
    if confidence >= HIGH_CONFIDENCE:
        yield "high_confidence"
    if confidence <= LOW_CONFIDENCE:
        yield "low_confidence"


def _of_day(features: Features) -> Iterator[str]:
    change = features.change_day
    if change is not None and change >= DAY_MOVE:
        yield "uptrend"
    if change is not None and change <= -DAY_MOVE:
        yield "downtrend"


def _of_company(features: Features) -> Iterator[str]:
    ratio, paid, size = features.pe_ratio, features.dividend_yield, features.market_cap
    known = any(figure is not None for figure in (features.eps_ttm, ratio, paid, size))
    yield "has_fundamental" if known else "no_fundamental"
    if ratio is not None and ratio > HIGH_PE:
        yield "high_pe"
    if ratio is not None and ratio < LOW_PE:
        yield "low_pe"
    if paid is not None and paid > GOOD_YIELD:
        yield "dividend_stock"
    if size is not None and size > LARGE_CAP:
        yield "large_cap"
    if size is not None and size < SMALL_CAP:
        yield "small_cap"


def _of_news(features: Features) -> Iterator[str]:
    if not features.news:
        return
    yield "has_news"
    said = tone_tags(item.title for item in features.news)
    if "positive_news" in said or any(item.tone > 0 for item in features.news):
        yield "positive_news"
    if "negative_news" in said or any(item.tone < 0 for item in features.news):
        yield "negative_news"


def _of_position(features: Features, position: Position | None) -> Iterable[str]:
    if position is None:
        return ("no_position",)
    held = features.as_of - position.opened_at
    if held > LONG_HOLD:
        return ("has_position", "long_hold")
    if held > MEDIUM_HOLD:
        return ("has_position", "medium_hold")
    # bought this very instant: zero days are no holding yet
    return ("has_position", "short_hold") if held > timedelta(0) else ("has_position",)
