"""Rate limits: about one post per second and channel, and a tier per method and workspace."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

POSTS: Final = frozenset({"chat.postMessage"})
POST_BURST: Final = 5
PER_MINUTE: Final = {1: 1, 2: 20, 3: 50, 4: 100}


@dataclass
class TokenBucket:
    """Holds up to `size` permits and gains `per_second`."""

    size: float
    per_second: float
    level: float
    at: float

    def take(self, now: float) -> float:
        """Take a permit and return 0, or return the seconds until there is one."""
        self.level = min(self.size, self.level + (now - self.at) * self.per_second)
        self.at = now
        if self.level >= 1:
            self.level -= 1
            return 0.0
        return (1 - self.level) / self.per_second


@dataclass
class SlackRateLimits:
    enforced: bool = True
    scale: float = 1.0  # 10: ten times as much is allowed
    now: Callable[[], float] = time.monotonic
    tiers: dict[str, int] = field(default_factory=dict)  # other tiers than usual, by method
    _buckets: dict[tuple[str, ...], TokenBucket] = field(default_factory=dict)

    def retry_after(self, *, workspace: str, method: str, tier: int, channel: str) -> int | None:
        """Count a call; return None if it may pass, else whole seconds to wait, at least one."""
        tier = self.tiers.get(method, tier)
        if not self.enforced:
            return None
        if method in POSTS:
            bucket = self._bucket((workspace, "posts", channel), POST_BURST, 1.0)
        elif tier:
            bucket = self._bucket((workspace, method), PER_MINUTE[tier], PER_MINUTE[tier] / 60)
        else:
            return None
        wait = bucket.take(self.now())
        return max(1, math.ceil(wait)) if wait else None

    def _bucket(self, key: tuple[str, ...], size: float, per_second: float) -> TokenBucket:
        if key not in self._buckets:
            size, per_second = size * self.scale, per_second * self.scale
            self._buckets[key] = TokenBucket(size=size, per_second=per_second, level=size, at=self.now())
        return self._buckets[key]
