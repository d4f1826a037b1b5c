"""What an event says: a pure reading of Slack's Events API."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from adapters.shared.help_command import HELP_COMMAND
from adapters.slack import payload as read
from adapters.slack.inbound.message_text import mentions_user, typed_text
from adapters.slack.payload import JsonObject, object_at, text_at
from bot.domain.conversation.threads import IncomingMessage, Person, Thread

_LATEST: Final = 2**36  # seconds: the year 4147; not much beyond it there are no dates
_OF_PEOPLE: Final = frozenset({"", "file_share", "thread_broadcast", "me_message"})  # subtypes of messages


@dataclass(frozen=True, slots=True)
class MessageEvent:
    """A person's message."""

    message: IncomingMessage
    is_addressed: bool  # our name is in it, or we are alone with the person; else it counts where we take part


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
    event = object_at(payload, "event")
    match text_at(event, "type"), text_at(event, "subtype"):
        case "message", "message_changed":
            return _edited_event(payload, event, bot_user_id)
        case "message", "message_deleted":
            return _deleted_event(payload, event)
        case "message" | "app_mention", _:
            return _message_event(payload, event, bot_user_id)
        case _:
            return _other_event(payload, event)


def authorized_bot_user(payload: JsonObject) -> str:
    """Return who we are in the event's workspace, as the event itself says; empty if it does not."""
    authorized = next(iter(read.objects_at(payload, "authorizations")), {})
    return "" if authorized.get("is_bot") is False else text_at(authorized, "user_id")


def _other_event(payload: JsonObject, event: JsonObject) -> SlackEvent | None:
    match text_at(event, "type"), text_at(event, "subtype"):
        case "app_home_opened", _ if text_at(event, "tab") == "home" and text_at(event, "user"):
            return HomeOpenedEvent(read.workspace_of(payload), text_at(event, "user"))
        case "assistant_thread_started", _:
            pane = object_at(event, "assistant_thread")
            thread = read.thread_in(payload, text_at(pane, "channel_id"), text_at(pane, "thread_ts"))
            return AssistantOpenedEvent(thread, text_at(pane, "user_id")) if thread.channel and thread.thread else None
        case "app_uninstalled", _:
            return _uninstalled_event(payload)
        case "tokens_revoked", _ if object_at(event, "tokens").get("bot"):  # else a person's own, of which we have none
            return _uninstalled_event(payload)
    return None


def _uninstalled_event(payload: JsonObject) -> AppUninstalledEvent:
    authorized = next(iter(read.objects_at(payload, "authorizations")), {})
    is_whole = authorized.get("is_enterprise_install") is True
    team = None if is_whole else text_at(authorized, "team_id") or text_at(payload, "team_id") or None
    at = payload.get("event_time")
    when = datetime.fromtimestamp(at, UTC) if isinstance(at, int) and 0 < at < _LATEST else None
    return AppUninstalledEvent(team, read.enterprise_of(payload) or None, when)


def _message_event(payload: JsonObject, event: JsonObject, bot_user_id: str) -> MessageEvent | None:
    user, ts, channel = (text_at(event, name) for name in ("user", "ts", "channel"))
    if not (user and ts and channel and _is_from_person(event)) or user == bot_user_id:
        return None
    is_mention = text_at(event, "type") == "app_mention" or mentions_user(text_at(event, "text"), bot_user_id)
    is_to_us = is_mention or read.is_direct(channel)
    if not is_to_us and "<@" in text_at(event, "text"):
        return None  # it is said to somebody else
    said = typed_text(text_at(event, "text"), bot_user_id=bot_user_id or _first_mention(event))
    if not said and not is_to_us:
        return None
    name = read.thread_id_of(channel, ts=ts, thread_ts=text_at(event, "thread_ts"))
    message = IncomingMessage(read.thread_in(payload, channel, name), ts, Person(user, user), said or HELP_COMMAND)
    return MessageEvent(message, is_to_us)


def _is_from_person(message: JsonObject) -> bool:
    is_bots = bool(message.get("bot_id") or message.get("bot_profile"))
    return text_at(message, "subtype") in _OF_PEOPLE and not is_bots and not message.get("hidden")


def _first_mention(event: JsonObject) -> str:
    """Who is named at the beginning of an `app_mention` that does not say who we are: that will be us."""
    said = text_at(event, "text").lstrip()
    if text_at(event, "type") != "app_mention" or not said.startswith("<@"):
        return ""
    return said[2:].partition(">")[0].partition("|")[0]


def _edited_event(
    payload: JsonObject, event: JsonObject, bot_user_id: str
) -> MessageEditedEvent | MessageDeletedEvent | None:
    now, before = object_at(event, "message"), object_at(event, "previous_message")
    channel, ts = text_at(event, "channel"), text_at(now, "ts")
    if not channel or not ts:
        return None
    thread = read.thread_in(payload, channel, read.thread_id_of(channel, ts=ts, thread_ts=text_at(now, "thread_ts")))
    if text_at(now, "subtype") == "tombstone":  # a message with replies was removed
        return MessageDeletedEvent(thread, ts)
    is_same = text_at(now, "text") == text_at(before, "text") if before else not now.get("edited")
    if is_same or not _is_from_person(now) or text_at(now, "user") == bot_user_id:
        return None
    return MessageEditedEvent(thread, ts, typed_text(text_at(now, "text"), bot_user_id=bot_user_id) or HELP_COMMAND)


def _deleted_event(payload: JsonObject, event: JsonObject) -> MessageDeletedEvent | None:
    before = object_at(event, "previous_message")
    channel, ts = text_at(event, "channel"), text_at(event, "deleted_ts") or text_at(before, "ts")
    if not channel or not ts or before.get("bot_id"):
        return None
    name = read.thread_id_of(channel, ts=ts, thread_ts=text_at(before, "thread_ts"))
    return MessageDeletedEvent(read.thread_in(payload, channel, name), ts)
