"""Keeps the connection to Discord's gateway: logs in, listens, and reconnects when it is lost."""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from adapters.discord.api_errors import error_place, report_unreadable
from adapters.discord.channel_contexts import ChannelContexts
from adapters.discord.inbound.gateway_client import (
    GatewayHandlers,
    TooManySessionsError,
    make_gateway_client,
    reconnect_pause,
)
from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.inbound.slash_commands import Tree
from adapters.discord.outbound.transport import DiscordTransport
from adapters.discord.rest import DiscordOptions
from bot.errors import SettingsError
from bot.ports import Meter

_STEADY_SECONDS: Final = 600.0  # a connection that lasted this long does not count as a failure
_AUTHENTICATION_FAILED: Final = 4004  # the gateway's close code
_NO_CONTENT: Final = (
    "Discord does not let Parley read messages that do not mention it: follow-ups in threads need a mention or a "
    "reply. To change that, switch on Message Content Intent: discord.com/developers/applications > your app > Bot."
)
_NOT_ACCEPTED: Final = (
    "DISCORD_TOKEN: Discord does not accept it; take a new one: discord.com/developers/applications > your app > Bot > "
    "Reset Token"
)
_TRANSIENT_ERRORS: Final = (
    OSError,
    TimeoutError,
    aiohttp.ClientError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.RateLimited,
)
_log = logging.getLogger(__name__)


class AnsweringCommandTree(app_commands.CommandTree[discord.Client]):
    """Passes commands to their callbacks. Without an answer Discord shows a failure of its own."""

    def __init__(
        self,
        client: discord.Client,
        *,
        interactions: InteractionIntake,
        **options: Any,  # noqa: ANN401  # as in discord.py
    ) -> None:
        super().__init__(client, **options)
        self._interactions = interactions

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        """Answer a command that did not reach its callback."""
        await self._report(interaction, error)

    async def _call(self, interaction: discord.Interaction) -> None:
        """Call a command's callback; discord.py would only log an error in what it reads before."""
        try:
            await super()._call(interaction)
        except Exception as error:  # noqa: BLE001  # a missing field, another type, a command that is not registered
            await self._report(interaction, error)

    async def _report(self, interaction: discord.Interaction, error: Exception) -> None:
        report_unreadable("a command", error, self._interactions.meter)
        is_command = interaction.type is discord.InteractionType.application_command
        if is_command and self._interactions.is_new(interaction):
            await self._interactions.respond(interaction, "error-internal")


