"""Rate limits by route and major parameter, reported in headers and enforced by status 429."""

import hashlib
import math
import time
from dataclasses import dataclass
from typing import Literal

_DEFAULTS: dict[str, tuple[int, float]] = {  # requests, per seconds; what is not listed is not limited on its own
    "POST /channels/{}/messages": (5, 5.0),
    "PATCH /channels/{}/messages/{}": (5, 5.0),
    "DELETE /channels/{}/messages/{}": (5, 1.0),
    "POST /channels/{}/messages/{}/threads": (50, 300.0),
    "POST /webhooks/{}/{}": (5, 2.0),
    "PATCH /webhooks/{}/{}/messages/{}": (5, 2.0),
}
Kind = Literal[
    "rate_limited",  # 429, nothing happens
    "server_error",  # `status`, nothing happens
    "lost_request",  # the connection breaks, nothing happens
    "lost_answer",  # it happens, then the connection breaks
    "failed_answer",  # it happens, then `status`
    "slow",  # it happens, the answer takes `seconds`
    "html",  # a page of HTML with `status`, as a proxy in front answers; nothing happens
    "duplicate",  # a dispatch is sent twice
    "late",  # a dispatch is sent after `seconds`
    "lost",  # a dispatch is not sent
]


@dataclass(slots=True)
class RateLimitBucket:
    """The remaining requests of one limit, in real time: the client has to wait."""

    limit: int
    per: float
    remaining: int
    resets_at: float  # monotonic


@dataclass(frozen=True, slots=True)
class Allowance:
    """The outcome of one request against its bucket."""

    headers: dict[str, str]
    retry_after: float = 0.0  # above 0: refused


class RateLimits:
    """All buckets. `refused` counts the real 429s by route."""

    def __init__(self) -> None:
        self._rules = dict(_DEFAULTS)
        self._buckets: dict[tuple[str, str], RateLimitBucket] = {}
        self._total = RateLimitBucket(50, 1.0, 50, 0.0)
        self.refused: dict[str, int] = {}

    def set(self, route: str, *, limit: int, per: float) -> None:
        """Allow `limit` requests per `per` seconds on this route, for each channel, guild or webhook."""
        self._rules[route] = (limit, per)
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if key[0] != route}

    def off(self) -> None:
        """Limit nothing any more."""
        self._rules.clear()
        self._buckets.clear()
        self._total = RateLimitBucket(10**9, 1.0, 10**9, 0.0)

    def spend(self, route: str, major: str) -> Allowance:
        """Count one request."""
        if not route.startswith("POST /interactions") and (wait := _spend(self._total)):
            self.refused[route] = self.refused.get(route, 0) + 1
            return Allowance(refusal_headers(wait, scope="global"), wait)
        if route not in self._rules:
            return Allowance({})
        limit, per = self._rules[route]
        bucket = self._buckets.setdefault((route, major), RateLimitBucket(limit, per, limit, 0.0))
        wait = _spend(bucket)
        headers = _headers(route, bucket)
        if wait:
            self.refused[route] = self.refused.get(route, 0) + 1
            return Allowance(headers | refusal_headers(wait, scope="user"), wait)
        return Allowance(headers)


def _spend(bucket: RateLimitBucket) -> float:
    """Take one from `bucket`; return how many seconds to wait if it is empty."""
    now = time.monotonic()
    if now >= bucket.resets_at:
        bucket.remaining, bucket.resets_at = bucket.limit, now + bucket.per
    if not bucket.remaining:
        return bucket.resets_at - now
    bucket.remaining -= 1
    return 0.0


def _headers(route: str, bucket: RateLimitBucket) -> dict[str, str]:
    after = max(bucket.resets_at - time.monotonic(), 0.001)
    return {
        "X-RateLimit-Limit": str(bucket.limit),
        "X-RateLimit-Remaining": str(bucket.remaining),
        "X-RateLimit-Reset": f"{time.time() + after:.3f}",
        "X-RateLimit-Reset-After": f"{after:.3f}",
        "X-RateLimit-Bucket": hashlib.sha256(route.encode()).hexdigest()[:32],
    }


def refusal_headers(retry_after: float, *, scope: str) -> dict[str, str]:
    """The headers of a 429. "Via" is what clients tell the API's own refusals from a proxy's by."""
    headers = {"Retry-After": str(math.ceil(retry_after)), "X-RateLimit-Scope": scope, "Via": "1.1 google"}
    return headers | ({"X-RateLimit-Global": "true"} if scope == "global" else {})


@dataclass(slots=True, kw_only=True)
class DiscordFault:
    """One planned fault. Times of 0 are used up."""

    route: str  # "POST /channels/{}/messages", or of the gateway "DISPATCH MESSAGE_CREATE"
    kind: Kind
    times: int
    after: int = 0  # how many calls go well before the first
    status: int = 500
    seconds: float = 0.2
    is_global: bool = False
    happened: int = 0


class DiscordFaults:
    """The planned faults, each used up in the order of planning."""

    def __init__(self) -> None:
        self.planned: list[DiscordFault] = []

    def add(self, *, route: str, kind: Kind, times: int = 1, after: int = 0, **more: float) -> DiscordFault:
        """Plan a fault; `more` are status, seconds, is_global. Return it: `happened` counts."""
        fault = DiscordFault(route=route, kind=kind, times=times, after=after)
        for name, value in more.items():
            setattr(fault, name, value)
        self.planned.append(fault)
        return fault

    def take(self, route: str) -> DiscordFault | None:
        """Return the fault that is due at `route`, if any, and count it."""
        for fault in self.planned:
            if fault.route != route or not fault.times:
                continue
            if fault.after:
                fault.after -= 1
                return None
            fault.times -= 1
            fault.happened += 1
            return fault
        return None

    def clear(self) -> None:
        """Plan nothing any more."""
        self.planned.clear()
