"""Words that look like tickers or names of companies and mostly are neither, and the small words beside names."""

from dataclasses import dataclass
from functools import cache

from bot.domain.text.tokens import Phrase, key
from bot.reading.word_tables import read_lists


@dataclass(frozen=True, slots=True)
class TickerWords:
    """The lists of `data/names.toml`, which explains them."""

    never: frozenset[str]
    short: frozenset[str]
    plain_words: frozenset[str]
    announced_by: frozenset[Phrase]
    joiners: frozenset[str]
    fillers: frozenset[str]
    before: frozenset[str]


@cache
def ticker_words() -> TickerWords:
    """Return the words of all languages."""
    lists = read_lists("names", "tickers")
    return TickerWords(
        never=frozenset(lists["never"]),
        short=frozenset(lists["short"]),
        plain_words=frozenset(lists["plain_words"]),
        announced_by=frozenset(map(key, lists["announced_by"])),
        joiners=frozenset(lists["joiners"]),
        fillers=frozenset(lists["fillers"]),
        before=frozenset(lists["before"]),
    )
