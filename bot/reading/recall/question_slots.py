"""Finds the people and the time that a question about what was said names, where its slots do not plainly have them."""

import re
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final, TypeAlias

from bot.domain.conversation.message_facts import MessageFacts
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recall.recall_words import is_pronoun, opens_time
from bot.reading.times.finder import EARLIEST
from bot.reading.times.time_expressions import find_time_expression

Span: TypeAlias = tuple[datetime | None, datetime | None]  # its end is exclusive; None, both: no time is named

_WORD: Final = re.compile(r"\S+")
_MENTIONED: Final = re.compile(r"(?<!\w)@\w+")
_LONGEST_TIME: Final = 4  # words: "as of last week"


def read_span(parse: Parse, message: MessageFacts) -> Span:
    """Return the time that a message names, from the first to the last day of all."""
    parse = with_last_time(parse, message)
    slots = (_with_opening(parse.text, each) for each in parse.each(SlotName.TIME))
    read = partial(find_time_expression, now=message.at, zone=message.zone, is_expected=True)
    named = map(read, slots)
    times = [each for each in named if each is not None]
    if not times:
        return None, None
    since = min(each.since for each in times)
    return since if since.date() > EARLIEST else None, max(each.until for each in times)


def with_people(parse: Parse) -> Parse:
    """Return a parse in which a mention, "@U123", is a person as a whole, and "she" is no name."""
    spans = [match.span() for match in _MENTIONED.finditer(parse.text)]
    mentions = [Slot(SlotName.PERSON, start, end, parse.text[start:end]) for start, end in spans]
    others = [
        each
        for each in parse.slots
        if not any(start < each.end and each.start < end for start, end in spans)
        if not (each.name is SlotName.PERSON and is_pronoun(each.text))
    ]
    return replace(parse, slots=tuple(sorted((*others, *mentions), key=lambda each: each.start)))


def with_last_time(parse: Parse, message: MessageFacts) -> Parse:
    """Return a parse in which the time that a message ends with is a slot, and in no other; where none is one yet."""
    if parse.has(SlotName.TIME):
        return parse
    starts = [match.start() for match in _WORD.finditer(parse.text)][-_LONGEST_TIME:]
    for start in starts:
        words = parse.text[start:].rstrip(" ?.!")
        is_opened = opens_time(words)
        found = find_time_expression(words, now=message.at, zone=message.zone)
        if found is not None and (is_opened or not found.rest):
            before = (_cut(each, start) for each in parse.slots if each.start < start)
            return replace(parse, slots=(*before, Slot(SlotName.TIME, start, start + len(words), words)))
    return parse


def _cut(slot: Slot, end: int) -> Slot:
    """Return a slot that ends before the time at `end`."""
    words = slot.text[: max(end - slot.start, 0)].rstrip()
    return replace(slot, end=slot.start + len(words), text=words) if end < slot.end else slot


def _with_opening(text: str, slot: Slot) -> str:
    """Return the words of a time with "as of" or "since", where that stands before it."""
    before = text[: slot.start].split()[-2:]
    opening = next((" ".join(before[at:]) for at in range(len(before)) if opens_time(" ".join(before[at:]))), "")
    return f"{opening} {slot.text}".strip()
