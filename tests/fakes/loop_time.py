"""Moves the running event loop's clock ahead: what would have waited so long is due at once."""

import asyncio


class LoopTime:
    """The clock of one loop, for as long as the loop lives."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._real_time = loop.time
        self._ahead = 0.0
        loop.time = self._time  # type: ignore[method-assign]

    def advance(self, seconds: float) -> None:
        self._ahead += seconds

    def _time(self) -> float:
        return self._real_time() + self._ahead
