"""Rates one instrument: the score, its confidence, and the arguments for and against."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from enum import StrEnum
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.decisions import Reason
from bot.engines.common.prompt_facts import RulesView
from bot.engines.rules.figure_rules import HIGH_VOLATILITY
from bot.engines.rules.scorecard import SCORE_RULES, RuleScore, ScoreRule, score_rules

BUY_AT: Final = 0.25  # at this score and above
SELL_AT: Final = -0.25  # at this score and below: sell half of the position
CLOSE_AT: Final = -0.50  # at this score and below: sell all of it
FULL_STRENGTH: Final = 0.75  # higher scores do not increase the confidence
HIGH_VOLATILITY_FACTOR: Final = 0.8  # on confidence, if volatility is high or unknown
MIN_CONFIDENCE: Final = Decimal("0.05")
MAX_CONFIDENCE: Final = Decimal("0.95")

_HUNDREDTH: Final = Decimal("0.01")
_SCORE_DIGITS: Final = 4  # decimals of a score; removes the binary rounding errors of sums of weights


class Rating(StrEnum):
    """The recommendation that follows from a score."""

    BUY = "buy"
    HOLD = "hold"
    SELL = "sell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The rating of one instrument by the scored rules."""

    rating: Rating
    score: float  # in [-1, 1]; the sum of the reasons' weights
    confidence: Decimal  # in [0.05, 0.95], two places: the agreement of the arguments, not a probability
    arguments_for: tuple[Reason, ...]  # largest weight first
    arguments_against: tuple[Reason, ...]  # largest weight first
    notes: tuple[Reason, ...]  # without weight: neutral reasons and missing figures

    @property
    def arguments(self) -> tuple[Reason, ...]:
        """The arguments for and against, largest absolute weight first."""
        return _by_weight((*self.arguments_for, *self.arguments_against))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The arguments, then the notes."""
        return (*self.arguments, *self.notes)


def analyse(features: Features) -> Analysis:
    """Return the analysis of one instrument. Missing figures count as 0 and lower the confidence."""
    return _analysis(features, score_rules(features))


def analyse_supposing(features: Features, rule: ScoreRule, lean: float) -> Analysis:
    """Return the analysis if `rule` leaned by `lean`, in [-1, 1], whatever its figure is; 0: without that figure."""
    reason = Reason("supposed", rule.weight * lean)
    supposed = RuleScore(rule.component, (reason,), known_weight=rule.weight)
    scores = zip(SCORE_RULES, score_rules(features), strict=True)
    return _analysis(features, tuple(supposed if each is rule else score for each, score in scores))


def _analysis(features: Features, rule_scores: Sequence[RuleScore]) -> Analysis:
    reasons = [reason for rule_score in rule_scores for reason in rule_score.reasons]
    score = round(sum(reason.weight for reason in reasons), _SCORE_DIGITS)
    rating = _rating(score)
    return Analysis(
        rating=rating,
        score=score,
        confidence=_confidence(score, rating, rule_scores, features),
        arguments_for=_by_weight([reason for reason in reasons if reason.weight > 0]),
        arguments_against=_by_weight([reason for reason in reasons if reason.weight < 0]),
        notes=tuple({reason.code: reason for reason in reasons if not reason.weight}.values()),  # each code once
    )


def bounded_confidence(confidence: float) -> Decimal:
    """Return `confidence` limited to [0.05, 0.95], to two places: no rating is certain."""
    exact = Decimal(str(confidence)).quantize(_HUNDREDTH, ROUND_HALF_EVEN)
    return min(max(exact, MIN_CONFIDENCE), MAX_CONFIDENCE)


def _rating(score: float) -> Rating:
    if score >= BUY_AT:
        return Rating.BUY
    return Rating.SELL if score <= SELL_AT else Rating.HOLD


def _by_weight(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.weight)))


def _confidence(score: float, rating: Rating, rule_scores: Sequence[RuleScore], features: Features) -> Decimal:
    """Return the confidence: higher for a clear score and agreeing arguments, lower for gaps and high volatility."""
    known = sum(each.known_weight for each in rule_scores) / sum(rule.weight for rule in SCORE_RULES)
    agreement = _agreement(score, rating, rule_scores)
    return confidence_of(score, features, is_hold=rating is Rating.HOLD, known=known, agreement=agreement)


def confidence_of(score: float, features: Features, *, is_hold: bool, known: float, agreement: float) -> Decimal:
    """Return the confidence in a score. `known`: the share of what is weighed that is known; `agreement`: in [0, 1]."""
    size, volatility = abs(score), features.volatility60
    calm = 1.0 if volatility is not None and volatility <= HIGH_VOLATILITY else HIGH_VOLATILITY_FACTOR
    # How far the score lies from the threshold of its rating, in [0, 1].
    clarity = 1 - size / BUY_AT if is_hold else min((size - BUY_AT) / (FULL_STRENGTH - BUY_AT), 1.0)
    return bounded_confidence(known * calm * (0.25 + 0.35 * clarity + 0.35 * agreement))


def _agreement(score: float, rating: Rating, rule_scores: Sequence[RuleScore]) -> float:
    """Return the fraction of the weights with the score's sign; for a hold, how evenly they are split."""
    weights = [reason.weight for each in rule_scores for reason in each.reasons if reason.weight]
    total = sum(abs(weight) for weight in weights)
    if not total:
        return 0.0
    share = sum(abs(weight) for weight in weights if weight * score > 0) / total
    return 1 - abs(score) / total if rating is Rating.HOLD else share


def rules_view(features: Features) -> RulesView:
    """Return the rating of one share by the scored rules, with the codes of its arguments."""
    analysis = analyse(features)
    return RulesView(
        rating=analysis.rating.value,
        confidence=analysis.confidence,
        arguments_for=tuple(dict.fromkeys(reason.code for reason in analysis.arguments_for)),
        arguments_against=tuple(dict.fromkeys(reason.code for reason in analysis.arguments_against)),
    )
