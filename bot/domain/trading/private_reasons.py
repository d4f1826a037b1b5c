"""What a decision shows outside a private place where it was proposed: all of it but words that were written there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.domain.trading.decisions import Decision, Reason
from bot.domain.trading.drafts import MODEL_REASON, MODEL_REASON_UNFOUNDED

SAID_IN_PRIVATE: Final = "said_in_private"  # stands for all reasons in a model's words
_NOTED: Final = "adjusted_with_note"
_ADJUSTED: Final = "adjusted"
_MODEL_REASONS: Final = frozenset({MODEL_REASON, MODEL_REASON_UNFOUNDED})  # a model was told what was said there


def without_private_words(decision: Decision) -> Decision:
    """Return a decision without a person's note and a model's sentences."""
    proposal = decision.proposal
    return replace(decision, proposal=replace(proposal, reasons=tuple(without_own_words(proposal.reasons))))


def without_own_words(reasons: Sequence[Reason]) -> Iterator[Reason]:
    """Yield reasons without a person's note and a model's sentences; who set which amount stays."""
    if any(each.code in _MODEL_REASONS for each in reasons):
        yield Reason(SAID_IN_PRIVATE, 0.0)
    for each in reasons:
        if each.code == _NOTED:
            yield replace(each, code=_ADJUSTED, words={"by": each.words["by"]})
        elif each.code not in _MODEL_REASONS:
            yield each
