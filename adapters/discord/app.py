"""Assembles the Discord adapter, and logs discord.py's connection errors as one-line warnings."""

import logging
from dataclasses import dataclass, field
from typing import Final

import aiohttp
import discord
from discord.http import Route

from adapters.discord.channel_contexts import ChannelContexts
from adapters.discord.inbound.catch_up import CatchUp
from adapters.discord.inbound.connection import GatewayConnection
from adapters.discord.inbound.gateway_client import GatewayHandlers, SessionStartLimiter
from adapters.discord.inbound.guild_changes import GuildChanges
from adapters.discord.inbound.interaction_handlers import DiscordCommandHandler, DiscordPressHandler
from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.inbound.message_handler import DiscordMessageHandler
from adapters.discord.inbound.slash_commands import SlashCommands
from adapters.discord.outbound.transport import DiscordTransport
from adapters.discord.people import DiscordPeople
from adapters.discord.rest import DiscordOptions, DiscordRest
from adapters.shared.background import BackgroundTasks
from bot.errors import NotConnectedError, TokenRefusedError
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import InboundGateway
from bot.ports import Meter, NoMeter

_CONNECTION_ERRORS: Final = (OSError, TimeoutError, aiohttp.ClientError, discord.DiscordException)
_LOGGERS: Final = ("discord.client", "discord.shard", "discord.gateway", "discord.http")


class _ConnectionLogFilter(logging.Filter):
    """Turns records about connection errors into warnings without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, _CONNECTION_ERRORS):
            record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", ()
            record.exc_info, record.exc_text = None, None
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        return True


_FILTER: Final = _ConnectionLogFilter()


def install_log_filter() -> None:
    """Add the filter to discord.py's loggers; a second call changes nothing."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_FILTER)


@dataclass(slots=True, kw_only=True)
class DiscordApp:
    """The Discord adapter of one process.

    `transport` and `people` exist from construction on; `transport` can send while `receive_events` runs.
    """

    options: DiscordOptions
    texts: Catalogue
    meter: Meter = field(default_factory=NoMeter)
    people: DiscordPeople = field(default_factory=DiscordPeople)
    session_starts: SessionStartLimiter = field(default_factory=SessionStartLimiter)
    transport: DiscordTransport = field(init=False)
    connection: GatewayConnection = field(init=False)
    _handlers: GatewayHandlers | None = None  # of the first `receive_events`: it knows since when messages were missed

    def __post_init__(self) -> None:
        self.transport = DiscordTransport(rest=DiscordRest(), texts=self.texts, people=self.people)
        self.connection = GatewayConnection(options=self.options, transport=self.transport, meter=self.meter)

    @property
    def is_connected(self) -> bool:
        """Whether the gateway is connected."""
        return self.connection.connected.is_set()

    async def check_connection(self) -> None:
        """Check the connection, for readiness. Raises: TokenRefusedError, NotConnectedError."""
        if self.connection.is_token_refused:
            raise TokenRefusedError
        if not self.is_connected:
            raise NotConnectedError

    async def receive_events(self, gateway: InboundGateway) -> None:
        """Pass Discord's events to `gateway` until cancelled; it may be called again after it has raised.

        Raises: SettingsError: Discord rejects the token.
        """
        Route.BASE = self.options.api_url.rstrip("/")  # discord.py keeps one address per process
        install_log_filter()
        handlers = self._handlers = self._handlers or self.handlers(gateway)
        try:
            await self.connection.keep_connected(handlers)
        finally:
            await handlers.background.close()

    def handlers(self, gateway: InboundGateway) -> GatewayHandlers:
        """Return the handlers that pass Discord's events to `gateway`."""
        channels = ChannelContexts(self.transport.rest)
        interactions = InteractionIntake(
            gateway=gateway,
            channels=channels,
            transport=self.transport,
            meter=self.meter,
            background=BackgroundTasks(self.meter),
        )
        commands = DiscordCommandHandler(interactions=interactions)
        return GatewayHandlers(
            messages=DiscordMessageHandler(
                intake=gateway.intake, channels=channels, transport=self.transport, meter=self.meter
            ),
            presses=DiscordPressHandler(interactions=interactions),
            interactions=interactions,
            slash_commands=SlashCommands(texts=self.texts, on_command=commands, suggest=gateway.suggest_symbols),
            session_starts=self.session_starts,
            guilds=GuildChanges(intake=gateway.intake, departures=gateway.departures, meter=self.meter),
            catch_up=CatchUp(direct_messages=gateway.direct_messages),
        )
