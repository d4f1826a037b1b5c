"""Socket Mode: connections, envelopes and their acknowledgements."""

import asyncio
import json
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from aiohttp import WSMsgType, web

from .delivery import AttemptOutcome, DeliveryAttempt, DeliveryTimeouts, SlackViolation
from .model import Ids, Json
from .world import AppSettings

MOST_CONNECTIONS: Final = 10
CLOSING_SECONDS: Final = 0.5  # how long a client may take to say goodbye
ANSWERED_IN_ACK: Final = ("slash_commands", "interactive")


@dataclass(eq=False)
class SocketModeConnection:
    id: str
    socket: web.WebSocketResponse
    transport: asyncio.Transport | None
    pending: dict[str, asyncio.Future[Json]] = field(default_factory=dict)
    ended_by_slack: bool = False

    def cut(self) -> None:
        """End the connection without a word."""
        self.ended_by_slack = True
        if self.transport is not None:
            self.transport.abort()
        self.forget()

    def forget(self) -> None:
        for waiting in self.pending.values():
            if not waiting.done():
                waiting.set_exception(ConnectionResetError())


class FakeSocketMode:
    def __init__(self, app: AppSettings, ids: Ids, pace: DeliveryTimeouts, violations: list[SlackViolation]) -> None:
        self._app = app
        self._ids = ids
        self._pace = pace
        self._violations = violations
        self._turn = 0
        self.connections: list[SocketModeConnection] = []
        self.opened = 0  # connections ever
        self.tickets: set[str] = set()
        self._connected = asyncio.Event()
        self._seen: dict[str, str] = {}  # envelope: "sent", "acked", "lost" with its connection, or "overdue"
        self._overdue: dict[str, SlackViolation] = {}

    def ticket(self) -> str:
        """A secret that opens one connection."""
        ticket = self._ids.new("ticket")
        self.tickets.add(ticket)
        return ticket

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One connection, from hello to its end."""
        ticket = request.query.get("ticket", "")
        if ticket not in self.tickets:
            return web.Response(status=401)
        self.tickets.discard(ticket)
        socket = web.WebSocketResponse(timeout=CLOSING_SECONDS)
        await socket.prepare(request)
        connection = SocketModeConnection(self._ids.new("conn"), socket, request.transport)
        if len(self.connections) >= MOST_CONNECTIONS:
            await socket.send_json({"type": "disconnect", "reason": "too_many_websockets"})
            await socket.close()
            return socket
        await socket.send_json(self._hello(len(self.connections) + 1))
        self.connections.append(connection)
        self._connected.set()
        self.opened += 1
        try:
            await self._read(connection)
        finally:
            self._gone(connection)
        return socket

    async def attempt(self, parcel: DeliveryAttempt) -> AttemptOutcome:
        """Send one envelope over the next connection in turn."""
        connection = await self._next()
        if connection is None:
            self._violations.append(SlackViolation("unreachable", parcel.id, f"{parcel.name}: no connection"))
            return AttemptOutcome(ok=False, reason="timeout")
        parcel.receiver, parcel.sent_at = connection.id, time.monotonic()
        envelope_id = self._ids.new("envelope-")
        fault = parcel.fault.kind if parcel.fault else ""
        answer = connection.pending[envelope_id] = asyncio.get_running_loop().create_future()
        self._seen[envelope_id] = "sent"
        try:
            if fault == "garbage":
                await connection.socket.send_str("this is no envelope")
            await connection.socket.send_json(_envelope(parcel, envelope_id))
            if fault == "drop_socket":
                connection.cut()
            payload = await asyncio.wait_for(answer, self._pace.ack_seconds)
        except TimeoutError:
            return self._missing(parcel, connection, envelope_id, "overdue")
        except (ConnectionError, RuntimeError):
            self._gone(connection)
            return self._missing(parcel, connection, envelope_id, "lost")
        finally:
            connection.pending.pop(envelope_id, None)
        parcel.acked_at = time.monotonic()
        return AttemptOutcome(ok=True, payload=payload.get("payload"))

    def drop_all(self) -> int:
        """Cut every connection; return how many there were."""
        gone = list(self.connections)
        for connection in gone:
            connection.cut()
            self._gone(connection)
        return len(gone)

    async def disconnect_all(self, reason: str = "refresh_requested", *, close_after: float | None = 0.5) -> None:
        """Tell the app to make new connections ("warning": soon), then close the old ones after so many seconds."""
        gone = list(self.connections)
        for connection in gone:
            connection.ended_by_slack = True
            with suppress(ConnectionError):  # the app is leaving already
                await connection.socket.send_json(
                    {"type": "disconnect", "reason": reason, "debug_info": {"host": "fake"}}
                )
        if close_after is not None:
            await asyncio.sleep(close_after)
            for connection in gone:
                await connection.socket.close()

    async def close(self) -> None:
        for connection in list(self.connections):
            connection.forget()
            await connection.socket.close()

    async def _read(self, connection: SocketModeConnection) -> None:
        async for message in connection.socket:
            if message.type is WSMsgType.TEXT:
                self._take_ack(connection, message.data)

    def _take_ack(self, connection: SocketModeConnection, text: str) -> None:
        try:
            ack = json.loads(text)
            envelope_id = str(ack["envelope_id"])
        except (ValueError, KeyError, TypeError):
            self._violations.append(SlackViolation("unknown_envelope", "", text[:200]))
            return
        state, self._seen[envelope_id] = self._seen.get(envelope_id), "acked"
        waiting = connection.pending.get(envelope_id)
        if state == "sent" and waiting is not None and not waiting.done():
            waiting.set_result(ack)
        elif state == "overdue":
            missing = self._overdue.pop(envelope_id)
            self._violations[self._violations.index(missing)] = replace(missing, kind="late_ack")
        elif state != "lost":  # one whose connection was lost may be acknowledged over the next
            self._violations.append(
                SlackViolation("double_ack" if state == "acked" else "unknown_envelope", envelope_id)
            )

    async def _next(self) -> SocketModeConnection | None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._connected.wait(), self._pace.ack_seconds)
        if not self.connections:
            return None
        self._turn += 1
        return self.connections[self._turn % len(self.connections)]

    def _gone(self, connection: SocketModeConnection) -> None:
        connection.forget()
        if connection in self.connections:
            self.connections.remove(connection)
        if not self.connections:
            self._connected.clear()

    def _missing(
        self, parcel: DeliveryAttempt, connection: SocketModeConnection, envelope_id: str, state: str
    ) -> AttemptOutcome:
        """No acknowledgement came; that is the app's fault unless Slack itself ended the connection."""
        self._seen[envelope_id] = state
        if not (state == "lost" and connection.ended_by_slack):
            detail = f"{parcel.name} over {connection.id} ({envelope_id}), attempt {parcel.retry}"
            violation = SlackViolation("missing_ack", parcel.id, detail)
            self._violations.append(violation)
            self._overdue[envelope_id] = violation
        return AttemptOutcome(ok=False, reason="timeout")

    def _hello(self, number: int) -> Json:
        debug = {"host": "fake", "build_number": 1, "approximate_connection_time": 18060}
        return {
            "type": "hello",
            "num_connections": number,
            "debug_info": debug,
            "connection_info": {"app_id": self._app.id},
        }


def _envelope(parcel: DeliveryAttempt, envelope_id: str) -> Json:
    accepts = parcel.kind in ANSWERED_IN_ACK
    envelope: Json = {"envelope_id": envelope_id, "type": parcel.kind, "accepts_response_payload": accepts}
    if parcel.kind == "events_api":
        envelope |= {"retry_attempt": parcel.retry, "retry_reason": parcel.retry_reason if parcel.retry else ""}
    return {**envelope, "payload": parcel.payload}
