"""Stores messages from the gateway, which delivers once: in order per channel, with retries while the store is down."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

from bot.errors import StoreUnavailableError

_T = TypeVar("_T")
_PATIENCE_SECONDS: Final = 300.0  # how long a message waits for the database
_FIRST_PAUSE: Final = 0.5  # seconds
_LONGEST_PAUSE: Final = 10.0
_MAX_WAITING: Final = 5_000  # messages, over all channels


@dataclass(slots=True)
class _ChannelQueue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class OrderedIntake:
    """Lets one message per channel through at a time, in order of arrival; channels do not wait for one another."""

    def __init__(self, *, max_waiting: int = _MAX_WAITING) -> None:
        self._max_waiting = max_waiting
        self._queues: dict[int, _ChannelQueue] = {}
        self._waiting = 0

    @asynccontextmanager
    async def in_order(self, channel_id: int) -> AsyncIterator[None]:
        """Wait until earlier messages of the channel are done. Raises: StoreUnavailableError: too many are waiting."""
        if self._waiting >= self._max_waiting:
            raise StoreUnavailableError
        queue = self._queues.setdefault(channel_id, _ChannelQueue())
        queue.waiting += 1
        self._waiting += 1
        try:
            async with queue.lock:  # asyncio's lock is fair: first come, first served
                yield
        finally:
            queue.waiting -= 1
            self._waiting -= 1
            if not queue.waiting:
                del self._queues[channel_id]


async def store_with_retry(
    store: Callable[[], Awaitable[_T]],
    *,
    received_at: float,
    patience: float = _PATIENCE_SECONDS,
) -> _T:
    """Retry `store` while the database is unavailable, until `patience` seconds after `received_at` (loop time).

    Raises: StoreUnavailableError: it stayed unavailable; anything else that `store` raises.
    """
    pause, until = _FIRST_PAUSE, received_at + patience
    while True:
        try:
            return await store()
        except StoreUnavailableError:
            left = until - asyncio.get_running_loop().time()
            if left <= 0:
                raise
            await asyncio.sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE)
