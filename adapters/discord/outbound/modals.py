"""The forms in which a person changes an amount or edits core memory. Their ids say of what: they survive a restart."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord

from bot.domain.conversation.buttons import (
    AdjustRef,
    ButtonAction,
    ButtonRef,
    MemoryEditRef,
    MemoryFormRef,
    parse_button,
)
from bot.domain.memory.core_memory import MAX_SECTION
from bot.presentation.forms import AdjustForm, MemoryForm
from bot.reading.recognisers.numbers import NOTE_LENGTH, read_amount, read_note

_AMOUNT: Final = "amount"
_NOTE: Final = "note"
_AMOUNT_LENGTH: Final = 40
_TITLE_LENGTH: Final = 45  # Discord's limits
_LABEL_LENGTH: Final = 45
_HINT_LENGTH: Final = 100
_FIELDS: Final = 5
_TEXT_INPUT: Final = 4  # a type of component
_LINE_BREAKS: Final = 100
_MEMORY_ID: Final = re.compile(r"(memory:[0-9a-f-]{36}):([0-9]{1,12})")


def adjust_modal(ref: ButtonRef, form: AdjustForm) -> discord.ui.Modal:
    """Return the form for a decision as a modal."""
    modal = _modal(form.title, str(ref))
    amount: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=_AMOUNT, default=f"{form.amount:f}", max_length=_AMOUNT_LENGTH
    )
    note: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=_NOTE, style=discord.TextStyle.paragraph, required=False, max_length=NOTE_LENGTH
    )
    modal.add_item(_labelled(form.amount_label, form.amount_hint, amount))
    modal.add_item(_labelled(form.note_label, form.note_hint, note))
    return modal


def adjust_ref_of(custom_id: str) -> ButtonRef | None:
    """Return the decision whose form has this id; None: it is not an Adjust form."""
    ref = parse_button(custom_id)
    return ref if isinstance(ref, ButtonRef) and ref.action is ButtonAction.ADJUST else None


def read_submission(ref: ButtonRef, data: Mapping[str, Any]) -> AdjustRef | None:
    """Return the submitted amount and note; None: the amount cannot be read."""
    values = dict(_input_values(data.get("components", ())))
    amount = values.get(_AMOUNT, "").strip()
    return AdjustRef(ref, amount, read_note(values.get(_NOTE, ""))) if read_amount(amount) is not None else None


def memory_modal(ref: MemoryFormRef, form: MemoryForm) -> discord.ui.Modal:
    """Return the form of core memory as a modal; its id names the answer it was opened from, and when."""
    modal = _modal(form.title, f"{ref}:{form.opened_at}")
    for field in form.with_at_most(_FIELDS).fields:
        text: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=field.name,
            style=discord.TextStyle.paragraph if field.is_long else discord.TextStyle.short,
            default=field.value or None,
            required=False,
            max_length=MAX_SECTION + _LINE_BREAKS,
        )
        modal.add_item(_labelled(field.label, field.hint, text))
    return modal


def memory_form_ref_of(button_id: str) -> MemoryFormRef | None:
    """Return the answer whose form a button opens; None: it is another button."""
    ref = parse_button(button_id)
    return ref if isinstance(ref, MemoryFormRef) else None


def read_memory_submission(data: Mapping[str, Any]) -> MemoryEditRef | None:
    """Return a submitted form of core memory; None: it is another form."""
    found = _MEMORY_ID.fullmatch(str(data.get("custom_id", "")))
    ref = memory_form_ref_of(found[1]) if found else None
    if found is None or ref is None:
        return None
    return MemoryEditRef(ref.turn_id, int(found[2]), tuple(_input_values(data.get("components", ()))))


def _modal(title: str, custom_id: str) -> discord.ui.Modal:
    """Return a modal without inputs. discord.py need not remember it: a submission carries its id."""
    return discord.ui.Modal(title=title[:_TITLE_LENGTH], custom_id=custom_id, timeout=1.0)


def _input_values(components: object) -> Iterator[tuple[str, str]]:
    """Yield id and value of each text input, in labels or in rows."""
    for component in components if isinstance(components, list | tuple) else ():
        if component.get("type") == _TEXT_INPUT:
            yield str(component["custom_id"]), str(component.get("value") or "")
        yield from _input_values(component.get("components"))
        yield from _input_values([component["component"]] if "component" in component else None)


def _labelled(
    text: str, hint: str, component: "discord.ui.TextInput[discord.ui.Modal]"
) -> "discord.ui.Label[discord.ui.Modal]":
    """Return an input with its label and hint, cut to Discord's limits."""
    return discord.ui.Label(text=text[:_LABEL_LENGTH], description=hint[:_HINT_LENGTH] or None, component=component)
