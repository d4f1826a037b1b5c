"""Search tags of a decision, from reason codes, figures, and the words of models and headlines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    said = (reason.words.get("text", "") for reason in reasons if reason.code in {MODEL_REASON, MODEL_REASON_UNFOUNDED})
    found = (
        action.value,
        *_holding({"high_confidence": confidence >= HIGH_CONFIDENCE, "low_confidence": confidence <= LOW_CONFIDENCE}),
        *(tag for reason in reasons for tag in TAGS_BY_REASON.get(reason.code, ())),
        *topic_tags(said),
        *_holding(_of_figures(features)),
        *_holding(_of_news(features)),
        *_position_tags(features, position),
    )
    return tuple(dict.fromkeys(found))


def _holding(conditions: Mapping[str, bool]) -> Iterator[str]:
    return (tag for tag, holds in conditions.items() if holds)


def _of_figures(features: Features) -> dict[str, bool]:
    change, pe_ratio, cap = features.change_day, features.pe_ratio, features.market_cap
    is_known = any(figure is not None for figure in (features.eps_ttm, pe_ratio, features.dividend_yield, cap))
    return {
        "uptrend": change is not None and change >= DAY_MOVE,
        "downtrend": change is not None and change <= -DAY_MOVE,
        "has_fundamental": is_known,
        "no_fundamental": not is_known,
        "high_pe": pe_ratio is not None and pe_ratio > HIGH_PE,
        "low_pe": pe_ratio is not None and pe_ratio < LOW_PE,
        "dividend_stock": features.dividend_yield is not None and features.dividend_yield > GOOD_YIELD,
        "large_cap": cap is not None and cap > LARGE_CAP,
        "small_cap": cap is not None and cap < SMALL_CAP,
    }


def _of_news(features: Features) -> dict[str, bool]:
    tones = tone_tags(item.title for item in features.news)
    return {
        "has_news": bool(features.news),
        "positive_news": "positive_news" in tones or any(item.tone > 0 for item in features.news),
        "negative_news": "negative_news" in tones or any(item.tone < 0 for item in features.news),
    }


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
