"""Parses a line of input."""

import json
import re
from dataclasses import dataclass
from typing import Final

from adapters.markup.text import replace_lone_surrogates

_PRESS: Final = re.compile(r"/(?:press(?:\s+(?P<name>.*))?|(?P<number>\d{1,9}))\s*", re.DOTALL)
_BYTE_ORDER_MARK: Final = "\ufeff"
_CHANNEL: Final = "channel"
_PLACES: Final = (_CHANNEL, "direct")
_MAX_NAME: Final = 200  # characters of a thread's or a person's id
_LEAVING: Final = frozenset({"/quit", "/exit", "quit", "exit", "退出"})  # "exit GOOG" is an order


@dataclass(frozen=True, slots=True)
class MessageInput:
    """A message. None for thread or user: those of the session."""

    text: str
    thread: str | None = None
    user: str | None = None
    is_in_channel: bool = False  # `"place":"channel"`: from now on its thread follows the rules of a channel


@dataclass(frozen=True, slots=True)
class ButtonInput:
    """A press of the button with this id, number, label or kind; the other fields as in `MessageInput`."""

    button: str
    thread: str | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class InvalidInput:
    """A line that is neither; `message_id` is the locale message that says why."""

    message_id: str
    thread: str | None = None


Input = MessageInput | ButtonInput | InvalidInput


def parse_line(line: bytes | None, *, accept_json: bool) -> Input | None:
    """Return the input in `line`; None if it is empty.

    `line`: without its line end; None if it was too long to be read. `accept_json`: whether a line that begins with "{"
    is a JSON object.
    """
    if line is None:
        return InvalidInput("console-line-too-long")
    text = line.decode("utf-8", "replace").removeprefix(_BYTE_ORDER_MARK)
    if not text.strip():
        return None
    if accept_json and text.lstrip().startswith("{"):
        return _parse_object(text)
    return parse_typed_line(text)


def is_leaving(text: str) -> bool:
    """Return whether a line typed at the prompt ends the session, and says nothing else."""
    return text.strip().rstrip(".!。！").casefold() in _LEAVING


def parse_typed_line(text: str) -> MessageInput | ButtonInput:
    """Return the input in a typed line: a press for "/press …" or "/1", else a message."""
    match = _PRESS.fullmatch(text.strip())
    if match is None:
        return MessageInput(text)
    return ButtonInput((match["number"] or match["name"] or "").strip())


def _parse_object(text: str) -> Input:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        return InvalidInput("console-line-not-json")
    thread, user = fields.get("thread"), fields.get("user")
    if not (_is_valid_name(thread) and _is_valid_name(user)):
        named = thread if _is_valid_name(thread) else None
        return InvalidInput("console-line-bad-name", thread=named)
    match fields:
        case {"place": place} if place not in _PLACES:
            return InvalidInput("console-line-bad-place", thread=thread)
        case {"text": str(text), **rest} if "press" not in rest:
            is_in_channel = rest.get("place") == _CHANNEL
            return MessageInput(text, thread=thread, user=user, is_in_channel=is_in_channel)
        case {"press": str(button), **rest} if "text" not in rest:
            return ButtonInput(button.strip(), thread=thread, user=user)
        case _:
            return InvalidInput("console-line-wrong-object", thread=thread)


def _is_valid_name(value: object) -> bool:
    """Return whether a name is short, and stays the same in the database: conversations are looked up by it."""
    if not isinstance(value, str):
        return value is None
    is_storable = bool(value.strip()) and "\0" not in value and value == replace_lone_surrogates(value)
    return len(value) <= _MAX_NAME and is_storable
