"""Discord, from the token to the last event: what bootstrap makes, wires and runs."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.channel_contexts import ChannelContexts
from adapters.discord.inbound.catch_up import CatchUp
from adapters.discord.inbound.command_handler import DiscordCommandHandler
from adapters.discord.inbound.gateway_client import GatewayHandlers, make_gateway_client
from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.inbound.message_handler import DiscordMessageHandler
from adapters.discord.inbound.press_handler import DiscordPressHandler
from adapters.discord.inbound.session_limits import SessionStartLimiter, TooManySessionsError, reconnect_pause
from adapters.discord.inbound.slash_commands import SlashCommands
from adapters.discord.install.command_sync import sync_commands
from adapters.discord.log_filter import install_log_filter
from adapters.discord.outbound.transport import DiscordTransport
from adapters.discord.people import DiscordPeople
from adapters.discord.rest import DiscordRest
from adapters.shared.background import BackgroundTasks
from bot.errors import DeliveryError, SettingsError
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import InboundGateway
from bot.ports import Meter, NoMeter

API_URL: Final = "https://discord.com/api/v10"

_STEADY_SECONDS: Final = 600.0  # a connection that has held so long has not failed
_AUTHENTICATION_FAILED: Final = 4004
_NO_CONTENT: Final = (
    "Discord does not let Parley read messages that do not mention it: follow-ups in threads need a mention or a "
    "reply. To change that, switch on Message Content Intent: discord.com/developers/applications > your app > Bot."
)
_NOT_ACCEPTED: Final = (
    "DISCORD_TOKEN: Discord does not accept it; take a new one: discord.com/developers/applications > your app > Bot > "
    "Reset Token"
)
_PASSING: Final = (
    OSError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.RateLimited,
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordOptions:
    """What can be set."""

    token: str
    api_url: str = API_URL
    guild_id: int | None = None  # where commands are offered; None: everywhere


@dataclass(slots=True, kw_only=True)
class DiscordApp:
    """One process's connection to Discord.

    `surface` and `people` can be used from the beginning; while `run` runs, they work.
    """

    options: DiscordOptions
    texts: Catalogue
    meter: Meter = field(default_factory=NoMeter)
    is_connected: bool = False
    rest: DiscordRest = field(default_factory=DiscordRest)
    people: DiscordPeople = field(default_factory=DiscordPeople)
    session_starts: SessionStartLimiter = field(default_factory=SessionStartLimiter)
    transport: DiscordTransport = field(init=False)
    _shards: int = 1
    _is_warned: bool = False

    def __post_init__(self) -> None:
        self.transport = DiscordTransport(rest=self.rest, texts=self.texts, people=self.people)

    async def check(self) -> None:
        """Raise DeliveryError unless the gateway is connected, for readiness."""
        if not self.is_connected:
            raise DeliveryError

    async def run(self, gateway: InboundGateway) -> None:
        """Take in everything and hand it to `entrance`, until cancelled.

        Raises: SettingsError: Discord does not accept the token.
        """
        Route.BASE = self.options.api_url.rstrip("/")  # where discord.py looks; that of one process
        install_log_filter()
        ears, rooms, slash = self._wire(gateway)
        failures = 0
        try:
            while True:
                begun_at = asyncio.get_running_loop().time()
                wait = await self._stay_connected(ears, rooms, slash, failures=failures)
                is_steady = asyncio.get_running_loop().time() - begun_at > _STEADY_SECONDS
                failures = 0 if is_steady else failures + 1
                await asyncio.sleep(wait)
        finally:
            await ears.background.close()

    def _wire(self, gateway: InboundGateway) -> tuple[GatewayHandlers, ChannelContexts, SlashCommands]:
        rooms, background = ChannelContexts(self.rest), BackgroundTasks(self.meter)
        counter = InteractionIntake(
            gateway=gateway,
            channels=rooms,
            transport=self.transport,
            meter=self.meter,
            background=background,
        )
        ears = GatewayHandlers(
            messages=DiscordMessageHandler(
                intake=gateway.intake, channels=rooms, transport=self.transport, meter=self.meter
            ),
            presses=DiscordPressHandler(interactions=counter),
            background=background,
            session_starts=self.session_starts,
            meter=self.meter,
            catch_up=CatchUp(direct_messages=gateway.direct),
        )
        return (
            ears,
            rooms,
            SlashCommands(
                texts=self.texts, on_command=DiscordCommandHandler(interactions=counter), suggest=gateway.suggest
            ),
        )

    async def _stay_connected(
        self, ears: GatewayHandlers, rooms: ChannelContexts, slash: SlashCommands, *, failures: int
    ) -> float:
        """Connect, and stay connected; return after how many seconds to try again."""
        try:
            await self._connect(ears, rooms, slash)
        except discord.PrivilegedIntentsRequired:
            self._drop_message_content()
            return 0.0
        except discord.LoginFailure as error:
            raise SettingsError(faults=_NOT_ACCEPTED) from error
        except TooManySessionsError as error:
            return error.seconds
        except _PASSING as error:
            if isinstance(error, discord.ConnectionClosed) and error.code == _AUTHENTICATION_FAILED:
                raise SettingsError(faults=_NOT_ACCEPTED) from error
            _log.warning("Discord: not connected (%s)", type(error).__name__)
            self.meter.error(type(error).__name__)
        return reconnect_pause(failures)

    async def _connect(self, ears: GatewayHandlers, rooms: ChannelContexts, slash: SlashCommands) -> None:
        """Log in, see what we may, and listen until the connection is lost for good."""
        client = self._make_client(ears)
        try:
            await client.login(self.options.token)
            if not await self._fits(client):
                await client.close()
                client = self._make_client(ears)
                await client.login(self.options.token)
            self._use_client(client, rooms)
            await self._register_commands(client, slash, ears.background)
            await _listen(client)
        finally:
            self._set_connected(False)  # noqa: FBT003  # the name says it
            self.rest.http = None  # what is still to be sent waits for the next connection
            with suppress(*_PASSING):
                await client.close()

    def _make_client(self, ears: GatewayHandlers) -> discord.Client:
        content = self.transport.intents.message_content
        return make_gateway_client(ears, message_content=content, shards=self._shards, on_connected=self._set_connected)

    async def _fits(self, client: discord.Client) -> bool:
        """Learn what we may and how many connections Discord wants; return whether `client` is made for that."""
        shards = await self._query_gateway(client)
        may_read = _may_read_content(client, wants=self.transport.intents.message_content)
        is_one_kind = (shards > 1) == (self._shards > 1)
        self._shards = shards
        if not may_read:
            self._drop_message_content()
        return may_read and is_one_kind

    async def _query_gateway(self, client: discord.Client) -> int:
        """Ask where the gateway is; return how many connections it wants. Raises: TooManySessionsError."""
        shards, url, limit = await client.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)  # discord.py's own is fixed
        if limit["remaining"] < 1:
            seconds = limit["reset_after"] / 1_000
            _log.error("Discord allows no more sessions for %.0f s", seconds)
            raise TooManySessionsError(seconds)
        return shards

    def _use_client(self, client: discord.Client, rooms: ChannelContexts) -> None:
        rooms.client = self.transport.permission_notice.client = client
        self.rest.http = client.http
        self.rest.user_id = str(client.user.id) if client.user else ""
        self.rest.application_id = str(client.application_id or "")

    async def _register_commands(
        self, client: discord.Client, slash: SlashCommands, background: BackgroundTasks
    ) -> None:
        tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        await slash.add_to(tree)
        background.start("registering slash commands", sync_commands(tree, guild_id=self.options.guild_id))

    def _drop_message_content(self) -> None:
        """Go on without the content of messages that are not for us."""
        self.transport.intents.message_content = False
        if not self._is_warned:
            self._is_warned = True
            _log.warning(_NO_CONTENT)

    def _set_connected(self, is_connected: bool) -> None:  # noqa: FBT001  # a value, not a switch
        self.is_connected = is_connected


async def _listen(client: discord.Client) -> None:
    """Listen until the connection is lost for good. Raises what discord.py raises."""
    try:
        await client.connect()
    except AttributeError as error:
        if getattr(client, "ws", None) is not None:
            raise
        raise discord.GatewayNotFound from error  # discord.py takes it for granted that the first connection stood


def _may_read_content(client: discord.Client, *, wants: bool) -> bool:
    """Return whether the application may have what we are about to ask for."""
    flags = client.application_flags
    return not wants or flags.gateway_message_content or flags.gateway_message_content_limited
