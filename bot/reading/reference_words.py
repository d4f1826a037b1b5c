"""The words of messages that refer to what was shown, with what each means; `data/references.toml` lists them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Final, TypeAlias

from bot.domain.conversation.dialogue import Act, End, ObjectKind, Trend
from bot.domain.market.sessions import SessionPhase
from bot.domain.text.tokens import Phrase, PhraseTable
from bot.domain.trading.trading_limits import LimitMeasure
from bot.reading.word_tables import index_lists, read_lists, words_of


class Filler(Enum):
    """A word without a meaning of its own."""

    ANY = "any"
    ONTO = "onto"  # behind "put"
    POLITE = "polite"  # before a request in the form of a question
    ALARM = "alarm"  # "alert me": an act where a level is named or pointed at
    TELL = "tell"  # "tell me": the same, where it is said on which side of a level, or the level is pointed at
    ASKS = "asks"  # a question: only what is shown answers it
    BY = "by"  # before a difference
    MORE = "more"  # behind one: "add 2 more to that"
    CLOCK = "clock"  # behind a time of day


class Pronoun(Enum):
    """A word that points at what was shown."""

    ONE = "one"
    OWN = "own"
    SEVERAL = "several"
    TWO = "two"
    OTHER = "other"  # than the one that was shown last


class PlaceWord(Enum):
    """A place in a list, as the name of its list of words."""

    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"
    LAST = "last"

    @property
    def number(self) -> int:
        """The place from 1; -1: the last."""
        return -1 if self is PlaceWord.LAST else int(self.value)


@dataclass(frozen=True, slots=True)
class Verb:
    """What a word asks, and of what it can be said."""

    act: Act
    trend: Trend = Trend.EITHER
    kinds: frozenset[ObjectKind] = frozenset(ObjectKind)  # that it can be said of
    needs_pointer: bool = False  # a share by itself may be meant as what is held
    needs_noun: bool = False  # "forget that": what is remembered may be meant
    is_sequel: bool = False
    is_whole: bool = False  # it points by itself: "me too", "stop it"
    is_difference: bool = False  # its number is one: 少买2股
    is_correction: bool = False  # "no, 445": what was said before was wrong


@dataclass(frozen=True, slots=True)
class Factor:
    """By which a value is to be multiplied."""

    value: Decimal


@dataclass(frozen=True, slots=True)
class Aspect:
    """What a limit bounds, as `ShownObject.aspect`."""

    name: str


ALERTS: Final = frozenset({ObjectKind.ALERT})
BRIEFS: Final = frozenset({ObjectKind.BRIEF})
VERBS: Final[Mapping[str, Verb]] = {
    **{act.value: Verb(act) for act in Act},
    "dispose": Verb(Act.REMOVE, needs_pointer=True),
    "forget": Verb(Act.REMOVE, kinds=frozenset({ObjectKind.ALERT, ObjectKind.LIMIT}), needs_noun=True),
    "end": Verb(Act.REMOVE, kinds=BRIEFS, is_whole=True),
    "keep": Verb(Act.KEEP, kinds=BRIEFS, is_sequel=True, is_whole=True),
    "copy": Verb(Act.COPY, kinds=ALERTS, is_sequel=True, is_whole=True),
    "also": Verb(Act.ADD, is_sequel=True),
    "watch": Verb(Act.ADD, kinds=frozenset({ObjectKind.WATCH_LIST})),
    "above": Verb(Act.ADD, Trend.UP, ALERTS, is_sequel=True),
    "below": Verb(Act.ADD, Trend.DOWN, ALERTS, is_sequel=True),
    "reach": Verb(Act.ADD, Trend.EITHER, ALERTS, is_sequel=True),
    "up": Verb(Act.CHANGE, Trend.UP),
    "down": Verb(Act.CHANGE, Trend.DOWN),
    "less": Verb(Act.CHANGE, Trend.DOWN, is_difference=True),
    "ask_again": Verb(Act.SHOW, kinds=frozenset({ObjectKind.FOUND}), is_sequel=True, is_whole=True),
    "status": Verb(Act.SHOW, kinds=frozenset({ObjectKind.ORDER}), is_whole=True),
    "still": Verb(Act.SHOW, kinds=ALERTS | BRIEFS | {ObjectKind.LIMIT}, is_sequel=True, is_whole=True),
    "distance": Verb(Act.SHOW, kinds=ALERTS, is_sequel=True, is_whole=True),
    "fares": Verb(Act.SHOW, kinds=frozenset({ObjectKind.WATCH_LIST}), is_sequel=True, is_whole=True),
    "tighten": Verb(Act.CHANGE, kinds=frozenset({ObjectKind.STOP})),
    "correct": Verb(Act.CHANGE, is_correction=True),
    "want": Verb(Act.CHANGE, kinds=ALERTS, needs_noun=True),
}
ReferenceWord: TypeAlias = Verb | Pronoun | PlaceWord | End | Factor | Aspect | ObjectKind | SessionPhase | Filler


@cache
def reference_words() -> PhraseTable[ReferenceWord]:
    """Return the words of such messages. Raises: ValueError: a list is unknown, or a phrase stands in two."""
    makers: Mapping[str, Mapping[str, ReferenceWord]] = {
        "acts": VERBS,
        "pronouns": {each.value: each for each in Pronoun},
        "places": {each.value: each for each in PlaceWord},
        "ends": {each.value: each for each in End},
        "nouns": {each.value: each for each in ObjectKind},
        "aspects": {each.value: Aspect(each.value) for each in LimitMeasure},
        "phases": {each.value: each for each in SessionPhase},
        "factors": {each: Factor(Decimal(each)) for each in ("0.5", "2")},
        "fillers": {each.value: each for each in Filler},
    }
    found: dict[Phrase, ReferenceWord] = {}
    for table, meanings in makers.items():
        for phrase, name in index_lists(read_lists("references", table), known=meanings).items():
            if found.setdefault(phrase, meanings[name]) is not meanings[name]:
                msg = f'references.toml: "{" ".join(phrase)}" has two meanings'
                raise ValueError(msg)
    return PhraseTable(found)


def pick_at(words: Sequence[str], at: int) -> int:
    """Return how many words at a place pick one of several: "second one", 另一个; 0: none do."""
    found = reference_words().longest_match(words, at)
    if found is None:
        return 0
    meaning, size = found
    return size if isinstance(meaning, PlaceWord | End) or meaning is Pronoun.OTHER else 0


def picks_other(which: str) -> bool:
    """Return whether words pick another than what was spoken of last: "the other one", 另一个."""
    words = words_of(which)
    found = (reference_words().longest_match(words, at) for at in range(len(words)))
    return any(match is not None and match[0] is Pronoun.OTHER for match in found)
