"""Reads the payloads of button presses and submitted forms."""

import json
from dataclasses import dataclass
from typing import Any

from adapters.slack import payload as read
from adapters.slack.outbound.modals import ADJUST, AMOUNT, MEMORY, NOTE
from adapters.slack.payload import JsonObject, object_at, text_at
from bot.domain.conversation.buttons import (
    AdjustRef,
    AnyButtonRef,
    ButtonAction,
    ButtonRef,
    MemoryEditRef,
    MemoryFormRef,
    parse_button,
)
from bot.domain.conversation.threads import Person, Thread
from bot.reading.recognisers.numbers import read_amount, read_note


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """One press of one of Parley's buttons, or one submitted form, which counts as the press that its id names."""

    workspace: str
    thread: Thread | None  # None: not pressed in a thread; the thread in which the decision was proposed is used
    press_id: str  # equal for a repeated delivery, different for a second press
    person: Person
    ref: AnyButtonRef
    button_id: str | None  # None: of a form with an amount that cannot be read
    trigger_id: str = ""
    response_url: str = ""
    is_at_home: bool = False

    @property
    def opens_form(self) -> bool:
        """Return whether this is a button that opens a form instead of being stored."""
        is_adjust = isinstance(self.ref, ButtonRef) and self.ref.action is ButtonAction.ADJUST
        return isinstance(self.ref, MemoryFormRef) or is_adjust


def read_buttons(payload: JsonObject) -> list[Press]:
    """Return the presses of Parley's buttons in a `block_actions` payload; links and unknown buttons are left out."""
    found = (_read_button(payload, action) for action in read.objects_at(payload, "actions"))
    return [press for press in found if press is not None]


def read_form(payload: JsonObject) -> Press | None:
    """Return the form in a `view_submission` payload; None if it is none of Parley's."""
    view, user = object_at(payload, "view"), object_at(payload, "user")
    try:
        fields = json.loads(text_at(view, "private_metadata"))
    except ValueError:
        return None
    if not isinstance(fields, dict):
        return None
    inputs = object_at(view, "state", "values")
    ref = _form_ref(fields, {name: text_at(inputs, name, name, "value") for name in inputs})
    if ref is None or text_at(view, "callback_id") not in {ADJUST, MEMORY} or not text_at(user, "id"):
        return None
    channel = text_at(fields, "channel")
    return Press(
        workspace=read.workspace_of(payload),
        thread=read.thread_in(payload, channel, text_at(fields, "thread")) if channel else None,
        press_id=f"{text_at(view, 'id')}/{text_at(view, 'hash')}/{text_at(user, 'id')}",
        person=read.person_from(user),
        ref=ref,
        button_id=None if isinstance(ref, ButtonRef) else str(ref),
        is_at_home=not channel,
    )


def form_metadata(ref: ButtonRef | MemoryFormRef, thread: Thread | None, *, opened_at: int = 0) -> str:
    """Return a form's `private_metadata`, which its submission sends back: what it is about, and the thread.

    Another version of Parley reads it while processes are upgraded one after the other: the keys stay.
    """
    location = {"channel": thread.channel, "thread": thread.thread} if thread else {}
    if isinstance(ref, MemoryFormRef):
        return json.dumps({"turn": str(ref.turn_id), "opened_at": opened_at, **location})
    return json.dumps({"decision": str(ref.decision_id), "version": ref.version, **location})


def _form_ref(fields: Any, values: dict[str, str]) -> AnyButtonRef | None:  # noqa: ANN401 - JSON
    """Return what a form stands for; the button that opened it, if the amount cannot be read."""
    memory = parse_button(f"memory:{text_at(fields, 'turn')}")
    if isinstance(memory, MemoryFormRef) and isinstance(fields.get("opened_at"), int):
        return MemoryEditRef(memory.turn_id, fields["opened_at"], tuple(values.items()))
    button = parse_button(f"{ButtonAction.ADJUST}:{text_at(fields, 'decision')}:{fields.get('version')}")
    if not isinstance(button, ButtonRef):
        return None
    amount = values.get(AMOUNT, "")
    return button if read_amount(amount) is None else AdjustRef(button, amount, read_note(values.get(NOTE, "")))


def _read_button(payload: JsonObject, action: JsonObject) -> Press | None:
    button_id = text_at(action, "action_id")
    ref = parse_button(button_id)
    user = object_at(payload, "user")
    if ref is None or isinstance(ref, AdjustRef | MemoryEditRef) or not text_at(user, "id"):
        return None  # these two come from a submitted form only, never from a button
    source = text_at(payload, "container", "message_ts") or text_at(payload, "container", "view_id")
    return Press(
        workspace=read.workspace_of(payload),
        thread=_thread(payload),
        press_id=f"{source}/{text_at(user, 'id')}/{text_at(action, 'action_ts')}",
        person=read.person_from(user),
        ref=ref,
        button_id=button_id,
        trigger_id=text_at(payload, "trigger_id"),
        response_url=text_at(payload, "response_url"),
        is_at_home=text_at(payload, "view", "type") == "home",
    )


def _thread(payload: JsonObject) -> Thread | None:
    container, message = object_at(payload, "container"), object_at(payload, "message")
    channel = text_at(container, "channel_id") or text_at(payload, "channel", "id")
    ts = text_at(container, "message_ts") or text_at(message, "ts")
    thread_ts = text_at(container, "thread_ts") or text_at(message, "thread_ts")
    is_unthreaded = container.get("is_ephemeral") is True and not thread_ts and not read.is_direct(channel)
    if not channel or not ts or is_unthreaded:
        return None
    return read.thread_in(payload, channel, read.thread_id_of(channel, ts=ts, thread_ts=thread_ts))
