"""Recognise commands: "/analyze AAPL", "/parley analyze AAPL", and whole messages that mean one ("portfolio", 持仓)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from bot.domain.conversation.states import Intent
from bot.domain.text.tokens import Phrase, key
from bot.language.phrase_files import index_phrases, read_phrases
from bot.language.settings_commands import text_after_settings_command
from bot.language.watching.watch_requests import BRIEF, UNWATCH, WATCH, read_watch_arguments
from bot.reading.verdicts.erasure import asks_for_erasure

_MENTION = re.compile(r"^(?:<@[!&]?\w+>|(?:hey |hi |ok )?@?parley(?:[,:]|(?= )|$))[\s,:]*", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_SPAN = re.compile(r"(?P<count>\d+)(?: ?(?P<unit>days?|weeks?|months?))?")
_SLASH = re.compile(r"^/(?P<name>\w+)(?:\s+(?P<rest>.*))?$", re.DOTALL)

INTENT_COMMANDS: Mapping[str, Intent] = {
    "analyze": Intent.ANALYZE,
    "decide": Intent.DECIDE,
    "explain": Intent.EXPLAIN,
    "review": Intent.REVIEW,
    "what_was_said": Intent.REVIEW,
    "score": Intent.REVIEW,
    "confirm": Intent.CONFIRM,
    "cancel": Intent.CANCEL,
}
ACCOUNT_COMMANDS = frozenset(
    {
        "portfolio",
        "result",
        "cash",
        "worth",
        "invested",
        "largest",
        "best",
        "worst",
        "trades",
        "cost",
        "held",
        "gain",
        "dividends",
        "afford",
    }
)
OTHER_COMMANDS = ACCOUNT_COMMANDS | frozenset(
    {
        "pending",
        "orders",
        "order_status",
        "undo",
        "failures",
        "forget",
        "release",
        "recall",
        "knowledge",
        "holding",
        "which_one",
        "limits",
        "alert",
        "alerts",
        "memory",
        "status",
        "help",
        "advance",
        "reset",
        "settings",
        "usage",
        "debug",
        "discussion",
        "stop",
        "details",
        "history",
        "watch",
        "unwatch",
        "brief",
    }
)
PAGED_COMMANDS = frozenset({"pending", "history"})  # they show lists page by page, as a review does
# No list of whole messages means these; for those of the account and of orders, see `questions`.
_ONLY_WITH_SLASH = frozenset(
    ({*INTENT_COMMANDS} - {"score"})
    | {*ACCOUNT_COMMANDS, "advance", "debug", "order_status", "undo", "which_one", "failures"}
    | {"forget", "release", "recall", "memory", "knowledge", "holding", "alert", "alerts", "watch", "unwatch", "brief"}
)
# Names for the program only: people ask in words.
_SHOWN_COMMANDS = sorted(
    {*INTENT_COMMANDS, *OTHER_COMMANDS} - {"what_was_said", "order_status", "undo", "which_one", "failures"}
)
_NEAR = 0.75  # similarity by `difflib`, from 0 to 1: one mistake in a name of five letters
_MAX_MESSAGE_LENGTH = 40  # characters


@dataclass(frozen=True, slots=True)
class CommandPhrases:
    """The names of commands by the words for them (`data/*/commands.toml`)."""

    aliases: Mapping[Phrase, str]  # behind a slash
    messages: Mapping[Phrase, str]  # whole messages without one
    fillers: frozenset[str]  # tokens that may stand anywhere in such a message


@cache
def command_phrases() -> CommandPhrases:
    """Return the words for commands."""
    names = {*INTENT_COMMANDS, *OTHER_COMMANDS}
    lists = read_phrases("commands", {"aliases": names, "messages": names - _ONLY_WITH_SLASH, "fillers": ["any"]})
    return CommandPhrases(
        index_phrases(lists["aliases"]), index_phrases(lists["messages"]), frozenset(lists["fillers"]["any"])
    )


@dataclass(frozen=True, slots=True)
class ParsedCommand:
    """A command and the text behind its name."""

    name: str  # lower case; aliases are resolved, an unknown name stays as typed
    rest: str = ""
    is_typed: bool = True  # with a slash; else a whole message that means the command

    @property
    def intent(self) -> Intent | None:
        """The intent of the command; None: it has none ("/portfolio")."""
        return INTENT_COMMANDS.get(self.name)

    @property
    def subject(self) -> str:
        """The text behind the name, as a sentence would say it: the 30 of "/review 30" are days."""
        if self.name in {WATCH, UNWATCH, BRIEF}:
            return "" if self.name == BRIEF else " ".join(read_watch_arguments(self.arguments).names)
        if self.name != "review" or (span := _SPAN.fullmatch(self.rest)) is None:
            return self.rest
        return f"in {self.rest}" if _YEAR.fullmatch(self.rest) else f"last {span['count']} {span['unit'] or 'days'}"

    @property
    def arguments(self) -> tuple[str, ...]:
        """The text behind the name, split at white space."""
        return tuple(self.rest.split())


def without_mention(text: str) -> str:
    """Return `text` without a mention of the bot at its beginning: "@parley analyze …", "parley, …", "<@U1> …"."""
    return _MENTION.sub("", text, count=1)


def is_known_command(command: ParsedCommand) -> bool:
    """Return whether there is a command of that name; behind a slash people also write "/s" or a path."""
    return is_command_name(command.name)


def is_command_name(name: str) -> bool:
    """Return whether there is a command called exactly `name`, in lower case."""
    return name in INTENT_COMMANDS or name in OTHER_COMMANDS


def nearest_command(name: str) -> str | None:
    """Return the name of the command that a name misspells: "histroy"; None: no command's is near.

    Args:
        name: Behind the slash, in lower case.
    """
    near = get_close_matches(name, _SHOWN_COMMANDS, n=1, cutoff=_NEAR)
    return near[0] if near else None


def command_called(name: str) -> str:
    """Return the command that a name or another name for it means, in either language; else the name."""
    return command_phrases().aliases.get(key(name), name)


def find_command(text: str) -> ParsedCommand | None:
    """Return the command that a message is; None: it is none.

    Args:
        text: Normalised, without a mention of the bot. Behind a slash, any word is a command, known or not.
    """
    if match := _SLASH.match(text):
        name, rest = match["name"].lower(), (match["rest"] or "").strip()
        if name == "parley":
            subcommand, _, rest = rest.partition(" ")
            name = subcommand.lower().lstrip("/") or "help"
        return _score_of_review(ParsedCommand(command_called(name), rest))
    if asks_for_erasure(text):
        return ParsedCommand("forget", "me", is_typed=False)
    if (rest := text_after_settings_command(text)) is not None:
        return ParsedCommand("settings", rest, is_typed=False)
    if len(text) > _MAX_MESSAGE_LENGTH:
        return None
    words = tuple(word for word in key(text) if word not in command_phrases().fillers)
    name = command_phrases().messages.get(words, "")
    return ParsedCommand(name, is_typed=False) if name else None


def _score_of_review(command: ParsedCommand) -> ParsedCommand:
    """Return the command that "/review score" means."""
    what, _, rest = command.rest.partition(" ")
    is_score = command.name == "review" and command_called(what.lower()) == "score"
    return ParsedCommand("score", rest.strip()) if is_score else command
