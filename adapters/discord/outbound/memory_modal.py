"""The form of core memory. Its id names the answer it was opened from, and when, so it survives a restart."""

import re
from collections.abc import Mapping
from typing import Any, Final

import discord

from adapters.discord.outbound.adjust_modal import input_values, labelled
from bot.domain.conversation.buttons import MemoryEditRef, MemoryFormRef, parse_button
from bot.domain.memory.core_memory import MAX_SECTION
from bot.presentation.memory_form import MemoryForm

_CUSTOM_ID: Final = re.compile(r"(memory:[0-9a-f-]{36}):([0-9]{1,12})")
_TITLE_LENGTH: Final = 45  # Discord's limit
_FIELDS: Final = 5  # Discord's limit
_LINE_BREAKS: Final = 100


def memory_modal(ref: MemoryFormRef, form: MemoryForm) -> discord.ui.Modal:
    """Return the form as a modal."""
    modal: discord.ui.Modal = discord.ui.Modal(
        title=form.title[:_TITLE_LENGTH],
        custom_id=f"{ref}:{form.opened_at}",
        timeout=1.0,  # discord.py need not remember it: a submission carries the form's id
    )
    for field in form.with_at_most(_FIELDS).fields:
        text: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=field.name,
            style=discord.TextStyle.paragraph if field.is_long else discord.TextStyle.short,
            default=field.value or None,
            required=False,
            max_length=MAX_SECTION + _LINE_BREAKS,
        )
        modal.add_item(labelled(field.label, field.hint, text))
    return modal


def memory_form_ref_of(button_id: str) -> MemoryFormRef | None:
    """Return the answer whose form a button opens; None: it is another button."""
    ref = parse_button(button_id)
    return ref if isinstance(ref, MemoryFormRef) else None


def read_memory_submission(data: Mapping[str, Any]) -> MemoryEditRef | None:
    """Return a submitted form of core memory; None: it is another form."""
    found = _CUSTOM_ID.fullmatch(str(data.get("custom_id", "")))
    ref = memory_form_ref_of(found[1]) if found else None
    if found is None or ref is None:
        return None
    return MemoryEditRef(ref.turn_id, int(found[2]), tuple(input_values(data.get("components", ()))))
