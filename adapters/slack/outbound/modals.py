"""Builds the modals in which a person changes a proposed amount, and edits core memory."""

from typing import Any, Final

from adapters.markup.text import utf16_length
from adapters.slack.outbound import limits
from adapters.slack.outbound.blocks import plain_text_object
from bot.domain.memory.core_memory import MAX_SECTION
from bot.presentation.forms import AdjustForm, MemoryForm

ADJUST: Final = "adjust"  # callback ids
MEMORY: Final = "memory"
AMOUNT: Final = "amount"  # block_id and action_id of the input: state["values"]["amount"]["amount"]["value"]
NOTE: Final = "note"
_MAX_AMOUNT: Final = 30  # characters, as all here
_MAX_NOTE: Final = 500
_MAX_LABEL: Final = 2_000
_MAX_PLACEHOLDER: Final = 150
_LINE_BREAKS: Final = 100


def adjust_modal(form: AdjustForm, *, private_metadata: str) -> dict[str, Any]:
    """Return the view for views.open; the title is cut to Slack's 24 characters.

    `private_metadata`: sent back by the submission, at most 3,000 characters; not shown to the person.

    Raises: ValueError: `private_metadata` is too long; cut, it would mean something else.
    """
    amount = {"max_length": _MAX_AMOUNT, "initial_value": f"{form.amount:f}"[:_MAX_AMOUNT]}
    note = {"multiline": True, "max_length": _MAX_NOTE}
    inputs = [
        _input(AMOUNT, form.amount_label, form.amount_hint, amount, is_optional=False),
        _input(NOTE, form.note_label, form.note_hint, note),
    ]
    return _modal(ADJUST, form, inputs, private_metadata=private_metadata)


def memory_modal(form: MemoryForm, *, private_metadata: str) -> dict[str, Any]:
    """Return the view for views.open; each input's block and element have the field's name.

    `private_metadata` and `ValueError`: as for `adjust_modal`.
    """
    inputs = []
    for field in form.fields:
        element: dict[str, Any] = {"multiline": field.is_long, "max_length": MAX_SECTION + _LINE_BREAKS}
        element |= {"initial_value": field.value} if field.value else {}
        inputs.append(_input(field.name, field.label, field.hint, element))
    return _modal(MEMORY, form, inputs, private_metadata=private_metadata)


def _modal(
    callback: str, form: AdjustForm | MemoryForm, inputs: list[dict[str, Any]], *, private_metadata: str
) -> dict[str, Any]:
    if utf16_length(private_metadata) > limits.PRIVATE_METADATA:
        msg = f"private_metadata of {utf16_length(private_metadata)} characters"
        raise ValueError(msg)
    return {
        "type": "modal",
        "callback_id": callback,
        "private_metadata": private_metadata,
        "title": plain_text_object(form.title, limit=limits.VIEW_TITLE),
        "submit": plain_text_object(form.submit, limit=limits.VIEW_TITLE),
        "close": plain_text_object(form.cancel, limit=limits.VIEW_TITLE),
        "blocks": inputs,
    }


def _input(name: str, label: str, hint: str, element: dict[str, Any], *, is_optional: bool = True) -> dict[str, Any]:
    placeholder = plain_text_object(hint, limit=_MAX_PLACEHOLDER)
    return {
        "type": "input",
        "block_id": name,
        "label": plain_text_object(label, limit=_MAX_LABEL),
        "element": {"type": "plain_text_input", "action_id": name, "placeholder": placeholder, **element},
        "optional": is_optional,
    }
