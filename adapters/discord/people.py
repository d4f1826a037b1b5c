"""Names and languages of Discord's users: names come with every message, languages with interactions only."""

from dataclasses import dataclass, field, replace
from typing import Final

import discord
from cachetools import LRUCache

from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language

_CACHE_SIZE: Final = 10_000
_BY_PREFIX: Final = {"zh": Language.CHINESE, "en": Language.ENGLISH}


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
