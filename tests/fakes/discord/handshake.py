"""Checks a client's IDENTIFY and builds the READY event."""

import secrets

from tests.fakes.discord.events import GatewayIntent
from tests.fakes.discord.model import Guild, Json
from tests.fakes.discord.payloads import user_json
from tests.fakes.discord.rest_users import IDENTIFY_CONCURRENCY, IDENTIFY_LIMIT, gateway_url
from tests.fakes.discord.session import GatewaySession
from tests.fakes.discord.state import FakeDiscordState

_KNOWN_INTENTS = (1 << 26) - 1
_DAY = 24 * 3600.0
_CONCURRENCY_SECONDS = 5.0


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
