"""What Parley must be allowed to do in a server, why, and the address by which it is invited with just that."""

from collections.abc import Mapping
from typing import Final

import discord

# By the name in discord.py; the words are those of Discord's own settings, which is where an admin looks for them.
PERMISSION_NAMES: Final[Mapping[str, str]] = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "embed_links": "Embed Links",
    "read_message_history": "Read Message History",
}
_IN_THREAD: Final = frozenset({"view_channel", "send_messages_in_threads", "embed_links", "read_message_history"})
PERMISSIONS: Final = discord.Permissions(**dict.fromkeys(PERMISSION_NAMES, True))
SCOPES: Final = ("bot", "applications.commands")


def missing_permissions(granted: discord.Permissions, *, in_thread: bool = False) -> tuple[str, ...]:
    """Return what is lacking to answer where `granted` holds, in the words of Discord's settings."""
    if granted.administrator:
        return ()
    needed = _IN_THREAD if in_thread else PERMISSION_NAMES
    return tuple(words for name, words in PERMISSION_NAMES.items() if name in needed and not getattr(granted, name))


def invite_url(application_id: int) -> str:
    """Return the address at which an admin adds Parley to a server."""
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=SCOPES)
