"""What all platforms' handlers of inputs share: order within a place, and keys that were seen before."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

from cachetools import Cache

from bot.errors import StoreUnavailableError

_K = TypeVar("_K")
HELP_COMMAND: Final = "/help"
_MAX_WAITING: Final = 5_000  # inputs, over all places


def add_if_new(seen: Cache[_K, bool], key: _K) -> bool:
    """Add `key` to `seen`; return whether it is new. A repeated key does not expire later."""
    if seen.get(key):  # also marks it as recently used
        return False
    seen[key] = True
    return True


@dataclass(slots=True)
class _PlaceQueue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class OrderedIntake:
    """Lets one input of a channel or thread through at a time; places do not wait for one another."""

    def __init__(self, *, max_waiting: int = _MAX_WAITING) -> None:
        self._max_waiting = max_waiting
        self._queues: dict[Hashable, _PlaceQueue] = {}
        self._waiting = 0

    @asynccontextmanager
    async def in_order(self, place: Hashable) -> AsyncIterator[None]:
        """Wait until earlier inputs of the place are done. Raises: StoreUnavailableError: too many are waiting."""
        if self._waiting >= self._max_waiting:
            raise StoreUnavailableError
        queue = self._queues.setdefault(place, _PlaceQueue())
        queue.waiting += 1
        self._waiting += 1
        try:
            async with queue.lock:  # asyncio's lock is fair: first come, first served
                yield
        finally:
            queue.waiting -= 1
            self._waiting -= 1
            if not queue.waiting:
                del self._queues[place]
