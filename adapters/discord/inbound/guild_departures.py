"""Passes on that the bot was removed from a server, or that a channel is gone."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from adapters.discord.channel_contexts import PLATFORM
from adapters.discord.inbound.store_retry import store_with_retry
from bot.domain.conversation.threads import tenant_of
from bot.errors import StoreUnavailableError
from bot.messaging.departures import Departures
from bot.ports import Meter

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildDepartures:
    """Ends what is posted by itself where the bot no longer is. It does not raise, as all handlers."""

    departures: Departures
    meter: Meter

    async def left_guild(self, guild: discord.Guild) -> None:
        """Handle that the bot is in a server no more."""
        tenant_id = tenant_of(f"{PLATFORM}/{guild.id}")
        await self._store(lambda: self.departures.left_workspace(tenant_id), f"server {guild.id}")

    async def left_channel(self, channel: discord.abc.GuildChannel) -> None:
        """Handle that a channel of a server is gone."""
        tenant_id, name = tenant_of(f"{PLATFORM}/{channel.guild.id}"), str(channel.id)
        await self._store(lambda: self.departures.left_channel(tenant_id, name), f"channel {name}")

    async def _store(self, store: Callable[[], Awaitable[None]], place: str) -> None:
        try:
            await store_with_retry(store, received_at=asyncio.get_running_loop().time())
        except StoreUnavailableError as error:
            _log.warning("it was not noted that %s was left; what cannot be posted there ends what posts it", place)
            self.meter.error(type(error).__name__)
