"""Finds the command that a message is: "/analyze AAPL", "/parley analyze AAPL", or a whole message that means one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Final

from bot.domain.conversation.requests.account import AccountTopic
from bot.domain.text.tokens import Phrase, key
from bot.reading.recognisers.settings import text_after_settings_command
from bot.reading.word_tables import index_lists, read_lists

_FILE: Final = "commands"
_SHOWN: Final = frozenset(AccountTopic) | {
    *("analyze", "decide", "explain", "review", "score", "confirm", "cancel", "discussion", "stop"),
    *("afford", "pending", "orders", "limits", "alert", "alerts", "watch", "unwatch", "brief", "holding", "release"),
    *("memory", "recall", "history", "forget", "knowledge", "settings", "usage", "status", "details", "help"),
    *("advance", "reset", "debug"),
}
# Names for the program only: people ask in words.
_UNSHOWN: Final = frozenset({"compare", "what_was_said", "order_status", "undo", "which_one", "failures"})
COMMANDS: Final = _SHOWN | _UNSHOWN
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
            subcommand, _, rest = rest.partition(" ")
            name = subcommand.lower().lstrip("/") or "help"
        return _score_of_review(TypedCommand(command_called(name), rest.strip()))
    if (rest_of_setting := text_after_settings_command(text)) is not None:
        return TypedCommand("settings", rest_of_setting)
    if len(text) > _MAX_MESSAGE_LENGTH:
        return None
    name = command_phrases()[1].get(without_fillers(text), "")
    return TypedCommand(name) if name else None


def without_fillers(text: str) -> Phrase:
    """Return the words of a text but for "please" and the like."""
    return tuple(word for word in key(text) if word not in read_lists(_FILE, "fillers")["any"])


def command_called(name: str) -> str:
    """Return the command that a name or another name for it means, in either language; else the name."""
    return command_phrases()[0].get(key(name), name)


def nearest_command(name: str) -> str | None:
    """Return the name of the command that a name misspells: "histroy"; None: no command's is near.

    Args:
        name: Behind the slash, in lower case.
    """
    near = get_close_matches(name, sorted(_SHOWN), n=1, cutoff=_NEAR)
    return near[0] if near else None


@cache
def command_phrases() -> tuple[Mapping[Phrase, str], Mapping[Phrase, str]]:
    """Return the commands by their other names, and by the whole messages that mean them (`data/commands.toml`)."""
    aliases, messages = (index_lists(read_lists(_FILE, each), known=COMMANDS) for each in ("aliases", "messages"))
    return aliases, messages


def _score_of_review(command: TypedCommand) -> TypedCommand:
    """Return the command that "/review score" means."""
    what, _, rest = command.rest.partition(" ")
    is_score = command.name == "review" and command_called(what.lower()) == "score"
    return TypedCommand("score", rest.strip()) if is_score else command
