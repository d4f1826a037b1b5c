"""What stands behind the name of a command, and what is found in it: shares, days, the number of a page."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import key
from bot.reading.assembly import assemble
from bot.reading.names.finder import Chunker
from bot.reading.names.markets import unsupported_names
from bot.reading.names.words import ticker_words
from bot.reading.parses import Kind, Parse
from bot.reading.recognisers.shares import shares_in as shares_named_in
from bot.reading.times.dates import FoundDates, find_dates
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import either, read_lists

FILE: Final = "commands"
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
        return find_dates(self.text.lower(), today=self.around.today)

    @property
    def shares(self) -> NamedShares:
        """The shares that are named."""
        undated = self.dates.undated_text
        kept = (char if left.strip() else " " for char, left in zip(self.text, undated, strict=False))
        return shares_in("".join(kept), self.around.instruments)

    @property
    def names_only_shares(self) -> bool:
        """Whether shares are named, and nothing else is said."""
        shares, joiners = self.shares, ticker_words("joiners")
        typed = {*shares.symbols, *shares.unknown, *shares.unsupported}
        chunks = Chunker(self.text, self.around.instruments).chunks()
        others = (token for chunk in chunks if not chunk.names_something for token in chunk.tokens)
        return not any(
            each.text.isalnum() and each.raw.upper() not in typed and each.text not in joiners for each in others
        )

    def with_text(self, text: str) -> "Arguments":
        """Return other arguments of the same command."""
        return replace(self, text=text)

    def parsed_as(self, *kinds: Kind) -> Parse:
        """Return the arguments as a message of the likeliest of these kinds."""
        return trained_parser().parse_as(self.text, *kinds, instruments=self.around.instruments)

    def read_as(self, *kinds: Kind) -> Request | None:
        """Return the request that the arguments make as a message of the likeliest of these kinds; None: none."""
        return assemble(self.parsed_as(*kinds), self.around, self.message)


def shares_in(text: str, instruments: InstrumentTable) -> NamedShares:
    """Return the shares that a text behind a command names; its first words are tickers by their place."""
    found = shares_named_in(text, instruments)
    known, unknown = _leading_tickers(text.split(), instruments)
    guessed = {each.typed.upper() for each in found.misspelt}
    return NamedShares(
        symbols=tuple(dict.fromkeys((*known, *found.symbols))),
        unknown=tuple(dict.fromkeys((*(each for each in unknown if each not in guessed), *found.unknown))),
        unsupported=found.unsupported,
        misspelt=found.misspelt,
    )


def _leading_tickers(words: Iterable[str], instruments: InstrumentTable) -> tuple[list[str], list[str]]:
    """Return the symbols that a text begins with, known ones and others: "NOW AI at most $3,000".

    They end with the first word that is no ticker. Of other words than known names, small ones are tickers only where
    nothing else is said: "fooo", but not "purchases last month".
    """
    known, capitals, small = list[str](), list[str](), list[str]()
    is_alone = True
    for typed in words:
        word = typed.strip(",;&").lstrip("$")
        if not word or word.lower() in ticker_words("joiners"):
            continue
        instrument = None if _is_plain(word) and not word.isupper() else instruments.find_instrument(word)
        if instrument is not None:
            known.append(instrument.symbol)
        elif not _may_be_ticker(word):
            is_alone = False
            break
        else:
            (capitals if word.isupper() or typed.startswith("$") else small).append(word.upper())
    return known, [*capitals, *small] if is_alone else capitals


def _may_be_ticker(word: str) -> bool:
    return bool(_TICKER.fullmatch(word)) and not _is_plain(word) and key(word) not in unsupported_names()


def _is_plain(word: str) -> bool:
    """Return whether a word is usually no ticker: "all", "on"."""
    return word.lower() in ticker_words("never")


def split_page(text: str) -> tuple[str, int | None]:
    """Return a text without the page that it names, and its number: "GOOG page 2", 第2页; None: it names none."""
    match = _page().search(text)
    if match is None:
        return text, None
    number = next(digits for digits in match.groups() if digits is not None)
    return " ".join(f"{text[: match.start()]} {text[match.end() :]}".split()), max(int(number), 1)


def page_of(command: Arguments) -> int:
    """Return the page that is asked for: "2", "page 2"; the first, if it is not clear."""
    _, page = split_page(f"page {command.text}" if command.text.isdecimal() else command.text)
    return page or 1


@cache
def _page() -> re.Pattern[str]:
    word = either(read_lists(FILE, "pages")["page"])
    digits = rf"(\d{{1,{_MAX_PAGE_DIGITS}}})"
    return re.compile(rf"第 ?{digits} ?页|\b(?:{word}) ?{digits}\b", re.IGNORECASE)


def says(text: str, table: str, name: str) -> bool:
    """Return whether a text is an entry of a list in `data/commands.toml`."""
    return text.strip().lower() in read_lists(FILE, table)[name]


def without_depth(command: Arguments) -> Arguments | None:
    """Return what the committee is asked for: "AAPL" of "AAPL deep"; None: it is not asked ("AAPL, not deep")."""
    found = _depth().search(command.text)
    if found is None or found["not"]:
        return None
    rest = f"{command.text[: found.start()]} {command.text[found.end() :]}".strip()
    return command.with_text(" ".join(rest.split())) if rest else None


@cache
def _depth() -> re.Pattern[str]:
    lists = {name: either(words, stands_alone=True) for name, words in read_lists(FILE, "depth").items()}
    return re.compile(rf"(?P<not>(?:{lists['not']})\s*)?(?:{lists['deep']})", re.IGNORECASE)
