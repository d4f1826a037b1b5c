"""The times that a parsed question names, each with all its words, and that of which its figures are asked."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import OF_CARD, OF_CLOSES, OF_LEVELS, Measure
from bot.domain.figures.query import OnDay, OverDays, OverSessions, When
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.recognisers.times import NamedTime, read_when
from bot.reading.times.days import relative_words
from bot.reading.times.finder import FoundTime, find_times
from bot.reading.times.forms import FormKind
from bot.reading.times.time_expressions import RECENTLY
from bot.reading.word_tables import phrase_table, words_of

_OF_TIMES: Final = frozenset({Kind.FIGURE, Kind.FOLLOW_UP, Kind.SUPPOSE})
RECENT_SESSIONS: Final = 20  # about a month
TIMELESS: Final = OF_CARD | OF_LEVELS | {Measure.EARNINGS_DATE, Measure.EX_DIVIDEND, Measure.HOURS}
_OF_A_YEAR: Final = frozenset({Measure.HIGH, Measure.LOW, Measure.RANGE, Measure.FROM_HIGH, Measure.FROM_LOW})
_FROM_EXTREME: Final = frozenset({Measure.FROM_HIGH, Measure.FROM_LOW})
_OF_ONE_SESSION: Final = frozenset({Measure.OPEN, Measure.GAP})  # of today, if no time is named
_OF_SPANS: Final = frozenset({Measure.CHANGE, Measure.TOTAL_RETURN})  # of the day, if no time is named
_PAIR: Final = 2


def with_whole_times(parse: Parse, today: date) -> Parse:
    """Return a question with its times whole: "[since the 3rd of january](time)", where a slot has "january" only.

    Words for a time as told from another one, "over the same stretch", are a slot where no other time is named.
    """
    times = [each for each in parse.slots if each.name is SlotName.TIME]
    found = [(each.start, each.end) for each in find_times(parse.text, today=today)] if times else []
    relative = relative_words(parse.text)
    if parse.kind not in _OF_TIMES or (relative is None and not found):
        return parse
    touched = ([(s.start, s.end), *(each for each in found if s.start < each[1] and each[0] < s.end)] for s in times)
    spans = [(min(start for start, _ in each), max(end for _, end in each)) for each in touched]
    if relative is not None and all(relative[0] <= start and end <= relative[1] for start, end in spans):
        spans = [relative]
    within = [each for each in parse.slots if any(start <= each.start and each.end <= end for start, end in spans)]
    slots = [each for each in parse.slots if each not in times and each not in within]
    slots += [Slot(SlotName.TIME, start, end, parse.text[start:end]) for start, end in dict.fromkeys(spans)]
    return replace(parse, slots=tuple(sorted(slots, key=lambda each: each.start)))


def asked_time(parse: Parse, measures: Sequence[Measure], today: date) -> NamedTime | None:
    """Return the time that figures are asked of; None: it is not known, or to come, or each of several is meant."""
    if measures and set(measures) <= TIMELESS:
        return NamedTime(None)
    slots = tuple(parse.each(SlotName.TIME))
    missed = [] if slots else missed_times(parse.text, today)
    read = [
        None if each.problem else NamedTime(each.when, against=each.days if each.until is not None else None)
        for each in missed
    ] or [read_when(each, today=today) for each in _words_of_times(parse, measures, today)]
    times = [each for each in read if each is not None]
    if len(times) < len(read):
        return None
    is_of_year = bool(measures) and set(measures) <= _OF_A_YEAR
    times = [each for each in times if not (each.is_full_year and is_of_year)]
    if any(each.against for each in times):
        return _compared_time(times) if set(measures) & set(FORMULAS) <= OF_CLOSES else None
    if len(times) == _PAIR and NamedTime(None) in times and set(measures) <= OF_CLOSES:
        days = [each.when.day for each in times if isinstance(each.when, OnDay) and each.when.day < today]
        if days:  # "jan 15 vs now"
            return NamedTime(OverDays(days[0], today, from_close=True), against=(days[0], days[0]))
    named = list(dict.fromkeys(each.when for each in times if each.when is not None))
    if not named and measures and set(measures) <= _OF_SPANS and RECENTLY.search(parse.text.lower()):
        named = [OverSessions(RECENT_SESSIONS)]
    if measures and all(each in FORMULAS and FORMULAS[each].takes_sessions for each in measures):
        named += [each for each in _sessions(parse, today) if each not in named]
        named = [each for each in named if each != OnDay(today)] or named
    if len(named) > 1:
        return read_when(parse.text[slots[0].start : slots[-1].end], today=today) if len(slots) > 1 else None
    if named == [OnDay(today)] and measures and set(measures) <= _FROM_EXTREME:
        named = [OverDays(today, today)]  # "how far off today's high"
    is_of_today = set(measures) & _OF_ONE_SESSION and not parse.has(SlotName.MOST, SlotName.LEAST)
    return NamedTime(next(iter(named), OnDay(today) if is_of_today else None))


def days_since(parse: Parse, today: date) -> OverDays | None:
    """Return the days from the close of an earlier day to today, or to another day that is named; None: of no such."""
    named = [read_when(each.text, today=today) for each in parse.each(SlotName.TIME)]
    days = [each.when.day for each in named if each is not None and isinstance(each.when, OnDay)]
    is_now = [each is not None and each.when is None for each in named]
    first = min(days, default=today)
    if first == today or len(days) + sum(is_now) < len(named):
        return None
    last = max(days) if len(days) > 1 else today
    return OverDays(first, last, from_close=True) if len(set(days)) <= _PAIR else None


def missed_times(text: str, today: date) -> Sequence[FoundTime]:
    """Return the days that words name which no slot has: figures of now would be those of another day."""
    found = find_times(text, today=today)
    return [each for each in found if not each.is_bare and each.kind is not FormKind.TRAILING]


def _words_of_times(parse: Parse, measures: Sequence[Measure], today: date) -> Sequence[str]:
    """Return the words of the times; without slots, those within figures that no sessions are counted for: "1y涨幅"."""
    takes_sessions = [each in FORMULAS and FORMULAS[each].takes_sessions for each in measures]
    if times := [each.text for each in parse.each(SlotName.TIME)]:  # "and the 200?" behind an average
        is_count = [each.isdecimal() and any(takes_sessions) and bool(sessions_in(each)) for each in times]
        return [f"{each} sessions" if is_bare else each for each, is_bare in zip(times, is_count, strict=True)]
    if not measures or any(takes_sessions) or not set(measures) <= set(FORMULAS):
        return ()
    slots, found = tuple(parse.each(SlotName.MEASURE)), find_times(parse.text, today=today)
    counted = [each for each in found if parse.text[each.core].isdecimal()]  # "1y", not "fall", "a year"
    within = [each for each in counted if any(s.start <= each.core and each.end <= s.end for s in slots)]
    return [parse.text[each.core : each.end] for each in within]


def _compared_time(times: Sequence[NamedTime]) -> NamedTime | None:
    """Return the days from one that is compared with to today, or to the other: "jan 31 vs jan 2"; None: of no two."""
    if len(times) == 1:
        return times[0]
    days = {each.when.day for each in times if isinstance(each.when, OnDay)}
    days |= {last for first, last in (each.against for each in times if each.against) if first == last}
    if len(times) != _PAIR or len(days) != _PAIR:
        return None
    return NamedTime(OverDays(min(days), max(days), from_close=True), against=(min(days), min(days)))


def _sessions(parse: Parse, today: date) -> Sequence[When]:
    """Return the times that the names of the measures hold: "200-day average", "rsi14", 年线."""
    found: list[When] = []
    for slot in parse.each(SlotName.MEASURE):
        times = [each.when for each in find_times(slot.text, today=today) if isinstance(each.when, OverSessions)]
        found += times[:1] or sessions_in(slot.text)[:1]
    return list(dict.fromkeys(found))


def sessions_in(name: str) -> Sequence[OverSessions]:
    """Return the numbers of sessions in the name of an average: 年线, "50dma"."""
    words = words_of(name)
    counts = [int(count) for count, *_ in phrase_table("analysis", "sessions").find_all(words)]
    counts += [int(word) for word in words if word.isdecimal() and 1 < int(word) < 1000]  # noqa: PLR2004 - sessions
    return [OverSessions(count) for count in counts]
