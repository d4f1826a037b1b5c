"""How often a new session may be begun: Discord takes a token away that begins 1,000 in a day."""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from typing import Final

_HOUR: Final = 3_600.0
_AT_ONCE: Final = 3  # sessions in an hour that need no waiting
_FIRST_PAUSE: Final = 5.0
_LONGEST_PAUSE: Final = 180.0  # 480 a day, so that two processes with one token stay below the limit
_LONGEST_WAIT: Final = 40.0  # while a connection is open: Discord closes one on which nothing is said


class TooManySessionsError(Exception):
    """A new session would come too soon after the others."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"the next session may begin in {seconds:.0f} s")


def session_pause(recent: int) -> float:
    """Return the seconds between the last session and the next, given how many there were in the last hour."""
    return min(_FIRST_PAUSE * 2.0 ** max(recent - _AT_ONCE, 0), _LONGEST_PAUSE) if recent else 0.0


class SessionStartLimiter:
    """Spaces the sessions of one process, over all of its clients."""

    def __init__(self, now: Callable[[], float] | None = None) -> None:
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._begun: deque[float] = deque()

    async def wait_to_begin(self) -> None:
        """Wait until a session may be begun, and count it. Raises: TooManySessionsError: that takes too long."""
        left = self.seconds_left()
        if left > _LONGEST_WAIT:
            raise TooManySessionsError(left)
        await asyncio.sleep(left)
        self._begun.append(self._now())

    def seconds_left(self) -> float:
        """Return the seconds until the next session may begin."""
        now = self._now()
        while self._begun and now - self._begun[0] > _HOUR:
            self._begun.popleft()
        if not self._begun:
            return 0.0
        return max(self._begun[-1] + session_pause(len(self._begun)) - now, 0.0)


def reconnect_pause(failures: int) -> float:
    """Return the seconds to wait after `failures` attempts in a row, not all processes the same."""
    return min(_FIRST_PAUSE * 2.0 ** min(failures, 10), _LONGEST_PAUSE) * random.uniform(0.5, 1.0)  # noqa: S311  # jitter
