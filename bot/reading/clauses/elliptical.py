"""Completes clauses that go on with another one, "and MSFT?", 前天呢, by the slots of that."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import tokenise
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import phrase_list

_N: Final = SlotName
_MOST_WORDS: Final = 3  # of such a clause, besides those of its slots
_ADDED: Final = frozenset({_N.SHARE, _N.TIME})  # to a clause that names none
_SAME_PLACE: Final = {_N.DOWN: _N.UP, _N.MOVE: _N.LEVEL, _N.STOP: _N.LEVEL}  # one may stand in the place of the other


def asks_when_alone(text: str) -> bool:
    """Return whether words ask for nothing but the day of what was asked for before: "and when was that?"."""
    words, at, is_when = [each.text for each in tokenise(text.lower())], 0, False
    while at < len(words):
        found = phrase_list("analysis", "words", "asks_when").longest_match(words, at)
        beside = found or phrase_list("analysis", "words", "beside_when").longest_match(words, at)
        if beside is None:
            return False
        is_when, at = is_when or found is not None, at + beside[1]
    return is_when


def named_alone(parse: Parse, *, most: int = _MOST_WORDS) -> tuple[Slot, ...]:
    """Return the shares and the time that a clause names; empty: it names none, or says more than `most` words."""
    named = tuple(parse.each(*_ADDED))
    is_alone = all(any(each.start < slot.end and slot.start < each.end for each in named) for slot in parse.slots)
    return named if is_alone and _words_beside(replace(parse, slots=named)) <= most else ()


def slots_alone(text: str, kind: Kind, instruments: InstrumentTable) -> tuple[Slot, ...]:
    """Return the slots of a clause that may be of a kind; empty: it says more, or has none."""
    parse = trained_parser().parse_as(text, kind, instruments=instruments)
    return parse.slots if _words_beside(parse) <= _MOST_WORDS else ()


def completed(model: Parse, slots: Collection[Slot]) -> Parse | None:
    """Return a clause with some slots in the place of its own; None: it has no place for them.

    A share or a time may be added, and to a level the direction.
    """
    new = {_place(each.name) for each in slots}
    lacking = new - {_place(each.name) for each in model.slots}
    if not slots or lacking - _ADDED - ({_N.UP} if _N.LEVEL in new else set()):
        return None
    return model.with_slots([each for each in model.slots if _place(each.name) not in new], tuple(slots))


def _words_beside(parse: Parse) -> int:
    """Return how many words of a text stand in no slot."""
    words = (each for each in tokenise(parse.text) if each.text.isalnum())
    return sum(not any(slot.start <= each.start < slot.end for slot in parse.slots) for each in words)


def _place(name: SlotName) -> SlotName:
    return _SAME_PLACE.get(name, name)
