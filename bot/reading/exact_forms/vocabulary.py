"""The words of exact forms (`bot/reading/data/exact_forms.toml`), and a message that consists of them."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from bot.domain.figures.query import When
from bot.domain.text.tokens import PhraseTable
from bot.reading.quantities.quantity import Quantity
from bot.reading.word_tables import index_lists, read_lists


class Word(StrEnum):
    """What a phrase says; the values are the names of the lists."""

    SELL = "sell"
    ALL = "all"
    HALF = "half"
    HOLDING = "holding"  # positions
    SHARE = "share"  # stocks
    WINNERS = "winners"
    LOSERS = "losers"
    GAIN = "gain"  # since it was bought
    LOSS = "loss"
    UP = "up"  # of a price
    DOWN = "down"
    MORE = "more"
    COST = "cost"  # what was paid for what is held
    ALERT = "alert"
    WHEN = "when"
    ADVICE = "advice"
    WHAT_TO_DO = "what_to_do"
    NO_PURCHASE = "no_purchase"
    AT_MOST = "at_most"
    AT_ONCE = "at_once"
    AFFORD = "afford"
    HELD = "held"  # by whoever speaks
    HAVE = "have"
    PRICE_OF = "price_of"
    CHART = "chart"
    EXPORT = "export"
    FILE = "file"
    RECORDS = "records"
    SHOW = "show"
    POINTER = "pointer"
    OWNER = "owner"
    FILLER = "any"


_TABLES: Final = ("words", "fillers")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormWords:
    """A message that consists of known words, numbers, shares and times."""

    words: frozenset[Word]  # without fillers
    symbols: tuple[str, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    times: tuple[When, ...] = ()
    is_question: bool = False

    def has(self, *words: Word) -> bool:
        """Return whether one of the words is in the message."""
        return not self.words.isdisjoint(words)

    def is_of(self, needed: Collection[Word], *others: Word) -> bool:
        """Return whether the message has all words needed, and none besides the others."""
        return self.words.issuperset(needed) and self.words <= {*needed, *others}


@cache
def form_words() -> PhraseTable[Word]:
    """Return all phrases. Raises: ValueError: a list is unknown, or a phrase stands in two."""
    lists = {name: phrases for table in _TABLES for name, phrases in read_lists("exact_forms", table).items()}
    return PhraseTable({phrase: Word(name) for phrase, name in index_lists(lists, known=frozenset(Word)).items()})
