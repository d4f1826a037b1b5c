"""Wakes the loops of this process when there may be something to do; polling stands behind it."""

import asyncio
from contextlib import suppress


class Signal:
    """An alarm that remembers: a ring between two waits is not lost."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def notify(self) -> None:
        """Wake whoever waits, or the next who will."""
        self._event.set()

    async def wait(self, *, seconds: float) -> None:
        """Return at the next ring, at latest after `seconds`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._event.wait()
        self._event.clear()
