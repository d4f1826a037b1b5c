"""Names and languages of Discord's users, and who administers a server. Languages come with interactions only."""

import logging
from dataclasses import dataclass, field, replace
from typing import Final

import discord
from cachetools import LRUCache

from adapters.discord.api_errors import CALL_ERRORS
from adapters.discord.rest import DiscordRest
from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language
from bot.errors import ParleyError

_CACHE_SIZE: Final = 10_000
_BY_PREFIX: Final = {"zh": Language.CHINESE, "en": Language.ENGLISH}
_RIGHTS: Final = discord.Permissions(administrator=True).value | discord.Permissions(manage_guild=True).value
_DIRECT: Final = "dm-"
_log = logging.getLogger(__name__)


def language_of(locale: str) -> Language | None:
    """Return the language of one of Discord's locales ("zh-TW", "en-GB"); None: it is not supported."""
    return _BY_PREFIX.get(locale.partition("-")[0])


@dataclass(frozen=True, slots=True)
class DiscordPeople:
    """Implements `bot.ports.People` without network calls, from what events carried."""

    languages: LRUCache[str, Language] = field(default_factory=lambda: LRUCache(_CACHE_SIZE))

    async def person(self, turn: Turn) -> Person:
        """Return the author of `turn`, with the language of their Discord client if it is known."""
        known = turn.person.language or self.known_language(turn.person.id)
        return replace(turn.person, language=known)

    def known_language(self, user_id: str) -> Language | None:
        """Return the language of a user's Discord client, if an interaction has shown it."""
        return self.languages.get(user_id)

    def author_of(self, user: discord.abc.User) -> Person:
        """Return a message's author as a Person."""
        return Person(str(user.id), user.display_name, self.known_language(str(user.id)))

    def user_of(self, interaction: discord.Interaction) -> Person:
        """Return an interaction's user as a Person, and remember the language of their Discord client."""
        language = language_of(str(interaction.locale.value))
        if language is not None:
            self.languages[str(interaction.user.id)] = language
        return Person(str(interaction.user.id), interaction.user.display_name, language)


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
