"""Loops that run as long as their process lives."""

import asyncio
import contextlib
import logging
import math
import random
from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import timedelta

from bot.errors import ParleyError

_RANDOM = random.SystemRandom()
_JITTER = 0.1  # a fraction; spreads out processes that were started together
_MAX_DOUBLINGS = 20


def backoff_seconds(failures: int, *, interval: timedelta, max_interval: timedelta) -> float:
    """Return the seconds to wait: about `interval` without failures, doubled by each in a row up to `max_interval`."""
    doubled = math.ldexp(interval.total_seconds(), min(failures, _MAX_DOUBLINGS))
    bounded = min(doubled, max(max_interval, interval).total_seconds())
    return bounded * _RANDOM.uniform(1 - _JITTER, 1 + _JITTER)


PeriodicAction = Callable[[], Awaitable[object]]

_log = logging.getLogger(__name__)
_RECANCEL_SECONDS = 1.0
_RETRY_INTERVAL = timedelta(seconds=2)  # before the first retry, however seldom the action is called
_RESTART_INTERVAL, _MAX_RESTART_INTERVAL = timedelta(seconds=1), timedelta(minutes=1)


class PeriodicTask:
    """Calls `action` about once per `interval`; soon again, then more slowly, while it fails; and when woken."""

    def __init__(
        self,
        name: str,
        *,
        interval: timedelta,
        action: PeriodicAction,
        max_interval: timedelta = timedelta(seconds=30),
        wake_delay: timedelta = timedelta(0),  # in which further wakes join the first
    ) -> None:
        self.name = name
        self._wake_delay = wake_delay
        self._interval, self._max_interval = interval, max_interval
        self._action = action
        self._failures = 0
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Call the action soon, or once more after the present call. While it fails, waking has no effect."""
        self._woken.set()

    async def run_periodically(self) -> None:
        """Call the action again and again until cancelled."""
        while True:
            self._woken.clear()
            await self._call_action()
            await self._wait()

    async def _call_action(self) -> None:
        try:
            await self._action()
        except ParleyError as error:
            self._failures += 1
            _log.warning("%s failed (%d in a row): %s", self.name, self._failures, error)
        except Exception:  # noqa: BLE001  # the next call may succeed
            self._failures += 1
            _log.exception("%s failed (%d in a row)", self.name, self._failures)
        else:
            if self._failures:
                _log.info("%s works again", self.name)
            self._failures = 0

    async def _wait(self) -> None:
        if self._failures:
            retry_interval = min(self._interval, _RETRY_INTERVAL)
            await asyncio.sleep(
                backoff_seconds(self._failures - 1, interval=retry_interval, max_interval=self._max_interval)
            )
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(backoff_seconds(0, interval=self._interval, max_interval=self._interval)):
                await self._woken.wait()
                await asyncio.sleep(self._wake_delay.total_seconds())


async def run_together(tasks: Iterable[PeriodicTask]) -> None:
    """Run periodic tasks until cancelled; none waits for another or fails with it."""
    async with asyncio.TaskGroup() as group:
        for task in tasks:
            group.create_task(task.run_periodically(), name=task.name)


async def restart_forever(name: str, loop: Callable[[], Awaitable[object]]) -> None:
    """Run an endless loop until cancelled; if it ends, log that and start it again after a pause."""
    failures = 0
    while True:
        try:
            await loop()
        except ParleyError as error:
            _log.warning("%s ended, begins again: %s", name, error)
        except Exception:  # noqa: BLE001  # without the loop nothing would be answered any more
            _log.exception("%s ended, begins again", name)
        failures += 1
        await asyncio.sleep(backoff_seconds(failures, interval=_RESTART_INTERVAL, max_interval=_MAX_RESTART_INTERVAL))


async def cancel_tasks(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel tasks, repeatedly, until all have ended: a library may lose a cancellation."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=_RECANCEL_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)
