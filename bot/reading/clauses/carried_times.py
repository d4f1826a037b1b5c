"""The times of questions that go on from another: "the week before that?", "vs today?", "what's that in percent?"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from bot.domain.figures.measures import OF_CLOSES, Measure
from bot.domain.figures.query import OnDay, OverDays, OverSessions, Since
from bot.reading.assembly.slots import says
from bot.reading.parses import Kind, Parse, Slot, SlotName
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


_OF_PRICES: Final = frozenset({Measure.PRICE, Measure.CHANGE})
_IN_PERCENT: Final = _OF_PRICES | {Measure.CARD_COST}  # "how much is that in percent", where no card waits
_KINDS: Final = frozenset({Kind.FIGURE, Kind.FOLLOW_UP})
_PLAIN: Final = frozenset({SlotName.MEASURE, SlotName.UP, SlotName.DOWN, SlotName.PERCENT})
_OF_WHAT: Final = (SlotName.SHARE, SlotName.WHICH)
_PAIR: Final = 2


def may_be_change_between(parse: Parse) -> bool:
    """Return whether a message asks for a change and names neither a share nor a time."""
    is_of_change = parse.kind is Kind.FIGURE and _measures(parse) == {Measure.CHANGE}
    return asks_in_percent(parse) or (is_of_change and _is_plain(parse))


def asks_in_percent(parse: Parse) -> bool:
    """Return whether a message asks for a percentage alone, or a difference, of what was answered before."""
    is_alone = parse.kind in _KINDS and _is_plain(parse) and _measures(parse) <= _IN_PERCENT
    return is_alone and says(parse.text, "in_percent")


def _measures(*parses: Parse) -> set[str]:
    return {slot.value for each in parses for slot in each.each(SlotName.MEASURE)}


def _is_plain(parse: Parse) -> bool:
    return all(slot.name in _PLAIN for slot in parse.slots)


def change_between(asked: Sequence[Parse], today: date, *, is_of_one: bool) -> Parse | None:
    """Return the question for the change between the two days of whose prices was asked; None: of no two.

    `is_of_one`: the change of a single day is meant where only its price was asked for.
    """
    asked = [each for each in asked if not asks_in_percent(each)]
    if not asked or asked[0].kind is not Kind.FIGURE or not _measures(*asked) <= _OF_PRICES:
        return None
    days = sorted({day for at, each in enumerate(asked) for day in _days(each, today, is_first=at == 0)})
    if not (len(days) == _PAIR or (len(days) == 1 and is_of_one)):
        return None
    named = [slot for each in asked for slot in each.each(*_OF_WHAT)]
    time = " to ".join(each.isoformat() for each in days)
    new = (Slot(SlotName.MEASURE, 0, 0, "change", Measure.CHANGE), Slot(SlotName.TIME, 0, 0, time))
    return replace(asked[0], kind=Kind.FIGURE).with_slots((), (*named, *new))


def _days(parse: Parse, today: date, *, is_first: bool) -> Iterator[date]:
    """Yield the days of whose prices is asked; of a first question without a time, today."""
    slots = tuple(parse.each(SlotName.TIME))
    if is_first and not slots:
        yield today
    for slot in slots:
        named = read_when(slot.text, today=today)
        match named.when if named is not None else None:
            case OnDay(day):
                yield day
            case OverDays(first, last, from_close=True):
                yield from (first, last)
            case None if named is not None:
                yield today
