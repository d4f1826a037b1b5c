"""A gateway session, which outlives its connections."""

import asyncio
import secrets
from dataclasses import dataclass, field

from aiohttp import web

from tests.fakes.discord.events import GatewayEvent, GatewayIntent
from tests.fakes.discord.model import FakeDiscordUser, Guild, Json
from tests.fakes.discord.payloads import hides_content, user_json, without_content
from tests.fakes.discord.rest_users import IDENTIFY_CONCURRENCY, IDENTIFY_LIMIT, gateway_url
from tests.fakes.discord.state import FakeDiscordState
from tests.fakes.discord.transport import Encoder

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11
_KNOWN_INTENTS = (1 << 26) - 1
_DAY = 24 * 3600.0
_CONCURRENCY_SECONDS = 5.0


class GatewaySocket:
    """One socket. Packets go out in the order in which they were pushed, from whatever thread."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse, encoder: Encoder) -> None:
        self.url = str(request.rel_url)
        self.socket = socket
        self.said_goodbye = False  # the client closed it for good
        self.session: GatewaySession | None = None
        self._transport = request.transport
        self._encoder = encoder
        self._loop = asyncio.get_running_loop()
        self._packets: asyncio.Queue[Json] = asyncio.Queue()

    def push(self, packet: Json) -> None:
        """Send a packet in its turn."""
        self._loop.call_soon_threadsafe(self._packets.put_nowait, packet)

    async def write(self) -> None:
        """Send the pushed packets until the connection breaks."""
        while not self.socket.closed:
            packet = await self._packets.get()
            try:
                await self._encoder.send(self.socket, packet)
            except (ConnectionError, RuntimeError):  # the other side is gone; the session keeps the packet
                return

    def abort(self) -> None:
        """Break the connection without a word."""
        if self._transport is not None:
            self._loop.call_soon_threadsafe(self._transport.abort)

    def close(self, code: int) -> None:
        """Close it with a code."""
        asyncio.run_coroutine_threadsafe(self.socket.close(code=code), self._loop)


@dataclass(slots=True, eq=False, kw_only=True)
class GatewaySession:
    """The numbered events of one identified client."""

    id: str
    viewer: FakeDiscordUser
    intents: GatewayIntent
    shard: tuple[int, int] = (0, 1)
    sent: list[Json] = field(default_factory=list)  # the n-th has the sequence number n + 1
    connection: GatewaySocket | None = None
    resumes: int = 0

    def tell(self, name: str, data: Json) -> None:
        """Number a dispatch, keep it for a resume, and send it if there is a socket."""
        packet: Json = {"op": DISPATCH, "t": name, "s": len(self.sent) + 1, "d": data}
        self.sent.append(packet)
        if self.connection is not None:
            self.connection.push(packet)

    def wants(self, event: GatewayEvent) -> bool:
        """Whether the intents and the shard ask for `event`."""
        number, of = self.shard
        here = (event.guild_id or 0) >> 22
        return here % of == number and (event.intent is None or bool(event.intent & self.intents))

    def view(self, event: GatewayEvent) -> Json:
        """`event` without what this session may not read."""
        message = event.message
        may_read = GatewayIntent.MESSAGE_CONTENT in self.intents
        if message is None or may_read or not hides_content(message, self.viewer):
            return event.data
        return without_content(event.data)

    def resume(self, connection: GatewaySocket, seq: int) -> None:
        """Continue on a new connection: missed events, then RESUMED."""
        self.connection = connection
        self.resumes += 1
        for packet in self.sent[seq:]:
            connection.push(packet)
        self.tell("RESUMED", {})


class HandshakeError(Exception):
    """The socket is to be closed."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code
        self.why = why


def identified(state: FakeDiscordState, data: Json, *, again: bool) -> GatewayIntent:
    """Check and count an IDENTIFY; return its intents. Raises: HandshakeError: it is refused."""
    if again:
        raise HandshakeError(4005, "identified twice")
    _count(state)
    if str(data.get("token")).removeprefix("Bot ") != state.token:
        raise HandshakeError(4004, "wrong token")
    shard = data.get("shard") or [0, 1]
    if not 0 <= shard[0] < shard[1]:
        raise HandshakeError(4010, f"invalid shard {shard}")
    intents = data.get("intents")
    if not isinstance(intents, int) or not 0 <= intents <= _KNOWN_INTENTS:
        raise HandshakeError(4013, f"invalid intents {intents}")
    if GatewayIntent(intents) & _forbidden(state):
        raise HandshakeError(4014, "a privileged intent is not switched on for this application")
    return GatewayIntent(intents)


def _forbidden(state: FakeDiscordState) -> GatewayIntent:
    forbidden = GatewayIntent.GUILD_PRESENCES
    forbidden |= GatewayIntent(0) if state.application.message_content else GatewayIntent.MESSAGE_CONTENT
    return forbidden | (GatewayIntent(0) if state.application.members else GatewayIntent.GUILD_MEMBERS)


def _count(state: FakeDiscordState) -> None:
    """Record too many; beyond a day's allowance the token is reset, as the platform does."""
    now = state.clock.now()
    state.identifies[:] = [at for at in state.identifies if now - at < _DAY]
    state.identifies.append(now)
    at_once = sum(now - at < _CONCURRENCY_SECONDS for at in state.identifies)
    if at_once > IDENTIFY_CONCURRENCY:
        state.broke("identify_rate", f"{at_once} IDENTIFYs within {_CONCURRENCY_SECONDS:g} s")
    if len(state.identifies) > IDENTIFY_LIMIT:
        state.broke("identify_limit", f"{len(state.identifies)} IDENTIFYs within 24 h")
        state.token = secrets.token_hex(16)


def ready_json(state: FakeDiscordState, session: GatewaySession, guilds: list[Guild]) -> Json:
    return {
        "v": 10,
        "user": user_json(state.bot) | {"verified": True, "mfa_enabled": False, "flags": 0},
        "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
        "session_id": session.id,
        "session_type": "normal",
        "resume_gateway_url": f"{gateway_url(state)}/resume",
        "shard": list(session.shard),
        "application": {"id": str(state.application.id), "flags": state.application.flags},
        "private_channels": [],
        "relationships": [],
    }
