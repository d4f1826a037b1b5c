"""Renders users, guilds, channels and messages as JSON."""

from tests.fakes.discord.model import (
    ChannelKind,
    FakeDiscordChannel,
    FakeDiscordMessage,
    FakeDiscordUser,
    Guild,
    Json,
    Member,
)
from tests.fakes.discord.permissions import permissions_of

_EMPTY_CHANNEL: Json = {"position": 0, "nsfw": False, "topic": None, "rate_limit_per_user": 0, "parent_id": None}
_EMPTY_ROLE: Json = {"color": 0, "hoist": False, "position": 1, "managed": False, "mentionable": False, "flags": 0}
_EMPTY_GUILD: Json = {
    "icon": None,
    "splash": None,
    "afk_channel_id": None,
    "afk_timeout": 300,
    "verification_level": 0,
    "default_message_notifications": 0,
    "explicit_content_filter": 0,
    "emojis": [],
    "stickers": [],
    "features": [],
    "mfa_level": 0,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "premium_tier": 0,
    "nsfw_level": 0,
}


def user_json(user: FakeDiscordUser) -> Json:
    return {
        "id": str(user.id),
        "username": user.name,
        "global_name": user.global_name,
        "discriminator": "0",
        "avatar": None,
        "bot": user.is_bot,
        "public_flags": 0,
    }


def member_json(member: Member, *, with_user: bool = True) -> Json:
    body: Json = {
        "nick": member.nick,
        "avatar": None,
        "roles": [str(member.role_id)],
        "joined_at": member.joined_at,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
    }
    return body | ({"user": user_json(member.user)} if with_user else {})


def guild_json(guild: Guild) -> Json:
    everyone = _EMPTY_ROLE | {"id": str(guild.id), "name": "@everyone", "permissions": "0", "position": 0}
    own = [
        _EMPTY_ROLE | {"id": str(each.role_id), "name": each.user.name, "permissions": str(int(each.permissions))}
        for each in guild.members.values()
    ]
    return _EMPTY_GUILD | {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner.id),
        "preferred_locale": guild.locale,
        "roles": [everyone, *own],
    }


def guild_create_json(guild: Guild, viewer: FakeDiscordUser, *, with_members: bool) -> Json:
    """A guild as the gateway tells of it: with the channels and running threads that `viewer` sees."""
    members = guild.members.values() if with_members else (guild.members[viewer.id],)
    threads = [thread for thread in guild.threads if not thread.archived]
    return guild_json(guild) | {
        "joined_at": guild.members[viewer.id].joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "members": [member_json(member) for member in members],
        "channels": [channel_json(channel, viewer) for channel in guild.channels],
        "threads": [channel_json(thread, viewer) for thread in threads],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def channel_json(channel: FakeDiscordChannel, viewer: FakeDiscordUser) -> Json:
    """A channel as `viewer` gets it: a thread says whether they are in it, a direct message names the other side."""
    last = max((message.id for message in channel.everything.values() if not message.deleted), default=None)
    body: Json = {"id": str(channel.id), "type": int(channel.kind), "last_message_id": str(last) if last else None}
    if channel.kind is ChannelKind.DM:
        others = [user_json(user) for user in channel.recipients if user is not viewer]
        return body | {"recipients": others, "flags": 0}
    body |= {"name": channel.name, "guild_id": str(channel.guild.id) if channel.guild else None, "flags": 0}
    if channel.is_thread:
        return body | _thread_fields(channel, viewer)
    overwrites = [
        {
            "id": str(target),
            "type": int(channel.guild is None or target != channel.guild.id),
            "allow": str(int(allow)),
            "deny": str(int(deny)),
        }
        for target, (allow, deny) in channel.overwrites.items()
    ]
    return body | _EMPTY_CHANNEL | {"permission_overwrites": overwrites}


def _thread_fields(thread: FakeDiscordChannel, viewer: FakeDiscordUser) -> Json:
    body: Json = {
        "parent_id": str(thread.parent.id) if thread.parent else None,
        "owner_id": str(thread.owner.id) if thread.owner else None,
        "message_count": len(thread.messages),
        "total_message_sent": len(thread.everything),
        "member_count": len(thread.joined),
        "rate_limit_per_user": 0,
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.auto_archive_minutes,
            "archive_timestamp": thread.changed_at,
            "create_timestamp": thread.changed_at,
        },
    }
    return body | ({"member": thread_member_json(thread, viewer)} if viewer.id in thread.joined else {})


def thread_member_json(thread: FakeDiscordChannel, user: FakeDiscordUser) -> Json:
    return {"id": str(thread.id), "user_id": str(user.id), "join_timestamp": thread.joined[user.id], "flags": 0}


def interaction_channel_json(channel: FakeDiscordChannel, user: FakeDiscordUser, bot: FakeDiscordUser) -> Json:
    """A channel as an interaction carries it: with what its user may do there."""
    return channel_json(channel, bot) | {"permissions": str(int(permissions_of(user, channel)) & ((1 << 50) - 1))}


def message_json(message: FakeDiscordMessage, viewer: FakeDiscordUser) -> Json:
    """A message as the REST API answers it; the gateway adds the guild and the member."""
    body: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "author": user_json(message.author),
        "content": message.content,
        "timestamp": message.at,
        "edited_timestamp": message.edited_at,
        "tts": False,
        "mention_everyone": message.mentions_everyone,
        "mentions": [user_json(user) for user in message.mentions],
        "mention_roles": [str(role) for role in message.mentioned_roles],
        "attachments": [],
        "embeds": [{"type": "rich"} | embed for embed in message.embeds],
        "components": message.components,
        "pinned": False,
        "type": int(message.kind),
        "flags": int(message.flags),
    }
    return body | _parts(message, viewer)


def _parts(message: FakeDiscordMessage, viewer: FakeDiscordUser) -> Json:
    """Return the optional fields of a message."""
    body: Json = {}
    if message.nonce is not None:
        body["nonce"] = message.nonce
    if message.webhook_id is not None:
        body |= {"webhook_id": str(message.webhook_id), "application_id": str(message.webhook_id)}
    if message.interaction is not None:
        body["interaction_metadata"] = message.interaction
    if message.thread is not None:
        body["thread"] = channel_json(message.thread, viewer)
    if message.reactions:
        body["reactions"] = [_reaction_json(emoji, users, viewer) for emoji, users in message.reactions.items()]
    if message.reference is not None:
        body |= _reference(message.reference, viewer)
    return body


def _reference(to: FakeDiscordMessage, viewer: FakeDiscordUser) -> Json:
    reference = {"type": 0, "message_id": str(to.id), "channel_id": str(to.channel.id)}
    if to.channel.guild:
        reference["guild_id"] = str(to.channel.guild.id)
    shallow = None if to.deleted else message_json(to, viewer) | {"referenced_message": None}
    return {"message_reference": reference, "referenced_message": shallow}


def _reaction_json(emoji: str, users: list[FakeDiscordUser], viewer: FakeDiscordUser) -> Json:
    return {
        "count": len(users),
        "count_details": {"burst": 0, "normal": len(users)},
        "me": viewer in users,
        "me_burst": False,
        "burst_colors": [],
        "emoji": {"id": None, "name": emoji},
    }


def without_content(body: Json) -> Json:
    """A message as an application without the message-content intent gets it."""
    return body | {"content": "", "embeds": [], "attachments": [], "components": []}


def hides_content(message: FakeDiscordMessage, viewer: FakeDiscordUser) -> bool:
    """Whether the content needs the intent: not in direct messages, not when it mentions us, not our own."""
    return message.channel.guild is not None and message.author is not viewer and viewer not in message.mentions
