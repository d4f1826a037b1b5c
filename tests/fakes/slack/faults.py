"""Faults that tests plan for Web API answers and for Slack's deliveries."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

API_KINDS: Final = frozenset(
    {
        "ratelimited",  # 429 with Retry-After; nothing happens
        "server_error",  # a 5xx; nothing happens
        "server_error_after",  # it happens, and the answer is a 5xx
        "lost_answer",  # it happens, and the connection is dropped
        "lost_request",  # nothing happens, and the connection is dropped
        "slow",  # it happens, and the answer comes late
        "garbage",  # it happens, and the answer is no JSON
        "error",  # `"ok": false` with an error of your choice
    }
)
DELIVERY_KINDS: Final = frozenset(
    {
        "duplicate",  # the same event, `copies` times in all, to as many receivers as there are
        "late",  # `seconds` later than it should
        "retry_only",  # the first attempt never leaves
        "lost_ack",  # the acknowledgement does not arrive
        "drop_socket",  # the socket is cut right after the payload
        "garbage",  # a frame of nonsense before the payload; over HTTP, a forged request
    }
)
POSTS: Final = frozenset({"chat.postMessage"})
POST_BURST: Final = 5
PER_MINUTE: Final = {1: 1, 2: 20, 3: 50, 4: 100}


@dataclass(kw_only=True)
class SlackFault:
    kind: str
    target: str  # a method, the type of an event, "slash_commands", "interactive", or "*"
    times: int | None = 1  # None: for ever
    chance: float = 1.0
    retry_after: int = 1
    status: int = 500
    seconds: float = 1.0
    copies: int = 2
    error: str = "fatal_error"


class SlackFaults:
    def __init__(self, seed: int = 1) -> None:
        self._random = Random(seed)  # noqa: S311 - chaos that can be repeated
        self._api: list[SlackFault] = []
        self._deliveries: list[SlackFault] = []

    def add(  # noqa: PLR0913 - a fault has this many sides
        self,
        *,
        kind: str,
        method: str | None = None,
        event: str | None = None,
        times: int | None = 1,
        chance: float = 1.0,
        retry_after: int = 1,
        status: int = 500,
        seconds: float = 1.0,
        copies: int = 2,
        error: str = "fatal_error",
    ) -> SlackFault:
        """Let the next `times` calls of `method`, or deliveries of `event`, go wrong; "*" is any of them."""
        known, where, target = (API_KINDS, self._api, method) if method else (DELIVERY_KINDS, self._deliveries, event)
        if kind not in known or target is None:
            msg = f"no fault {kind!r} for method={method!r}, event={event!r}; there is {sorted(known)}"
            raise ValueError(msg)
        fault = SlackFault(kind=kind, target=target, times=times, chance=chance, retry_after=retry_after)
        fault.status, fault.seconds, fault.copies, fault.error = status, seconds, copies, error
        where.append(fault)
        return fault

    def clear(self) -> None:
        self._api.clear()
        self._deliveries.clear()

    def for_call(self, method: str) -> SlackFault | None:
        return self._take(self._api, method)

    def for_delivery(self, event: str) -> SlackFault | None:
        return self._take(self._deliveries, event)

    def _take(self, faults: list[SlackFault], target: str) -> SlackFault | None:
        for fault in faults:
            if fault.target not in ("*", target) or self._random.random() >= fault.chance:
                continue
            if fault.times is not None:
                fault.times -= 1
                if fault.times <= 0:
                    faults.remove(fault)
            return fault
        return None


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
