"""Whether a message can be a verdict on a pending proposal, or a correction of it: decided before it is answered."""

from dataclasses import replace
from typing import Final

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surplus import VerdictReading
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand

_LONGEST: Final = 150  # characters that are read at once, on the event loop
_SURE: Final = 0.9


def read_verdict(text: str, context: Surroundings) -> VerdictReading:
    """Return whether `text` can be a verdict or a correction while a proposal is pending; a long one is unclear."""
    if len(text) > _LONGEST:
        return VerdictReading.UNCLEAR
    understood = understand(text, replace(context, pending=max(context.pending, 1)))
    if (
        understood.intent in {Intent.CONFIRM, Intent.CANCEL}
        or understood.correction is not None
        or understood.is_near_yes
        or understood.suggests_otherwise
        or understood.suggests_waiting
    ):
        return VerdictReading.VERDICT
    is_sure = understood.confidence >= _SURE and not understood.entities.problems
    return VerdictReading.OTHER if is_sure and understood.intent is not Intent.DECIDE else VerdictReading.UNCLEAR
