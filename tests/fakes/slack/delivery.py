"""Delivers events, commands and interactions to the app, and records its acknowledgements."""

import asyncio
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Literal, Protocol

from .faults import SlackFault, SlackFaults
from .model import Json, Workspace
from .world import FakeSlackState

Kind = Literal["events_api", "slash_commands", "interactive"]
RETRY_AFTER = (0.0, 60.0, 300.0)  # seconds before the second, third and fourth attempt


@dataclass(frozen=True, slots=True)
class SlackViolation:
    """Something that the app may not do."""

    kind: str  # late_ack, missing_ack, bad_status, double_ack, unknown_envelope, unreachable, bad_challenge
    about: str  # the event's id, or what was sent
    detail: str = ""


@dataclass(eq=False)
class DeliveryAttempt:
    """One payload on its way to the app, in one attempt."""

    kind: Kind
    name: str  # the event's type, the command, the type of the interaction
    id: str  # event id, or trigger id
    payload: Json
    retry: int = 0  # 0: the first attempt
    retry_reason: str = ""
    fault: SlackFault | None = None
    sent_at: float = field(default_factory=time.monotonic)
    acked_at: float | None = None
    receiver: str = ""

    @property
    def ack_seconds(self) -> float | None:
        return None if self.acked_at is None else self.acked_at - self.sent_at


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """The outcome of one attempt."""

    ok: bool
    reason: str = ""  # http_timeout, http_error, connection_failed, timeout
    payload: Json | str | None = None
    no_retry: bool = False


class DeliveryTransport(Protocol):
    """A way to the app: HTTP or Socket Mode."""

    async def attempt(self, parcel: DeliveryAttempt) -> AttemptOutcome:
        """Send once, and wait for the acknowledgement as long as Slack does; report violations."""
        ...


@dataclass
class DeliveryTimeouts:
    """Slack's timeouts and pauses between retries."""

    ack_seconds: float = 3.0
    retry_factor: float = 0.01  # 1.0: retries after one and after five minutes, as in life


class EventDeliveries:
    def __init__(
        self, world: FakeSlackState, faults: SlackFaults, pace: DeliveryTimeouts, transport: DeliveryTransport
    ) -> None:
        self._world = world
        self._faults = faults
        self._pace = pace
        self.transport = transport
        self.parcels: list[DeliveryAttempt] = []  # every attempt that left
        self.undelivered: list[str] = []  # ids of events given up
        self._tasks: set[asyncio.Task[None]] = set()

    def send_event(self, workspace: Workspace, event: Json) -> None:
        """Deliver an event in the background, with retries."""
        body = self._world.body(workspace, event)
        fault = self._faults.for_delivery(str(event["type"]))
        copies = fault.copies if fault and fault.kind == "duplicate" else 1
        for _ in range(copies):
            self._start(self._deliver(body, fault))

    async def call_app(self, kind: Kind, name: str, payload: Json) -> AttemptOutcome:
        """Deliver a command or an interaction: one attempt, whose answer a person waits for."""
        fault = self._faults.for_delivery(kind)
        if fault and fault.kind == "late":
            await asyncio.sleep(fault.seconds)
        parcel = DeliveryAttempt(kind, name, str(payload.get("trigger_id", "")), payload, fault=fault)
        copies = fault.copies if fault and fault.kind == "duplicate" else 1
        parcels = [parcel, *(DeliveryAttempt(kind, name, parcel.id, payload) for _ in range(copies - 1))]
        self.parcels += parcels
        acks = await asyncio.gather(*(self.transport.attempt(one) for one in parcels))
        return AttemptOutcome(ok=False, reason="timeout") if fault and fault.kind == "lost_ack" else acks[0]

    async def settle(self) -> None:
        """Wait until nothing is under way any more, retries included; what the app does later is not waited for."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        ends = await asyncio.gather(*self._tasks, return_exceptions=True)
        for error in ends:
            if isinstance(error, Exception):
                raise error

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, body: Json, fault: SlackFault | None) -> None:
        if fault and fault.kind == "late":
            await asyncio.sleep(fault.seconds)
        reason = "http_timeout"
        for number, wait in enumerate((0.0, *RETRY_AFTER)):
            await asyncio.sleep(wait * self._pace.retry_factor)
            if number == 0 and fault and fault.kind == "retry_only":
                continue
            name = str(body["event"]["type"])
            parcel = DeliveryAttempt("events_api", name, body["event_id"], body, retry=number, retry_reason=reason)
            parcel.fault = fault if number == 0 else None
            self.parcels.append(parcel)
            ack = await self.transport.attempt(parcel)
            if parcel.fault and parcel.fault.kind == "lost_ack":
                reason = "http_timeout"
            elif ack.ok or ack.no_retry:
                return
            else:
                reason = ack.reason
        self.undelivered.append(body["event_id"])
