"""Subclasses of discord.py's clients: they pass gateway events to the handlers and limit how often sessions start.

Discord resets a token that starts 1,000 in a day.
"""

import asyncio
import random
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord

from adapters.discord.api_errors import report_unreadable, skip_unreadable_events
from adapters.discord.inbound.catch_up import CatchUp
from adapters.discord.inbound.guild_changes import GuildChanges
from adapters.discord.inbound.interaction_handlers import DiscordPressHandler
from adapters.discord.inbound.interaction_intake import InteractionIntake
from adapters.discord.inbound.message_handler import DiscordMessageHandler
from adapters.discord.inbound.slash_commands import SlashCommands
from adapters.discord.rest import LONGEST_WAIT_SECONDS, install_rate_limits
from adapters.shared.background import BackgroundTasks
from bot.ports import Meter

_RATE_LIMITED: Final = 429
_HOUR: Final = 3_600.0
_BEFORE_BACKOFF: Final = 3  # in an hour, before the pause between them doubles
_FIRST_PAUSE: Final = 5.0
_LONGEST_PAUSE: Final = 180.0  # 480 a day, so that two processes with one token stay below the limit
_LONGEST_WAIT: Final = 40.0  # while a connection is open: Discord closes an idle one


class TooManySessionsError(Exception):
    """A new session would start too soon after the earlier ones."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"the next session may begin in {seconds:.0f} s")


def session_pause(recent: int) -> float:
    """Return the seconds between the last session and the next, given the number of sessions in the last hour."""
    return min(_FIRST_PAUSE * 2.0 ** max(recent - _BEFORE_BACKOFF, 0), _LONGEST_PAUSE) if recent else 0.0


class SessionStartLimiter:
    """Spaces the sessions of one process, across all its clients."""

    def __init__(self, now: Callable[[], float] | None = None) -> None:
        self._now = now or (lambda: asyncio.get_running_loop().time())
        self._started_at: deque[float] = deque()

    async def wait_to_begin(self) -> None:
        """Wait until a session may start, and count it. Raises: TooManySessionsError: the wait is longer than 40 s."""
        left = self.seconds_left()
        if left > _LONGEST_WAIT:
            raise TooManySessionsError(left)
        await asyncio.sleep(left)
        self._started_at.append(self._now())

    def seconds_left(self) -> float:
        """Return the seconds until the next session may start."""
        now = self._now()
        while self._started_at and now - self._started_at[0] > _HOUR:
            self._started_at.popleft()
        if not self._started_at:
            return 0.0
        return max(self._started_at[-1] + session_pause(len(self._started_at)) - now, 0.0)


def reconnect_pause(failures: int) -> float:
    """Return the seconds to wait after `failures` attempts in a row, with jitter so that processes differ."""
    return min(_FIRST_PAUSE * 2.0 ** min(failures, 10), _LONGEST_PAUSE) * random.uniform(0.5, 1.0)  # noqa: S311  # jitter


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayHandlers:
    """The receivers of Discord's events; they outlive a single connection."""

    messages: DiscordMessageHandler
    presses: DiscordPressHandler
    interactions: InteractionIntake
    slash_commands: SlashCommands
    session_starts: SessionStartLimiter
    catch_up: CatchUp
    guilds: GuildChanges

    @property
    def background(self) -> BackgroundTasks:
        """The tasks that go on after an event."""
        return self.interactions.background


