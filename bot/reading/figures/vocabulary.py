"""The words of questions for figures (`bot/reading/data/figures.toml`)."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from bot.domain.figures.measures import Measure
from bot.domain.figures.query import RankOrder
from bot.domain.text.tokens import Phrase, PhraseTable
from bot.reading.word_tables import index_lists, read_lists


class WordKind(StrEnum):
    """What a phrase says; the names of the tables of the file."""

    MEASURE = "measures"
    DIRECTION = "directions"
    ORDER = "orders"
    ORDER_OF_MEASURE = "orders_of_measures"
    JUDGEMENT = "judgements"
    WAY = "ways"
    SCOPE = "scopes"
    OWNER = "owners"
    FILLER = "fillers"
    LACKING = "lacking"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What one phrase means."""

    kind: WordKind
    value: str  # the name of its list


_KNOWN: Final = {
    WordKind.MEASURE: frozenset(Measure),
    WordKind.DIRECTION: frozenset({"rise", "fall", "rise_noun", "fall_noun"}),
    WordKind.ORDER: frozenset(
        {"highest", "lowest", "most", "least", "largest", "smallest", "farthest", "nearest", "best", "worst"}
    ),
    WordKind.ORDER_OF_MEASURE: frozenset(f"{measure} {order}" for measure in Measure for order in RankOrder),
    WordKind.JUDGEMENT: frozenset({"overbought", "oversold", "cheap", "expensive"}),
    WordKind.WAY: frozenset(
        {
            *("fares", "rank", "which", "which_of_all", "compare", "join", "day", "how_often"),
            *("above", "below", "more", "less"),
        }
    ),
    WordKind.SCOPE: frozenset({"market", "the_market", "held", "watched", "account", "talked_of", "card"}),
    WordKind.OWNER: frozenset({"owner", "self", "pronoun", "pointer"}),
    WordKind.FILLER: frozenset({"asks_price", "asks", "verb", "perfect", "filler"}),
    WordKind.LACKING: frozenset({"lacking"}),
}


@cache
def vocabulary() -> PhraseTable[Meaning]:
    """Return all phrases. Raises: ValueError: a list is unknown, or a phrase has two meanings."""
    found: dict[Phrase, Meaning] = {}
    for kind in WordKind:
        for phrase, name in index_lists(read_lists("figures", kind), known=_KNOWN[kind]).items():
            meaning = Meaning(kind, name)
            if found.setdefault(phrase, meaning) != meaning:
                msg = f'"{" ".join(phrase)}" means {found[phrase]} and {meaning}'
                raise ValueError(msg)
    return PhraseTable(found)


@cache
def correctable_words() -> frozenset[str]:
    """Return the long words of measures' names: one that is misspelt by a letter means them."""
    return frozenset(word for phrase in vocabulary() if _is_name(phrase) for word in phrase if _is_long(word))


@cache
def known_words() -> frozenset[str]:
    """Return all words of all phrases."""
    return frozenset(word for phrase in vocabulary() for word in phrase)


def _is_name(phrase: Phrase) -> bool:
    meaning = vocabulary().get(phrase)
    return meaning is not None and meaning.kind is WordKind.MEASURE


def _is_long(word: str) -> bool:
    return word.isascii() and len(word) >= 6  # noqa: PLR2004 - shorter ones are near too many words
