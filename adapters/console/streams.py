"""The streams of a session: standard output, which may be slow or closed, and lines from any file descriptor."""

import asyncio
import os
import select
from collections.abc import AsyncIterator
from typing import Final

from bot.errors import DeliveryError

MAX_LINE: Final = 8 * 1024 * 1024  # bytes: a message of 1 MB with every character escaped in JSON
_CHUNK: Final = 65_536


class Output:
    """Writes text to a file descriptor in UTF-8, whatever the locale, unbuffered, without blocking the event loop."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor
        self._lock = asyncio.Lock()
        self.closed = asyncio.Event()  # set when nothing can be written any more
        self.error: OSError | None = None  # why, unless the reader has closed the pipe
        if descriptor is None:
            self.closed.set()

    async def write(self, text: str) -> None:
        """Write all of `text`. Raises: DeliveryError: the reader has closed the pipe, or the disk is full."""
        async with self._lock:
            if self._descriptor is None or self.closed.is_set():
                raise DeliveryError
            try:
                await asyncio.to_thread(_write, self._descriptor, text.encode("utf-8", "replace"))
            except OSError as error:
                self.error = None if isinstance(error, BrokenPipeError) else error
                self.closed.set()
                raise DeliveryError(why=error.strerror) from error


def _write(descriptor: int, rest: bytes) -> None:
    while rest:
        try:
            rest = rest[os.write(descriptor, rest) :]
        except BlockingIOError:  # a parent process may have made the pipe non-blocking
            select.select([], [descriptor], [])


async def read_lines(descriptor: int | None) -> AsyncIterator[bytes | None]:
    """Yield each line without its line end, also a last one that has none; None for a line over `MAX_LINE`.

    `descriptor`: an open file descriptor, or None where standard input is closed.
    """
    buffer = _LineBuffer()
    while descriptor is not None and (chunk := await _read_chunk(descriptor)):
        for line in buffer.add_chunk(chunk):
            yield line
    for line in buffer.take_rest():
        yield line


class _LineBuffer:
    """The beginning of a line whose end has not been read yet."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def add_chunk(self, chunk: bytes) -> list[bytes | None]:
        *line_ends, rest = chunk.split(b"\n")
        lines = []
        for line_end in line_ends:
            self._append(line_end)
            lines.append(self._take_line())
        self._append(rest)
        return lines

    def take_rest(self) -> list[bytes | None]:
        return [self._take_line()] if self._size else []

    def _append(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > MAX_LINE:
            self._parts.clear()  # the rest of the line is read and discarded
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
        except BlockingIOError:  # another process that shares the descriptor has read it
            continue
        except OSError:  # the terminal was closed
            return b""


async def _wait_until_readable(descriptor: int) -> None:
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    try:
        loop.add_reader(descriptor, readable.set)
    except OSError:  # a regular file or /dev/null, which cannot be waited for and is always readable
        await asyncio.sleep(0)
        return
    try:
        await readable.wait()
    finally:
        loop.remove_reader(descriptor)
