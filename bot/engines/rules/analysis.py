"""The view of one instrument: the score, how sure it is, and the arguments for and against."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from enum import StrEnum
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.decisions import Reason
from bot.engines.rules.price_rules import HIGH_VOLATILITY
from bot.engines.rules.scorecard import SCORE_RULES, Component, RuleScore, score_rules

BUY_AT: Final = 0.25  # at this score and above
SELL_AT: Final = -0.25  # at this score and below: half of the position
CLOSE_AT: Final = -0.50  # at this score and below: all of it
FULL_STRENGTH: Final = 0.75  # a score that more would not make surer
HIGH_VOLATILITY_FACTOR: Final = 0.8  # on confidence, where volatility is high or not known
MIN_CONFIDENCE: Final = Decimal("0.05")
MAX_CONFIDENCE: Final = Decimal("0.95")

_HUNDREDTH: Final = Decimal("0.01")
_ROUND: Final = 4  # decimals of a score: sums of weights, freed of binary dust


class Rating(StrEnum):
    """What the score comes to."""

    BUY = "buy"
    HOLD = "hold"
    SELL = "sell"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What the model makes of one instrument."""

    rating: Rating
    score: float  # in [-1, 1]; the sum of the reasons' weights
    components: Mapping[Component, float]  # each in [-1, 1]: its part of the score over its part of the weights
    confidence: Decimal  # in [0.05, 0.95], two places: how far the arguments agree, not a probability
    arguments_for: tuple[Reason, ...]  # weightiest first
    arguments_against: tuple[Reason, ...]  # weightiest first
    notes: tuple[Reason, ...]  # of no weight: what is neutral, and what is missing

    @property
    def arguments(self) -> tuple[Reason, ...]:
        """What speaks for and against, the weightiest first whichever way it points."""
        return _weightiest((*self.arguments_for, *self.arguments_against))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The arguments, then the notes."""
        return (*self.arguments, *self.notes)


def analyse(features: Features) -> Analysis:
    """Return the scored view of one instrument. Missing figures count as 0 and lower the confidence."""
    cast = score_rules(features)
    reasons = [reason for vote in cast for reason in vote.reasons]
    score = round(sum(reason.weight for reason in reasons), _ROUND)
    view = _view(score)
    return Analysis(
        rating=view,
        score=score,
        components={component: _component(component, cast) for component in Component},
        confidence=_confidence(score, view, cast, features),
        arguments_for=_weightiest([reason for reason in reasons if reason.weight > 0]),
        arguments_against=_weightiest([reason for reason in reasons if reason.weight < 0]),
        notes=tuple({reason.code: reason for reason in reasons if not reason.weight}.values()),  # each gap once
    )


def bounded_confidence(confidence: float) -> Decimal:
    """Return a confidence in [0.05, 0.95] to two places: nothing here is ever certain."""
    exact = Decimal(str(confidence)).quantize(_HUNDREDTH, ROUND_HALF_EVEN)
    return min(max(exact, MIN_CONFIDENCE), MAX_CONFIDENCE)


def _view(score: float) -> Rating:
    if score >= BUY_AT:
        return Rating.BUY
    return Rating.SELL if score <= SELL_AT else Rating.HOLD


def _weightiest(reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.weight)))


def _component(component: Component, cast: Sequence[RuleScore]) -> float:
    total = sum(rule.weight for rule in SCORE_RULES if rule.component is component)
    part = sum(reason.weight for vote in cast if vote.component is component for reason in vote.reasons)
    return round(part / total, _ROUND) if total else 0.0


def _confidence(score: float, view: Rating, cast: Sequence[RuleScore], features: Features) -> Decimal:
    """A quarter to begin with, more for a clear score and for arguments that agree; less for gaps and wildness."""
    clear = _clearness(abs(score), view)
    known = sum(vote.known_weight for vote in cast) / sum(rule.weight for rule in SCORE_RULES)
    volatility = features.volatility60
    calm = 1.0 if volatility is not None and volatility <= HIGH_VOLATILITY else HIGH_VOLATILITY_FACTOR
    return bounded_confidence(known * calm * (0.25 + 0.35 * clear + 0.35 * _agreement(score, view, cast)))


def _clearness(size: float, view: Rating) -> float:
    if view is Rating.HOLD:
        return 1 - size / BUY_AT
    return min((size - BUY_AT) / (FULL_STRENGTH - BUY_AT), 1.0)


def _agreement(score: float, view: Rating, cast: Sequence[RuleScore]) -> float:
    """The share of the cast weight that points the way of the score; for a hold, how evenly it is split."""
    weights = [reason.weight for vote in cast for reason in vote.reasons if reason.weight]
    total = sum(abs(weight) for weight in weights)
    if not total:
        return 0.0
    share = sum(abs(weight) for weight in weights if weight * score > 0) / total
    return 1 - abs(score) / total if view is Rating.HOLD else share
