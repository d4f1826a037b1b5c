"""What an event says: a pure reading of Slack's Events API."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from adapters.shared.help_command import HELP_COMMAND
from adapters.slack import payload as read
from adapters.slack.inbound.message_text import mentions, typed
from adapters.slack.payload import JsonObject, inner, text
from bot.domain.conversation.threads import IncomingMessage, Person, Thread

_LATEST: Final = 2**36  # seconds: the year 4147; not much beyond it there are no dates
_OF_PEOPLE: Final = frozenset({"", "file_share", "thread_broadcast", "me_message"})  # subtypes of messages


@dataclass(frozen=True, slots=True)
class MessageEvent:
    """A person's message."""

    message: IncomingMessage
    is_to_us: bool  # our name is in it, or we are alone with the person; else it counts where we take part


@dataclass(frozen=True, slots=True)
class MessageEditedEvent:
    """A message was given another text."""

    thread: Thread
    message_id: str
    text: str


@dataclass(frozen=True, slots=True)
class MessageDeletedEvent:
    """A message was removed."""

    thread: Thread
    message_id: str


@dataclass(frozen=True, slots=True)
class HomeOpenedEvent:
    """A person looks at our Home."""

    workspace: str
    person_id: str


@dataclass(frozen=True, slots=True)
class AssistantOpenedEvent:
    """A person began a chat in the assistant pane."""

    thread: Thread
    person_id: str


@dataclass(frozen=True, slots=True)
class AppUninstalledEvent:
    """We were removed from a workspace, or from all of an organisation."""

    team_id: str | None
    enterprise_id: str | None
    at: datetime | None


SlackEvent = (
    MessageEvent
    | MessageEditedEvent
    | MessageDeletedEvent
    | HomeOpenedEvent
    | AssistantOpenedEvent
    | AppUninstalledEvent
)


def read_event(payload: JsonObject, *, bot_user_id: str) -> SlackEvent | None:
    """Return what an event says; None: it is nothing to us (other bots, joins, unfurled links, other tabs).

    Args:
        payload: What Slack posts, with the event inside.
        bot_user_id: Who we are there; empty where that is not known, and then only `app_mention` names us.
    """
    event = inner(payload, "event")
    match text(event, "type"), text(event, "subtype"):
        case "message", "message_changed":
            return _changed(payload, event, bot_user_id)
        case "message", "message_deleted":
            return _deleted(payload, event)
        case "message" | "app_mention", _:
            return _said(payload, event, bot_user_id)
        case _:
            return _other(payload, event)


def named_bot(payload: JsonObject) -> str:
    """Return who we are in the event's workspace, as the event itself says; empty if it does not."""
    authorized = next(iter(read.objects(payload, "authorizations")), {})
    return "" if authorized.get("is_bot") is False else text(authorized, "user_id")


def _other(payload: JsonObject, event: JsonObject) -> SlackEvent | None:
    match text(event, "type"), text(event, "subtype"):
        case "app_home_opened", _ if text(event, "tab") == "home" and text(event, "user"):
            return HomeOpenedEvent(read.workspace(payload), text(event, "user"))
        case "assistant_thread_started", _:
            pane = inner(event, "assistant_thread")
            thread = read.thread(payload, text(pane, "channel_id"), text(pane, "thread_ts"))
            return AssistantOpenedEvent(thread, text(pane, "user_id")) if thread.channel and thread.thread else None
        case "app_uninstalled", _:
            return _uninstalled(payload)
        case "tokens_revoked", _ if inner(event, "tokens").get("bot"):  # else a person's own, of which we have none
            return _uninstalled(payload)
    return None


def _uninstalled(payload: JsonObject) -> AppUninstalledEvent:
    authorized = next(iter(read.objects(payload, "authorizations")), {})
    is_whole = authorized.get("is_enterprise_install") is True
    team = None if is_whole else text(authorized, "team_id") or text(payload, "team_id") or None
    at = payload.get("event_time")
    when = datetime.fromtimestamp(at, UTC) if isinstance(at, int) and 0 < at < _LATEST else None
    return AppUninstalledEvent(team, read.enterprise(payload) or None, when)


def _said(payload: JsonObject, event: JsonObject, bot_user_id: str) -> MessageEvent | None:
    user, ts, channel = (text(event, name) for name in ("user", "ts", "channel"))
    if not (user and ts and channel and _is_of_person(event)) or user == bot_user_id:
        return None
    is_mention = text(event, "type") == "app_mention" or mentions(text(event, "text"), bot_user_id)
    is_to_us = is_mention or read.is_direct(channel)
    if not is_to_us and "<@" in text(event, "text"):
        return None  # it is said to somebody else
    said = typed(text(event, "text"), bot_user_id=bot_user_id or _first_named(event))
    if not said and not is_to_us:
        return None
    name = read.thread_name(channel, ts=ts, thread_ts=text(event, "thread_ts"))
    message = IncomingMessage(read.thread(payload, channel, name), ts, Person(user, user), said or HELP_COMMAND)
    return MessageEvent(message, is_to_us)


def _is_of_person(message: JsonObject) -> bool:
    is_bots = bool(message.get("bot_id") or message.get("bot_profile"))
    return text(message, "subtype") in _OF_PEOPLE and not is_bots and not message.get("hidden")


def _first_named(event: JsonObject) -> str:
    """Who is named at the beginning of an `app_mention` that does not say who we are: that will be us."""
    said = text(event, "text").lstrip()
    if text(event, "type") != "app_mention" or not said.startswith("<@"):
        return ""
    return said[2:].partition(">")[0].partition("|")[0]


def _changed(
    payload: JsonObject, event: JsonObject, bot_user_id: str
) -> MessageEditedEvent | MessageDeletedEvent | None:
    now, before = inner(event, "message"), inner(event, "previous_message")
    channel, ts = text(event, "channel"), text(now, "ts")
    if not channel or not ts:
        return None
    thread = read.thread(payload, channel, read.thread_name(channel, ts=ts, thread_ts=text(now, "thread_ts")))
    if text(now, "subtype") == "tombstone":  # a message with replies was removed
        return MessageDeletedEvent(thread, ts)
    is_same = text(now, "text") == text(before, "text") if before else not now.get("edited")
    if is_same or not _is_of_person(now) or text(now, "user") == bot_user_id:
        return None
    return MessageEditedEvent(thread, ts, typed(text(now, "text"), bot_user_id=bot_user_id) or HELP_COMMAND)


def _deleted(payload: JsonObject, event: JsonObject) -> MessageDeletedEvent | None:
    before = inner(event, "previous_message")
    channel, ts = text(event, "channel"), text(event, "deleted_ts") or text(before, "ts")
    if not channel or not ts or before.get("bot_id"):
        return None
    name = read.thread_name(channel, ts=ts, thread_ts=text(before, "thread_ts"))
    return MessageDeletedEvent(read.thread(payload, channel, name), ts)
