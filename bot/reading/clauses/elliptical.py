"""Completes clauses that go on with another one, "and MSFT?", 前天呢, by the words of that."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import tokenise
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.times.finder import find_times
from bot.reading.trained.parser import trained_parser

_N: Final = SlotName
_MOST_WORDS: Final = 3  # of such a clause, besides those that are put into the other
_SIGNS: Final = " ,.;!?…~"
_ADDED: Final = frozenset({_N.SHARE, _N.TIME})  # to a clause that names none
_SAME_PLACE: Final = {_N.DOWN: _N.UP, _N.MOVE: _N.LEVEL}  # one of two slots may stand in the place of the other


def named_alone(parse: Parse, around: Surroundings, *, most: int = _MOST_WORDS) -> dict[SlotName, Slot]:
    """Return the shares and the time that a clause names; empty: it names none, or says more than `most` words."""
    text, said = parse.text, GuardedMessage.of(parse.text, around.instruments)
    shares = [(each.start, each.end) for each in said.shares]
    times = [(each.start, each.end) for each in find_times(text, today=around.today)]
    spans = {_N.SHARE: shares, _N.TIME: times}
    named = {name: _slot(name, text, each[0][0], each[-1][1]) for name, each in spans.items() if each}
    has_measure = any(
        not any(start < slot.end and slot.start < end for start, end in (*shares, *times))
        for slot in parse.each(_N.MEASURE)
    )
    says_more = said.numbers or said.trades or _words_beside(text, [*shares, *times]) > most
    return {} if says_more or has_measure else named


def slots_alone(text: str, kind: Kind, instruments: InstrumentTable) -> dict[SlotName, Slot]:
    """Return the slots of a clause that may be of a kind, by their place; empty: it says more, or has none."""
    parse = trained_parser().parse(text, (), instruments, excluded=frozenset(Kind) - {kind})
    is_all = _words_beside(text, [(each.start, each.end) for each in parse.slots]) <= _MOST_WORDS
    slots = (replace(each, name=_N.LEVEL) if each.name is _N.STOP else each for each in parse.slots)
    return {_place(each.name): each for each in slots} if is_all else {}


def with_words(model: Parse, words: Mapping[SlotName, Slot]) -> Parse | None:
    """Return a clause with words in place of those of its slots; None: it has no place for them.

    A share or a time may be added, and before a level the direction.
    """
    lacking = words.keys() - {_place(each.name) for each in model.slots}
    if not words or lacking - _ADDED - ({_N.UP} if _N.LEVEL in words else set()):
        return None
    text, slots, end, left = "", list[Slot](), 0, dict(words)

    def put(slot: Slot) -> str:
        slots.append(replace(slot, start=len(text), end=len(text) + len(slot.text)))
        return text + slot.text

    for slot in model.slots:
        place = _place(slot.name)
        text += model.text[end : slot.start]
        if place is _N.LEVEL and _N.UP in left and _N.UP in lacking:
            text = f"{put(left.pop(_N.UP))} "
        if place not in words:
            text = put(slot)
        elif place in left:
            text = put(left.pop(place))
        end = slot.end
    text = (text + model.text[end:]).rstrip(_SIGNS)
    for new in left.values():
        text = f"{text} "
        text = put(new)
    return replace(model, text=text, slots=tuple(slots))


def _words_beside(text: str, spans: Sequence[tuple[int, int]]) -> int:
    """Return how many words of a text stand in none of some spans."""
    words = (each for each in tokenise(text) if each.text.isalnum())
    return sum(not any(start <= each.start < end for start, end in spans) for each in words)


def _slot(name: SlotName, text: str, start: int, end: int) -> Slot:
    return Slot(name, start, end, text[start:end])


def _place(name: SlotName) -> SlotName:
    return _SAME_PLACE.get(name, name)
