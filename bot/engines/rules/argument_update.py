"""Updates the arguments of an earlier proposal by the scored rules, without a model."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.market.features import Features
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side
from bot.engines.rules.analysis import Analysis, analyse
from bot.engines.rules.proposal import SIDE_OF_RATING, confidence_in_side, score_figures


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatedArguments:
    """An engine's arguments on a trade at newer figures; a proposal's reasons are listed in this order."""

    confidence: Decimal  # in [0, 1]
    arguments: tuple[Reason, ...]
    changed_view: tuple[Reason, ...]  # that the engine would not propose the trade now; empty: it would
    notes: tuple[Reason, ...]


ArgumentUpdate = Callable[[Side, Features], UpdatedArguments]


def update_arguments(side: Side, features: Features) -> UpdatedArguments:
    """Return the rules' arguments on a trade of `side` at `features`."""
    analysis = analyse(features)
    return UpdatedArguments(
        confidence=confidence_in_side(side, analysis),
        arguments=analysis.arguments,
        changed_view=_changed_view(side, analysis),
        notes=analysis.notes,
    )


def _changed_view(side: Side, analysis: Analysis) -> tuple[Reason, ...]:
    """Return a reason if the score no longer favours `side`; nothing if it does."""
    rated_side = SIDE_OF_RATING.get(analysis.rating)
    if rated_side is side:
        return ()
    return (Reason("score_undecided_now" if rated_side is None else "score_against_now", 0.0, score_figures(analysis)),)
