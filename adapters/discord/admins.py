"""Who administers a Discord server."""

import logging
from typing import Final

import discord

from adapters.discord.api_errors import CALL_ERRORS
from adapters.discord.rest import DiscordRest
from bot.domain.conversation.turns import Turn
from bot.errors import ParleyError

_RIGHTS: Final = discord.Permissions(administrator=True).value | discord.Permissions(manage_guild=True).value
_DIRECT: Final = "dm-"

_log = logging.getLogger(__name__)


class DiscordAdmins:
    """Implements `bot.ports.Admins`: the owner, and whoever may manage the server. It is asked each time."""

    def __init__(self, rest: DiscordRest) -> None:
        self._rest = rest

    async def is_admin(self, turn: Turn) -> bool:
        """Return whether the author administers the server; True in their direct messages, which are nobody else's."""
        workspace = turn.thread.workspace
        if workspace.startswith(_DIRECT):
            return workspace == f"{_DIRECT}{turn.person.id}"
        try:
            guild = await self._rest.get_guild(workspace)
            member = await self._rest.get_member(workspace, turn.person.id)
        except (discord.DiscordException, ParleyError, *CALL_ERRORS) as error:
            _log.info("not known whether %s is an admin: %s", turn.person.id, type(error).__name__)
            return False
        held = {str(each) for each in member.get("roles", ())} | {workspace}  # that of all members has the server's id
        rights = [int(each.get("permissions", 0)) for each in guild.get("roles", ()) if str(each.get("id")) in held]
        return str(guild.get("owner_id")) == turn.person.id or any(each & _RIGHTS for each in rights)
