"""Permission bits, and a member's permissions in a channel."""

from enum import IntFlag

from tests.fakes.discord.errors import missing_access, missing_permissions
from tests.fakes.discord.model import FakeDiscordChannel, FakeDiscordUser


class Permission(IntFlag):
    """The documented bits that this fake looks at."""

    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


BOT = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
)
PERSON = BOT | Permission.USE_APPLICATION_COMMANDS


def permissions_of(user: FakeDiscordUser, channel: FakeDiscordChannel) -> Permission:
    """Return what `user` may do in `channel`; a thread goes by its parent, a direct message allows everything."""
    place = channel.parent or channel
    if place.guild is None:
        return ~Permission(0) if user in place.recipients else Permission(0)
    member = place.guild.members.get(user.id)
    if member is None:
        return Permission(0)
    allowed = Permission(member.permissions)
    for target in (place.guild.id, user.id):  # everybody's first, then this member's own
        allow, deny = place.overwrites.get(target, (0, 0))
        allowed = (allowed & ~Permission(deny)) | Permission(allow)
    return allowed


def require(user: FakeDiscordUser, channel: FakeDiscordChannel, needed: Permission) -> None:
    """Raises: ApiError: 50001 if `user` cannot even see the channel, 50013 if anything of `needed` is lacking."""
    allowed = permissions_of(user, channel)
    if not allowed & Permission.VIEW_CHANNEL:
        raise missing_access()
    if needed & ~allowed:
        raise missing_permissions()


def deny(user: FakeDiscordUser, channel: FakeDiscordChannel, *permissions: Permission) -> None:
    """Take permissions away from one member in one channel."""
    allowed, denied = channel.overwrites.get(user.id, (0, 0))
    for permission in permissions:
        allowed, denied = allowed & ~permission, denied | permission
    channel.overwrites[user.id] = (allowed, denied)


def speak(channel: FakeDiscordChannel) -> Permission:
    """Return what posting in `channel` needs."""
    return Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
