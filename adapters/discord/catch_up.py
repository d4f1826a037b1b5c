"""Reads back what was said while nothing was told: a new session begins where the gateway is, not where we were.

Everything read back is taken in like any message, and what was taken in before is not taken in twice. Looked at are the
channels and threads in which something was said lately, and the direct messages that this process knows of.
"""

import logging
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import discord

from adapters.discord.messages import Messages
from adapters.discord.recent import Recent

_BEFORE: Final = timedelta(minutes=2)  # what was told last may not have been all
_AT_MOST: Final = timedelta(minutes=30)
_FIRST: Final = timedelta(minutes=5)  # when this process begins: how long a restart may take
_PLACES: Final = 100
_MESSAGES: Final = 200  # of one place
_DIRECT: Final = 1_000

_log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class CatchUp:
    """Knows when something was last heard."""

    heard_at: datetime | None = None
    direct: Recent[int, bool] = field(default_factory=lambda: Recent(_DIRECT))  # channels of direct messages
    latest_direct: list[int] = field(default_factory=list)

    def heard(self, message: discord.Message) -> None:
        """Note that the gateway tells us of messages."""
        self.heard_at = discord.utils.utcnow()
        if message.guild is None and self.direct.is_new(message.channel.id, True):  # noqa: FBT003  # a value
            self.latest_direct = [*self.latest_direct[-_PLACES:], message.channel.id]

    async def __call__(self, client: discord.Client, messages: Messages) -> int:
        """Take in what was said since; return how many messages were looked at."""
        now = discord.utils.utcnow()
        since = max(self.heard_at - _BEFORE, now - _AT_MOST) if self.heard_at else now - _FIRST
        self.heard_at = now
        looked_at = 0
        for place in self._places(client, since):
            async for message in _said(place, since):
                looked_at += 1
                await messages.written(message)
        return looked_at

    def _places(self, client: discord.Client, since: datetime) -> Iterable[discord.abc.Messageable]:
        from_id = discord.utils.time_snowflake(since)
        in_guilds = [place for guild in client.guilds for place in _readable(guild, from_id)]
        direct = [client.get_partial_messageable(channel_id) for channel_id in self.latest_direct]
        return [*direct, *in_guilds][:_PLACES]


def _readable(guild: discord.Guild, from_id: int) -> Iterable[discord.TextChannel | discord.Thread]:
    """The channels and threads in which something was said since, and which we may read."""
    places: list[discord.TextChannel | discord.Thread] = [*guild.text_channels, *guild.threads]
    for place in places:
        if (place.last_message_id or 0) < from_id:
            continue
        granted = place.permissions_for(guild.me)
        if granted.view_channel and granted.read_message_history:
            yield place


async def _said(place: discord.abc.Messageable, since: datetime) -> AsyncIterator[discord.Message]:
    try:
        async for message in place.history(limit=_MESSAGES, after=since, oldest_first=True):
            yield message
    except (discord.DiscordException, OSError, TimeoutError) as error:
        _log.warning("what was said in %s could not be read back: %s", getattr(place, "id", "?"), error)
