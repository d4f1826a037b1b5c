"""What must be known and finished even where a request is broken off."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.ports import TextSink

_T = TypeVar("_T")
_GRACE_SECONDS: Final = 5.0


@dataclass(slots=True)
class StreamRecorder:
    """Passes an answer on while it comes, and knows how far it has come."""

    show: TextSink | None
    text: str = ""

    @property
    def callback(self) -> TextSink | None:
        """What to stream through: nothing, where nobody looks on."""
        return None if self.show is None else self._pass_on

    async def _pass_on(self, text: str) -> None:
        self.text = text
        if self.show is not None:
            await self.show(text)


async def shield_until_done(work: Coroutine[Any, Any, None]) -> None:
    """Await `work`, and give it a few seconds more to end when we are cancelled meanwhile."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=_GRACE_SECONDS)
        raise


async def shield_or_compensate(work: Coroutine[Any, Any, _T], undo: Callable[[_T], Awaitable[None]]) -> _T:
    """Return what `work` comes to; when we are cancelled meanwhile, let it end all the same, and undo it.

    Whether what is stopped half-way has happened, nobody could tell.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({asyncio.ensure_future(_undone(task, undo))}, timeout=_GRACE_SECONDS)
        raise


async def _undone(task: asyncio.Task[_T], undo: Callable[[_T], Awaitable[None]]) -> None:
    await asyncio.wait({task})
    if not task.cancelled() and task.exception() is None:  # what has failed did nothing
        await undo(task.result())
