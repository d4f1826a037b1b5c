"""The scored model's table: every rule, the component it belongs to, and its weight.

The weights were fixed before any result was looked at, and sum to 1; docs/rules-engine.md publishes them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.decisions import Reason
from bot.engines.rules import company_rules, price_rules
from bot.engines.rules.rule_result import MissingFigure, RuleResult


class Component(StrEnum):
    """What the model looks at."""

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
    weight: float  # the most it adds to the score, either way
    evaluate: Callable[[Features], RuleResult]


@dataclass(frozen=True, slots=True)
class RuleScore:
    """What one rule came to for one instrument."""

    component: Component
    reasons: tuple[Reason, ...]
    known_weight: float  # the rule's weight, or 0 if it lacked its figure


SCORE_RULES: Final = (
    ScoreRule(Component.TREND, 0.20, price_rules.price_to_sma200),
    ScoreRule(Component.TREND, 0.10, price_rules.sma50_to_sma200),
    ScoreRule(Component.TREND, 0.10, price_rules.price_to_sma50),
    ScoreRule(Component.MOMENTUM, 0.15, price_rules.half_year_change),
    ScoreRule(Component.MOMENTUM, 0.10, price_rules.macd_to_signal),
    ScoreRule(Component.REVERSION, 0.10, price_rules.rsi_extreme),
    ScoreRule(Component.REVERSION, 0.05, price_rules.outside_bands),
    ScoreRule(Component.VOLATILITY, 0.00, price_rules.volatility_level),
    ScoreRule(Component.VOLUME, 0.00, price_rules.volume_level),
    ScoreRule(Component.VALUATION, 0.07, company_rules.price_to_earnings),
    ScoreRule(Component.VALUATION, 0.03, company_rules.dividend),
    ScoreRule(Component.NEWS, 0.10, company_rules.news_tone),
)


def score_rules(features: Features) -> tuple[RuleScore, ...]:
    """Return what every rule says, in the table's order."""
    return tuple(_vote(rule, features) for rule in SCORE_RULES)


def _vote(rule: ScoreRule, features: Features) -> RuleScore:
    verdict = rule.evaluate(features)
    if isinstance(verdict, MissingFigure):
        return RuleScore(rule.component, (_missing(verdict.figure, features),), known_weight=0.0)
    reasons = tuple(Reason(say.code, rule.weight * say.lean, say.numbers, say.words) for say in verdict)
    return RuleScore(rule.component, reasons, known_weight=rule.weight)


def _missing(figure: str, features: Features) -> Reason:
    reasons = dict(entry.split(":", 1) for entry in features.missing)
    return Reason(f"missing_{figure}", 0.0, words={"why": reasons.get(figure, "source_has_none")})
