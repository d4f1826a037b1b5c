"""Buttons of a reply as elements of Block Kit."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from adapters.markup.text import truncate_line, utf16_length
from adapters.slack.outbound import limits
from adapters.slack.outbound.mrkdwn import escape_entities
from bot.domain.conversation.blocks import Button

_IN_ROW: Final = 10  # fewer than Slack takes: a block of them fits into any message, however long their ids
_STYLES: Final = {"confirm": "primary", "cancel": "danger"}


def actions_blocks(buttons: Sequence[Button]) -> Iterator[dict[str, Any]]:
    """Yield the blocks that show the buttons; no block for none."""
    for start in range(0, len(buttons), _IN_ROW):
        elements = [button_element(button) for button in buttons[start : start + _IN_ROW]]
        yield {"type": "actions", "elements": elements}


def button_element(button: Button, *, spoken: str = "") -> dict[str, Any]:
    """Return one button; `spoken` is what a screen reader says of a label that is a picture."""
    style = _STYLES.get(button.id.partition(":")[0])
    return {
        "type": "button",
        "text": plain_text_object(button.label, limit=limits.BUTTON_LABEL),
        "action_id": button.id,
        "value": button.id,
        **({"style": style} if style else {}),
        **({"accessibility_label": spoken} if spoken else {}),
    }


def plain_text_object(text: str, *, limit: int) -> dict[str, Any]:
    """Return text on one line as a text object without markup, cut to `limit`."""
    shown = truncate_line(text, limit) or "…"
    length = limit
    while utf16_length(escape_entities(shown)) > limit:  # entities count in full
        length -= 1
        shown = truncate_line(text, length)
    return {"type": "plain_text", "text": escape_entities(shown), "emoji": False}
