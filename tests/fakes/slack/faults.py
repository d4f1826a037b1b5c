"""Faults that tests plan for Web API answers and for Slack's deliveries."""

from dataclasses import dataclass
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
