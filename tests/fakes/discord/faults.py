"""Faults that tests plan for the fake's REST API."""

from dataclasses import dataclass
from typing import Literal

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
