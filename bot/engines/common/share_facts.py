"""The facts on one share that a model is told: prices, indicators, company figures, news and the rules' view."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot, market_date
from bot.domain.models.facts import FactGroup, FactSheet, FactUnit
from bot.domain.models.token_estimate import shorten
from bot.domain.text.zero_width import single_line


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesView:
    """The rules' rating, and the codes of the arguments it rests on, the weightiest first."""

    rating: str  # "buy", "hold", "sell"
    confidence: Decimal  # in [0, 1]
    arguments_for: tuple[str, ...]
    arguments_against: tuple[str, ...]


RulesViewOf = Callable[[Features], RulesView]


def describe_view(view: RulesView) -> str:
    """Return a view as one line for a model: "buy; for: above_sma200; against: pe_high"."""
    sides = {"for": view.arguments_for, "against": view.arguments_against}
    return "; ".join([view.rating, *(f"{side}: {', '.join(codes)}" for side, codes in sides.items() if codes)])


CLOSES: Final = 7

_TITLE_LENGTH: Final = 140  # characters
_TITLE_TOKENS: Final = 35
_DESCRIPTION_TOKENS: Final = 30
_TONES: Final = {1: "good", -1: "bad"}


def add_price_facts(sheet: FactSheet, features: Features, snapshot: Snapshot | None = None) -> None:
    """Add the price, the latest closes, changes, averages and indicators."""
    about = sheet.about(features.symbol, source=features.source, as_of=features.as_of)
    bars = snapshot.bars if snapshot else ()
    if features.is_close:
        about.usd("close", features.price)
    else:
        about.usd("price", features.price)
        about.usd("close", bars[-1].close if bars else None)
    about.date("session", features.session)
    if bars and bars[-1].session == features.session:  # a running session has no bar yet
        about.usd("open", bars[-1].open)
    about.text("closes", ", ".join(f"${bar.close:,.2f}" for bar in bars[-CLOSES:]))
    for name in ("day", "7", "20", "120"):
        about.change(f"change_{name}", getattr(features, f"change_{name}"))
    _add_averages(about, features)
    _add_indicators(about, features)


def _add_averages(about: FactGroup, features: Features) -> None:
    for name in ("sma50", "sma200"):
        average: Decimal | None = getattr(features, name)
        about.usd(name, average)
        about.change(f"vs_{name}", features.price / average - 1 if average else None)


def _add_indicators(about: FactGroup, features: Features) -> None:
    about.number("rsi14", features.rsi14)
    if features.macd:
        about.number("macd", features.macd.line)
        about.number("macd_signal", features.macd.signal)
    about.usd("atr14", features.atr14)
    about.percent("volatility", features.volatility60)
    about.number("volume_ratio", features.volume_ratio)
    if features.range52w:
        about.usd("high_52w", features.range52w.high)
        about.usd("low_52w", features.range52w.low)
        about.percent("place_52w", features.range52w_position)


def add_company_facts(sheet: FactSheet, features: Features) -> None:
    """Add the company's figures: market value, valuation and dividends."""
    about = sheet.about(features.symbol, source=features.source, as_of=features.as_of)
    about.large_usd("market_cap", features.market_cap)
    about.number("pe", features.pe_ratio)
    about.usd("eps", features.eps_ttm)
    about.percent("dividend_yield", features.dividend_yield)
    for fact in features.facts:
        if fact.name == "dividend_per_share_quarterly":
            about.usd("quarterly_dividend", fact.value)


def add_rules_facts(sheet: FactSheet, features: Features, view: RulesView) -> None:
    """Add the confidence of the rules in their view."""
    sheet.about(features.symbol, source="rules", as_of=features.as_of).percent("rules_confidence", view.confidence)


def add_news_facts(sheet: FactSheet, features: Features) -> list[str]:
    """Add the headlines that the rules weigh, and their dates.

    Returns: A line on each that has a tone or a description: "news1: good; …".
    """
    lines = []
    for number, item in enumerate(features.news, 1):
        source = single_line(item.source, limit=_TITLE_LENGTH)
        about = sheet.about(features.symbol, source=source, as_of=item.published)
        title = shorten(single_line(item.title, limit=_TITLE_LENGTH), limit_tokens=_TITLE_TOKENS)
        about.text(f"news{number}", title, unit=FactUnit.HEADLINE)
        about.date(f"news{number}.date", market_date(item.published))
        description = shorten(single_line(item.description, limit=_TITLE_LENGTH), limit_tokens=_DESCRIPTION_TOKENS)
        notes = [note for note in (_TONES.get(item.tone, ""), description) if note]
        lines += [f"news{number}: {'; '.join(notes)}"] if notes else []
    return lines
