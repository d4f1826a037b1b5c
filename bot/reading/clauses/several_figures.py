"""Questions for figures that are several: of more than one time, or for both ends of an order."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Final

from bot.domain.figures.measures import Measure
from bot.reading.assembly.slots import says
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.recognisers.times import read_when
from bot.reading.times.finder import find_times

_ENDS: Final[Mapping[str, SlotName]] = {Measure.HIGH: SlotName.MOST, Measure.LOW: SlotName.LEAST}


def of_each_time(parse: Parse, today: date) -> Sequence[Parse]:
    """Return a question for figures of several times as one for each: "the close on the 23rd and the 24th"."""
    slots = tuple(parse.each(SlotName.TIME))
    if parse.kind is not Kind.FIGURE or not slots:
        return ()
    start, end = slots[0].start, slots[-1].end  # a day between two of them may be in no slot
    times = [each for each in find_times(parse.text, today=today) if each.core < end and start < each.end]
    if len(times) <= 1:
        return ()
    others = [slot for slot in parse.slots if slot not in slots]
    named = (Slot(SlotName.TIME, each.start, each.end, parse.text[each.start : each.end]) for each in times)
    return tuple(parse.with_slots(others, [each]) for each in named)


def of_each_end(parse: Parse) -> Sequence[Parse]:
    """Return a question for the highest and the lowest as one for each; the high of closes is the highest close."""
    if parse.kind is not Kind.FIGURE:
        return (parse,)
    if _is_of_closes(parse):
        slots = (replace(each, name=_ENDS.get(each.value, each.name)) for each in parse.slots)
        parse = replace(parse, slots=tuple(slots))
    ends = (SlotName.MOST, SlotName.LEAST)
    if not all(map(parse.has, ends)):
        return (parse,)
    others = (tuple(each for each in parse.slots if each.name is not left) for left in reversed(ends))
    return tuple(replace(parse, slots=slots) for slots in others)


def _is_of_closes(parse: Parse) -> bool:
    """Return whether a high or a low is said to be one of closes: 最高收盘价, not 收盘价和最高价."""
    measures = tuple(parse.each(SlotName.MEASURE))
    return any(
        one.value in _ENDS
        and says(other.text, "close", table="beside_times")
        and not parse.text[one.end : other.start].strip()
        for one, other in pairwise(measures)
    )


def names_unknown_time(parse: Parse, today: date) -> bool:
    """Return whether a question for figures names a time that is not known: "since the split"."""
    is_figure = parse.kind is Kind.FIGURE and parse.has(SlotName.MEASURE)
    return is_figure and any(read_when(slot.text, today=today) is None for slot in parse.each(SlotName.TIME))
