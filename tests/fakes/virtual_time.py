"""An event loop in which nothing waits in real time; for tests of what happens when.

Its clock stands still while anything can run, and jumps to the next timer when nothing can: sleeps, timeouts and pauses
end in their order, at exactly their time, however slow the machine is. It is for code over fakes: to what waits for a
process or a socket, its time would be over at once. Work in the loop's threads is waited for in real time.
"""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar, TypeVarTuple

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Jumps to the next timer whenever nothing else is to do."""

    def __init__(self) -> None:
        self._clock = _JumpingSelector()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*_Arguments], _Result], *args: *_Arguments
    ) -> asyncio.Future[_Result]:
        future = super().run_in_executor(executor, func, *args)
        self._clock.threads += 1
        future.add_done_callback(lambda _: self._clock.end_thread())
        return future


class _JumpingSelector(selectors.DefaultSelector):
    """Does not wait for its timeout, but moves its clock on by it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.threads = 0  # at work

    def end_thread(self) -> None:
        self.threads -= 1

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(None if timeout is None or (self.threads and timeout > 0) else 0)
        if not ready and timeout is not None:
            self.now += max(timeout, 0)
        return ready
