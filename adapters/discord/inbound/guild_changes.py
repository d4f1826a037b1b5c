"""Stores what the gateway tells of a server's channels, and tries again while the database is unavailable.

The gateway tells everything once.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

import discord

from adapters.discord.channel_contexts import PLATFORM, guild_visibility
from bot.domain.conversation.threads import tenant_of
from bot.domain.memory.episodes import Visibility
from bot.errors import StoreUnavailableError
from bot.messaging.departures import Departures
from bot.messaging.inbound.intake import Intake
from bot.ports import Meter

_T = TypeVar("_T")
_PATIENCE_SECONDS: Final = 300.0  # how long a message waits for the database
_FIRST_PAUSE: Final = 0.5  # seconds
_LONGEST_PAUSE: Final = 10.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuildChanges:
    """Notes which channels are private now, and ends what is posted where the bot no longer is. It does not raise."""

    intake: Intake
    departures: Departures
    meter: Meter

    async def note_private(self, guild_id: int, channels: Iterable[discord.abc.GuildChannel]) -> None:
        """Note which of these channels of one server are private."""
        private = [str(channel.id) for channel in channels if guild_visibility(channel) is Visibility.PRIVATE]
        tenant_id = tenant_of(f"{PLATFORM}/{guild_id}")
        await self._store(lambda: self.intake.note_private(tenant_id, private), f"which are private in {guild_id}")

    async def left_guild(self, guild: discord.Guild) -> None:
        """Handle that the bot is in a server no more."""
        tenant_id = tenant_of(f"{PLATFORM}/{guild.id}")
        await self._store(lambda: self.departures.left_workspace(tenant_id), f"that server {guild.id} was left")

    async def left_channel(self, channel: discord.abc.GuildChannel) -> None:
        """Handle that a channel of a server is gone."""
        tenant_id, name = tenant_of(f"{PLATFORM}/{channel.guild.id}"), str(channel.id)
        await self._store(lambda: self.departures.left_channel(tenant_id, name), f"that channel {name} was left")

    async def _store(self, store: Callable[[], Awaitable[None]], what: str) -> None:
        try:
            await store_with_retry(store, received_at=asyncio.get_running_loop().time())
        except StoreUnavailableError as error:
            _log.warning("it was not noted %s", what)
            self.meter.error(type(error).__name__)


async def store_with_retry(
    store: Callable[[], Awaitable[_T]], *, received_at: float, patience: float = _PATIENCE_SECONDS
) -> _T:
    """Retry `store` while the database is unavailable, until `patience` seconds after `received_at` (loop time).

    Raises: StoreUnavailableError: it stayed unavailable; anything else that `store` raises.
    """
    pause, until = _FIRST_PAUSE, received_at + patience
    while True:
        try:
            return await store()
        except StoreUnavailableError:
            left = until - asyncio.get_running_loop().time()
            if left <= 0:
                raise
            await asyncio.sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE)
