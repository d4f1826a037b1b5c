"""Messages that name nothing by itself and refer to what was shown: "remove it", "raise it to 5k", 第二个删掉."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final, TypeVar

from bot.domain.conversation.dialogue import Act, NewValue, ObjectKind, Reference, Trend, ValueUnit
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Phrase, PhraseTable
from bot.language.quantities.quantity import Quantity
from bot.language.quantities.quantity import Unit as WrittenUnit
from bot.reading.spans import ExplainedWords, explain_words
from bot.reading.word_tables import index_lists, read_lists

_MAX_LENGTH: Final = 60  # characters
_QUESTION: Final = frozenset("?？")
_CODE: Final = "`"  # which is quoted


class _Filler(Enum):
    """A word without a meaning of its own."""

    ANY = "any"
    ONTO = "onto"  # behind "put"
    POLITE = "polite"  # before a request in the form of a question


class _Pronoun(Enum):
    ONE = "one"
    SEVERAL = "several"


class _Place(Enum):
    """A place in a list, as the name of its list of words."""

    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"
    LAST = "last"

    @property
    def number(self) -> int:
        """The place from 1; -1: the last."""
        return -1 if self is _Place.LAST else int(self.value)


@dataclass(frozen=True, slots=True)
class _Verb:
    act: Act
    trend: Trend = Trend.EITHER
    kinds: frozenset[ObjectKind] = frozenset(ObjectKind)  # that it can be said of
    needs_pointer: bool = False  # a share by itself may be meant as what is held
    is_sequel: bool = False


_VERBS: Final[Mapping[str, _Verb]] = {
    **{act.value: _Verb(act) for act in Act},
    "dispose": _Verb(Act.REMOVE, needs_pointer=True),
    "cancel": _Verb(Act.CANCEL),
    "also": _Verb(Act.ADD, is_sequel=True),
    "above": _Verb(Act.ADD, Trend.UP, frozenset({ObjectKind.ALERT}), is_sequel=True),
    "below": _Verb(Act.ADD, Trend.DOWN, frozenset({ObjectKind.ALERT}), is_sequel=True),
    "up": _Verb(Act.CHANGE, Trend.UP),
    "down": _Verb(Act.CHANGE, Trend.DOWN),
    "tighten": _Verb(Act.CHANGE, kinds=frozenset({ObjectKind.STOP})),
    "correct": _Verb(Act.CHANGE),
    "want": _Verb(Act.CHANGE, kinds=frozenset({ObjectKind.ALERT})),
}
_LEVELS: Final = frozenset({_VERBS["above"], _VERBS["below"]})  # "and IBM over 206", behind an alert
_Word = _Verb | _Pronoun | _Place | ObjectKind | _Filler
_Kind = TypeVar("_Kind", _Verb, _Pronoun, _Place, ObjectKind)
_LIST: Final = frozenset({ObjectKind.WATCH_LIST})
_UNNAMED: Final = frozenset(ObjectKind) - {ObjectKind.STOP}  # that "it" may be: a stop is named, or tightened
_UNITS: Final = {
    WrittenUnit.MONEY: ValueUnit.MONEY,
    WrittenUnit.SHARES: ValueUnit.SHARES,
    WrittenUnit.PERCENT: ValueUnit.PERCENT,
    WrittenUnit.NONE: ValueUnit.PLAIN,
}


def read_reference(text: str, instruments: InstrumentTable) -> Reference | None:
    """Return what a message refers to and asks of it; None: it says something else, or more.

    Args:
        text: Normalised, without a mention of the bot.
        instruments: The shares by whose names an object can be told from others: "the google one".
    """
    if len(text) > _MAX_LENGTH or _CODE in text:
        return None
    words = explain_words(text, reference_words(), instruments)
    if words is None or len(words.quantities) > 1:
        return None
    if not _QUESTION.isdisjoint(text) and _Filler.POLITE not in words.meanings:
        return None
    verbs = _of(words, _Verb)
    levels = [each for each in verbs if each in _LEVELS]
    verbs = [each for each in verbs if not each.is_sequel] or levels or verbs
    if not verbs and words.symbols and _of(words, _Pronoun) and words.quantities:  # "the google one to 790"
        verbs = [_VERBS["change"]]
    is_put_on = verbs == [_VERBS["change"]] and _Filler.ONTO in words.meanings and bool(words.symbols)
    if is_put_on and not words.quantities:  # "put Google on as well"
        verbs = [_VERBS["add"]]
    return _reference(words, verbs) if verbs else None


def _reference(words: ExplainedWords[_Word], verbs: list[_Verb]) -> Reference | None:
    """Return the reference that the words make; None: they name no one act, object or value."""
    others = [each for each in verbs if each.act is not Act.CHANGE]
    verb, new = (others or verbs)[0], _new_value(words.quantities)
    pronouns, places, nouns = _of(words, _Pronoun), _of(words, _Place), _of(words, ObjectKind)
    has_pointer = bool(pronouns or places or nouns)
    is_pointed = bool(pronouns or places or words.symbols) or (new is not None and not nouns)
    takes_value = verb.act is Act.CHANGE or verb in _LEVELS
    is_value_clear = (takes_value or not words.quantities) and (new is not None or not words.quantities)
    is_act_clear = len({each.act for each in others}) <= 1 and len(places) <= 1
    if not (has_pointer or is_pointed):
        return None
    is_of_other = not verb.kinds.issuperset(nouns) or (verb is _VERBS["want"] and not nouns)  # "I want 20 of it"
    if is_of_other:
        return None
    is_bare = verb.needs_pointer and not has_pointer  # "drop IBM": off the list that was just shown, or a sale
    if not (is_value_clear and is_act_clear) or (new is None and verb in {_VERBS["correct"], _VERBS["want"], *_LEVELS}):
        return None
    named = frozenset(nouns) or (_LIST if is_bare else _UNNAMED)
    is_whole_list = verb.act is Act.REMOVE and named == _LIST and not words.symbols  # "clear the list"
    return Reference(
        act=verb.act,
        kinds=verb.kinds if verb.kinds != frozenset(ObjectKind) else named,
        symbols=words.symbols,
        place=places[0].number if places else 0,
        is_plural=_Pronoun.SEVERAL in pronouns,
        is_pointed=is_pointed,
        is_sequel=verb.is_sequel or is_bare or is_whole_list,
        trend=next((each.trend for each in verbs if each.trend is not Trend.EITHER), Trend.EITHER),
        new=new,
    )


def _new_value(quantities: tuple[Quantity, ...]) -> NewValue | None:
    quantity = next(iter(quantities), None)
    if quantity is None or quantity.value is None or quantity.unit not in _UNITS or quantity.value <= 0:
        return None
    unit = ValueUnit.MONEY if quantity.is_scaled and quantity.unit is WrittenUnit.NONE else _UNITS[quantity.unit]
    return NewValue(quantity.value, unit)


def _of(words: ExplainedWords[_Word], kind: type[_Kind]) -> list[_Kind]:
    return [each for each in words.meanings if isinstance(each, kind)]


@cache
def reference_words() -> PhraseTable[_Word]:
    """Return the words of such messages. Raises: ValueError: a list is unknown, or a phrase stands in two."""
    makers: Mapping[str, Mapping[str, _Word]] = {
        "acts": _VERBS,
        "pronouns": {each.value: each for each in _Pronoun},
        "places": {each.value: each for each in _Place},
        "nouns": {each.value: each for each in ObjectKind},
        "fillers": {each.value: each for each in _Filler},
    }
    found: dict[Phrase, _Word] = {}
    for table, meanings in makers.items():
        for phrase, name in index_lists(read_lists("references", table), known=meanings).items():
            if found.setdefault(phrase, meanings[name]) is not meanings[name]:
                msg = f'references.toml: "{" ".join(phrase)}" has two meanings'
                raise ValueError(msg)
    return PhraseTable(found)
