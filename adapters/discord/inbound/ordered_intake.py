"""Stores what came over the gateway, which delivers once: in order, and again until the database takes it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, TypeVar

from bot.errors import StoreUnavailableError

_T = TypeVar("_T")
_PATIENCE_SECONDS: Final = 300.0  # how long a message waits for the database
_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 10.0
_MOST_WAITING: Final = 5_000  # messages, over all channels


@dataclass(slots=True)
class _ChannelQueue:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class OrderedIntake:
    """One at a time per channel, in the order of arrival; channels do not wait for one another."""

    def __init__(self, *, max_waiting: int = _MOST_WAITING) -> None:
        self._most = max_waiting
        self._queues: dict[int, _ChannelQueue] = {}
        self._waiting = 0

    @asynccontextmanager
    async def in_order(self, channel_id: int) -> AsyncIterator[None]:
        """Wait for one's turn. Raises: StoreUnavailableError: more wait for the database than can be kept."""
        if self._waiting >= self._most:
            raise StoreUnavailableError
        line = self._queues.setdefault(channel_id, _ChannelQueue())
        line.waiting += 1
        self._waiting += 1
        try:
            async with line.lock:  # handed on in the order in which it was asked for
                yield
        finally:
            line.waiting -= 1
            self._waiting -= 1
            if not line.waiting:
                del self._queues[channel_id]


async def store_with_retry(
    store: Callable[[], Awaitable[_T]],
    *,
    received_at: float,
    patience: float = _PATIENCE_SECONDS,
) -> _T:
    """Do `store` again and again while the database is away, until `patience` seconds after `received_at` (loop time).

    Raises: StoreUnavailableError: it stayed away. And whatever else `store` raises.
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
