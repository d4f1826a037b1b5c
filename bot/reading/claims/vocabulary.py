"""The words of claims (`bot/reading/data/claims.toml`)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from bot.domain.figures.claims import Topic
from bot.domain.figures.measures import Measure
from bot.domain.text.tokens import Phrase, PhraseTable
from bot.reading.word_tables import index_lists, read_lists


class ClaimPart(StrEnum):
    """What a phrase says; the names of the tables of the file."""

    FACT = "facts"
    JUDGEMENT = "judgements"
    LEVEL = "levels"
    RELATION = "relations"
    DENIAL = "denials"
    DOUBT = "doubts"
    TOPIC = "topics"
    EVENT = "events"
    JOINT = "joints"
    HARMLESS = "harmless"


@dataclass(frozen=True, slots=True)
class Subject:
    """A figure that a phrase names."""

    measure: Measure
    sessions: int = 0  # that it is computed from; 0: as usual


@dataclass(frozen=True, slots=True)
class ClaimWord:
    """What one phrase means."""

    part: ClaimPart
    value: str  # the name of its list
    subject: Subject | None = None  # of a fact and a judgement
    state: str = ""  # of a judgement: "low", "high", "none" (it is zero) or "some" (it is not)


_AVERAGED: Final = 200  # sessions of the average that a trend is told by
_OTHERS: Final[Mapping[ClaimPart, Collection[str]]] = {
    ClaimPart.LEVEL: {"high", "low", "rising", "falling", "near", "far"},
    ClaimPart.RELATION: {"above", "below", "about", "exact"},
    ClaimPart.TOPIC: set(Topic),
    ClaimPart.EVENT: {"any", *Topic},
}


@cache
def claim_words() -> PhraseTable[ClaimWord]:
    """Return all phrases. Raises: ValueError: a list is unknown, or a phrase has two meanings."""
    found: dict[Phrase, ClaimWord] = {}
    for part in ClaimPart:
        lists = read_lists("claims", part)
        known = _OTHERS.get(part, lists.keys())
        for phrase, name in index_lists(lists, known=known).items():
            word = _word(part, name)
            if found.setdefault(phrase, word) != word:
                msg = f'"{" ".join(phrase)}" means {found[phrase]} and {word}'
                raise ValueError(msg)
    return PhraseTable(found)


def words_of(topic: Topic) -> tuple[str, ...]:
    """Return the words by which a topic is named; empty: it has none of its own."""
    return () if topic is Topic.OTHER_FIGURE else read_lists("claims", ClaimPart.TOPIC).get(topic, ())


def _word(part: ClaimPart, name: str) -> ClaimWord:
    if part is ClaimPart.JUDGEMENT:
        measure, state = name.split()
        return ClaimWord(part, name, _subject(measure), state)
    return ClaimWord(part, name, _subject(name) if part is ClaimPart.FACT else None)


def _subject(name: str) -> Subject:
    measure, _, sessions = name.partition(" ")
    is_average = measure == Measure.FROM_AVERAGE
    return Subject(Measure(measure), int(sessions or (_AVERAGED if is_average else 0)))
