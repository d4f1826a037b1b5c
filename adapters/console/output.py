"""Standard output, which may be slow or closed."""

import asyncio
import os
import select

from bot.errors import DeliveryError


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
