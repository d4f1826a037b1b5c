"""Words that look like tickers or names of companies and mostly are neither, and the small words beside names."""

from functools import cache

from bot.domain.text.tokens import Phrase, key
from bot.reading.word_tables import read_lists


@cache
def ticker_words(name: str) -> frozenset[str]:
    """Return the words of one of the lists in `data/names.toml`, which explains them."""
    return frozenset(read_lists("names", "tickers")[name])


@cache
def announcing_phrases() -> frozenset[Phrase]:
    """Return the phrases behind which a word is a name."""
    return frozenset(map(key, read_lists("names", "tickers")["announced_by"]))
