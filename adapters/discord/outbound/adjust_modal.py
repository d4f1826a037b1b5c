"""The Adjust form: a new amount for a decision, and a note. Its id names the decision, so it survives a restart."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord

from bot.domain.conversation.buttons import AdjustRef, ButtonAction, ButtonRef, parse_button
from bot.presentation.decisions.adjust_form import AdjustForm
from bot.reading.recognisers.form_fields import NOTE_LENGTH, read_amount, read_note

_AMOUNT: Final = "amount"
_NOTE: Final = "note"
_AMOUNT_LENGTH: Final = 40
_TITLE_LENGTH: Final = 45  # Discord's limits
_LABEL_LENGTH: Final = 45
_HINT_LENGTH: Final = 100
_TEXT_INPUT: Final = 4


def adjust_modal(ref: ButtonRef, form: AdjustForm) -> discord.ui.Modal:
    """Return the form as a modal."""
    modal: discord.ui.Modal = discord.ui.Modal(
        title=form.title[:_TITLE_LENGTH],
        custom_id=str(ref),
        timeout=1.0,  # discord.py need not remember it: a submission carries the form's id
    )
    amount: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=_AMOUNT, default=f"{form.amount:f}", max_length=_AMOUNT_LENGTH
    )
    note: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id=_NOTE, style=discord.TextStyle.paragraph, required=False, max_length=NOTE_LENGTH
    )
    modal.add_item(labelled(form.amount_label, form.amount_hint, amount))
    modal.add_item(labelled(form.note_label, form.note_hint, note))
    return modal


def adjust_ref_of(custom_id: str) -> ButtonRef | None:
    """Return the decision whose form has this id; None: it is not an Adjust form."""
    ref = parse_button(custom_id)
    return ref if isinstance(ref, ButtonRef) and ref.action is ButtonAction.ADJUST else None


def read_submission(ref: ButtonRef, data: Mapping[str, Any]) -> AdjustRef | None:
    """Return the submitted amount and note; None: the amount cannot be read."""
    values = dict(input_values(data.get("components", ())))
    amount = values.get(_AMOUNT, "").strip()
    return AdjustRef(ref, amount, read_note(values.get(_NOTE, ""))) if read_amount(amount) is not None else None


def input_values(components: object) -> Iterator[tuple[str, str]]:
    """Yield id and value of each text input, in labels or in rows."""
    for component in components if isinstance(components, list | tuple) else ():
        if component.get("type") == _TEXT_INPUT:
            yield str(component["custom_id"]), str(component.get("value") or "")
        yield from input_values(component.get("components"))
        yield from input_values([component["component"]] if "component" in component else None)


def labelled(
    text: str, hint: str, component: "discord.ui.TextInput[discord.ui.Modal]"
) -> "discord.ui.Label[discord.ui.Modal]":
    """Return an input with its label and hint, cut to Discord's limits."""
    return discord.ui.Label(text=text[:_LABEL_LENGTH], description=hint[:_HINT_LENGTH] or None, component=component)
