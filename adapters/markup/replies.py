"""Rules for showing replies that all platforms share: buttons, votes and the progress line."""

from collections.abc import Iterable, Sequence
from typing import Final

from adapters.markup.text import clean_line, utf16_length
from bot.domain.conversation.blocks import Button, Card
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.states import Intent

_RATED_INTENTS: Final = frozenset({Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW})
_MAX_PROGRESS: Final = 1_000  # characters


def asks_for_vote(reply: Reply) -> bool:
    """Return whether a reply is shown with vote buttons."""
    return reply.intent in _RATED_INTENTS and reply.occasion == ANSWER and not reply.answer.is_private


def sendable_buttons(buttons: Iterable[Button], *, limit: int) -> list[Button]:
    """Return the buttons with an id of at most `limit` UTF-16 units, each once: a cut id would name another button."""
    by_id = {button.id: button for button in buttons if button.id.strip()}
    return [button for button in by_id.values() if utf16_length(button.id) <= limit]


def card_buttons(card: Card, buttons: Iterable[Button]) -> list[Button]:
    """Return the buttons of the card's decision."""
    return [button for button in buttons if card.decision_id and _decision_id(button) == card.decision_id]


def group_by_decision(buttons: Iterable[Button]) -> list[list[Button]]:
    """Return buttons grouped by the decision in their ids."""
    grouped: dict[str, list[Button]] = {}
    for button in buttons:
        grouped.setdefault(_decision_id(button), []).append(button)
    return list(grouped.values())


def progress_line(steps: Sequence[str]) -> str:
    """Return the steps on one line, the last one in progress: "prices ✓ · fundamentals …".

    A long line is cut at the front: the end is what people wait for.
    """
    done = [f"{clean_line(step)} ✓" for step in steps[:-1]]
    text = " · ".join([*done, *(f"{clean_line(step)} …" for step in steps[-1:])])
    if len(text) <= _MAX_PROGRESS:
        return text or "…"
    end = text[-_MAX_PROGRESS:]
    return f"… {end.partition(' · ')[2] or end}"


def _decision_id(button: Button) -> str:
    return [*button.id.split(":"), ""][1]
