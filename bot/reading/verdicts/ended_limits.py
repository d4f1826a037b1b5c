"""Recognises a message that ends limits of the person's own, and says nothing else: "drop my limit", 那个限额不要了."""

from functools import cache
from typing import Final

from bot.domain.conversation.requests.limits import EndLimits
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Phrase, PhraseTable
from bot.reading.quantities.quantity import Unit
from bot.reading.spans import explain_words
from bot.reading.word_tables import index_lists, phrase_table, read_lists

_MAX_LENGTH: Final = 80  # characters; a longer message says something else too
_ASKING: Final = ("?", "吗", "呢")
_OF_SHOWN: Final = (*(("references", each) for each in ("nouns", "aspects", "pointers")), ("verdicts", "limits"))
_TENTH: Final = 10  # percent


def ends_one_shown(text: str, instruments: InstrumentTable) -> bool:
    """Return whether a whole message ends what it points at, and says nothing else: "lift the cash one", 去掉第一条."""
    words = None if any(sign in text for sign in _ASKING) else explain_words(text, _phrases_of_shown(), instruments)
    return words is not None and "lift" in words.meanings


@cache
def _phrases_of_shown() -> PhraseTable[str]:
    found: dict[Phrase, str] = {}
    for name, table in _OF_SHOWN:
        lists = read_lists(name, table)
        found |= index_lists(lists, known=lists.keys())
    return PhraseTable(found)


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
