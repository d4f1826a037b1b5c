"""Questions for the change between two prices that were asked about: "so what's that in percent?", 相差多少."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from bot.domain.figures.measures import Measure
from bot.domain.figures.query import OnDay, OverDays
from bot.reading.assembly.slots import says
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.recognisers.times import read_when

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

    Args:
        asked: The questions before, the oldest first, which goes on from none.
        today: The day of a price without one.
        is_of_one: Whether the change of a single day is meant where only its price was asked for.
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
