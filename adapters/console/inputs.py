"""Parses a line of input, and finds the files that a person names in it."""

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path
from typing import Final

from adapters.markup.text import replace_lone_surrogates
from bot.domain.conversation.threads import SharedFile
from bot.domain.conversation.turns import Turn
from bot.domain.text.normalise import without_mention
from bot.errors import UnusableFileError
from bot.reading.commands.arguments import find_command

_PRESS: Final = re.compile(r"/(?:press(?:\s+(?P<name>.*))?|(?P<number>\d{1,9}))\s*", re.DOTALL)
_BYTE_ORDER_MARK: Final = "\ufeff"
_CHANNEL: Final = "channel"
_PLACES: Final = (_CHANNEL, "direct")
_MAX_NAME: Final = 200  # characters of a thread's or a person's id
_LEAVING: Final = frozenset({"/quit", "/exit", "quit", "exit", "退出"})  # "exit GOOG" is an order
_PATH: Final = re.compile(
    r"\"(?P<quoted>[^\"\n]+)\"|'(?P<single>[^'\n]+)'(?=\s|$)|(?P<plain>(?:\\[^\w\s]|\\ |[^\s\"，。])+)"
)
_ESCAPED: Final = re.compile(r"\\([^\w\n])")  # by a backslash, as in a shell
_READ: Final = re.compile(r".+\.(?:pdf|md|markdown|txt|text)", re.IGNORECASE)
_NAMED: Final = re.compile(r"(?:~|\.{1,2})?/.+|.+\.[A-Za-z0-9]{1,8}")
_KNOWLEDGE: Final = "knowledge"


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


def named_files(text: str) -> tuple[SharedFile, ...]:
    """Return the files that a message names by their paths, seen from this process's directory.

    Of a message that is no /knowledge command, only files of a kind that can be read, and that are there.
    """
    command = find_command(without_mention(" ".join(text.split())))
    is_asked = command is not None and command.name == _KNOWLEDGE
    return tuple(_named_files(text, is_asked=is_asked))


def _named_files(text: str, *, is_asked: bool) -> Iterator[SharedFile]:
    words = list(dropwhile(lambda word: word.group().startswith("@"), _PATH.finditer(text)))  # a mention of Parley
    for word in words[1 if is_asked else 0 :]:
        typed = word["quoted"] or word["single"] or _ESCAPED.sub(r"\1", word["plain"])
        if not (_NAMED if is_asked else _READ).fullmatch(typed):
            continue
        path = Path(typed).expanduser().absolute()
        if is_asked or path.is_file():
            yield SharedFile(name=path.name, url=str(path), typed=word.group())


class ConsoleFiles:
    """Implements `bot.ports.SharedFiles`: the files of whoever uses the terminal."""

    async def fetch(self, turn: Turn, file: SharedFile, *, limit: int) -> bytes:  # noqa: ARG002  # as all SharedFiles
        """Return what a file holds. Raises: UnusableFileError."""
        return await asyncio.to_thread(_read, Path(file.url), limit)


def _read(path: Path, limit: int) -> bytes:
    try:
        if path.is_dir():
            raise UnusableFileError(reason="folder")
        if not path.is_file():  # also a pipe or a device, which never ends
            raise UnusableFileError(reason="missing")
        with path.open("rb") as opened:
            content = opened.read(limit + 1)
    except OSError as error:
        raise UnusableFileError(reason="missing") from error
    if len(content) > limit:
        raise UnusableFileError(reason="too_large")
    return content
