"""Something that is done again and again as long as a process lives."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import timedelta

from bot.errors import ParleyError
from workers.backoff import pause

PeriodicAction = Callable[[], Awaitable[object]]

_log = logging.getLogger(__name__)
_CANCEL_AGAIN = 1.0  # seconds
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(seconds=1), timedelta(minutes=1)


class PeriodicTask:
    """Calls `action` about every so often; more slowly while it fails; at once when woken."""

    def __init__(
        self,
        name: str,
        *,
        every: timedelta,
        action: PeriodicAction,
        longest: timedelta = timedelta(minutes=5),
    ) -> None:
        self.name = name
        self._every, self._longest = every, longest
        self._action = action
        self._failures = 0
        self._woken, self._stopped = asyncio.Event(), asyncio.Event()

    def wake(self) -> None:
        """Do it now; if it is being done, once more afterwards. While it fails, waking does not hurry it."""
        self._woken.set()

    def stop(self) -> None:
        """Let the present call end, then return from `run`."""
        self._stopped.set()
        self._woken.set()

    async def run(self) -> None:
        """Go on until stopped or cancelled."""
        while not self._stopped.is_set():
            self._woken.clear()
            await self._once()
            await self._rest()

    async def _once(self) -> None:
        try:
            await self._action()
        except ParleyError as error:
            self._failures += 1
            _log.warning("%s failed (%d in a row): %s", self.name, self._failures, error)
        except Exception:  # noqa: BLE001  # whatever it is, the next call may go well
            self._failures += 1
            _log.exception("%s failed (%d in a row)", self.name, self._failures)
        else:
            if self._failures:
                _log.info("%s works again", self.name)
            self._failures = 0

    async def _rest(self) -> None:
        seconds = pause(self._failures, every=self._every, longest=self._longest)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await (self._stopped if self._failures else self._woken).wait()


async def sweep(actions: Mapping[str, PeriodicAction], *, every: timedelta) -> None:
    """Call each action about `every` so often until cancelled; none waits for another, nor fails with it."""
    async with asyncio.TaskGroup() as group:
        for name, action in actions.items():
            group.create_task(PeriodicTask(name, every=every, action=action).run(), name=name)


async def kept_alive(name: str, loop: Callable[[], Awaitable[object]]) -> None:
    """Run a loop that should never end until cancelled; if it does end, say so and begin it again after a pause."""
    failures = 0
    while True:
        try:
            await loop()
        except ParleyError as error:
            _log.warning("%s ended, begins again: %s", name, error)
        except Exception:  # noqa: BLE001  # without it nobody would be answered any more
            _log.exception("%s ended, begins again", name)
        failures += 1
        await asyncio.sleep(pause(failures, every=_FIRST_PAUSE, longest=_LONGEST_PAUSE))


async def end(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel tasks until all have ended: a cancellation can be lost on its way through a library."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_CANCEL_AGAIN)
    await asyncio.gather(*tasks, return_exceptions=True)
