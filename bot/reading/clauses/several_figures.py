"""Requests of one kind that are several: figures of more than one time, or for both ends of an order; alerts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Final

from bot.domain.figures.measures import Measure
from bot.reading.assembly.figures import KINDS
from bot.reading.assembly.limits import part_of
from bot.reading.assembly.slots import says
from bot.reading.named_times import missed_times
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.recognisers.times import read_when
from bot.reading.times.finder import FoundTime, find_times

_ENDS: Final[Mapping[str, SlotName]] = {Measure.HIGH: SlotName.MOST, Measure.LOW: SlotName.LEAST}


def of_each_time(parse: Parse, today: date) -> Sequence[Parse]:
    """Return a question for figures of several times as one for each: "the close on the 23rd and the 24th".

    A time with which alone a figure is compared, "RSI vs last friday", stands behind that of today. Of no such times,
    it is one for each kind of figures: "cash, and the P/E of Google".
    """
    if parse.kind is not Kind.FIGURE:
        return ()
    times = _times(parse, today)
    if not times or (len(times) == 1 and times[0].until is None):
        return _of_each_kind(parse)
    is_compared = any(each.until for each in times)  # "better this week than last week"
    dropped = (*parse.each(SlotName.TIME), *(parse.each(*_ENDS.values()) if is_compared else ()))
    others = [slot for slot in parse.slots if slot not in dropped]
    words = [_words(parse.text, each) for each in times]
    words = words if len(words) > 1 else [today.isoformat(), *words]
    return tuple(parse.with_slots(others, [Slot(SlotName.TIME, 0, 0, each)]) for each in words)


def _times(parse: Parse, today: date) -> Sequence[FoundTime]:
    """Return the times in the slots and between them, as a day there may be in none; without slots, those missed."""
    slots = tuple(parse.each(SlotName.TIME))
    if not slots:
        return missed_times(parse.text, today)
    start, end = slots[0].start, slots[-1].end
    return [each for each in find_times(parse.text, today=today) if each.core < end and start < each.end]


def _words(text: str, time: FoundTime) -> str:
    """Return the words for a time, those for one that is compared with as days."""
    if time.until is None:
        return text[time.start : time.end]
    return " through ".join(dict.fromkeys(each.isoformat() for each in time.days))


def of_each_end(parse: Parse) -> Sequence[Parse]:
    """Return a question for the highest and the lowest as one for each; the high of closes is the highest close.

    Of reasons, it is one for each share: "why MSFT and not AAPL?".
    """
    if parse.kind is Kind.EXPLAIN:
        shares = tuple(parse.each(SlotName.SHARE))
        beside = tuple(each for each in parse.slots if each not in shares)
        return tuple(replace(parse, slots=(each, *beside)) for each in shares) or (parse,)
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
    words = [one.text for one in measures if one.value in _ENDS]
    words += [
        other.text
        for one, other in pairwise(measures)
        if one.value in _ENDS and not parse.text[one.end : other.start].strip()
    ]
    return any(says(each, "close", table="beside_times") for each in words)


def _of_each_kind(parse: Parse) -> Sequence[Parse]:
    slots = tuple(parse.each(SlotName.MEASURE))
    groups = [one for kind in KINDS if (one := [each for each in slots if each.value in kind])]
    is_each_known = sum(map(len, groups)) == len(slots) and len(groups) > 1
    groups.sort(key=lambda one: one[0].start)
    return [parse.without([e for e in slots if e not in one]) for one in groups] if is_each_known else ()


def names_unknown_time(parse: Parse, today: date) -> bool:
    """Return whether a question for figures names a time that is not known: "since the split"."""
    is_figure = parse.kind is Kind.FIGURE and parse.has(SlotName.MEASURE)
    return is_figure and any(read_when(slot.text, today=today) is None for slot in parse.each(SlotName.TIME))


_VALUES: Final = (SlotName.LEVEL, SlotName.MOVE)


def of_each_share(parse: Parse) -> tuple[Parse, ...]:
    """Return such a request as one for each share; else the parse alone: one share, or the same for all."""
    if parse.kind is not Kind.ALERT_SET:
        return (parse,)
    cuts, is_level_said = [0], False  # where a share begins that stands behind the level of another one
    for slot in parse.slots:
        cuts += [slot.start] if slot.name is SlotName.SHARE and is_level_said else []
        is_level_said = slot.name in _VALUES or (is_level_said and slot.name is not SlotName.SHARE)
    cuts.append(len(parse.text))
    parts = tuple(part_of(parse, start, end) for start, end in pairwise(cuts))
    shares = {share.text.lower() for part in parts for share in part.each(SlotName.SHARE)}
    is_whole = all(part.has(SlotName.SHARE) and part.has(*_VALUES) for part in parts)
    return parts if is_whole and len(shares) > 1 else (parse,)
