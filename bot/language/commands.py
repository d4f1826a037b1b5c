"""Commands: "/analyze AAPL", "/parley analyze AAPL", and words that are a whole message ("portfolio", 持仓)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bot.domain.conversation.states import Intent
from bot.domain.text.tokens import Phrase, key
from bot.language.phrase_files import index_phrases, read_phrases
from bot.language.settings_commands import text_after_settings_command

_MENTION = re.compile(r"^(?:<@[!&]?\w+>|(?:hey |hi |ok )?@?parley(?:[,:]|(?= )|$))[\s,:]*", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_SLASH = re.compile(r"^/(?P<name>\w+)(?:\s+(?P<rest>.*))?$", re.DOTALL)

INTENT_COMMANDS: Mapping[str, Intent] = {
    "analyze": Intent.ANALYZE,
    "decide": Intent.DECIDE,
    "explain": Intent.EXPLAIN,
    "review": Intent.REVIEW,
    "confirm": Intent.CONFIRM,
    "cancel": Intent.CANCEL,
}
OTHER_COMMANDS = frozenset(
    {
        "portfolio",
        "pending",
        "orders",
        "status",
        "help",
        "advance",
        "reset",
        "settings",
        "usage",
        "debug",
        "discussion",
    }
)
_LONGEST_MESSAGE = 40  # characters


@dataclass(frozen=True, slots=True)
class _Phrases:
    """Commands by the words for them."""

    aliases: Mapping[Phrase, str]  # behind a slash
    messages: Mapping[Phrase, str]  # as a whole message
    fillers: frozenset[str]  # tokens that may stand in such a message too


@cache
def _phrases() -> _Phrases:
    names = {*INTENT_COMMANDS, *OTHER_COMMANDS}
    lists = read_phrases("commands", aliases=names, messages=names, fillers=["any"])
    return _Phrases(
        index_phrases(lists["aliases"]), index_phrases(lists["messages"]), frozenset(lists["fillers"]["any"])
    )


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A command and what stood behind it."""

    name: str
    rest: str = ""
    is_typed: bool = True  # with a slash; else it was a word that is a command

    @property
    def intent(self) -> Intent | None:
        """The intent it stands for, if it is one."""
        return INTENT_COMMANDS.get(self.name)

    @property
    def subject(self) -> str:
        """What followed, as a person would say it: the 30 of "/review 30" are days."""
        if self.name != "review" or not self.rest.isdecimal():
            return self.rest
        return f"in {self.rest}" if _YEAR.fullmatch(self.rest) else f"last {self.rest} days"

    @property
    def arguments(self) -> tuple[str, ...]:
        """What followed, split at white space."""
        return tuple(self.rest.split())


def without_mention(text: str) -> str:
    """Drop a mention of the bot at the beginning: "@parley analyze …", "parley, …", "<@U1> …"."""
    return _MENTION.sub("", text, count=1)


def find_command(text: str) -> ParsedCommand | None:
    """Return the command that a normalised message without mention is, known or not; None for other messages."""
    if match := _SLASH.match(text):
        name, rest = match["name"].lower(), (match["rest"] or "").strip()
        if name == "parley":
            sub, _, rest = rest.partition(" ")
            name = sub.lower().lstrip("/") or "help"
        return ParsedCommand(_phrases().aliases.get(key(name), name), rest)
    if (rest := text_after_settings_command(text)) is not None:
        return ParsedCommand("settings", rest, is_typed=False)
    if len(text) > _LONGEST_MESSAGE:
        return None
    words = tuple(word for word in key(text) if word not in _phrases().fillers)
    name = _phrases().messages.get(words, "")
    return ParsedCommand(name, is_typed=False) if name else None
