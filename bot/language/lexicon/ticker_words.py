"""Words that look like tickers or names of companies and mostly are neither, and the small words beside names."""

from dataclasses import dataclass
from functools import cache

from bot.domain.text.tokens import Phrase, key
from bot.language.phrase_files import read_phrases


@dataclass(frozen=True, slots=True)
class TickerWords:
    """The lists of `data/*/tickers.toml`, which explains them."""

    never: frozenset[str]
    short: frozenset[str]
    plain_words: frozenset[str]
    announced_by: frozenset[Phrase]
    joiners: frozenset[str]
    fillers: frozenset[str]
    message_joiners: frozenset[str]


@cache
def ticker_words() -> TickerWords:
    """Return the words of all languages."""
    names = ("never", "short", "plain_words", "announced_by", "joiners", "fillers", "message_joiners")
    lists = read_phrases("tickers", {"tickers": names})["tickers"]
    return TickerWords(
        never=frozenset(lists["never"]),
        short=frozenset(lists["short"]),
        plain_words=frozenset(lists["plain_words"]),
        announced_by=frozenset(map(key, lists["announced_by"])),
        joiners=frozenset(lists["joiners"]),
        fillers=frozenset(lists["fillers"]),
        message_joiners=frozenset(lists["message_joiners"]),
    )
