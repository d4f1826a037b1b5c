"""Recognises a message that ends limits of the person's own, and says nothing else: "drop my limit", 那个限额不要了."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.conversation.requests.limits import EndLimits
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Phrase, PhraseTable, tokenise
from bot.reading.names.finder import Chunker
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities
from bot.reading.word_tables import index_lists, phrase_table, read_lists

_MAX_LENGTH: Final = 80  # characters; a longer message says something else too
_ASKING: Final = ("?", "吗", "呢")
_OF_SHOWN: Final = (*(("references", each) for each in ("nouns", "aspects", "pointers")), ("verdicts", "limits"))
_POSSESSIVE: Final = "'s"
_TENTH: Final = 10  # percent


def ends_one_shown(text: str, instruments: InstrumentTable) -> bool:
    """Return whether a whole message ends what it points at, and says nothing else: "lift the cash one", 去掉第一条."""
    words = None if any(sign in text for sign in _ASKING) else _explained(text, _phrases_of_shown(), instruments)
    return words is not None and "lift" in words.meanings


@cache
def _phrases_of_shown() -> PhraseTable[str]:
    found: dict[Phrase, str] = {}
    for name, table in _OF_SHOWN:
        lists = read_lists(name, table)
        found |= index_lists(lists, known=lists.keys())
    return PhraseTable(found)


def read_end_of_limits(text: str, instruments: InstrumentTable) -> EndLimits | None:
    """Return which limits a whole message ends; None: it ends none, or has a word that is in no list."""
    if len(text) > _MAX_LENGTH or any(sign in text for sign in _ASKING):
        return None
    words = _explained(text, phrase_table("verdicts", "limits"), instruments)
    if words is None or words.names_share or len(words.quantities) > 1:
        return None
    said = words.meanings
    if not ({"lift", "limit"} <= said or "unlimited" in said):
        return None
    if not words.quantities:
        return EndLimits(is_all="all" in said)
    (number,) = words.quantities
    if number.value is None or said & {"unlimited", "all"}:
        return None
    return EndLimits(value=number.value * _TENTH if number.unit is Unit.TENTHS else number.value)


@dataclass(frozen=True, slots=True)
class _ExplainedWords:
    """What the words of a message are."""

    meanings: frozenset[str]
    quantities: tuple[Quantity, ...]
    names_share: bool


def _explained(text: str, phrases: PhraseTable[str], instruments: InstrumentTable) -> _ExplainedWords | None:
    """Return what the words of a message are; None: one is left over that is in no phrase, number or name of a share.

    A phrase goes before a number, "the first one", a number before a share. Time is linear in the length of the text.
    """
    tokens = [each for each in tokenise(text) if each.is_word or each.is_han or each.text.isdigit()]
    found = tuple(phrases.find_all([each.text for each in tokens]))
    left = {each.start for each in tokens} - {each.start for _, *at in found for each in tokens[slice(*at)]}
    quantities = tuple(q for q in find_quantities(text.lower()) if any(q.start <= at < q.end for at in left))
    left -= {at for at in left if any(q.start <= at < q.end for q in quantities)}
    left -= {each.start for each in tokens if each.text == _POSSESSIVE}  # "IBM's limit"
    chunks = (each for each in Chunker(text, instruments).chunks() if each.instrument and not each.is_misspelt)
    named = {token.start for each in chunks for token in each.tokens}
    meanings = frozenset(meaning for meaning, *_ in found)
    return None if left - named else _ExplainedWords(meanings, quantities, names_share=bool(left & named))
