"""Gateway events."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntFlag

from tests.fakes.discord.model import FakeDiscordChannel, FakeDiscordMessage, FakeDiscordUser, Json
from tests.fakes.discord.payloads import channel_json, member_json, message_json
from tests.fakes.discord.permissions import Permission, permissions_of


class GatewayIntent(IntFlag):
    """The documented gateway intents that this fake looks at; the others are known, and have no events here."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    MESSAGE_CONTENT = 1 << 15


@dataclass(frozen=True, slots=True, kw_only=True)
class GatewayEvent:
    """One dispatch, before it goes to the sessions."""

    name: str
    data: Json
    intent: GatewayIntent | None = None  # None: told to every session
    guild_id: int | None = None
    message: FakeDiscordMessage | None = None  # whose content may have to be hidden


Dispatch = Callable[[GatewayEvent], int]  # returns how many connected sessions were told


def message_event(name: str, message: FakeDiscordMessage, viewer: FakeDiscordUser) -> GatewayEvent | None:
    """Return the event about `message`, or None if `viewer` gets no events of this channel."""
    channel, guild = message.channel, message.channel.guild
    if not permissions_of(viewer, channel) & Permission.VIEW_CHANNEL:
        return None
    data = message_json(message, viewer)
    if guild is None:
        return GatewayEvent(name=name, data=data, intent=GatewayIntent.DIRECT_MESSAGES, message=message)
    data["guild_id"] = str(guild.id)
    if message.author.id in guild.members and message.webhook_id is None:
        data["member"] = member_json(guild.members[message.author.id], with_user=False)
    return GatewayEvent(name=name, data=data, intent=GatewayIntent.GUILD_MESSAGES, guild_id=guild.id, message=message)


def deleted_event(message: FakeDiscordMessage, viewer: FakeDiscordUser) -> GatewayEvent | None:
    full = message_event("MESSAGE_DELETE", message, viewer)
    if full is None:
        return None
    data: Json = {key: full.data[key] for key in ("id", "channel_id", "guild_id") if key in full.data}
    return GatewayEvent(name=full.name, data=data, intent=full.intent, guild_id=full.guild_id)


def reaction_event(name: str, message: FakeDiscordMessage, user: FakeDiscordUser, emoji: str) -> GatewayEvent:
    guild = message.channel.guild
    data: Json = {
        "user_id": str(user.id),
        "channel_id": str(message.channel.id),
        "message_id": str(message.id),
        "message_author_id": str(message.author.id),
        "emoji": {"id": None, "name": emoji},
        "burst": False,
        "type": 0,
    }
    if guild is None:
        return GatewayEvent(name=name, data=data, intent=GatewayIntent.DIRECT_MESSAGE_REACTIONS)
    data |= {"guild_id": str(guild.id), "member": member_json(guild.members[user.id])}
    return GatewayEvent(name=name, data=data, intent=GatewayIntent.GUILD_MESSAGE_REACTIONS, guild_id=guild.id)


def channel_event(name: str, channel: FakeDiscordChannel, viewer: FakeDiscordUser, **more: object) -> GatewayEvent:
    """The event about a guild's channel or thread."""
    guild = channel.guild
    data = channel_json(channel, viewer) | more
    return GatewayEvent(name=name, data=data, intent=GatewayIntent.GUILDS, guild_id=guild.id if guild else None)
