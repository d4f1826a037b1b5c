"""The fake Discord server: REST, gateway and state together."""

import asyncio
import base64
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self, TypeVar

from aiohttp import web

from tests.fakes.discord.clock import ScaledClock, Snowflakes
from tests.fakes.discord.events import GatewayEvent, GatewayIntent
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.model import DiscordViolation, FakeDiscordChannel, FakeDiscordUser, Guild, RestCall
from tests.fakes.discord.payloads import guild_create_json
from tests.fakes.discord.person import DiscordPerson, Waiting
from tests.fakes.discord.ratelimits import DiscordFaults, RateLimits
from tests.fakes.discord.rest import Rest
from tests.fakes.discord.state import Application, FakeDiscordState

_T = TypeVar("_T")
_HEARTBEAT_SECONDS = 41.25
_START_SECONDS = 60.0
_PATIENCE = 60.0  # seconds


class FakeDiscord:
    """Discord on loopback: REST v10 and the gateway, with one guild, one text channel and one application.

    `async with FakeDiscord() as discord_:` serves it from the test's own loop; `running_discord` from a thread.
    Time that decides about interaction tokens and nonces runs at `speed`, and can be moved by `clock.advance`;
    rate limits and heartbeats go by real time, because it is the client that waits for them.
    """

    def __init__(self, *, speed: float = 1.0, heartbeat_seconds: float = _HEARTBEAT_SECONDS) -> None:
        self.clock = ScaledClock(speed)
        self.state = _new_state(self.clock)
        self.faults = DiscordFaults()
        self.limits = RateLimits()
        self.gateway = Gateway(self.state, self.faults, heartbeat_seconds=heartbeat_seconds)
        self.state.on_event = self.gateway.dispatch
        self._rest = Rest(self.state, self.faults, self.limits)
        self._waiting = Waiting(self.state, self._rest)
        self._runner: web.AppRunner | None = None
        self.guild = self.state.add_guild("Desk")
        self.channel = self.state.add_channel(self.guild, "trading")

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/{tail:.*}", self.gateway.serve)
        self._rest.add_routes(app)
        self._runner = web.AppRunner(app, shutdown_timeout=0.5, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.state.base_url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.gateway.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        """What the client library's base URL is set to."""
        return f"{self.state.base_url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The gateway's address, as GET /gateway answers it."""
        return f"{self.state.base_url.replace('http', 'ws', 1)}/gateway"

    @property
    def token(self) -> str:
        return self.state.token

    @property
    def bot(self) -> FakeDiscordUser:
        """Our bot's user."""
        return self.state.bot

    @property
    def application(self) -> Application:
        """Our application: its flags can be changed before the bot connects."""
        return self.state.application

    @property
    def calls(self) -> list[RestCall]:
        """All REST requests, oldest first."""
        return self._rest.calls

    @property
    def violations(self) -> list[DiscordViolation]:
        """The rules broken so far, including overdue acknowledgements. Planned faults break none."""
        with self.state.lock:
            self.state.note_late()
            return self.state.recorded

    @property
    def invalid_requests(self) -> int:
        """How many answers were 401, 403 or 429: 10,000 of them in 10 minutes get an address banned."""
        return sum(call.status in (401, 403, 429) for call in self.calls)

    def called(self, route: str) -> list[RestCall]:
        """The requests of one route: "POST /channels/{}/messages"."""
        return [call for call in self.calls if call.route == route]

    def add_guild(self, name: str, *, locale: str = "en-US") -> Guild:
        """Create a guild with the bot in it; sessions get the event."""
        with self.state.lock:
            guild = self.state.add_guild(name, locale=locale)
            body = guild_create_json(guild, self.bot, with_members=False)
            self.state.dispatch(
                GatewayEvent(name="GUILD_CREATE", data=body, intent=GatewayIntent.GUILDS, guild_id=guild.id)
            )
            return guild

    def add_channel(self, name: str, *, guild: Guild | None = None) -> FakeDiscordChannel:
        """Create a text channel, by default in the first guild."""
        with self.state.lock:
            return self.state.add_channel(guild or self.guild, name)

    def add_person(
        self, name: str, *, locale: str = "en-US", is_bot: bool = False, guild: Guild | None = None
    ) -> DiscordPerson:
        """Make a person, or another bot, who is a member of the first guild or of `guild`."""
        with self.state.lock:
            user = self.state.add_user(name, locale=locale, is_bot=is_bot)
            self.state.join(guild or self.guild, user)
            return DiscordPerson(self.state, user)

    async def until(
        self, probe: Callable[[], _T | None], *, within: float = _PATIENCE, what: str = "what was waited for"
    ) -> _T:
        """Return the first true value of `probe`. Raises: AssertionError: it did not come, and what there is."""
        return await self._waiting.until(probe, within=within, what=what)

    def wait_until(
        self, probe: Callable[[], _T | None], *, within: float = _PATIENCE, what: str = "what was waited for"
    ) -> _T:
        """The same, blocking: for tests without a loop."""
        return self._waiting.wait_until(probe, within=within, what=what)

    async def until_ready(self, sessions: int = 1, *, within: float = _PATIENCE) -> None:
        """Wait until so many sessions are connected."""
        await self.until(lambda: self.connected >= sessions, within=within, what=f"{sessions} connected sessions")

    @property
    def connected(self) -> int:
        """How many sessions have a socket now."""
        with self.state.lock:
            return sum(session.connection is not None for session in self.gateway.sessions.values())

    def describe(self) -> str:
        """Say what there is, for a failure message."""
        return self._waiting.describe()


def _new_state(clock: ScaledClock) -> FakeDiscordState:
    new_id = Snowflakes(clock)
    bot = FakeDiscordUser(id=new_id(), name="parley", is_bot=True)
    owner = FakeDiscordUser(id=new_id(), name="owner", global_name="Owner")
    application = Application(id=bot.id, name="Parley", bot=bot, owner=owner)
    # tokens begin with the bot's id, as real ones do
    token = f"{base64.b64encode(str(bot.id).encode()).decode().rstrip('=')}.fake01.{'x' * 27}"
    users = {bot.id: bot, owner.id: owner}
    return FakeDiscordState(clock=clock, new_id=new_id, application=application, token=token, users=users)


@contextmanager
def running_discord(*, speed: float = 1.0, heartbeat_seconds: float = _HEARTBEAT_SECONDS) -> Iterator[FakeDiscord]:
    """Serve the fake from a thread of its own, while the test runs something else."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="fake-discord", daemon=True)
    thread.start()
    discord_ = FakeDiscord(speed=speed, heartbeat_seconds=heartbeat_seconds)
    try:
        asyncio.run_coroutine_threadsafe(discord_.__aenter__(), loop).result(_START_SECONDS)
        yield discord_
    finally:
        asyncio.run_coroutine_threadsafe(discord_.__aexit__(), loop).result(_START_SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_START_SECONDS)
        loop.close()
