"""The times that a parsed question names, each with all its words."""

from dataclasses import replace
from datetime import date
from typing import Final

from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.times.finder import find_times
from bot.reading.times.relative import relative_words

_OF_TIMES: Final = frozenset({Kind.FIGURE, Kind.FOLLOW_UP})


def with_whole_times(parse: Parse, today: date) -> Parse:
    """Return a question with its times whole: "[since the 3rd of january](time)", where a slot has "january" only.

    Words for a time as told from another one, "over the same stretch", are a slot where no other time is named.
    """
    times = [each for each in parse.slots if each.name is SlotName.TIME]
    found = [(each.start, each.end) for each in find_times(parse.text, today=today)] if times else []
    relative = relative_words(parse.text)
    if parse.kind not in _OF_TIMES or (relative is None and not found):
        return parse
    spans = [_around(slot.start, slot.end, found) for slot in times]
    if relative is not None and all(relative[0] <= start and end <= relative[1] for start, end in spans):
        spans = [relative]
    slots = [each for each in parse.slots if each not in times and not _is_within(each, spans)]
    slots += [Slot(SlotName.TIME, start, end, parse.text[start:end]) for start, end in dict.fromkeys(spans)]
    return replace(parse, slots=tuple(sorted(slots, key=lambda each: each.start)))


def _is_within(slot: Slot, spans: list[tuple[int, int]]) -> bool:
    return any(start <= slot.start and slot.end <= end for start, end in spans)


def _around(start: int, end: int, found: list[tuple[int, int]]) -> tuple[int, int]:
    """Return from where to where the times reach that a span touches."""
    touched = [span for span in found if _meet(start, end, *span)]
    return min((start, *(each[0] for each in touched))), max((end, *(each[1] for each in touched)))


def _meet(start: int, end: int, other_start: int, other_end: int) -> bool:
    return start < other_end and other_start < end