@dataclass(slots=True, kw_only=True)
class GatewayConnection:
    """Keeps one process connected to the gateway."""

    options: DiscordOptions
    transport: DiscordTransport
    meter: Meter
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    is_token_refused: bool = False
    _shards: int = 1
    _is_warned: bool = False
    _has_registered: bool = False  # the slash commands

    async def keep_connected(self, handlers: GatewayHandlers) -> None:
        """Connect and reconnect until cancelled. Raises: SettingsError: Discord does not accept the token."""
        clock, failures = asyncio.get_running_loop().time, 0
        while True:
            began = clock()
            pause = await self._connect_once(handlers, failures=failures)
            failures = 0 if clock() - began > _STEADY_SECONDS else failures + 1
            await asyncio.sleep(pause)

    def use_client(self, client: discord.Client, channels: ChannelContexts) -> None:
        """Use `client`, which has logged in, to send and to look up channels."""
        channels.client = self.transport.notices.client = client
        rest = self.transport.rest
        rest.http = client.http
        rest.user_id = str(client.user.id) if client.user else ""
        rest.application_id = str(client.application_id or "")

    async def _connect_once(self, handlers: GatewayHandlers, *, failures: int) -> float:
        """Connect and listen until the connection is lost; return the seconds to wait before the next attempt."""
        try:
            await self._connect(handlers)
        except discord.PrivilegedIntentsRequired:
            self._drop_message_content()
            return 0.0
        except discord.LoginFailure as error:
            self.is_token_refused = True
            raise SettingsError(faults=_NOT_ACCEPTED) from error
        except TooManySessionsError as error:
            return error.seconds
        except _TRANSIENT_ERRORS as error:
            if isinstance(error, discord.ConnectionClosed) and error.code == _AUTHENTICATION_FAILED:
                self.is_token_refused = True
                raise SettingsError(faults=_NOT_ACCEPTED) from error
            _log.warning("Discord: not connected (%s)", type(error).__name__)
            self.meter.error(type(error).__name__)
        except Exception as error:  # noqa: BLE001  # what Discord sent, at the login or on the socket, makes no sense
            report_unreadable("the connection", error, self.meter)
        return reconnect_pause(failures)

    async def _connect(self, handlers: GatewayHandlers) -> None:
        """Log in, find out the intents and shards to use, and listen until discord.py gives the connection up."""
        client = self._make_client(handlers)
        try:
            await client.login(self.options.token)
            self.is_token_refused = False
            if not await self._fits(client):
                await client.close()
                client = self._make_client(handlers)
                await client.login(self.options.token)
            self.use_client(client, handlers.interactions.channels)
            await self._register_commands(client, handlers)
            await _listen(client)
        finally:
            self.connected.clear()
            self.transport.rest.http = None  # unsent messages wait for the next connection
            with suppress(*_TRANSIENT_ERRORS):
                await client.close()

    def _make_client(self, handlers: GatewayHandlers) -> discord.Client:
        content = self.transport.intents.message_content
        return make_gateway_client(handlers, message_content=content, shards=self._shards, connected=self.connected)

    async def _fits(self, client: discord.Client) -> bool:
        """Find out the intents and shards to use; return whether `client` was made for them."""
        shards = await self._query_gateway(client)
        flags, wanted = client.application_flags, self.transport.intents.message_content
        may_read = not wanted or flags.gateway_message_content or flags.gateway_message_content_limited
        is_same_class = (shards > 1) == (self._shards > 1)
        self._shards = shards
        if not may_read:
            self._drop_message_content()
        return may_read and is_same_class

    async def _query_gateway(self, client: discord.Client) -> int:
        """Set the gateway's address; return the recommended number of shards. Raises: TooManySessionsError."""
        shards, url, limit = await client.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)  # discord.py's default is a constant
        if limit["remaining"] < 1:
            seconds = limit["reset_after"] / 1_000
            _log.error("Discord allows no more sessions for %.0f s", seconds)
            raise TooManySessionsError(seconds)
        return shards

    async def _register_commands(self, client: discord.Client, handlers: GatewayHandlers) -> None:
        tree: Tree = AnsweringCommandTree(
            client,
            interactions=handlers.interactions,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        await handlers.slash_commands.add_to(tree)
        if not self._has_registered:
            handlers.background.start("registering slash commands", self._sync_commands(tree))

    async def _sync_commands(self, tree: Tree) -> None:
        """Replace the registered commands, once in a process; those that were there before do not count as new."""
        guild = discord.Object(self.options.guild_id) if self.options.guild_id else None
        if guild is not None:
            tree.copy_global_to(guild=guild)
        try:
            await tree.sync(guild=guild)
            self._has_registered = True
        except Exception as error:  # noqa: BLE001  # refused, not answered, or answered by what makes no sense
            _log.warning("slash commands not registered, the next connection tries again: %s", error_place(error))
            self.meter.error(type(error).__name__)

    def _drop_message_content(self) -> None:
        """Continue without the content of messages that do not mention the bot; log a warning the first time."""
        self.transport.intents.message_content = False
        if not self._is_warned:
            self._is_warned = True
            _log.warning(_NO_CONTENT)


async def _listen(client: discord.Client) -> None:
    """Listen until discord.py gives the connection up. Raises what discord.py raises."""
    try:
        await client.connect()
    except AttributeError as error:
        if getattr(client, "ws", None) is not None:
            raise
        raise discord.GatewayNotFound from error  # discord.py assumes that the first connection succeeded
