"""Loads the words of all readers when a process starts, so that a mistake in a file is found then."""

from bot.domain.memory.statements import statement_words
from bot.reading.claims.vocabulary import claim_words
from bot.reading.exact_forms.vocabulary import form_words
from bot.reading.figures.vocabulary import vocabulary
from bot.reading.orders import order_words
from bot.reading.reference_words import reference_words
from bot.reading.trades import stop_words, trade_words
from bot.reading.word_tables import read_lists


def load_words() -> None:
    """Load them, unless they are loaded. Raises: ValueError, KeyError: a list is missing or has a mistake."""
    form_words()
    claim_words()
    vocabulary()
    reference_words()
    order_words()
    trade_words()
    stop_words()
    statement_words()
    read_lists("times", "units")
    read_lists("notes", "scopes")
