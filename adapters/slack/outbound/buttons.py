"""Renders a reply's buttons as Block Kit elements."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from adapters.markup.text import truncate_line, utf16_length
from adapters.slack.outbound import limits
from adapters.slack.outbound.mrkdwn import escape_entities
from bot.domain.conversation.blocks import Button, ButtonQuestion

_MAX_PER_BLOCK: Final = 10  # fewer than Slack's 25: with the longest ids, too, one block fits into any message
_STYLES: Final = {"confirm": "primary", "confirm_all": "primary", "cancel": "danger", "cancel_all": "danger"}


def actions_blocks(buttons: Sequence[Button]) -> Iterator[dict[str, Any]]:
    """Yield the actions blocks that hold the buttons; none if there are no buttons."""
    for start in range(0, len(buttons), _MAX_PER_BLOCK):
        elements = [button_element(button) for button in buttons[start : start + _MAX_PER_BLOCK]]
        yield {"type": "actions", "elements": elements}


def button_element(button: Button, *, spoken: str = "") -> dict[str, Any]:
    """Return one button; `spoken` is the text for screen readers if the label is an emoji."""
    question = button.question
    pressed_id = button.id if question is None else question.accepted_id
    style = _STYLES.get(button.id.partition(":")[0]) if question is None else None
    return {
        "type": "button",
        "text": plain_text_object(button.label, limit=limits.BUTTON_LABEL),
        "action_id": pressed_id,
        "value": pressed_id,
        **({"style": style} if style else {}),
        **({"confirm": _confirmation_dialog(question)} if question else {}),
        **({"accessibility_label": spoken} if spoken else {}),
    }


def _confirmation_dialog(question: ButtonQuestion) -> dict[str, Any]:
    """Return the dialog that Slack shows after a press; only who agrees has pressed the button."""
    return {
        "title": plain_text_object(question.title, limit=limits.DIALOG_TITLE),
        "text": plain_text_object(question.text, limit=limits.DIALOG_TEXT),
        "confirm": plain_text_object(question.accept, limit=limits.DIALOG_LABEL),
        "deny": plain_text_object(question.decline, limit=limits.DIALOG_LABEL),
        "style": "danger",
    }


def plain_text_object(text: str, *, limit: int) -> dict[str, Any]:
    """Return `text` as a text object of one line without markup, cut to `limit` characters."""
    line = truncate_line(text, limit) or "…"
    length = limit
    while utf16_length(escape_entities(line)) > limit:  # all characters of an entity count
        length -= 1
        line = truncate_line(text, length)
    return {"type": "plain_text", "text": escape_entities(line), "emoji": False}
