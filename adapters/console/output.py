"""Standard output as it is: it may be slow, and it may be gone."""

import asyncio
import os
import select

from bot.errors import DeliveryError


class Output:
    """Writes text to a file descriptor in UTF-8, whatever the locale, unbuffered and without holding up the loop."""

    def __init__(self, descriptor: int | None) -> None:
        self._descriptor = descriptor
        self._lock = asyncio.Lock()
        self.closed = asyncio.Event()  # set when nothing can be written any more
        self.error: OSError | None = None  # why, unless the reader simply had enough
        if descriptor is None:
            self.closed.set()

    async def write(self, text: str) -> None:
        """Write all of `text`. Raises: DeliveryError: nobody reads any more, or the disk is full."""
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