class _GatewayClient(discord.Client):
    """Passes events to the handlers. Event handlers must not raise: discord.py would only log it."""

    handlers: GatewayHandlers
    connected: asyncio.Event

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # discord.py's own
        """Dispatch an event unless the client is closed: discord.py may still be waiting for a session's channels."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def on_error(self, event: str, /, *_args: Any, **_kwargs: Any) -> None:  # noqa: ANN401  # as in discord.py
        """Report an error of an event's handler: discord.py would log it with its text."""
        report_unreadable(f"an event {event}", sys.exc_info()[1], self.handlers.interactions.meter)

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        await self.handlers.session_starts.wait_to_begin()

    async def on_connect(self) -> None:
        self.handlers.catch_up.begin_session()
        self.connected.set()

    async def on_ready(self) -> None:
        """Read missed messages, now that the session's channels are known."""
        self.handlers.background.start("reading back", self.handlers.catch_up(self, self.handlers.messages))

    async def on_resumed(self) -> None:
        """Handle a resumed session: Discord itself sends the missed events."""
        self.connected.set()

    async def on_disconnect(self) -> None:
        self.connected.clear()

    async def on_message(self, message: discord.Message) -> None:
        """Handle a message, after the missed ones of its channel."""
        await self.handlers.catch_up.wait_for_earlier(message)
        await self.handlers.messages.handle_message(message)

    async def on_raw_message_edit(self, edit: discord.RawMessageUpdateEvent) -> None:
        """Handle an edit of a message, or a preview added to it."""
        await self.handlers.messages.handle_edit(edit.message)

    async def on_raw_message_delete(self, deletion: discord.RawMessageDeleteEvent) -> None:
        place = (deletion.channel_id, deletion.guild_id)
        await self.handlers.messages.handle_deletion(deletion.message_id, place)

    async def on_raw_bulk_message_delete(self, deletion: discord.RawBulkMessageDeleteEvent) -> None:
        place = (deletion.channel_id, deletion.guild_id)
        for message_id in sorted(deletion.message_ids):
            await self.handlers.messages.handle_deletion(message_id, place)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note what changed in a server while there was no session; comes for each server before `on_ready`."""
        await self.handlers.guilds.note_private(guild.id, guild.channels)

    on_guild_join = on_guild_available  # a server that the bot is new in, or has been in before

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handle that the bot was removed from a server, or that the server is gone; an outage is another event."""
        await self.handlers.guilds.left_guild(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.handlers.guilds.left_channel(channel)

    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Handle a change of a channel, such as who may view it; of its threads too, which go by their channel."""
        await self.handlers.guilds.note_private(after.guild.id, [after])

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        if after.is_default():
            await self.handlers.guilds.note_private(after.guild.id, after.guild.channels)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Handle presses and submitted forms; discord.py passes commands to their callbacks."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.handlers.presses.handle_modal(interaction)
        elif interaction.type is discord.InteractionType.component:
            await self.handlers.presses.handle_button(interaction)


class _ShardedGatewayClient(_GatewayClient, discord.AutoShardedClient):
    """The same over several connections, which Discord requires of bots in more than 2,500 servers."""


def make_gateway_client(
    handlers: GatewayHandlers, *, message_content: bool, shards: int, connected: asyncio.Event
) -> discord.Client:
    """Return a client that has not logged in.

    `message_content`: whether to ask for the message content intent, which Discord refuses to some apps.
    `connected`: set while the client is connected.
    """
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=message_content)
    options: dict[str, Any] = {
        "intents": intents,
        "allowed_mentions": discord.AllowedMentions.none(),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "chunk_guilds_at_startup": False,
        "max_messages": None,
        "http_trace": _rate_limit_trace(handlers.interactions.meter),
    }
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # voice is not used
    install_rate_limits()
    client = _ShardedGatewayClient(**options) if shards > 1 else _GatewayClient(**options)
    client.http.max_ratelimit_timeout = LONGEST_WAIT_SECONDS  # the constructor's option allows no less than 30 s
    client.handlers, client.connected = handlers, connected
    skip_unreadable_events(client, handlers.interactions.meter)
    return client


def _rate_limit_trace(meter: Meter) -> aiohttp.TraceConfig:
    """Return a trace that counts the rate limits for which discord.py itself waits."""

    async def on_request_end(_session: object, _context: object, request: aiohttp.TraceRequestEndParams) -> None:
        if request.response.status == _RATE_LIMITED:
            meter.rate_limited("discord", _seconds(request.response.headers.get("Retry-After", "0")))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(on_request_end)
    return trace


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
