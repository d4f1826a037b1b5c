"""Stores what the gateway delivers, which it does once: tries again while the database is unavailable."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from bot.errors import StoreUnavailableError

_T = TypeVar("_T")
_PATIENCE_SECONDS: Final = 300.0  # how long a message waits for the database
_FIRST_PAUSE: Final = 0.5  # seconds
_LONGEST_PAUSE: Final = 10.0


async def store_with_retry(
    store: Callable[[], Awaitable[_T]], *, received_at: float, patience: float = _PATIENCE_SECONDS
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
