"""Protects work from cancellation, and records streamed text of a request that may be cancelled."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.ports import TextSink

_T = TypeVar("_T")
_GRACE_SECONDS: Final = 5.0


@dataclass(slots=True)
class StreamRecorder:
    """Passes a streamed answer on, and keeps the text received so far."""

    show: TextSink | None
    text: str = ""

    @property
    def callback(self) -> TextSink | None:
        """The sink for the inner model; None if the answer is not streamed."""
        return None if self.show is None else self._receive

    async def _receive(self, text: str) -> None:
        self.text = text
        if self.show is not None:
            await self.show(text)


async def shield_until_done(work: Coroutine[Any, Any, None]) -> None:
    """Await `work`; if cancelled meanwhile, give it a few seconds to finish."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task}, timeout=_GRACE_SECONDS)
        raise


async def shield_or_compensate(work: Coroutine[Any, Any, _T], undo: Callable[[_T], Awaitable[None]]) -> _T:
    """Return the result of `work`; if cancelled meanwhile, let it finish and then undo it with `undo`.

    Cancelling `work` itself would leave unknown whether it has taken effect.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({asyncio.ensure_future(_undo_result(task, undo))}, timeout=_GRACE_SECONDS)
        raise


async def _undo_result(task: asyncio.Task[_T], undo: Callable[[_T], Awaitable[None]]) -> None:
    await asyncio.wait({task})
    if not task.cancelled() and task.exception() is None:  # failed work has had no effect
        await undo(task.result())
