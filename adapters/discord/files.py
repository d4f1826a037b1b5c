"""Files of Discord messages and commands."""

from collections.abc import Iterable
from typing import Any, Final

import aiohttp
import discord

from adapters.shared.download import download, host_of
from bot.domain.conversation.threads import SharedFile
from bot.domain.conversation.turns import Turn
from bot.errors import UnusableFileError

_HOSTS: Final = frozenset({"cdn.discordapp.com", "media.discordapp.net"})
_DISCORD: Final = "discord.com"
_SECONDS: Final = 30.0


def files_of_message(attachments: Iterable[discord.Attachment]) -> tuple[SharedFile, ...]:
    """Return the files of a message."""
    return tuple(SharedFile(name=each.filename, url=each.url, size=each.size) for each in attachments)


def files_of_command(interaction: discord.Interaction) -> tuple[SharedFile, ...]:
    """Return the files that were chosen with a slash command."""
    data: Any = interaction.data or {}
    attached = data.get("resolved", {}).get("attachments", {})
    return tuple(
        SharedFile(name=str(each.get("filename", "")), url=str(each.get("url", "")), size=each.get("size"))
        for each in attached.values()
    )


class DiscordFiles:
    """Implements `bot.ports.SharedFiles`: from Discord's own hosts, whose addresses need no token."""

    def __init__(self, api_url: str) -> None:
        host = host_of(api_url)
        self._hosts = _HOSTS if host.endswith(_DISCORD) else _HOSTS | {host}

    async def fetch(self, turn: Turn, file: SharedFile, *, limit: int) -> bytes:  # noqa: ARG002  # as all SharedFiles
        """Return a file of a message. Raises: UnusableFileError."""
        if file.size is not None and file.size > limit:
            raise UnusableFileError(reason="too_large")
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        async with aiohttp.ClientSession(timeout=timeout, trust_env=True) as session:
            return await download(session, file.url, hosts=self._hosts, headers={}, limit=limit)
