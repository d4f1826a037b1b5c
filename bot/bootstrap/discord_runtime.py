"""Builds Discord's parts: its transport, its people, and its connection to the gateway."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.bootstrap.app import App
from bot.bootstrap.platform_runtime import ServedPlatform, posted_platform
from bot.bootstrap.services import Services
from bot.locales import Catalogue
from bot.messaging.outbound.platform_router import Platform
from bot.ports import Meter
from bot.settings import Settings

if TYPE_CHECKING:  # a process imports only the platforms that it serves
    from adapters.discord.app import DiscordApp


class DiscordRuntime:
    """Implements `PlatformRuntime` over Discord's gateway."""

    name = "discord"

    def __init__(self, settings: Settings, *, texts: Catalogue, meter: Meter) -> None:
        self._settings = settings
        self._texts = texts
        self._meter = meter
        self._discord: DiscordApp | None = None

    def platform(self, services: Services) -> Platform:
        """Return Discord's channel, progress, people, poster, links, files and admins."""
        from adapters.discord.files import DiscordFiles  # noqa: PLC0415
        from adapters.discord.outbound.transport import DiscordLinks  # noqa: PLC0415
        from adapters.discord.people import DiscordAdmins  # noqa: PLC0415

        discord = self._get_discord()
        return replace(
            posted_platform(discord.transport, discord.people, DiscordLinks(), services),
            files=DiscordFiles(self._settings.discord_api_url),
            admins=DiscordAdmins(discord.transport.rest),
        )

    @asynccontextmanager
    async def open(self, app: App) -> AsyncIterator[ServedPlatform]:
        """Return what is needed to stay connected to the gateway."""
        discord = self._get_discord()
        yield ServedPlatform(
            self.name,
            checks={self.name: discord.check_connection},
            connected=discord.connection.connected,
            receive_events=lambda: discord.receive_events(app.gateway),
        )

    async def close(self) -> None:
        """Do nothing: the connection ends with `receive_events`."""

    def _get_discord(self) -> "DiscordApp":
        if self._discord is None:
            from adapters.discord.app import DiscordApp  # noqa: PLC0415  # discord.py costs 0.4 s
            from adapters.discord.rest import DiscordOptions  # noqa: PLC0415

            token = self._settings.discord_token
            options = DiscordOptions(
                token=token.get_secret_value() if token else "",
                api_url=self._settings.discord_api_url,
                guild_id=self._settings.discord_guild_id,
            )
            self._discord = DiscordApp(options=options, texts=self._texts, meter=self._meter)
        return self._discord
