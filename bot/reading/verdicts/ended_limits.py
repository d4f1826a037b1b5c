"""Recognises a message that ends limits of the person's own, and says nothing else: "drop my limit", 那个限额不要了."""

from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import Final

from bot.domain.conversation.requests.limits import EndLimits
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import PhraseTable
from bot.reading.quantities.quantity import Quantity, Unit
from bot.reading.spans import explain_words
from bot.reading.word_tables import index_lists, read_lists

_MAX_LENGTH: Final = 80  # characters; a longer message says something else too
_ASKING: Final = ("?", "吗", "呢")
_TENTH: Final = 10  # percent


class LimitWord(StrEnum):
    """What a phrase means in a message that ends limits: the lists in `data/verdicts.toml`, which explains them."""

    LIFT = "lift"
    LIMIT = "limit"
    UNLIMITED = "unlimited"
    ALL = "all"
    WHICH = "which"
    POLITE = "polite"


@cache
def limit_words() -> PhraseTable[LimitWord]:
    """Return the phrases of such a message. Raises: ValueError: a list is unknown, or repeats another."""
    indexed = index_lists(read_lists("verdicts", "limits"), known=frozenset(LimitWord))
    return PhraseTable({phrase: LimitWord(name) for phrase, name in indexed.items()})


def read_end_of_limits(text: str, instruments: InstrumentTable) -> EndLimits | None:
    """Return which limits a whole message ends; None: it ends none, or has a word that is in no list.

    Args:
        text: Normalised, without a mention of the bot.
        instruments: The shares that can be named; a limit on one share is ended by its number in the list.
    """
    if len(text) > _MAX_LENGTH or any(sign in text for sign in _ASKING):
        return None
    words = explain_words(text, limit_words(), instruments)
    if words is None or words.symbols or len(words.quantities) > 1:
        return None
    said = set(words.meanings)
    if not ({LimitWord.LIFT, LimitWord.LIMIT} <= said or LimitWord.UNLIMITED in said):
        return None
    values = [_value(each) for each in words.quantities]
    is_unread = None in values or (bool(values) and (LimitWord.UNLIMITED in said or LimitWord.ALL in said))
    return None if is_unread else EndLimits(is_all=LimitWord.ALL in said, value=next(iter(values), None))


def _value(quantity: Quantity) -> Decimal | None:
    """Return a number in dollars, shares or percent."""
    if quantity.value is None:
        return None
    return quantity.value * _TENTH if quantity.unit is Unit.TENTHS else quantity.value
