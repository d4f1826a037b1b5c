"""Reads the payloads of Slack's Events API."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from adapters.shared.inputs import HELP_COMMAND
from adapters.slack import payload as read
from adapters.slack.files import files_of_event
from adapters.slack.payload import JsonObject, mentions_user, object_at, text_at, typed_text
from bot.domain.conversation.threads import Address, IncomingMessage, Person, Thread
from bot.domain.memory.episodes import Visibility

_MAX_TIMESTAMP: Final = 2**36  # seconds: the year 4147; far greater ones are beyond `datetime`
_PERSONS_SUBTYPES: Final = frozenset({"", "file_share", "thread_broadcast", "me_message"})  # of messages
_VISIBILITIES: Final = {  # by channel type
    "channel": Visibility.PUBLIC,
    "group": Visibility.PRIVATE,
    "mpim": Visibility.PRIVATE,
    "im": Visibility.PRIVATE,
}


@dataclass(frozen=True, slots=True)
class MessageChange:
    """The text of a message was changed, or (`text` is None) the message was deleted."""

    thread: Thread
    message_id: str
    text: str | None


@dataclass(frozen=True, slots=True)
class TabOpened:
    """A person opened the app's Home, its direct messages, or a chat in the assistant pane of an older app."""

    thread: Thread  # empty `channel`: the Home; empty `thread`: an agent app, without one before the first message
    person_id: str


@dataclass(frozen=True, slots=True)
class AppUninstalled:
    """The app was removed from a workspace, or from a whole organisation."""

    team_id: str | None
    enterprise_id: str | None
    at: datetime | None


@dataclass(frozen=True, slots=True)
class ChannelLeft:
    """Parley was removed from a channel."""

    channel: Thread  # its `thread` is empty


SlackEvent = IncomingMessage | MessageChange | TabOpened | AppUninstalled | ChannelLeft


def read_event(payload: JsonObject, *, bot_user_id: str) -> SlackEvent | None:
    """Return the event in `payload`; None: it does not concern Parley (other bots, joins, unfurled links, other tabs).

    `payload`: the delivery's body, with the event inside. `bot_user_id`: the bot's user in this workspace; empty if
    unknown: then only `app_mention` counts as a mention.
    """
    event = object_at(payload, "event")
    match text_at(event, "type"), text_at(event, "subtype"):
        case "message", "message_changed":
            return _edited_event(payload, event, bot_user_id)
        case "message", "message_deleted":
            return _deleted_event(payload, event)
        case "message" | "app_mention", _:
            return _message_event(payload, event, bot_user_id)
        case "channel_left" | "group_left", _ if text_at(event, "channel"):
            return ChannelLeft(read.thread_in(payload, text_at(event, "channel"), ""))
        case _:
            return _other_event(payload, event)


def private_channel(payload: JsonObject) -> Thread | None:
    """Return the channel of an event, whatever its kind and its author, if the event says that it is private now.

    That a channel was made private is itself such a message (`channel_convert_to_private`). None for direct messages
    between two, which were never public.
    """
    event = object_at(payload, "event")
    channel = text_at(event, "channel")
    is_private = text_at(event, "type") == "message" and _visibility(event, channel) is Visibility.PRIVATE
    return read.thread_in(payload, channel, "") if channel and is_private and not read.is_direct(channel) else None


def authorized_bot_user(payload: JsonObject) -> str:
    """Return the bot's user in the event's workspace, as named by the event itself; empty if it names none."""
    authorized = next(iter(read.objects_at(payload, "authorizations")), {})
    return "" if authorized.get("is_bot") is False else text_at(authorized, "user_id")


def _other_event(payload: JsonObject, event: JsonObject) -> SlackEvent | None:
    match text_at(event, "type"), text_at(event, "subtype"):
        case "app_home_opened", _ if text_at(event, "tab") == "home":
            return _opened(payload, "", "", text_at(event, "user"))
        case "app_home_opened", _ if text_at(event, "tab") == "messages" and text_at(event, "channel"):
            return _opened(payload, text_at(event, "channel"), "", text_at(event, "user"))
        case "assistant_thread_started", _:
            pane = object_at(event, "assistant_thread")
            channel, thread_id = text_at(pane, "channel_id"), text_at(pane, "thread_ts")
            return _opened(payload, channel, thread_id, text_at(pane, "user_id")) if channel and thread_id else None
        case "app_uninstalled", _:
            return _uninstalled(payload)
        case "tokens_revoked", _ if object_at(event, "tokens").get("bot"):  # else persons' tokens, which are not kept
            return _uninstalled(payload)
    return None


