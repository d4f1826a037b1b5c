"""Times that are told from another one: "two weeks before that", "the same period", 前一周, 去年同期."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.domain.text.tokens import tokenise
from bot.reading.quantities.numbers import parse_number
from bot.reading.times.days import Days, back, period
from bot.reading.word_tables import phrase_table, words_of

_DAYS_IN: Final = {"day": 1, "session": 1, "week": 7, "month": 30, "quarter": 90, "year": 365}
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
    found = None if len(words) in ends else _read(words)
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
            found = _read(words[at:end])
            if found is not None and found.is_sure:
                return tokens[at].start, tokens[end - 1].end
    return None


def relative_days(text: str, asked: Days | None, *, today: date) -> Days | None:
    """Return the days that words name as seen from others; None: some of the words are something else, or of no days.

    Args:
        text: The words of a slot, normalised.
        asked: The days from which they count; None: none were named, and "a week before" is told from today.
        today: The day of the market; no day after it is named.
    """
    found = _read(words_of(text))
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


def _read(words: Sequence[str]) -> _Words | None:
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
        abs(count) * _DAYS_IN[unit] <= (last - first).days + _LONGEST_DIFFERENCE,
    )
    if is_beside:
        begin, end = (back(first, -count, unit), first) if count < 0 else (behind, back(behind, -count, unit))
    else:
        begin, end = back(first, -count, unit), back(behind, -count, unit)
    return begin, end - timedelta(days=1)
