"""Recognises a message that ends limits of the person's own, and says nothing else: "drop my limit", 那个限额不要了."""

from typing import Final

from bot.domain.conversation.requests.limits import EndLimits
from bot.domain.market.instruments import InstrumentTable
from bot.reading.quantities.quantity import Unit
from bot.reading.spans import explain_words
from bot.reading.word_tables import phrase_table

_MAX_LENGTH: Final = 80  # characters; a longer message says something else too
_ASKING: Final = ("?", "吗", "呢")
_TENTH: Final = 10  # percent


def read_end_of_limits(text: str, instruments: InstrumentTable) -> EndLimits | None:
    """Return which limits a whole message ends; None: it ends none, or has a word that is in no list.

    Args:
        text: Normalised, without a mention of the bot.
        instruments: The shares that can be named; a limit on one share is ended by its number in the list.
    """
    if len(text) > _MAX_LENGTH or any(sign in text for sign in _ASKING):
        return None
    words = explain_words(text, phrase_table("verdicts", "limits"), instruments)
    if words is None or words.symbols or len(words.quantities) > 1:
        return None
    said = set(words.meanings)
    if not ({"lift", "limit"} <= said or "unlimited" in said):
        return None
    if not words.quantities:
        return EndLimits(is_all="all" in said)
    (number,) = words.quantities
    if number.value is None or said & {"unlimited", "all"}:
        return None
    return EndLimits(value=number.value * _TENTH if number.unit is Unit.TENTHS else number.value)
