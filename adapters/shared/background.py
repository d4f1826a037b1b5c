"""Background tasks that go on after an acknowledgement: kept referenced, their failures logged and counted."""

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
    """Runs tasks concurrently. One may be lost: what it does is stored and resumed from there, or is dispensable."""

    meter: Meter
    tasks: "set[asyncio.Task[None]]" = field(default_factory=set)

    def start(self, label: str, work: Awaitable[object]) -> None:
        """Start `work` as a task; `label` names it in the log if it fails."""
        task = asyncio.create_task(self._run(label, work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def wait_at_most(
        self,
        label: str,
        storing: Coroutine[Any, Any, _T],
        *,
        seconds: float,
        on_late: Callable[[_T], Awaitable[object]] | None = None,
    ) -> _T:
        """Return the result of `storing`, waiting `seconds` at most.

        `storing` is never cancelled, since it may have stored already: a later result is passed to `on_late`.

        Raises: StoreUnavailableError: no result in time, so it is unknown whether it will be stored; whatever
            `storing` raises in time.
        """
        task = asyncio.create_task(storing)
        try:
            await asyncio.wait({task}, timeout=seconds)
        finally:  # also when this call itself is cancelled
            if not task.done():
                self.start(label, _call_when_done(task, on_late))
        if not task.done():
            raise StoreUnavailableError(store="PostgreSQL", problem=f"no answer within {seconds} s")
        return task.result()

    async def wait_all(self) -> None:
        """Wait until no task is running."""
        while self.tasks:
            await asyncio.wait(set(self.tasks))

    async def close(self, *, seconds: float = _GRACE_SECONDS) -> None:
        """Wait `seconds` at most for the running tasks, then cancel those that are left."""
        try:
            async with asyncio.timeout(seconds):
                await self.wait_all()
        except TimeoutError:
            left = set(self.tasks)
            _log.warning("%d tasks cut short", len(left))
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)

    async def _run(self, label: str, work: Awaitable[object]) -> None:
        try:
            await work
        except ParleyError as error:
            _log.warning("%s put off: %s", label, error)
            self.meter.error(type(error).__name__)
        except Exception as error:  # noqa: BLE001  # no caller is left to report it
            _log.exception("%s failed", label)
            self.meter.error(type(error).__name__)


async def _call_when_done(task: "asyncio.Task[_T]", on_late: Callable[[_T], Awaitable[object]] | None) -> None:
    result = await task
    if on_late is not None:
        await on_late(result)
