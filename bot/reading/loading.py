"""Loads the words of all readers when a process starts, so that a mistake in a file is found then."""

from bot.reading.claims.vocabulary import claim_words
from bot.reading.exact_forms.vocabulary import form_words
from bot.reading.figures.vocabulary import vocabulary
from bot.reading.orders import order_words
from bot.reading.reference_words import reference_words
from bot.reading.trades import stop_words, trade_words
from bot.reading.verdicts.ended_limits import limit_words
from bot.reading.verdicts.erasure import erasure_patterns
from bot.reading.verdicts.grammar import verdict_phrases
from bot.reading.verdicts.revocations import keep_pattern, revocation_pattern
from bot.reading.verdicts.sequels import sequel_joints
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
    verdict_phrases()
    limit_words()
    erasure_patterns()
    revocation_pattern()
    keep_pattern()
    sequel_joints()
    read_lists("times", "units")
