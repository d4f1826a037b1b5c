"""Finds the command that a message is: "/analyze AAPL", "/parley analyze AAPL", or a whole message that means one."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from bot.domain.text.tokens import Phrase, key
from bot.reading.recognisers.settings import text_after_settings_command
from bot.reading.word_tables import phrase_table, read_lists

_FILE: Final = "commands"
COMMANDS: Final = frozenset(read_lists(_FILE, "aliases"))
# Names for the program only: people ask in words.
_UNSHOWN: Final = frozenset({"compare", "what_was_said", "order_status", "undo", "which_one", "failures"})
_SLASH: Final = re.compile(r"/(?P<name>\w+)(?:\s+(?P<rest>.*))?", re.DOTALL)
_OWN_NAME: Final = "parley"
_NEAR: Final = 0.75  # similarity by `difflib`, from 0 to 1: one mistake in a name of five letters
_MAX_MESSAGE_LENGTH: Final = 40  # characters


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command and the text behind its name."""

    name: str  # lower case; other names are resolved, an unknown name stays as typed
    rest: str = ""

    @property
    def is_known(self) -> bool:
        """Whether there is a command of that name; behind a slash people also write "/s" or a path."""
        return self.name in COMMANDS


def find_command(text: str) -> TypedCommand | None:
    """Return the command that a message is; None: it is none.

    Args:
        text: Normalised, without a mention of the bot. Behind a slash, any word is a command, known or not.
    """
    if match := _SLASH.fullmatch(text):
        name, rest = match["name"].lower(), (match["rest"] or "").strip()
        if name == _OWN_NAME:
            name, _, rest = rest.partition(" ")
            name = name.lower().lstrip("/") or "help"
        name, (first, _, behind) = command_called(name), rest.partition(" ")
        is_score = name == "review" and command_called(first.lower()) == "score"
        return TypedCommand("score", behind.strip()) if is_score else TypedCommand(name, rest.strip())
    if (rest_of_setting := text_after_settings_command(text)) is not None:
        return TypedCommand("settings", rest_of_setting)
    if len(text) > _MAX_MESSAGE_LENGTH:
        return None
    meant = phrase_table(_FILE, "messages").get(without_fillers(text))
    return TypedCommand(meant) if meant else None


def without_fillers(text: str) -> Phrase:
    """Return the words of a text but for "please" and the like."""
    return tuple(word for word in key(text) if word not in read_lists(_FILE, "fillers")["any"])


def command_called(name: str) -> str:
    """Return the command that a name or another name for it means, in either language; else the name."""
    return phrase_table(_FILE, "aliases").get(key(name)) or name


def nearest_command(name: str) -> str | None:
    """Return the name of the command that a name misspells: "histroy"; None: no command's is near.

    Args:
        name: Behind the slash, in lower case.
    """
    near = get_close_matches(name, sorted(COMMANDS - _UNSHOWN), n=1, cutoff=_NEAR)
    return near[0] if near else None
