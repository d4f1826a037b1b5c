"""Reads the payloads of button presses and submitted forms."""

import json
from dataclasses import dataclass
from uuid import UUID

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
from bot.domain.ids import TurnId
from bot.reading.recognisers.numbers import read_amount, read_note


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """One press of one of Parley's buttons."""

    workspace: str
    thread: Thread | None  # None: not pressed in a thread; the thread in which the decision was proposed is used
    press_id: str  # equal for a repeated delivery, different for a second press
    person: Person
    button_id: str
    ref: AnyButtonRef
    trigger_id: str
    response_url: str
    is_at_home: bool

    @property
    def adjust_ref(self) -> ButtonRef | None:
        """Return the pressed button if it is an Adjust button, which opens a form; else None."""
        return self.ref if isinstance(self.ref, ButtonRef) and self.ref.action is ButtonAction.ADJUST else None


@dataclass(frozen=True, slots=True)
class FormEvent:
    """A submitted Adjust form."""

    workspace: str
    thread: Thread | None
    press_id: str
    person: Person
    ref: ButtonRef
    amount: str  # as typed
    note: str

    @property
    def button_id(self) -> str | None:
        """Return the button id that represents the form; None if the amount cannot be read."""
        return None if read_amount(self.amount) is None else str(AdjustRef(self.ref, self.amount, read_note(self.note)))


@dataclass(frozen=True, slots=True)
class MemoryFormEvent:
    """A submitted form of core memory."""

    workspace: str
    thread: Thread | None
    press_id: str
    person: Person
    ref: MemoryEditRef

    @property
    def button_id(self) -> str:
        """The button id that represents the form."""
        return str(self.ref)


def read_buttons(payload: JsonObject) -> list[ButtonEvent]:
    """Return the presses of Parley's buttons in a `block_actions` payload; links and unknown buttons are left out."""
    return [
        found for action in read.objects_at(payload, "actions") if (found := _read_button(payload, action)) is not None
    ]


def read_form(payload: JsonObject) -> FormEvent | MemoryFormEvent | None:
    """Return the form in a `view_submission` payload; None if it is none of Parley's."""
    view, user = object_at(payload, "view"), object_at(payload, "user")
    if text_at(view, "callback_id") == MEMORY and text_at(user, "id"):
        return _read_memory_form(payload)
    if text_at(view, "callback_id") != ADJUST or not text_at(user, "id"):
        return None
    ref, thread = _read_private_metadata(text_at(view, "private_metadata"), payload)
    if ref is None:
        return None
    values = object_at(view, "state", "values")
    return FormEvent(
        workspace=read.workspace_of(payload),
        thread=thread,
        press_id=f"{text_at(view, 'id')}/{text_at(view, 'hash')}/{text_at(user, 'id')}",
        person=read.person_from(user),
        ref=ref,
        amount=text_at(values, AMOUNT, AMOUNT, "value"),
        note=text_at(values, NOTE, NOTE, "value"),
    )


def private_metadata_of(ref: ButtonRef, thread: Thread | None) -> str:
    """Return a form's `private_metadata`, which its submission sends back: the decision and the thread."""
    location = {"channel": thread.channel, "thread": thread.thread} if thread else {}
    return json.dumps({"decision": str(ref.decision_id), "version": ref.version, **location})


def memory_metadata_of(ref: MemoryFormRef, thread: Thread, *, opened_at: int) -> str:
    """Return a memory form's `private_metadata`: the answer it was opened from, when, and the thread."""
    location = {"channel": thread.channel, "thread": thread.thread}
    return json.dumps({"turn": str(ref.turn_id), "opened_at": opened_at, **location})


def _read_memory_form(payload: JsonObject) -> MemoryFormEvent | None:
    view, user = object_at(payload, "view"), object_at(payload, "user")
    try:
        fields = json.loads(text_at(view, "private_metadata"))
        turn_id, opened_at = TurnId(UUID(text_at(fields, "turn"))), int(fields["opened_at"])
    except (ValueError, KeyError, TypeError):
        return None
    values = object_at(view, "state", "values")
    written = tuple((name, text_at(values, name, name, "value")) for name in values)
    channel = text_at(fields, "channel")
    return MemoryFormEvent(
        workspace=read.workspace_of(payload),
        thread=read.thread_in(payload, channel, text_at(fields, "thread")) if channel else None,
        press_id=f"{text_at(view, 'id')}/{text_at(view, 'hash')}/{text_at(user, 'id')}",
        person=read.person_from(user),
        ref=MemoryEditRef(turn_id, opened_at, written),
    )


def _read_button(payload: JsonObject, action: JsonObject) -> ButtonEvent | None:
    button_id = text_at(action, "action_id")
    ref = parse_button(button_id)
    user = object_at(payload, "user")
    if ref is None or isinstance(ref, AdjustRef | MemoryEditRef) or not text_at(user, "id"):
        return None  # these two come from a submitted form only, never from a button
    source = text_at(payload, "container", "message_ts") or text_at(payload, "container", "view_id")
    return ButtonEvent(
        workspace=read.workspace_of(payload),
        thread=_thread(payload),
        press_id=f"{source}/{text_at(user, 'id')}/{text_at(action, 'action_ts')}",
        person=read.person_from(user),
        button_id=button_id,
        ref=ref,
        trigger_id=text_at(payload, "trigger_id"),
        response_url=text_at(payload, "response_url"),
        is_at_home=text_at(payload, "view", "type") == "home",
    )


def _thread(payload: JsonObject) -> Thread | None:
    """Return the thread of the message whose button was pressed; None if it is in no thread."""
    container, message = object_at(payload, "container"), object_at(payload, "message")
    channel = text_at(container, "channel_id") or text_at(payload, "channel", "id")
    ts = text_at(container, "message_ts") or text_at(message, "ts")
    thread_ts = text_at(container, "thread_ts") or text_at(message, "thread_ts")
    is_unthreaded = container.get("is_ephemeral") is True and not thread_ts and not read.is_direct(channel)
    if not channel or not ts or is_unthreaded:
        return None
    return read.thread_in(payload, channel, read.thread_id_of(channel, ts=ts, thread_ts=thread_ts))


def _read_private_metadata(metadata: str, payload: JsonObject) -> tuple[ButtonRef | None, Thread | None]:
    try:
        fields = json.loads(metadata)
        UUID(text_at(fields, "decision"))
    except ValueError:
        return None, None
    ref = parse_button(f"{ButtonAction.ADJUST}:{text_at(fields, 'decision')}:{fields.get('version')}")
    channel = text_at(fields, "channel")
    thread = read.thread_in(payload, channel, text_at(fields, "thread")) if channel else None
    return (ref if isinstance(ref, ButtonRef) else None), thread
