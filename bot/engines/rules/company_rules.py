"""The rules on the company: earnings, dividends and news.

Thresholds: a price of at most 15 times earnings is Graham's limit for a defensive investor (The Intelligent Investor,
chapter 14), 30 its double. News counts for the 30 days that `Features` keeps, by the tone its source gives; prices go
on drifting for weeks after earnings surprises (Bernard and Thomas 1989).
"""

from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.market.snapshot import market_date
from bot.engines.rules.rule_result import MissingFigure, RuleArgument, RuleResult, percent, rounded

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
