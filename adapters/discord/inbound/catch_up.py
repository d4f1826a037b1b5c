"""Reads back what was said while nothing was told: a new session begins where the gateway is, not where we were.

Everything read back is taken in like any message, and what was taken in before is not taken in twice. Looked at are the
channels and threads in which something was said lately, and the direct messages that were used last. What is said there
meanwhile waits, so that the order stays the one in which it was said.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import LRUCache

from adapters.discord.channel_contexts import PLATFORM
from adapters.discord.inbound.message_handler import DiscordMessageHandler
from bot.errors import StoreUnavailableError
from bot.ports import DirectMessages

_BEFORE: Final = timedelta(minutes=2)  # what was told last may not have been all
_AT_MOST: Final = timedelta(minutes=30)
_FIRST: Final = timedelta(minutes=5)  # when this process begins: how long a restart may take
_PLACES: Final = 100  # in servers
_DIRECT: Final = 100
_MESSAGES: Final = 200  # of one place
_HELD_UP_SECONDS: Final = 10.0  # how long a new message waits for those before it

Place = discord.abc.Messageable

_log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class CatchUp:
    """Knows when something was last heard, and what is being read back."""

    direct_messages: DirectMessages
    last_message_at: datetime | None = None
    direct_channels: LRUCache[int, bool] = field(
        default_factory=lambda: LRUCache(_DIRECT)
    )  # channels of direct messages
    _is_planned: asyncio.Event = field(default_factory=asyncio.Event)
    _unread: dict[int, asyncio.Event] = field(default_factory=dict)  # by channel or thread
    _knows_stored: bool = False

    def begin_session(self) -> None:
        """A new session has begun: what is said from now on comes after what is to be read back."""
        self._is_planned.clear()

    async def wait_for_earlier(self, message: discord.Message) -> None:
        """Note that the gateway tells us of messages; return when those before it are taken in."""
        channel_id = message.channel.id
        if message.guild is None:
            self._keep_direct(channel_id)
        try:
            async with asyncio.timeout(_HELD_UP_SECONDS):
                await self._is_planned.wait()
                if unread := self._unread.get(channel_id):
                    await unread.wait()
        except TimeoutError:
            self._is_planned.set()
        self.last_message_at = discord.utils.utcnow()

    async def __call__(self, client: discord.Client, messages: DiscordMessageHandler) -> int:
        """Take in what was said since; return how many messages were looked at."""
        now = discord.utils.utcnow()
        since = max(self.last_message_at - _BEFORE, now - _AT_MOST) if self.last_message_at else now - _FIRST
        self.last_message_at = now
        try:
            places = [*_active_channels(client, since), *await self._direct_message_channels(client)]
            self._unread = {place_id: asyncio.Event() for place_id, _ in places}
        finally:
            self._is_planned.set()
        return sum([await self._read_channel(place_id, place, since, messages) for place_id, place in places])

    async def _read_channel(self, place_id: int, place: Place, since: datetime, messages: DiscordMessageHandler) -> int:
        looked_at = 0
        try:
            async for message in _messages_since(place, since):
                looked_at += 1
                await messages.handle_message(message)
        finally:
            if read := self._unread.pop(place_id, None):
                read.set()
        return looked_at

    async def _direct_message_channels(self, client: discord.Client) -> Sequence[tuple[int, Place]]:
        if not self._knows_stored:
            try:
                for thread in reversed(await self.direct_messages.latest_threads(PLATFORM, limit=_DIRECT)):
                    if thread.workspace.startswith("dm-"):
                        self._keep_direct(int(thread.channel))
                self._knows_stored = True
            except StoreUnavailableError as error:
                _log.warning("direct messages are not all read back: %s", error)
        return [(channel_id, client.get_partial_messageable(channel_id)) for channel_id in self.direct_channels]

    def _keep_direct(self, channel_id: int) -> None:
        self.direct_channels.pop(channel_id, None)  # so that iteration, too, ends with the channel that was used last
        self.direct_channels[channel_id] = True


def _active_channels(client: discord.Client, since: datetime) -> Sequence[tuple[int, Place]]:
    """The places in servers where something was said since, the latest first."""
    from_id = discord.utils.time_snowflake(since)
    places = [place for guild in client.guilds for place in _readable_channels(guild, from_id)]
    places.sort(key=lambda place: place.last_message_id or 0, reverse=True)
    return [(place.id, place) for place in places[:_PLACES]]


def _readable_channels(guild: discord.Guild, from_id: int) -> Iterable[discord.TextChannel | discord.Thread]:
    """The channels and threads in which something was said since, and which we may read."""
    places: list[discord.TextChannel | discord.Thread] = [*guild.text_channels, *guild.threads]
    for place in places:
        if (place.last_message_id or 0) < from_id:
            continue
        granted = place.permissions_for(guild.me)
        if granted.view_channel and granted.read_message_history:
            yield place


async def _messages_since(place: Place, since: datetime) -> AsyncIterator[discord.Message]:
    try:
        async for message in place.history(limit=_MESSAGES, after=since, oldest_first=True):
            yield message
    except (discord.DiscordException, OSError, TimeoutError) as error:
        _log.warning("what was said in %s could not be read back: %s", getattr(place, "id", "?"), error)
