"""A small cache for what is slow to fetch: each key is fetched once at a time, kept for a while, and forgotten."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class _Entry(Generic[V]):
    task: "asyncio.Task[V]"
    fresh_until: float


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
        self._seconds = seconds
        self._most = most
        self._monotonic = monotonic
        self._entries: OrderedDict[K, _Entry[V]] = OrderedDict()

    async def get(self, key: K) -> V:
        """Return the value of `key`, at most `seconds` old; raises what `load` raises."""
        entry = self._entries.get(key)
        if entry is None or (entry.task.done() and entry.fresh_until <= self._monotonic()):
            entry = self._fetch(key)
        self._entries.move_to_end(key)
        return await asyncio.shield(entry.task)

    def _fetch(self, key: K) -> _Entry[V]:
        async def load() -> V:
            return await self._load(key)

        entry = _Entry(asyncio.create_task(load()), self._monotonic() + self._seconds)
        self._entries[key] = entry
        entry.task.add_done_callback(lambda task: self._forget_failure(key, task))
        while len(self._entries) > self._most:
            self._entries.popitem(last=False)
        return entry

    def _forget_failure(self, key: K, task: "asyncio.Task[V]") -> None:
        if not task.cancelled() and task.exception() is None:
            return
        entry = self._entries.get(key)
        if entry is not None and entry.task is task:
            del self._entries[key]
