"""Files that a person names at the terminal."""

import asyncio
import re
from collections.abc import Iterator
from itertools import dropwhile
from pathlib import Path
from typing import Final

from bot.domain.conversation.threads import SharedFile
from bot.domain.conversation.turns import Turn
from bot.domain.text.normalise import without_mention
from bot.errors import UnusableFileError
from bot.reading.commands.arguments import find_command

_PATH: Final = re.compile(
    r"\"(?P<quoted>[^\"\n]+)\"|'(?P<single>[^'\n]+)'(?=\s|$)|(?P<plain>(?:\\[^\w\s]|\\ |[^\s\"，。])+)"
)
_ESCAPED: Final = re.compile(r"\\([^\w\n])")  # by a backslash, as in a shell
_READ: Final = re.compile(r".+\.(?:pdf|md|markdown|txt|text)", re.IGNORECASE)
_NAMED: Final = re.compile(r"(?:~|\.{1,2})?/.+|.+\.[A-Za-z0-9]{1,8}")
_KNOWLEDGE: Final = "knowledge"


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
