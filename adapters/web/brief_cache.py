"""Caches one result briefly, so that frequent requests do not put load on its source."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Generic, TypeVar

T = TypeVar("T")


class BriefCache(Generic[T]):
    """Calls `source` once at a time, and only when its last result is older than `seconds`.

    An exception of `source` is raised to the caller and not cached. Own code, because cachetools does not await: its
    `TTLCache` would need the same lock, and an entry could expire between the check and the read.
    """

    def __init__(self, source: Callable[[], Awaitable[T]], *, seconds: float) -> None:
        self._source = source
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._cached: tuple[float, T] | None = None  # the monotonic time at which it expires, and the result

    async def __call__(self) -> T:
        """Return the cached result or a new one."""
        async with self._lock:
            if self._cached is None or monotonic() >= self._cached[0]:
                result = await self._source()
                self._cached = (monotonic() + self._seconds, result)
            return self._cached[1]
