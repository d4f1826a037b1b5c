"""The scored model's table: every rule, the component it belongs to, and its weight.

The weights were fixed before any results were seen, and sum to 1; docs/rules-engine.md publishes them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.decisions import Reason
from bot.engines.rules import figure_rules
from bot.engines.rules.figure_rules import MissingFigure, RuleResult


class Component(StrEnum):
    """A group of related rules."""

    TREND = "trend"
    MOMENTUM = "momentum"
    REVERSION = "reversion"
    VOLATILITY = "volatility"
    VOLUME = "volume"
    VALUATION = "valuation"
    NEWS = "news"


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """One line of the table."""

    component: Component
    weight: float  # the maximum it adds to or subtracts from the score
    evaluate: Callable[[Features], RuleResult]


@dataclass(frozen=True, slots=True)
class RuleScore:
    """The weighted result of one rule for one instrument."""

    component: Component
    reasons: tuple[Reason, ...]
    known_weight: float  # the rule's weight, or 0 if its figure is missing


SCORE_RULES: Final = (
    ScoreRule(Component.TREND, 0.20, figure_rules.price_to_sma200),
    ScoreRule(Component.TREND, 0.10, figure_rules.sma50_to_sma200),
    ScoreRule(Component.TREND, 0.10, figure_rules.price_to_sma50),
    ScoreRule(Component.MOMENTUM, 0.15, figure_rules.half_year_change),
    ScoreRule(Component.MOMENTUM, 0.10, figure_rules.macd_to_signal),
    ScoreRule(Component.REVERSION, 0.10, figure_rules.rsi_extreme),
    ScoreRule(Component.REVERSION, 0.05, figure_rules.outside_bands),
    ScoreRule(Component.VOLATILITY, 0.00, figure_rules.volatility_level),
    ScoreRule(Component.VOLUME, 0.00, figure_rules.volume_level),
    ScoreRule(Component.VALUATION, 0.07, figure_rules.price_to_earnings),
    ScoreRule(Component.VALUATION, 0.03, figure_rules.dividend),
    ScoreRule(Component.NEWS, 0.10, figure_rules.news_tone),
)


def score_rules(features: Features) -> tuple[RuleScore, ...]:
    """Return the weighted result of every rule, in the table's order."""
    return tuple(_score_rule(rule, features) for rule in SCORE_RULES)


def _score_rule(rule: ScoreRule, features: Features) -> RuleScore:
    result = rule.evaluate(features)
    if isinstance(result, MissingFigure):
        return RuleScore(rule.component, (missing_figure_note(result.figure, features),), known_weight=0.0)
    reasons = tuple(Reason(each.code, rule.weight * each.lean, each.numbers, each.words) for each in result)
    return RuleScore(rule.component, reasons, known_weight=rule.weight)


def missing_figure_note(figure: str, features: Features) -> Reason:
    """Return a note that a figure is missing, and why."""
    reasons = dict(entry.split(":", 1) for entry in features.missing)
    return Reason(f"missing_{figure}", 0.0, words={"why": reasons.get(figure, "source_has_none")})
