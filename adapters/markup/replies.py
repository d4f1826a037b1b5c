"""What any platform asks of a reply before it draws it: which button belongs where, and what is being done."""

from collections.abc import Iterable, Sequence
from typing import Final

from adapters.markup.text import clean_line, utf16_length
from bot.domain.conversation.blocks import Button, Card
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.states import Intent

_VOTED_ON: Final = frozenset({Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW})
_LATEST_STEPS: Final = 1_000  # characters


def asks_for_vote(reply: Reply) -> bool:
    """Return whether people are asked how good a reply was."""
    return reply.intent in _VOTED_ON and reply.occasion == ANSWER and not reply.answer.is_private


def sendable_buttons(buttons: Iterable[Button], *, limit: int) -> list[Button]:
    """Return the buttons whose ids a platform can carry, each once: a cut id would be another button's."""
    found = {button.id: button for button in buttons if button.id.strip()}
    return [button for button in found.values() if utf16_length(button.id) <= limit]


def card_buttons(card: Card, buttons: Iterable[Button]) -> list[Button]:
    """Return the buttons that belong under the card."""
    return [button for button in buttons if card.decision_id and _decision_id(button) == card.decision_id]


def group_by_decision(buttons: Iterable[Button]) -> list[list[Button]]:
    """Return buttons in groups, one for each decision that they name."""
    grouped: dict[str, list[Button]] = {}
    for button in buttons:
        grouped.setdefault(_decision_id(button), []).append(button)
    return list(grouped.values())


def progress_line(steps: Sequence[str]) -> str:
    """Return what is being done on one line, the last step under way: "prices ✓ · fundamentals …".

    Of a long line the end is shown, which is what a person waits for.
    """
    done = [f"{clean_line(step)} ✓" for step in steps[:-1]]
    text = " · ".join([*done, *(f"{clean_line(step)} …" for step in steps[-1:])])
    if len(text) <= _LATEST_STEPS:
        return text or "…"
    end = text[-_LATEST_STEPS:]
    return f"… {end.partition(' · ')[2] or end}"


def _decision_id(button: Button) -> str:
    return [*button.id.split(":"), ""][1]
