"""Lines from a file descriptor, whatever it is, without a thread that would outlive the session."""

import asyncio
import os
from collections.abc import AsyncIterator
from typing import Final

MAX_LINE: Final = 8 * 1024 * 1024  # bytes: a message of 1 MB with every character escaped in JSON
_CHUNK: Final = 65_536


async def read_lines(descriptor: int | None) -> AsyncIterator[bytes | None]:
    """Yield each line without its line end, the last one even if it has none; None for a line over `MAX_LINE`.

    Args:
        descriptor: An open one, or None where standard input is closed.
    """
    pending = _LineBuffer()
    while descriptor is not None and (chunk := await _read_chunk(descriptor)):
        for line in pending.add_chunk(chunk):
            yield line
    for line in pending.take_rest():
        yield line


class _LineBuffer:
    """The beginning of a line whose end has not come yet."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add_chunk(self, chunk: bytes) -> list[bytes | None]:
        """Return the lines that `chunk` completes."""
        *ends, rest = chunk.split(b"\n")
        lines = []
        for end in ends:
            self._append(end)
            lines.append(self._take_line())
        self._append(rest)
        return lines

    def take_rest(self) -> list[bytes | None]:
        """Return the last line if it has no line end."""
        return [self._take_line()] if self._size else []

    def _append(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > MAX_LINE:
            self._parts.clear()  # the rest of it is read and forgotten
        elif part:
            self._parts.append(part)

    def _take_line(self) -> bytes | None:
        line = None if self._size > MAX_LINE else b"".join(self._parts).removesuffix(b"\r")
        self._parts, self._size = [], 0
        return line


async def _read_chunk(descriptor: int) -> bytes:
    while True:
        await _wait_until_readable(descriptor)
        try:
            return os.read(descriptor, _CHUNK)
        except BlockingIOError:  # somebody else who shares it was quicker
            continue
        except OSError:  # a terminal that has gone away
            return b""


async def _wait_until_readable(descriptor: int) -> None:
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    try:
        loop.add_reader(descriptor, readable.set)
    except OSError:  # a regular file or /dev/null: cannot be waited for, and need not be
        await asyncio.sleep(0)
        return
    try:
        await readable.wait()
    finally:
        loop.remove_reader(descriptor)
