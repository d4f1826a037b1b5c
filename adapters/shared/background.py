"""What is still done after something was acknowledged: kept track of, its failures logged and counted."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from bot.errors import ParleyError, StoreUnavailableError
from bot.ports import Meter

_GRACE_SECONDS: Final = 5.0

_T = TypeVar("_T")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BackgroundTasks:
    """Keeps hold of what runs. What it was to do is stored, and taken up again from there, or is worth little."""

    meter: Meter
    tasks: "set[asyncio.Task[None]]" = field(default_factory=set)

    def start(self, what: str, work: Awaitable[object]) -> None:
        """Do `work` beside the rest; `what` names it in the log if it fails."""
        task = asyncio.create_task(self._run(what, work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def wait_at_most(
        self,
        what: str,
        storing: Coroutine[Any, Any, _T],
        *,
        seconds: float,
        on_late: Callable[[_T], Awaitable[object]] | None = None,
    ) -> _T:
        """Return what `storing` comes to, waiting for it for `seconds` at most.

        It is never cut short, since it may have been stored already: what it comes to later is handed to `late`.

        Raises: StoreUnavailableError: it is not known whether it will be stored; whatever `storing` raises in time.
        """
        task = asyncio.create_task(storing)
        try:
            await asyncio.wait({task}, timeout=seconds)
        finally:  # also when we ourselves are cut short
            if not task.done():
                self.start(what, _call_when_done(task, on_late))
        if not task.done():
            raise StoreUnavailableError(store="PostgreSQL", problem=f"no answer within {seconds} s")
        return task.result()

    async def wait_all(self) -> None:
        """Wait until nothing is under way."""
        while self.tasks:
            await asyncio.wait(set(self.tasks))

    async def close(self, *, seconds: float = _GRACE_SECONDS) -> None:
        """Let what runs come to its end; what takes longer is cancelled."""
        try:
            async with asyncio.timeout(seconds):
                await self.wait_all()
        except TimeoutError:
            left = set(self.tasks)
            _log.warning("%d tasks cut short", len(left))
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def _run(self, what: str, work: Awaitable[object]) -> None:
        try:
            await work
        except ParleyError as error:
            _log.warning("%s put off: %s", what, error)
            self.meter.error(type(error).__name__)
        except Exception as error:  # noqa: BLE001  # nobody else is there to hear of it
            _log.exception("%s failed", what)
            self.meter.error(type(error).__name__)


async def _call_when_done(task: "asyncio.Task[_T]", on_late: Callable[[_T], Awaitable[object]] | None) -> None:
    stored = await task
    if on_late is not None:
        await on_late(stored)
