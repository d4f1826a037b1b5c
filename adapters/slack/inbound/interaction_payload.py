"""What presses and filled-in forms say: a pure reading."""

import json
from dataclasses import dataclass
from uuid import UUID

from adapters.slack import payload as read
from adapters.slack.outbound.adjust_modal import AMOUNT, CALLBACK, NOTE
from adapters.slack.payload import JsonObject, inner, text
from bot.domain.conversation.buttons import AdjustRef, AnyRef, ButtonAction, ButtonRef, parse_button
from bot.domain.conversation.threads import Person, Thread
from bot.engines.rules.adjustment import read_amount, read_note


@dataclass(frozen=True, slots=True)
class ButtonEvent:
    """One press of one of our buttons."""

    workspace: str
    thread: Thread | None  # None: it was not pressed under a message; where the decision was proposed, then
    press_id: str  # the same for a second delivery, another for a second press
    person: Person
    button_id: str
    ref: AnyRef
    trigger_id: str
    response_url: str
    is_at_home: bool

    @property
    def wants_form(self) -> ButtonRef | None:
        """The decision whose amount is to be asked for, if that is what was pressed."""
        return self.ref if isinstance(self.ref, ButtonRef) and self.ref.press is ButtonAction.ADJUST else None


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


def read_presses(payload: JsonObject) -> list[ButtonEvent]:
    """Return the presses of our buttons in a `block_actions`; links and other apps' leftovers are none."""
    return [found for action in read.objects(payload, "actions") if (found := _pressed(payload, action)) is not None]


def read_form(payload: JsonObject) -> FormEvent | None:
    """Return what a `view_submission` says; None if it is no form of ours."""
    view, user = inner(payload, "view"), inner(payload, "user")
    if text(view, "callback_id") != CALLBACK or not text(user, "id"):
        return None
    ref, thread = _subject(text(view, "private_metadata"), payload)
    if ref is None:
        return None
    values = inner(view, "state", "values")
    return FormEvent(
        workspace=read.workspace(payload),
        thread=thread,
        press_id=f"{text(view, 'id')}/{text(view, 'hash')}/{text(user, 'id')}",
        person=read.person(user),
        ref=ref,
        amount=text(values, AMOUNT, AMOUNT, "value"),
        note=text(values, NOTE, NOTE, "value"),
    )


def subject_of_form(ref: ButtonRef, thread: Thread | None) -> str:
    """Return what a form carries along, so that its submission says what it is about."""
    where = {"channel": thread.channel, "thread": thread.thread} if thread else {}
    return json.dumps({"decision": str(ref.decision_id), "version": ref.version, **where})


def _pressed(payload: JsonObject, action: JsonObject) -> ButtonEvent | None:
    button_id = text(action, "action_id")
    ref = parse_button(button_id)
    user = inner(payload, "user")
    if ref is None or isinstance(ref, AdjustRef) or not text(user, "id"):
        return None  # nobody presses a filled-in form: it is submitted
    source = text(payload, "container", "message_ts") or text(payload, "container", "view_id")
    return ButtonEvent(
        workspace=read.workspace(payload),
        thread=_thread(payload),
        press_id=f"{source}/{text(user, 'id')}/{text(action, 'action_ts')}",
        person=read.person(user),
        button_id=button_id,
        ref=ref,
        trigger_id=text(payload, "trigger_id"),
        response_url=text(payload, "response_url"),
        is_at_home=text(payload, "view", "type") == "home",
    )


def _thread(payload: JsonObject) -> Thread | None:
    """The thread under one of whose messages something was pressed."""
    container, message = inner(payload, "container"), inner(payload, "message")
    channel = text(container, "channel_id") or text(payload, "channel", "id")
    ts = text(container, "message_ts") or text(message, "ts")
    thread_ts = text(container, "thread_ts") or text(message, "thread_ts")
    is_alone = container.get("is_ephemeral") is True and not thread_ts and not read.is_direct(channel)
    if not channel or not ts or is_alone:
        return None
    return read.thread(payload, channel, read.thread_name(channel, ts=ts, thread_ts=thread_ts))


def _subject(metadata: str, payload: JsonObject) -> tuple[ButtonRef | None, Thread | None]:
    try:
        carried = json.loads(metadata)
        UUID(text(carried, "decision"))
    except ValueError:
        return None, None
    ref = parse_button(f"{ButtonAction.ADJUST}:{text(carried, 'decision')}:{carried.get('version')}")
    channel = text(carried, "channel")
    thread = read.thread(payload, channel, text(carried, "thread")) if channel else None
    return (ref if isinstance(ref, ButtonRef) else None), thread
