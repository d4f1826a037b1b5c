"""The times of questions that go on from another: "the week before that?", "vs today?"."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bot.domain.figures.measures import OF_CLOSES
from bot.domain.figures.query import OnDay, OverDays, OverSessions, Since
from bot.reading.assembly.slots import says
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recognisers.times import read_when
from bot.reading.times.days import Days, back, is_relative, relative_days
from bot.reading.times.finder import find_times


def with_days(said: Parse, before: Parse, today: date) -> Parse | None:
    """Return a question with its times as days, as seen from those of the question before; None: one is not known."""
    times: list[Slot] = []
    asked, from_close = _days_of(before, today) or (None, False)
    for slot in said.each(SlotName.TIME):
        if asked is not None and from_close and (day := _day_in_place(slot, asked, today)) is not None:
            times.append(replace(slot, text=f"since {day.isoformat()}"))
        elif (compared := _compared_with(slot, (*said.slots, *before.slots), asked, today)) is not None:
            times.append(compared)
        elif not _counts_from_before(slot.text, asked, today):
            times.append(slot)
        elif (days := relative_days(slot.text, asked, today=today)) is not None:
            joint = " to " if from_close and asked is not None and days[0] == asked[0] else " through "
            compares_prices = says(said.text, "compared") and _are_prices((*said.slots, *before.slots))
            if asked is not None and days[0] == days[1] != asked[0] == asked[1] and compares_prices:
                joint, days = " to ", (min(days[0], asked[0]), max(days[0], asked[0]))
            times.append(replace(slot, text=joint.join(dict.fromkeys(day.isoformat() for day in days))))
        else:
            return None
    return said.with_slots([slot for slot in said.slots if slot.name is not SlotName.TIME], times)


def _compared_with(slot: Slot, slots: Sequence[Slot], asked: Days | None, today: date) -> Slot | None:
    """Return "vs today" as the days from that of the question before; of other figures than prices, as the day itself.

    None: it is not compared so, or nothing but "now" is.
    """
    named = read_when(slot.text, today=today)
    if named is None or named.against is None:
        return None
    first, last = named.against
    if not _are_prices(slots):
        return replace(slot, text=" through ".join(dict.fromkeys((first.isoformat(), last.isoformat()))))
    if asked is None or asked[0] != asked[1] or asked[0] == last:
        return None
    return replace(slot, text=" to ".join(sorted((asked[0].isoformat(), last.isoformat()))))


def _day_in_place(slot: Slot, asked: Days, today: date) -> date | None:
    """Return the day that takes the place of that since which was asked: "since the 22nd", then "and the 15th?"."""
    found = find_times(slot.text, today=today)
    is_plain = len(found) == 1 and found[0].start == found[0].core and isinstance(found[0].when, OnDay)
    is_since = asked[0] < asked[1] == today
    return found[0].days[0] if is_plain and is_since and found[0].days[0] < today else None


def _are_prices(slots: Sequence[Slot]) -> bool:
    return {each.value for each in slots if each.name is SlotName.MEASURE} <= OF_CLOSES


def _counts_from_before(text: str, asked: Days | None, today: date) -> bool:
    """Return whether words name a time by that of the question before: "last month" is that of today."""
    named = read_when(text, today=today)
    if asked is None and named is not None and named.when is not Since.THEN:
        return False  # "those 30 days", and none were named
    is_since_then = asked is not None and named is not None and named.when is Since.THEN
    return (named is None or isinstance(named.when, OverSessions) or is_since_then) and is_relative(text)


def _days_of(parse: Parse, today: date) -> tuple[Days, bool] | None:
    """Return the days of which a question asks, and whether a change counts from the close of the first; None: none."""
    slots = reversed(tuple(parse.each(SlotName.TIME)))  # the last that is named
    named = next((when for slot in slots if (when := read_when(slot.text, today=today))), None)
    match named.when if named is not None else None:
        case OnDay(day):
            return (day, day), True
        case OverDays(first, last, from_close):
            return (first, last), from_close
        case OverSessions(count):
            return (back(today, count, "session"), today), True
    return None
