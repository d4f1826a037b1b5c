"""The permissions that Parley needs in a server, and the invitation link that asks for exactly these."""

from collections.abc import Mapping
from typing import Final

import discord

# discord.py's name -> the label in Discord's settings, where an admin looks for it
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
    """Return the permissions that `granted` lacks for answering, as labelled in Discord's settings."""
    if granted.administrator:
        return ()
    needed = _IN_THREAD if in_thread else PERMISSION_NAMES
    return tuple(label for name, label in PERMISSION_NAMES.items() if name in needed and not getattr(granted, name))


def invite_url(application_id: int) -> str:
    """Return the link by which an admin adds Parley to a server."""
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=SCOPES)
