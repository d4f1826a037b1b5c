"""Loads the words of all readers when a process starts, so that a mistake in a file is found then."""

from bot.reading.figures.vocabulary import vocabulary
from bot.reading.references import reference_words
from bot.reading.trades import stop_words, trade_words
from bot.reading.word_tables import read_lists


def load_words() -> None:
    """Load them, unless they are loaded. Raises: ValueError, KeyError: a list is missing or has a mistake."""
    vocabulary()
    reference_words()
    trade_words()
    stop_words()
    read_lists("times", "units")
