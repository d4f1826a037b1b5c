"""Notes which channels of a server are private now, as the gateway tells it, whether or not anybody speaks there."""

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass

import discord

from adapters.discord.channel_contexts import PLATFORM, guild_visibility
from adapters.discord.inbound.store_retry import store_with_retry
from bot.domain.conversation.threads import Thread
from bot.domain.memory.episodes import Visibility
from bot.errors import StoreUnavailableError
from bot.messaging.inbound.intake import Intake
from bot.ports import Meter

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelPrivacy:
    """Notes private channels when they or the role of everybody change. It does not raise, as all handlers."""

    intake: Intake
    meter: Meter

    async def note_guild(self, guild: discord.Guild) -> None:
        """Note which of a server's channels are private."""
        await self.note_channels(guild.id, guild.channels)

    async def note_channels(self, guild_id: int, channels: Iterable[discord.abc.GuildChannel]) -> None:
        """Note which of these channels of one server are private."""
        private = [str(channel.id) for channel in channels if guild_visibility(channel) is Visibility.PRIVATE]
        tenant_id = Thread(PLATFORM, str(guild_id), "", "").tenant_id
        received_at = asyncio.get_running_loop().time()
        try:
            await store_with_retry(lambda: self.intake.note_private(tenant_id, private), received_at=received_at)
        except StoreUnavailableError as error:
            _log.warning("it was not noted which channels of server %s are private", guild_id)
            self.meter.error(type(error).__name__)
