"""What presses and filled-in forms say: a pure reading."""

import json
from dataclasses import dataclass
from uuid import UUID

from adapters.slack import payload as read
from adapters.slack.outbound.adjust_modal import AMOUNT, CALLBACK, NOTE
from adapters.slack.payload import JsonObject, object_at, text_at
from bot.domain.conversation.buttons import AdjustRef, AnyButtonRef, ButtonAction, ButtonRef, parse_button
from bot.domain.conversation.threads import Person, Thread
from bot.language.form_fields import read_amount, read_note


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """One press of one of our buttons."""

    workspace: str
    thread: Thread | None  # None: it was not pressed under a message; where the decision was proposed, then
    press_id: str  # the same for a second delivery, another for a second press
    person: Person
    button_id: str
    ref: AnyButtonRef
    trigger_id: str
    response_url: str
    is_at_home: bool

    @property
    def adjust_ref(self) -> ButtonRef | None:
        """The decision whose amount is to be asked for, if that is what was pressed."""
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
        """The press that it is; None if the amount cannot be read."""
        return None if read_amount(self.amount) is None else str(AdjustRef(self.ref, self.amount, read_note(self.note)))


def read_buttons(payload: JsonObject) -> list[ButtonEvent]:
    """Return the presses of our buttons in a `block_actions`; links and other apps' leftovers are none."""
    return [
        found for action in read.objects_at(payload, "actions") if (found := _read_button(payload, action)) is not None
    ]


def read_form(payload: JsonObject) -> FormEvent | None:
    """Return what a `view_submission` says; None if it is no form of ours."""
    view, user = object_at(payload, "view"), object_at(payload, "user")
    if text_at(view, "callback_id") != CALLBACK or not text_at(user, "id"):
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
    """Return what a form carries along, so that its submission says what it is about."""
    where = {"channel": thread.channel, "thread": thread.thread} if thread else {}
    return json.dumps({"decision": str(ref.decision_id), "version": ref.version, **where})


def _read_button(payload: JsonObject, action: JsonObject) -> ButtonEvent | None:
    button_id = text_at(action, "action_id")
    ref = parse_button(button_id)
    user = object_at(payload, "user")
    if ref is None or isinstance(ref, AdjustRef) or not text_at(user, "id"):
        return None  # nobody presses a filled-in form: it is submitted
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
    """The thread under one of whose messages something was pressed."""
    container, message = object_at(payload, "container"), object_at(payload, "message")
    channel = text_at(container, "channel_id") or text_at(payload, "channel", "id")
    ts = text_at(container, "message_ts") or text_at(message, "ts")
    thread_ts = text_at(container, "thread_ts") or text_at(message, "thread_ts")
    is_alone = container.get("is_ephemeral") is True and not thread_ts and not read.is_direct(channel)
    if not channel or not ts or is_alone:
        return None
    return read.thread_in(payload, channel, read.thread_id_of(channel, ts=ts, thread_ts=thread_ts))


def _read_private_metadata(metadata: str, payload: JsonObject) -> tuple[ButtonRef | None, Thread | None]:
    try:
        carried = json.loads(metadata)
        UUID(text_at(carried, "decision"))
    except ValueError:
        return None, None
    ref = parse_button(f"{ButtonAction.ADJUST}:{text_at(carried, 'decision')}:{carried.get('version')}")
    channel = text_at(carried, "channel")
    thread = read.thread_in(payload, channel, text_at(carried, "thread")) if channel else None
    return (ref if isinstance(ref, ButtonRef) else None), thread
