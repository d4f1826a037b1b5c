"""Days of the calendar that times name, as of a day that is today, or as told from other days."""

import calendar
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.domain.text.tokens import tokenise
from bot.reading.quantities.quantity import parse_number
from bot.reading.word_tables import phrase_table, words_of

Days = tuple[date, date]  # the first and the last

MAX_LOOKBACK_DAYS: Final = 36_600  # a hundred years
MONTHS_IN: Final = {"month": 1, "quarter": 3, "year": 12}
_DAYS_IN: Final = {"day": 1.0, "session": 1.4, "week": 7.0}
_FEW_DAYS: Final = 7
_THURSDAY: Final = 3
SATURDAY: Final = 5


def months_back(day: date, months: int) -> date:
    """Return the same day of a month before, or the last day of a month that is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(max(year, 1), month + 1)[1]))


def back(today: date, count: int, unit: str) -> date:
    """Return the day so many days, sessions, weeks, months, quarters or years ago.

    Raises: ValueError, OverflowError: no market's data reach back that far.
    """
    if unit in MONTHS_IN:
        return months_back(today, count * MONTHS_IN[unit])
    days = math.ceil(count * _DAYS_IN[unit])
    if days > MAX_LOOKBACK_DAYS:
        msg = "no market's data reach back that far"
        raise ValueError(msg)
    return today - timedelta(days=days)


def months_from(year: int, month: int, count: int = 1) -> Days:
    """Return the days of so many months from one on."""
    first = date(year, month, 1)
    return first, months_back(first, -count) - timedelta(days=1)


def latest_months(today: date, month: int, count: int = 1, *, is_over: bool = False) -> Days:
    """Return those months of the latest year in which they have begun, or are over."""
    days = months_from(today.year, month, count)
    return days if days[is_over] <= today else months_from(today.year - 1, month, count)


def latest_day(today: date, month: int, day: int) -> date:
    """Return the latest day of this date that has begun. Raises: ValueError: there is no such day."""
    return date(today.year - ((month, day) > (today.month, today.day)), month, day)


def period(day: date, unit: str, ago: int = 0) -> Days:
    """Return the day, or the week, month, quarter or year of the calendar that holds a day, or one so many before."""
    if unit in MONTHS_IN:
        months = MONTHS_IN[unit]
        first = months_back(day.replace(day=1), (day.month - 1) % months + months * ago)
        return months_from(first.year, first.month, months)
    if unit == "week":
        monday = day - timedelta(days=day.weekday() + 7 * ago)
        return monday, monday + timedelta(days=6)
    return day - timedelta(days=ago), day - timedelta(days=ago)


def named_days(name: str, today: date) -> Days:
    """Return the days that the words of a list of `[periods]` mean."""
    unit, _, ago = name.partition(" ")
    if ago:
        return period(today, unit, int(ago))
    if name == "few_days":
        return today - timedelta(days=_FEW_DAYS), today
    if name == "weekend":
        saturday = today - timedelta(days=(today.weekday() - SATURDAY) % 7)
        return saturday, saturday + timedelta(days=1)
    if name == "thanksgiving":
        found = max(day for day in map(_thanksgiving, (today.year, today.year - 1)) if day <= today)
    else:
        found = latest_day(today, *map(int, name.split("-")))
    return found, found


def _thanksgiving(year: int) -> date:
    last = date(year, 11, 28)
    return last - timedelta(days=(last.weekday() - _THURSDAY) % 7)


_DAYS_OF: Final = {"day": 1, "session": 1, "week": 7, "month": 30, "quarter": 90, "year": 365}
_LONGEST_DIFFERENCE: Final = 3  # in days, of months
_WEEKEND: Final = 5
_WEEK: Final = 7


@dataclass(slots=True)
class _Words:
    """The words of a relative time: a relation, a unit, a number; nothing else but words that count for nothing."""

    relation: str | None = None
    unit: str | None = None
    count: int = 1

    @property
    def is_time(self) -> bool:
        """Whether they name a time: "before" alone, and a unit alone, do not."""
        return self.relation is not None and (self.unit is not None or self.relation not in {"before", "after"})

    @property
    def is_sure(self) -> bool:
        """Whether they name one wherever they stand: "then" and "that" may be anything."""
        return self.relation in {"same_time", "since_then", "year_ago"} or (self.relation == "same" and bool(self.unit))


def is_relative(text: str) -> bool:
    """Return whether the words of a slot name a time by another one; 前天 names a day by itself."""
    words, periods = words_of(text), phrase_table("times", "periods")
    ends = (at + named[1] for at in range(len(words)) if (named := periods.longest_match(words, at)))
    found = None if len(words) in ends else _read_words(words)
    return found is not None and found.is_time


def relative_words(text: str) -> tuple[int, int] | None:
    """Return where words of a text stand that surely name a time by another one, "over the same stretch", 那期间."""
    tokens = tokenise(text.lower())
    words = [each.text for each in tokens]
    for at in range(len(words)):
        relation = phrase_table("times", "relations").longest_match(words, at)
        if relation is None or relation[0] == "beside":
            continue
        for end in range(len(words), at, -1):
            found = _read_words(words[at:end])
            if found is not None and found.is_sure:
                return tokens[at].start, tokens[end - 1].end
    return None


def relative_days(text: str, asked: Days | None, *, today: date) -> Days | None:
    """Return the days that words name as seen from others; None: some of the words are of something else.

    `asked`: None: none were named, and "a week before" is told from today.
    """
    found = _read_words(words_of(text))
    if found is None or not found.is_time or (asked is None and found.unit is None):
        return None
    asked = asked or (today, today)
    match found.relation, found.unit:
        case (("since" | "since_then"), _):
            days = (asked[0], today)
        case "year_ago", _:
            days = _moved(asked, -1, "year")
        case (("same" | "same_time"), unit):
            days = period(asked[0], unit) if unit and asked[0] == asked[1] else asked
        case relation, str(unit):
            days = _moved(asked, -found.count if relation == "before" else found.count, unit)
    return (days[0], min(days[1], today)) if days[0] <= today else None


def _read_words(words: Sequence[str]) -> _Words | None:
    """Return what words say; None: one of them is of something else."""
    found, at = _Words(), 0
    while at < len(words):
        relation = phrase_table("times", "relations").longest_match(words, at)
        unit = phrase_table("times", "units").longest_match(words, at)
        if relation is not None:
            if relation[0] != "beside" and found.relation in {None, "same"}:
                found.relation = relation[0]
            at += relation[1]
        elif unit is not None and found.unit is None:
            found.unit = unit[0]
            at += unit[1]
        elif number := parse_number(words[at]):
            found.count = int(number)
            at += 1
        else:
            return None
    return found


def _moved(days: Days, count: int, unit: str) -> Days:
    """Return days so many units later, or before (below 0).

    Of a longer span they are the units beside it: the week before December. One day later is a day of the week.
    """
    first, last = days
    if first == last:
        day = back(first, -count, unit)
        if count > 0 and day.weekday() >= _WEEKEND:
            day += timedelta(days=_WEEK - day.weekday())
        return day, day
    behind, is_beside = (
        last + timedelta(days=1),
        abs(count) * _DAYS_OF[unit] <= (last - first).days + _LONGEST_DIFFERENCE,
    )
    if is_beside:
        begin, end = (back(first, -count, unit), first) if count < 0 else (behind, back(behind, -count, unit))
    else:
        begin, end = back(first, -count, unit), back(behind, -count, unit)
    return begin, end - timedelta(days=1)
