"""Finds the command that a message is, "/analyze AAPL", and what stands behind its name: shares, days, a page."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Phrase, key
from bot.reading.assembly import assemble
from bot.reading.names.finder import Chunker
from bot.reading.names.words import ticker_words, unsupported_names
from bot.reading.parses import Kind, Parse
from bot.reading.recognisers.settings import text_after_settings_command
from bot.reading.recognisers.shares import shares_in
from bot.reading.recognisers.times import FoundDates, find_dates
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import either, phrase_table, read_lists

FILE: Final = "commands"
COMMANDS: Final = frozenset(read_lists(FILE, "aliases"))
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
    """Return the command that a message is; None: it is none."""
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
    meant = phrase_table(FILE, "messages").get(without_fillers(text))
    return TypedCommand(meant) if meant else None


def without_fillers(text: str) -> Phrase:
    """Return the words of a text but for "please" and the like."""
    return tuple(word for word in key(text) if word not in read_lists(FILE, "fillers")["any"])


def command_called(name: str) -> str:
    """Return the command that a name or another name for it means, in either language; else the name."""
    return phrase_table(FILE, "aliases").get(key(name)) or name


def nearest_command(name: str) -> str | None:
    """Return the name of the command that a name misspells: "histroy"; None: no command's is near."""
    near = get_close_matches(name, sorted(COMMANDS - _UNSHOWN), n=1, cutoff=_NEAR)
    return near[0] if near else None


_TICKER: Final = re.compile(r"(?:[A-Z]|[A-Za-z]{2,6})(?:[.-][A-Za-z])?")
_MAX_PAGE_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Arguments:
    """What stands behind the name of a command, and where it was said."""

    text: str  # normalised, in the case as typed
    around: Surroundings
    message: MessageFacts

    @property
    def words(self) -> tuple[str, ...]:
        """The text, split at white space."""
        return tuple(self.text.split())

    @property
    def dates(self) -> FoundDates:
        """The days that are named, and the text without them."""
        return find_dates(self.text, today=self.around.today)

    @property
    def shares(self) -> NamedShares:
        """The shares that are named; the first words are tickers by their place."""
        text, instruments = self.dates.undated_text, self.around.instruments
        found = shares_in(text, instruments)
        known, unknown = _leading_tickers(text.split(), instruments)
        guessed = {each.typed.upper() for each in found.misspelt}
        meant = dict.fromkeys((*(each for each in unknown if each not in guessed), *found.unknown))
        return replace(found, symbols=tuple(dict.fromkeys((*known, *found.symbols))), unknown=tuple(meant))

    @property
    def names_only_shares(self) -> bool:
        """Whether shares are named, and nothing else is said."""
        shares, joiners = self.shares, ticker_words("joiners")
        typed = {*shares.symbols, *shares.unknown, *shares.unsupported}
        chunks = Chunker(self.text, self.around.instruments).chunks()
        others = (each for chunk in chunks if not chunk.names_something for each in chunk.tokens if each.text.isalnum())
        return all(each.raw.upper() in typed or each.text in joiners for each in others)

    @property
    def not_understood(self) -> NotUnderstood:
        """The request that is made where no other is."""
        return NotUnderstood(TradeTerms(shares=self.shares))

    def with_text(self, text: str) -> "Arguments":
        """Return other arguments of the same command."""
        return replace(self, text=text)

    def says(self, table: str, name: str) -> bool:
        """Return whether the text is an entry of a list in `data/commands.toml`."""
        return self.text.strip().lower() in read_lists(FILE, table)[name]

    def parsed_as(self, *kinds: Kind) -> Parse:
        """Return the arguments as a message of the likeliest of these kinds."""
        return trained_parser().parse_as(self.text, *kinds, instruments=self.around.instruments)

    def read_as(self, *kinds: Kind) -> Request | None:
        """Return the request that the arguments make as a message of the likeliest of these kinds; None: none."""
        return assemble(self.parsed_as(*kinds), self.around, self.message)


def _leading_tickers(words: Iterable[str], instruments: InstrumentTable) -> tuple[list[str], list[str]]:
    """Return the symbols that a text begins with, known ones and others: "NOW AI at most $3,000".

    They end with the first word that is no ticker. Of other words than known names, small ones are tickers only where
    nothing else is said: "fooo", but not "purchases last month".
    """
    known, capitals, small = list[str](), list[str](), list[str]()
    for typed in words:
        word = typed.strip(",;&").lstrip("$")
        if not word or word.lower() in ticker_words("joiners"):
            continue
        is_plain = word.lower() in ticker_words("never")  # "all", "on"
        instrument = None if is_plain and not word.isupper() else instruments.find_instrument(word)
        if instrument is not None:
            known.append(instrument.symbol)
        elif is_plain or not _TICKER.fullmatch(word) or key(word) in unsupported_names():
            return known, capitals
        else:
            (capitals if word.isupper() or typed.startswith("$") else small).append(word.upper())
    return known, [*capitals, *small]


def split_page(text: str) -> tuple[str, int | None]:
    """Return a text without the page that it names, and its number: "GOOG page 2", 第2页; None: it names none."""
    match = _page().search(text)
    if match is None:
        return text, None
    return " ".join(f"{text[: match.start()]} {text[match.end() :]}".split()), max(int(match[1] or match[2]), 1)


def page_of(command: Arguments) -> int:
    """Return the page that is asked for: "2", "page 2"; the first, if it is not clear."""
    _, page = split_page(f"page {command.text}" if command.text.isdecimal() else command.text)
    return page or 1


@cache
def _page() -> re.Pattern[str]:
    word = either(read_lists(FILE, "pages")["page"])
    digits = rf"(\d{{1,{_MAX_PAGE_DIGITS}}})"
    return re.compile(rf"第 ?{digits} ?页|\b(?:{word}) ?{digits}\b", re.IGNORECASE)


def without_depth(command: Arguments) -> Arguments | None:
    """Return what the committee is asked for: "AAPL" of "AAPL deep"; None: it is not asked ("AAPL, not deep")."""
    lists = {name: either(words, stands_alone=True) for name, words in read_lists(FILE, "depth").items()}
    text, deep = command.text, rf"(?P<not>(?:{lists['not']})\s*)?(?:{lists['deep']})"
    found = re.search(deep, text, re.IGNORECASE)
    rest = f"{text[: found.start()]} {text[found.end() :]}".split() if found and not found["not"] else []
    return command.with_text(" ".join(rest)) if rest else None
