"""The gateway's websocket."""

import asyncio
import json
import secrets
import time
from collections import deque

from aiohttp import WSMessage, WSMsgType, web

from tests.fakes.discord.events import GatewayEvent, GatewayIntent
from tests.fakes.discord.model import Json
from tests.fakes.discord.payloads import guild_create_json
from tests.fakes.discord.ratelimits import DiscordFault, DiscordFaults
from tests.fakes.discord.session import (
    DISPATCH,
    HEARTBEAT,
    HEARTBEAT_ACK,
    HELLO,
    IDENTIFY,
    INVALID_SESSION,
    PRESENCE,
    RECONNECT,
    RESUME,
    VOICE,
    GatewaySession,
    GatewaySocket,
    HandshakeError,
    identified,
    ready_json,
)
from tests.fakes.discord.state import FakeDiscordState
from tests.fakes.discord.transport import encoder

_SENDS, _SENDS_SECONDS = 120, 60.0
_VERSION = "10"


class Gateway:
    """All sessions, and faults of their connections."""

    def __init__(self, state: FakeDiscordState, faults: DiscordFaults, *, heartbeat_seconds: float) -> None:
        self.sessions: dict[str, GatewaySession] = {}
        self.connections: list[GatewaySocket] = []  # open ones, oldest first
        self.connected = 0  # how many sockets were ever opened
        self.acknowledges = True  # whether heartbeats are acknowledged
        self.refusals = 0  # how many of the next sockets are refused
        self.beats = 0
        self._state = state
        self._faults = faults
        self._heartbeat_seconds = heartbeat_seconds
        self._loop: asyncio.AbstractEventLoop | None = None

    def drop(self) -> None:
        """Break every socket without a close frame."""
        for connection in list(self.connections):
            connection.abort()

    def close(self, code: int) -> None:
        """Close every socket with a code."""
        for connection in list(self.connections):
            connection.close(code)

    def reconnect(self) -> None:
        """Ask every client to come back and resume."""
        for connection in list(self.connections):
            connection.push({"op": RECONNECT, "d": None})

    def invalidate(self, *, resumable: bool = False) -> None:
        """Declare every session invalid; unless resumable they are forgotten."""
        with self._state.lock:
            if not resumable:
                self.sessions.clear()
            for connection in list(self.connections):
                connection.push({"op": INVALID_SESSION, "d": resumable})

    def dispatch(self, event: GatewayEvent) -> int:
        """Send an event to every session that wants it; return how many connected ones got it."""
        fault = self._faults.take(f"DISPATCH {event.name}")
        if fault and fault.kind == "lost":
            return 0
        if fault and fault.kind == "late" and self._loop:
            self._loop.call_soon_threadsafe(self._loop.call_later, fault.seconds, self._tell, event, None)
            return sum(each.connection is not None for each in self.sessions.values())
        return self._tell(event, fault)

    def _tell(self, event: GatewayEvent, fault: DiscordFault | None) -> int:
        with self._state.lock:
            wanting = [session for session in self.sessions.values() if session.wants(event)]
            for session in wanting * (2 if fault and fault.kind == "duplicate" else 1):
                session.tell(event.name, session.view(event))
            return sum(session.connection is not None for session in wanting)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """One socket, from HELLO to its end."""
        self._loop = asyncio.get_running_loop()
        if self.refusals:
            self.refusals -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        connection = GatewaySocket(request, socket, encoder(request.query.get("compress")))
        self.connections.append(connection)
        self.connected += 1
        writer = asyncio.create_task(connection.write())
        try:
            await self._converse(connection, request)
        finally:
            self.connections.remove(connection)
            self._detach(connection)
            writer.cancel()
            await asyncio.wait([writer])
        return socket

    async def _converse(self, connection: GatewaySocket, request: web.Request) -> None:
        connection.push(
            {"op": HELLO, "s": None, "t": None, "d": {"heartbeat_interval": self._heartbeat_seconds * 1000}}
        )
        try:
            _check_version(request)
            await self._read(connection)
        except HandshakeError as error:
            self._state.broke("gateway", f"{error.code}: {error.why}")
            await connection.socket.close(code=error.code)

    async def _read(self, connection: GatewaySocket) -> None:
        times: deque[float] = deque(maxlen=_SENDS)
        while True:
            try:
                # a client that misses two heartbeats in a row is taken for gone
                message = await connection.socket.receive(timeout=self._heartbeat_seconds * 2)
            except TimeoutError:
                await connection.socket.close(code=4009)
                return
            if message.type is not WSMsgType.TEXT:
                connection.said_goodbye = message.type is WSMsgType.CLOSE and message.data in (1000, 1001)
                return
            if len(times) == _SENDS and time.monotonic() - times[0] < _SENDS_SECONDS:
                raise HandshakeError(4008, "more than 120 packets in 60 s")
            times.append(time.monotonic())
            with self._state.lock:
                self._obey(connection, _packet(message))

    def _obey(self, connection: GatewaySocket, packet: Json) -> None:
        op, data = packet.get("op"), packet.get("d")
        if op == HEARTBEAT:
            self._beat(connection)
        elif op == IDENTIFY and isinstance(data, dict):
            self._identify(connection, data)
        elif op == RESUME and isinstance(data, dict):
            self._resume(connection, data)
        elif op not in (PRESENCE, VOICE):
            raise HandshakeError(4001, f"unknown opcode {op}")
        elif connection.session is None:
            raise HandshakeError(4003, f"opcode {op} before identifying")

    def _beat(self, connection: GatewaySocket) -> None:
        self.beats += 1
        if self.acknowledges:
            connection.push({"op": HEARTBEAT_ACK, "d": None})

    def _identify(self, connection: GatewaySocket, data: Json) -> None:
        intents = identified(self._state, data, again=connection.session is not None)
        shard = data.get("shard") or [0, 1]
        session = GatewaySession(
            id=secrets.token_hex(16),
            viewer=self._state.bot,
            intents=intents,
            shard=(shard[0], shard[1]),
            connection=connection,
        )
        self.sessions[session.id] = session
        connection.session = session
        guilds = [guild for guild in self._state.guilds.values() if (guild.id >> 22) % shard[1] == shard[0]]
        session.tell("READY", ready_json(self._state, session, guilds))
        for guild in guilds if GatewayIntent.GUILDS in intents else ():
            with_members = GatewayIntent.GUILD_MEMBERS in intents
            session.tell("GUILD_CREATE", guild_create_json(guild, self._state.bot, with_members=with_members))

    def _resume(self, connection: GatewaySocket, data: Json) -> None:
        session = self.sessions.get(str(data.get("session_id")))
        if data.get("token") != self._state.token or session is None:
            connection.push({"op": INVALID_SESSION, "d": False})
            return
        seq = data.get("seq")
        if not isinstance(seq, int) or not 0 <= seq <= len(session.sent):
            raise HandshakeError(4007, f"cannot resume from sequence number {seq}")
        if session.connection is not None:
            session.connection.session = None
        connection.session = session
        session.resume(connection, seq)

    def _detach(self, connection: GatewaySocket) -> None:
        """Keep the session for a resume, unless the client closed it."""
        with self._state.lock:
            session = connection.session
            if session is None or session.connection is not connection:
                return
            session.connection = None
            if connection.said_goodbye:
                self.sessions.pop(session.id, None)


def _check_version(request: web.Request) -> None:
    if request.query.get("v") != _VERSION or request.query.get("encoding") != "json":
        raise HandshakeError(4012, "the version or encoding is none that is spoken here")


def _packet(message: WSMessage) -> Json:
    try:
        packet = json.loads(message.data)
    except ValueError:
        packet = None
    if not isinstance(packet, dict) or packet.get("op") == DISPATCH:
        raise HandshakeError(4002, "not a packet")
    return packet
