"""Builds the modal in which a person edits core memory."""

from typing import Any, Final

from adapters.slack.outbound import limits
from adapters.slack.outbound.buttons import plain_text_object
from bot.domain.memory.core_memory import MAX_SECTION
from bot.presentation.memory_form import MemoryForm, MemoryFormField

CALLBACK: Final = "memory"
_MAX_LABEL: Final = 2_000
_MAX_PLACEHOLDER: Final = 150
_LINE_BREAKS: Final = 100


def memory_modal(form: MemoryForm, *, private_metadata: str) -> dict[str, Any]:
    """Return the view for views.open; `private_metadata` is sent back by the submission."""
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": private_metadata,
        "title": plain_text_object(form.title, limit=limits.VIEW_TITLE),
        "submit": plain_text_object(form.submit, limit=limits.VIEW_TITLE),
        "close": plain_text_object(form.cancel, limit=limits.VIEW_TITLE),
        "blocks": [_input(field) for field in form.fields],
    }


def _input(field: MemoryFormField) -> dict[str, Any]:
    """Return one input; its block and its element have the field's name."""
    element = {
        "type": "plain_text_input",
        "action_id": field.name,
        "multiline": field.is_long,
        "max_length": MAX_SECTION + _LINE_BREAKS,
        "placeholder": plain_text_object(field.hint, limit=_MAX_PLACEHOLDER),
        **({"initial_value": field.value} if field.value else {}),
    }
    label = plain_text_object(field.label, limit=_MAX_LABEL)
    return {"type": "input", "block_id": field.name, "label": label, "element": element, "optional": True}
