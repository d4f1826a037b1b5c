"""An answer that is kept for a moment, so that whoever asks often does not ask those behind it as often."""

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Generic, TypeVar

T = TypeVar("T")


class BriefCache(Generic[T]):
    """Asks `source` at most once at a time, and not again while its last answer is younger than `seconds`.

    What `source` raises is raised to the one who asked, and not kept.
    """

    def __init__(self, source: Callable[[], Awaitable[T]], *, seconds: float) -> None:
        self._source = source
        self._seconds = seconds
        self._asking = asyncio.Lock()
        self._kept: tuple[float, T] | None = None  # until when, and what

    async def __call__(self) -> T:
        """Return the last answer or a new one."""
        async with self._asking:
            if self._kept is None or monotonic() >= self._kept[0]:
                answer = await self._source()
                self._kept = (monotonic() + self._seconds, answer)
            return self._kept[1]
