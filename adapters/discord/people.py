"""Who speaks, as far as Discord tells: names come with every message, languages with interactions only."""

from dataclasses import dataclass, field, replace
from typing import Final

import discord
from cachetools import LRUCache

from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language

_KEPT: Final = 10_000
_BY_PREFIX: Final = {"zh": Language.CHINESE, "en": Language.ENGLISH}


def language_of(locale: str) -> Language | None:
    """Return the language of a locale of Discord's ("zh-TW", "en-GB"); None: one we do not speak."""
    return _BY_PREFIX.get(locale.partition("-")[0])


@dataclass(frozen=True, slots=True)
class DiscordPeople:
    """Fulfils `bot.ports.People`; asks nobody."""

    languages: LRUCache[str, Language] = field(default_factory=lambda: LRUCache(_KEPT))

    async def person(self, turn: Turn) -> Person:
        """Return who said `turn`, in the language of their Discord if it has shown itself."""
        known = turn.person.language or self.known_language(turn.person.id)
        return replace(turn.person, language=known)

    def known_language(self, user_id: str) -> Language | None:
        """Return the language of a person's Discord, if it has shown itself."""
        return self.languages.get(user_id)

    def author_of(self, user: discord.abc.User) -> Person:
        """Return who wrote a message."""
        return Person(str(user.id), user.display_name, self.known_language(str(user.id)))

    def user_of(self, interaction: discord.Interaction) -> Person:
        """Return who caused an interaction, and note the language in which they use Discord."""
        language = language_of(interaction.locale.value)
        if language is not None:
            self.languages[str(interaction.user.id)] = language
        return Person(str(interaction.user.id), interaction.user.display_name, language)
