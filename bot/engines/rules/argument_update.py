"""Updates the arguments of an earlier proposal by the scored rules."""

from bot.domain.market.features import Features
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side
from bot.engines.common.argument_update import UpdatedArguments
from bot.engines.rules.analysis import Analysis, analyse
from bot.engines.rules.proposal import SIDE_OF_RATING, confidence_in_side, score_figures


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
