"""Finds the guild, channel and thread of a channel id, and the conversation to which a message there belongs."""

from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
from cachetools import LRUCache

from adapters.discord.rest import DiscordRest
from bot.domain.conversation.threads import Thread
from bot.domain.memory.episodes import Visibility
from bot.errors import RateLimitedError, StoreUnavailableError

PLATFORM: Final = "discord"
_PRIVATE_THREAD: Final = 12  # Discord's channel types
_THREADS: Final = frozenset({10, 11, _PRIVATE_THREAD})
_OPENS_THREADS: Final = frozenset({0, 5})  # text and announcement channels; voice channels have no threads
_CACHE_SIZE: Final = 10_000


@dataclass(frozen=True, slots=True)
class ChannelContext:
    """A channel, a thread or a direct message."""

    workspace: str  # the guild's id, or "dm-" and the user's
    channel: str  # for a thread, its parent channel; a private thread is a channel of its own
    thread: str = ""
    opens_threads: bool = False
    is_private_thread: bool = False

    @property
    def is_direct(self) -> bool:
        """Whether this is a direct message."""
        return self.workspace.startswith("dm-")

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread, public or private."""
        return bool(self.thread) or self.is_private_thread

    @property
    def as_thread(self) -> Thread:
        """The conversation of the thread, direct message or channel as a whole."""
        return Thread(PLATFORM, self.workspace, self.channel, self.thread)

    def thread_for_message(self, message_id: int) -> Thread:
        """Return the conversation of a message: in a channel, the thread that is opened from the message."""
        new_thread = str(message_id) if self.opens_threads else ""
        return Thread(PLATFORM, self.workspace, self.channel, self.thread or new_thread)


def guild_context(kind: int, channel_id: int, *, guild_id: int, parent_id: int | None) -> ChannelContext:
    """Return the context of a guild's channel or thread; `kind` is Discord's channel type.

    A private thread shares nothing with its parent: few of those who read the parent can read the thread.
    """
    if kind == _PRIVATE_THREAD:
        return ChannelContext(str(guild_id), str(channel_id), is_private_thread=True)
    if kind in _THREADS and parent_id is not None:
        return ChannelContext(str(guild_id), str(parent_id), str(channel_id))
    return ChannelContext(str(guild_id), str(channel_id), opens_threads=kind in _OPENS_THREADS)


def guild_visibility(channel: discord.abc.GuildChannel) -> Visibility:
    """Return whether everybody of the guild can read a channel now, as the gateway has told."""
    everyone = channel.guild.get_role(channel.guild.id)  # Discord's role of all members has the id of the guild
    if everyone is None:
        return Visibility.UNKNOWN
    return Visibility.PUBLIC if channel.permissions_for(everyone).view_channel else Visibility.PRIVATE


class ChannelContexts:
    """Looks contexts up: in the gateway client's channels, then in a cache, then over the API."""

    def __init__(self, rest: DiscordRest) -> None:
        self.client: discord.Client | None = None
        self._rest = rest
        self._known: LRUCache[int, ChannelContext] = LRUCache(_CACHE_SIZE)

    async def find_context(
        self, channel_id: int, *, guild_id: int | None, user_id: int | None = None
    ) -> ChannelContext | None:
        """Return the context of a channel id; None: the channel is gone or the bot may not see it.

        Raises: StoreUnavailableError: the look-up fails now, so nothing can be stored yet.

        `channel_id`: of a channel, a thread or a direct message. `guild_id`: None: a direct message. `user_id`: the
        other party of a direct message, if known.
        """
        if guild_id is None and user_id is not None:
            context = ChannelContext(f"dm-{user_id}", str(channel_id))
            self._known[channel_id] = context
            return context
        return self._from_gateway(channel_id, guild_id) or self._known.get(channel_id) or await self._fetch(channel_id)

    def visibility(self, context: ChannelContext) -> Visibility:
        """Return who can read a channel now, as the gateway has told; a public thread's readers are its parent's."""
        if context.is_direct or context.is_private_thread:
            return Visibility.PRIVATE
        channel = self.client.get_channel(int(context.channel)) if self.client else None
        return guild_visibility(channel) if isinstance(channel, discord.abc.GuildChannel) else Visibility.UNKNOWN

    async def of_interaction(self, interaction: discord.Interaction) -> ChannelContext | None:
        """Return where an interaction took place."""
        channel = interaction.channel
        if channel is None:
            return None
        if interaction.guild_id is None:
            return await self.find_context(channel.id, guild_id=None, user_id=interaction.user.id)
        parent_id = getattr(channel, "parent_id", None)
        return guild_context(channel.type.value, channel.id, guild_id=interaction.guild_id, parent_id=parent_id)

    def _from_gateway(self, channel_id: int, guild_id: int | None) -> ChannelContext | None:
        """Return the context of a guild's channel from the gateway client's cache; None: it is not in there."""
        channel = self.client.get_channel(channel_id) if self.client else None
        if guild_id is None or channel is None or isinstance(channel, discord.abc.PrivateChannel):
            return None
        parent_id = getattr(channel, "parent_id", None)
        return guild_context(channel.type.value, channel_id, guild_id=guild_id, parent_id=parent_id)

    async def _fetch(self, channel_id: int) -> ChannelContext | None:
        try:
            found = await self._rest.get_channel(channel_id)
        except (discord.NotFound, discord.Forbidden):
            return None
        except (discord.DiscordException, RateLimitedError, aiohttp.ClientError, OSError, TimeoutError) as error:
            raise StoreUnavailableError from error
        context = _context_from_api(found)
        if context is not None:
            self._known[channel_id] = context
        return context


def _context_from_api(channel: dict[str, Any]) -> ChannelContext | None:
    """Return the context of a channel object of the API; None: neither a guild's nor a direct message with one user."""
    if "guild_id" in channel:
        parent = channel.get("parent_id")
        parent_id = int(parent) if parent is not None else None
        return guild_context(
            channel["type"], int(channel["id"]), guild_id=int(channel["guild_id"]), parent_id=parent_id
        )
    match channel.get("recipients"):
        case [{"id": user_id}]:
            return ChannelContext(f"dm-{user_id}", str(channel["id"]))
    return None
