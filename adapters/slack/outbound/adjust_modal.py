"""Builds the modal in which a person changes a proposed amount."""

from dataclasses import dataclass
from typing import Any, Final

from adapters.markup.text import utf16_length
from adapters.slack.outbound import limits
from adapters.slack.outbound.buttons import plain_text_object

CALLBACK: Final = "adjust"
AMOUNT: Final = "amount"  # block_id and action_id of the input: state["values"]["amount"]["amount"]["value"]
NOTE: Final = "note"
_MAX_AMOUNT: Final = 30  # characters, as all here
_MAX_NOTE: Final = 500
_MAX_LABEL: Final = 2_000
_MAX_PLACEHOLDER: Final = 150


@dataclass(frozen=True, slots=True)
class AdjustLabels:
    """The texts of inputs and buttons, in the person's language."""

    amount: str
    amount_hint: str
    note: str
    note_hint: str
    submit: str
    close: str


def adjust_modal(*, title: str, labels: AdjustLabels, private_metadata: str, amount: str = "") -> dict[str, Any]:
    """Return the view for views.open.

    `title`: cut to Slack's 24 characters. `private_metadata`: sent back by the submission, at most 3,000 characters;
    not shown to the person. `amount`: the initial value of the amount.

    Raises: ValueError: `private_metadata` is too long; cut, it would mean something else.
    """
    if utf16_length(private_metadata) > limits.PRIVATE_METADATA:
        msg = f"private_metadata of {utf16_length(private_metadata)} characters"
        raise ValueError(msg)
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": private_metadata,
        "title": plain_text_object(title, limit=limits.VIEW_TITLE),
        "submit": plain_text_object(labels.submit, limit=limits.VIEW_TITLE),
        "close": plain_text_object(labels.close, limit=limits.VIEW_TITLE),
        "blocks": [_amount_input(labels, amount), _note_input(labels)],
    }


def _amount_input(labels: AdjustLabels, amount: str) -> dict[str, Any]:
    element = {
        "type": "plain_text_input",
        "action_id": AMOUNT,
        "max_length": _MAX_AMOUNT,
        "placeholder": plain_text_object(labels.amount_hint, limit=_MAX_PLACEHOLDER),
        **({"initial_value": amount[:_MAX_AMOUNT]} if amount else {}),
    }
    return _input(AMOUNT, labels.amount, element, is_optional=False)


def _note_input(labels: AdjustLabels) -> dict[str, Any]:
    element = {
        "type": "plain_text_input",
        "action_id": NOTE,
        "multiline": True,
        "max_length": _MAX_NOTE,
        "placeholder": plain_text_object(labels.note_hint, limit=_MAX_PLACEHOLDER),
    }
    return _input(NOTE, labels.note, element, is_optional=True)


def _input(block_id: str, label: str, element: dict[str, Any], *, is_optional: bool) -> dict[str, Any]:
    return {
        "type": "input",
        "block_id": block_id,
        "label": plain_text_object(label, limit=_MAX_LABEL),
        "element": element,
        "optional": is_optional,
    }
