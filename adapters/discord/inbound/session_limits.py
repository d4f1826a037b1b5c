"""Limits how often new gateway sessions start: Discord resets a token that starts 1,000 in a day."""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from typing import Final

_HOUR: Final = 3_600.0
_BEFORE_BACKOFF: Final = 3  # in an hour, before the pause between them doubles
_FIRST_PAUSE: Final = 5.0
_LONGEST_PAUSE: Final = 180.0  # 480 a day, so that two processes with one token stay below the limit
_LONGEST_WAIT: Final = 40.0  # while a connection is open: Discord closes an idle one


class TooManySessionsError(Exception):
    """A new session would start too soon after the earlier ones."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"the next session may begin in {seconds:.0f} s")


def session_pause(recent: int) -> float:
    """Return the seconds between the last session and the next, given the number of sessions in the last hour."""
    return min(_FIRST_PAUSE * 2.0 ** max(recent - _BEFORE_BACKOFF, 0), _LONGEST_PAUSE) if recent else 0.0


class SessionStartLimiter:
    """Spaces the sessions of one process, across all its clients."""

    def __init__(self, now: Callable[[], float] | None = None) -> None:
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._started_at: deque[float] = deque()

    async def wait_to_begin(self) -> None:
        """Wait until a session may start, and count it. Raises: TooManySessionsError: the wait is longer than 40 s."""
        left = self.seconds_left()
        if left > _LONGEST_WAIT:
            raise TooManySessionsError(left)
        await asyncio.sleep(left)
        self._started_at.append(self._now())

    def seconds_left(self) -> float:
        """Return the seconds until the next session may start."""
        now = self._now()
        while self._started_at and now - self._started_at[0] > _HOUR:
            self._started_at.popleft()
        if not self._started_at:
            return 0.0
        return max(self._started_at[-1] + session_pause(len(self._started_at)) - now, 0.0)


def reconnect_pause(failures: int) -> float:
    """Return the seconds to wait after `failures` attempts in a row, with jitter so that processes differ."""
    return min(_FIRST_PAUSE * 2.0 ** min(failures, 10), _LONGEST_PAUSE) * random.uniform(0.5, 1.0)  # noqa: S311  # jitter
