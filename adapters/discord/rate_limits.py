"""Waits for Discord's rate limits: only while nothing of a limit remains, and never for long."""

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Final

from discord import RateLimited, http

LONGEST_WAIT_SECONDS: Final = 6.0  # for a longer one RateLimited is raised, and the caller waits


class RateLimitBucket(http.Ratelimit):
    """One of Discord's rate limits, with what remains of it; in place of discord.py's own.

    With a bound on waiting, discord.py's raises as soon as the limit's window ends later than that, though requests
    remain. Without one, it holds the answer to the last request of a window back until the window ends.
    """

    def __init__(self, max_ratelimit_timeout: float | None) -> None:
        super().__init__(max_ratelimit_timeout)
        self._longest_wait = max_ratelimit_timeout
        self._changed = asyncio.Event()

    async def acquire(self) -> None:
        """Take one request; wait while none remains. Raises: discord.RateLimited: that would take too long."""
        self._last_request = self._loop.time()
        while True:
            if self.expires is not None and self._loop.time() >= self.expires:
                self._refill()
            if self.remaining > 0:
                break
            wait = None if self.expires is None else max(self.expires - self._loop.time(), 0.0)
            if wait is not None and self._longest_wait is not None and wait > self._longest_wait:
                raise RateLimited(wait)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()
        self.remaining -= 1
        self.outgoing += 1

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Let waiting requests look again; without an answer that tells a limit, the request was not counted."""
        self.outgoing -= 1
        if self.expires is None:
            self._refill()
        self._changed.set()
        self._changed = asyncio.Event()

    def _refill(self) -> None:
        self.reset()  # type: ignore[no-untyped-call]


def install_rate_limits() -> None:
    """Make discord.py use these buckets, in all clients of the process; a second call changes nothing."""
    http.Ratelimit = RateLimitBucket  # type: ignore[misc]  # its HTTPClient offers no other way
