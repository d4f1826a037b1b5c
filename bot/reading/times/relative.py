"""Times that are told from another one: "two weeks before that", "the same period", 前一周, 去年同期."""

from datetime import date, timedelta
from typing import Final

from bot.domain.text.number_words import parse_chinese_number, parse_english_number
from bot.domain.text.tokens import tokenise
from bot.reading.times.days import Days, back, months_back
from bot.reading.word_tables import phrase_table

_MONTHS_IN: Final = {"month": 1, "quarter": 3, "year": 12}
_DAYS_IN: Final = {"day": 1, "session": 1, "week": 7, "month": 30, "quarter": 90, "year": 365}
_LONGEST_DIFFERENCE: Final = 3  # in days, of months
_WEEKEND: Final = 5
_WEEK: Final = 7


def is_relative(text: str) -> bool:
    """Return whether the words of a slot name a time by another one; 前天 names a day by itself."""
    words, periods = [token.text for token in tokenise(text.lower())], phrase_table("times", "periods")
    if any((period := periods.longest_match(words, at)) and at + period[1] == len(words) for at in range(len(words))):
        return False
    found = _Words.of(text)
    return found is not None and found.is_time


def relative_words(text: str) -> tuple[int, int] | None:
    """Return where words of a text stand that surely name a time by another one, "over the same stretch", 那期间."""
    tokens = tokenise(text.lower())
    for at in range(len(tokens)):
        relation = phrase_table("times", "relations").longest_match([each.text for each in tokens], at)
        if relation is None or relation[0] == "beside":
            continue
        for end in range(len(tokens), at, -1):
            words = _Words.of(text[tokens[at].start : tokens[end - 1].end])
            if words is not None and words.is_sure:
                return tokens[at].start, tokens[end - 1].end
    return None


def relative_days(text: str, asked: Days | None, *, today: date) -> Days | None:
    """Return the days that words name as seen from others; None: some of the words are something else, or of no days.

    Args:
        text: The words of a slot, normalised.
        asked: The days from which they count; None: none were named, and "a week before" is told from today.
        today: The day of the market; no day after it is named.
    """
    found = _Words.of(text)
    if found is None or not found.is_time:
        return None
    if asked is None and found.unit is None:
        return None
    asked = asked or (today, today)
    match found.relation, found.unit:
        case (("since" | "since_then"), _):
            days = (asked[0], today)
        case "year_ago", _:
            days = _moved(asked, -1, "year")
        case (("same" | "same_time"), unit):
            days = asked if unit is None else _holding(asked, unit)
        case relation, str(unit):
            days = _moved(asked, -found.count if relation == "before" else found.count, unit)
    return (days[0], min(days[1], today)) if days[0] <= today else None


class _Words:
    """The words of a relative time: a relation, a unit, a number; nothing else but words that count for nothing."""

    def __init__(self) -> None:
        self.relation: str | None = None
        self.unit: str | None = None
        self.count = 1

    @property
    def is_time(self) -> bool:
        """Whether they name a time: "before" alone, and a unit alone, do not."""
        return self.relation is not None and (self.unit is not None or self.relation not in {"before", "after"})

    @property
    def is_sure(self) -> bool:
        """Whether they name one wherever they stand: "then" and "that" may be anything."""
        return self.relation in {"same_time", "since_then", "year_ago"} or (self.relation == "same" and bool(self.unit))

    @classmethod
    def of(cls, text: str) -> "_Words | None":
        words, found, at = [token.text for token in tokenise(text.lower())], cls(), 0
        while at < len(words):
            if (size := found._take(words, at)) == 0:
                return None
            at += size
        return found

    def _take(self, words: list[str], at: int) -> int:
        """Take the words at a place and return their number; 0: they are of something else."""
        relation = phrase_table("times", "relations").longest_match(words, at)
        unit = phrase_table("times", "units").longest_match(words, at)
        if relation is not None:
            if relation[0] != "beside" and self.relation in {None, "same"}:
                self.relation = relation[0]
            return relation[1]
        if unit is not None and self.unit is None:
            self.unit = unit[0]
            return unit[1]
        count = _number(words[at])
        if count is None:
            return 0
        self.count = count
        return 1


def _number(word: str) -> int | None:
    if word.isdecimal():
        return int(word)
    try:
        return (parse_english_number(word) if word.isascii() else parse_chinese_number(word)) or None
    except KeyError:  # no numeral
        return None


def _holding(days: Days, unit: str) -> Days:
    """Return the calendar week, month, quarter or year that holds a day; days that are several stay."""
    first, last = days
    if first != last or unit in {"day", "session"}:
        return days
    if unit == "week":
        monday = first - timedelta(days=first.weekday())
        return monday, monday + timedelta(days=_WEEK - 1)
    months = _MONTHS_IN[unit]
    begin = months_back(first.replace(day=1), (first.month - 1) % months)
    return begin, months_back(begin, -months) - timedelta(days=1)


def _moved(days: Days, count: int, unit: str) -> Days:
    """Return days so many units later, or before (below 0).

    Of a longer span they are the units beside it: the week before December. One day later is a day of the week.
    """
    first, last = days
    if first != last and abs(count) * _DAYS_IN[unit] <= (last - first).days + _LONGEST_DIFFERENCE:
        behind = last + timedelta(days=1)
        one, other = (back(first, -count, unit), first) if count < 0 else (behind, back(behind, -count, unit))
        return one, other - timedelta(days=1)
    if first != last:
        return back(first, -count, unit), back(last + timedelta(days=1), -count, unit) - timedelta(days=1)
    day = back(first, -count, unit)
    if count > 0 and day.weekday() >= _WEEKEND:
        day += timedelta(days=_WEEK - day.weekday())
    return day, day
