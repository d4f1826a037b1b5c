"""The fake's clock, and snowflake ids that carry its time."""

import time
from datetime import UTC, datetime

_EPOCH_MS = 1_420_070_400_000  # the platform's: 2015-01-01


class ScaledClock:
    """Wall-clock time that runs `scale` times as fast as the real one, and can be moved on."""

    def __init__(self, scale: float = 1.0) -> None:
        self._scale = scale
        self._began = time.time()
        self._started = time.monotonic()
        self._advanced = 0.0

    def now(self) -> float:
        """Unix seconds."""
        return self._began + (time.monotonic() - self._started) * self._scale + self._advanced

    def iso(self) -> str:
        """Now, as timestamps are written in payloads."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat()

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self._advanced += seconds


class Snowflakes:
    """Ids: unique, rising, and carrying the millisecond at which they were made."""

    def __init__(self, clock: ScaledClock) -> None:
        self._clock = clock
        self._last = 0

    def __call__(self) -> int:
        made_now = (int(self._clock.now() * 1000) - _EPOCH_MS) << 22
        self._last = max(made_now, self._last + 1)
        return self._last
