"""A small cache for what is slow to fetch: each key is fetched once at a time, kept for a while, and forgotten."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from cachetools import TTLCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SingleFlightCache(Generic[K, V]):
    """Values by key, fetched by `load`; belongs to one event loop.

    Who asks while a fetch runs waits for that fetch; a waiter who gives up does not stop it for the others. Failures
    are not kept: the next one asks again. The least recently used value goes when there are more than `most`.
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
        self._running: dict[K, asyncio.Task[V]] = {}  # a fetch may take longer than its value would be kept

    async def get(self, key: K) -> V:
        """Return the value of `key`, at most `seconds` old; raises what `load` raises."""
        task = self._fetched.get(key) or self._running.get(key) or self._fetch(key)
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
