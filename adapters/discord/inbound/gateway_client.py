"""Our clients of discord.py: what the gateway tells is handed on, and sessions are begun with care."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord

from adapters.discord.inbound.catch_up import CatchUp
from adapters.discord.inbound.message_handler import DiscordMessageHandler
from adapters.discord.inbound.press_handler import DiscordPressHandler, DynamicButton
from adapters.discord.inbound.session_limits import SessionStartLimiter
from adapters.shared.background import BackgroundTasks
from bot.ports import Meter

_MAX_RATE_LIMIT: Final = 6.0  # seconds: longer ones are refused by discord.py, and waited for by our caller
_RATE_LIMITED: Final = 429

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayHandlers:
    """Where what the gateway tells goes."""

    messages: DiscordMessageHandler
    presses: DiscordPressHandler
    background: BackgroundTasks
    session_starts: SessionStartLimiter
    meter: Meter
    catch_up: CatchUp


class _GatewayClient(discord.Client):
    """Hands on events. Nothing in here may raise: discord.py would only log it."""

    handlers: GatewayHandlers
    on_connected: Callable[[bool], None]  # told when the gateway is there, and when it is gone

    @property
    def press_handler(self) -> DiscordPressHandler:
        """Where buttons are handed in."""
        return self.handlers.presses

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # discord.py's own
        """Hand on what happens, but nothing after the end: discord.py may still wait for the channels of a session."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait until a session may be begun. Raises: TooManySessionsError."""
        await self.handlers.session_starts.wait_to_begin()

    async def on_connect(self) -> None:
        """A session has begun."""
        self.handlers.catch_up.begin_session()
        self.on_connected(True)  # noqa: FBT003  # the name says it

    async def on_ready(self) -> None:
        """We know the channels: what was said before the session began is read back."""
        self.handlers.background.start("reading back", self.handlers.catch_up(self, self.handlers.messages))

    async def on_resumed(self) -> None:
        """The session goes on; Discord tells what was missed."""
        self.on_connected(True)  # noqa: FBT003  # the name says it

    async def on_disconnect(self) -> None:
        """The gateway is gone; discord.py looks for it."""
        self.on_connected(False)  # noqa: FBT003  # the name says it

    async def on_message(self, message: discord.Message) -> None:
        """Somebody has said something."""
        await self.handlers.catch_up.wait_for_earlier(message)
        await self.handlers.messages.handle_message(message)

    async def on_raw_message_edit(self, edit: discord.RawMessageUpdateEvent) -> None:
        """Somebody has changed what they said, or a preview was added to it."""
        await self.handlers.messages.handle_edit(edit.message)

    async def on_raw_message_delete(self, deletion: discord.RawMessageDeleteEvent) -> None:
        """Somebody has taken back what they said."""
        place = (deletion.channel_id, deletion.guild_id)
        await self.handlers.messages.handle_deletion(deletion.message_id, place)

    async def on_raw_bulk_message_delete(self, deletion: discord.RawBulkMessageDeleteEvent) -> None:
        """A moderator has cleared a channel."""
        place = (deletion.channel_id, deletion.guild_id)
        for message_id in sorted(deletion.message_ids):
            await self.handlers.messages.handle_deletion(message_id, place)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take in what discord.py does not know: forms that it has not shown itself, buttons of other times."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.handlers.presses.handle_modal(interaction)
        elif interaction.type is discord.InteractionType.component:
            await self.handlers.presses.handle_unrouted_button(interaction)


class _ShardedGatewayClient(_GatewayClient, discord.AutoShardedClient):
    """The same over several connections, which Discord wants of bots in more than 2,500 servers."""


def make_gateway_client(
    handlers: GatewayHandlers, *, message_content: bool, shards: int, on_connected: Callable[[bool], None]
) -> discord.Client:
    """Return a client that has not logged in.

    Args:
        handlers: Where events go.
        message_content: Whether to ask for the message content intent, which Discord refuses to some apps.
        shards: How many connections Discord recommends.
        on_connected: Told when the gateway is there, and when it is gone.
    """
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=message_content)
    options: dict[str, Any] = {
        "intents": intents,
        "allowed_mentions": discord.AllowedMentions.none(),
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "chunk_guilds_at_startup": False,
        "max_messages": None,
        "http_trace": _rate_limit_trace(handlers.meter),
    }
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody misses what we do not speak
    client = _ShardedGatewayClient(**options) if shards > 1 else _GatewayClient(**options)
    client.http.max_ratelimit_timeout = _MAX_RATE_LIMIT  # as an option it would be 30 s at least
    client.handlers, client.on_connected = handlers, on_connected
    client.add_dynamic_items(DynamicButton)
    return client


def _rate_limit_trace(meter: Meter) -> aiohttp.TraceConfig:
    """Return what counts the rate limits that discord.py waits for by itself."""

    async def ended(_session: object, _context: object, request: aiohttp.TraceRequestEndParams) -> None:
        if request.response.status == _RATE_LIMITED:
            meter.rate_limited("discord", _seconds(request.response.headers.get("Retry-After", "0")))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
