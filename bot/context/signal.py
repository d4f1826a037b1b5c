"""Wakes the loops of this process when there may be work."""

import asyncio
from contextlib import suppress


class Signal:
    """An event for one waiter; a notification between two waits is kept."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def notify(self) -> None:
        """End the current wait, or the next one."""
        self._event.set()

    async def wait(self, *, seconds: float | None = None) -> None:
        """Return at the next notification, or after `seconds` at the latest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._event.wait()
        self._event.clear()
