"""A cache with expiry that runs at most one fetch per key at a time."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from cachetools import TTLCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SingleFlightCache(Generic[K, V]):
    """Values by key, fetched by `load`; belongs to one event loop.

    Callers that request a key during its fetch await that fetch; the cancellation of one does not affect the others.
    Failures are not cached. Values expire after `seconds`; with more than `most`, the least recently used is dropped.
    """

    def __init__(
        self,
        load: Callable[[K], Awaitable[V]],
        *,
        seconds: float,
        most: int,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._load = load
        self._fetched: TTLCache[K, asyncio.Task[V]] = TTLCache(most, seconds, timer=monotonic)
        self._running: dict[K, asyncio.Task[V]] = {}  # a fetch may take longer than `seconds`

    async def get(self, key: K, *, anew: bool = False) -> V:
        """Return the value of `key`, at most `seconds` old; with `anew`, none that has been fetched before.

        Raises: the exception of `load`.
        """
        task = (None if anew else self._fetched.get(key)) or self._running.get(key) or self._fetch(key)
        return await asyncio.shield(task)

    def _fetch(self, key: K) -> asyncio.Task[V]:
        async def load() -> V:
            return await self._load(key)

        task = self._fetched[key] = self._running[key] = asyncio.create_task(load())
        task.add_done_callback(lambda task: self._finish(key, task))
        return task

    def _finish(self, key: K, task: asyncio.Task[V]) -> None:
        del self._running[key]
        if (task.cancelled() or task.exception() is not None) and self._fetched.get(key) is task:
            self._fetched.pop(key, None)
