"""Reads messages that were missed while disconnected: a new gateway session does not deliver earlier events.

It reads the server channels and threads with recent messages and the latest direct message channels. Each message is
handled like one from the gateway; the intake drops those that are stored already. New messages in these channels wait
until theirs is read, so that messages are stored in the order in which they were sent.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import discord
from cachetools import LRUCache

from adapters.discord.api_errors import CALL_ERRORS, error_place
from adapters.discord.channel_contexts import PLATFORM
from adapters.discord.inbound.message_handler import DiscordMessageHandler
from bot.errors import StoreUnavailableError
from bot.ports import DirectMessages

_OVERLAP: Final = timedelta(minutes=2)  # messages before the last one received may be missing too
_LONGEST_GAP: Final = timedelta(minutes=30)
_STARTUP_GAP: Final = timedelta(minutes=5)  # at the start of the process: how long a restart may take
_MAX_CHANNELS: Final = 100  # in servers
_MAX_DIRECT_CHANNELS: Final = 100
_MAX_MESSAGES: Final = 200  # per channel
_MAX_WAIT_SECONDS: Final = 10.0  # how long a new message waits for earlier ones

_Channel = discord.abc.Messageable

_log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class CatchUp:
    """Tracks when the last message arrived and which channels are still to be read."""

    direct_messages: DirectMessages
    last_message_at: datetime | None = None
    direct_channels: LRUCache[int, bool] = field(
        default_factory=lambda: LRUCache(_MAX_DIRECT_CHANNELS)
    )  # by channel id, the last used last
    _channels_listed: asyncio.Event = field(default_factory=asyncio.Event)
    _unread: dict[int, asyncio.Event] = field(default_factory=dict)  # by channel or thread
    _is_direct_loaded: bool = False

    def begin_session(self) -> None:
        """Hold new messages back until the channels to read are known."""
        self._channels_listed.clear()

    async def wait_for_earlier(self, message: discord.Message) -> None:
        """Wait until the channel's missed messages are stored, at most 10 s; note when a message last arrived."""
        channel_id = message.channel.id
        if message.guild is None:
            self._keep_direct(channel_id)
        try:
            async with asyncio.timeout(_MAX_WAIT_SECONDS):
                await self._channels_listed.wait()
                if unread := self._unread.get(channel_id):
                    await unread.wait()
        except TimeoutError:
            self._channels_listed.set()
        self.last_message_at = discord.utils.utcnow()

    async def __call__(self, client: discord.Client, messages: DiscordMessageHandler) -> int:
        """Handle the messages since the last one received; return how many were read."""
        now = discord.utils.utcnow()
        since = max(self.last_message_at - _OVERLAP, now - _LONGEST_GAP) if self.last_message_at else now - _STARTUP_GAP
        self.last_message_at = now
        try:
            channels = [*_active_channels(client, since), *await self._direct_message_channels(client)]
            self._unread = {channel_id: asyncio.Event() for channel_id, _ in channels}
        finally:
            self._channels_listed.set()
        return sum([await self._read_channel(channel_id, channel, since, messages) for channel_id, channel in channels])

    async def _read_channel(
        self, channel_id: int, channel: _Channel, since: datetime, messages: DiscordMessageHandler
    ) -> int:
        count = 0
        try:
            async for message in _messages_since(channel, since):
                count += 1
                await messages.handle_message(message)
        finally:
            if read := self._unread.pop(channel_id, None):
                read.set()
        return count

    async def _direct_message_channels(self, client: discord.Client) -> Sequence[tuple[int, _Channel]]:
        if not self._is_direct_loaded:
            try:
                latest = await self.direct_messages.latest_threads(PLATFORM, limit=_MAX_DIRECT_CHANNELS)
                for thread in reversed(latest):
                    if thread.workspace.startswith("dm-"):
                        self._keep_direct(int(thread.channel))
                self._is_direct_loaded = True
            except StoreUnavailableError as error:
                _log.warning("direct messages are not all read back: %s", error)
        return [(channel_id, client.get_partial_messageable(channel_id)) for channel_id in self.direct_channels]

    def _keep_direct(self, channel_id: int) -> None:
        self.direct_channels.pop(channel_id, None)  # iteration follows insertion: the last used channel comes last
        self.direct_channels[channel_id] = True


def _active_channels(client: discord.Client, since: datetime) -> Sequence[tuple[int, _Channel]]:
    """Return the server channels and threads with a message after `since`, the most recently used first."""
    from_id = discord.utils.time_snowflake(since)
    channels = [channel for guild in client.guilds for channel in _readable_channels(guild, from_id)]
    channels.sort(key=lambda channel: channel.last_message_id or 0, reverse=True)
    return [(channel.id, channel) for channel in channels[:_MAX_CHANNELS]]


def _readable_channels(guild: discord.Guild, from_id: int) -> Iterable[discord.TextChannel | discord.Thread]:
    """Yield the channels and threads that have a message since `from_id` and whose history the bot may read."""
    channels: list[discord.TextChannel | discord.Thread] = [*guild.text_channels, *guild.threads]
    for channel in channels:
        if (channel.last_message_id or 0) < from_id:
            continue
        granted = channel.permissions_for(guild.me)
        if granted.view_channel and granted.read_message_history:
            yield channel


async def _messages_since(channel: _Channel, since: datetime) -> AsyncIterator[discord.Message]:
    try:
        async for message in channel.history(limit=_MAX_MESSAGES, after=since, oldest_first=True):
            yield message
    except (discord.DiscordException, *CALL_ERRORS) as error:
        _log.warning("what was said in %s could not be read back: %s", getattr(channel, "id", "?"), error)
    except Exception as error:  # noqa: BLE001  # a message that discord.py cannot read; the other channels are read
        place = error_place(error)
        _log.warning("what was said in %s is not all read back: %s", getattr(channel, "id", "?"), place)