def _opened(payload: JsonObject, channel: str, thread_id: str, person_id: str) -> TabOpened | None:
    return TabOpened(read.thread_in(payload, channel, thread_id), person_id) if person_id else None


def _uninstalled(payload: JsonObject) -> AppUninstalled:
    authorized = next(iter(read.objects_at(payload, "authorizations")), {})
    is_enterprise_install = authorized.get("is_enterprise_install") is True
    team = None if is_enterprise_install else text_at(authorized, "team_id") or text_at(payload, "team_id") or None
    time = payload.get("event_time")
    at = datetime.fromtimestamp(time, UTC) if isinstance(time, int) and 0 < time < _MAX_TIMESTAMP else None
    return AppUninstalled(team, read.enterprise_of(payload) or None, at)


def _message_event(payload: JsonObject, event: JsonObject, bot_user_id: str) -> IncomingMessage | None:
    user, ts, channel = (text_at(event, name) for name in ("user", "ts", "channel"))
    if not (user and ts and channel and _is_from_person(event)) or user == bot_user_id:
        return None
    is_mention = text_at(event, "type") == "app_mention" or mentions_user(text_at(event, "text"), bot_user_id)
    address = _address(event, is_mention=is_mention or read.is_direct(channel))
    text = typed_text(text_at(event, "text"), bot_user_id=bot_user_id or _first_mention(event))
    if not text and address is not Address.PARLEY:
        return None
    thread_id = read.thread_id_of(channel, ts=ts, thread_ts=text_at(event, "thread_ts"))
    thread = read.thread_in(payload, channel, thread_id)
    return IncomingMessage(
        thread,
        ts,
        Person(user, user),
        text or HELP_COMMAND,
        address,
        visibility=_visibility(event, channel),
        files=files_of_event(event),
    )


def _visibility(event: JsonObject, channel: str) -> Visibility:
    """Return who can read a message. `app_mention` does not say; the `message` that Slack sends beside it does."""
    if read.is_direct(channel):
        return Visibility.PRIVATE
    return _VISIBILITIES.get(text_at(event, "channel_type"), Visibility.UNKNOWN)


def _address(event: JsonObject, *, is_mention: bool) -> Address:
    if is_mention:
        return Address.PARLEY
    return Address.OTHERS if "<@" in text_at(event, "text") else Address.OPEN


def _is_from_person(message: JsonObject) -> bool:
    is_from_bot = bool(message.get("bot_id") or message.get("bot_profile"))
    return text_at(message, "subtype") in _PERSONS_SUBTYPES and not is_from_bot and not message.get("hidden")


def _first_mention(event: JsonObject) -> str:
    """Return the user mentioned first in an `app_mention`, taken to be the bot if its user is unknown; else empty."""
    text = text_at(event, "text").lstrip()
    if text_at(event, "type") != "app_mention" or not text.startswith("<@"):
        return ""
    return text[2:].partition(">")[0].partition("|")[0]


def _edited_event(payload: JsonObject, event: JsonObject, bot_user_id: str) -> MessageChange | None:
    current, previous = object_at(event, "message"), object_at(event, "previous_message")
    channel, ts = text_at(event, "channel"), text_at(current, "ts")
    if not channel or not ts:
        return None
    thread_id = read.thread_id_of(channel, ts=ts, thread_ts=text_at(current, "thread_ts"))
    thread = read.thread_in(payload, channel, thread_id)
    if text_at(current, "subtype") == "tombstone":  # a message with replies was deleted
        return MessageChange(thread, ts, None)
    text = text_at(current, "text")
    is_unchanged = text == text_at(previous, "text") if previous else not current.get("edited")
    if is_unchanged or not _is_from_person(current) or text_at(current, "user") == bot_user_id:
        return None
    return MessageChange(thread, ts, typed_text(text, bot_user_id=bot_user_id) or HELP_COMMAND)


def _deleted_event(payload: JsonObject, event: JsonObject) -> MessageChange | None:
    previous = object_at(event, "previous_message")
    channel, ts = text_at(event, "channel"), text_at(event, "deleted_ts") or text_at(previous, "ts")
    if not channel or not ts or previous.get("bot_id"):
        return None
    thread_id = read.thread_id_of(channel, ts=ts, thread_ts=text_at(previous, "thread_ts"))
    return MessageChange(read.thread_in(payload, channel, thread_id), ts, None)
