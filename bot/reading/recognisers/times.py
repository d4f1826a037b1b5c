"""Finds the time that the words of one slot name, "since we bought it", and the dates of a text.

An impossible or ambiguous date is a problem, not a guess.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.figures.query import OnDay, OverDays, OverSessions, Since, When
from bot.reading.times.days import Days, named_days
from bot.reading.times.finder import EARLIEST, find_times
from bot.reading.times.forms import FormKind, Opening
from bot.reading.times.time_expressions import find_time_expression
from bot.reading.word_tables import phrase_list, phrase_table, words_of

_SINCE: Final = {"beginning": Since.BEGINNING, "fill": Since.FILL, "now": None}
_FULL_YEAR: Final = (52, "week")  # what extremes are of, if no time is named
_SIGNS: Final = frozenset({"'s", "的", ",", ".", "?"})


@dataclass(frozen=True, slots=True)
class NamedTime:
    """A time that words name."""

    when: When | None  # None: now
    is_full_year: bool = False  # "52 weeks": what extremes are of anyway
    against: Days | None = None  # the days with which another time is compared: "vs monday"; `when` is since then


@dataclass(frozen=True, slots=True)
class FoundDates:
    """The dates of a text, and the text without them, in which no year can be read as an amount."""

    dates: tuple[date, ...]  # none, one, or a span's first and last day
    problems: tuple[Problem, ...]
    undated_text: str  # dates are blanked out; every other character is in its place


def read_when(text: str, *, today: date) -> NamedTime | None:
    """Return the time that all the words of a slot name; None: they name none that is known, or one to come."""
    words = _words(text)
    if (named := _named(words, today)) is not None:
        return named
    times = find_times(text, today=today)
    if not times:
        return _expressed(text, today)
    found, *others = times
    if others or found.problem is not None or found.days[0] > today:
        return None
    before, behind = _words(text[: found.start]), _words(text[found.end :])
    since = _size("since", before, 0)
    is_since = since > 0 and _is_beside(before[since:])  # "since the close of december 14"
    if not (is_since or _is_beside(before)) or not _is_beside(behind):
        return None
    first, last = found.days
    when = OverDays(first, today, from_close=first == last) if is_since else found.when
    if isinstance(when, OverDays) and any(
        _size("close", each, at) for each in (before, behind) for at in range(len(each))
    ):
        when = replace(when, from_close=True)
    if found.opening is Opening.UNTIL and found.kind is not FormKind.TRAILING:
        when = OverDays(min(EARLIEST, found.days[0]), found.days[1])
    against = found.days if found.until is not None else None
    return NamedTime(when, is_full_year=found.span == _FULL_YEAR, against=against)


def read_dates(text: str, *, today: date) -> tuple[date, ...] | None:
    """Return the day, or the first and last day, that words name; empty: now, or since a fill; None: as of `read_when`.

    The last 30 sessions are taken as 30 days.
    """
    named = read_when(text, today=today)
    if named is None:
        return None
    match named.when:
        case OnDay(day):
            return (day,)
        case OverDays(first=first, last=last):
            return (first, last)
        case OverSessions(count):
            return (today - timedelta(days=count), today)
    return ()


def find_dates(text: str, *, today: date) -> FoundDates:
    """Return the dates of a normalised text, as of the market's `today`."""
    times = [each for each in find_times(text, today=today) if not each.is_bare and each.known is None]
    dated = [each for each in times if each.problem is None]
    days = [day for each in dated for day in each.days]
    if len(dated) == 1 and dated[0].opening is Opening.UNTIL:  # beside another date no end is open
        days.append(min(EARLIEST, days[0]))
    problems = dict.fromkeys(each.problem for each in times if each.problem is not None)
    dates, undated = dict.fromkeys((min(days), max(days))) if days else (), text
    for each in times:
        undated = undated[: each.core] + " " * (each.end - each.core) + undated[each.end :]
    return FoundDates(tuple(dates), tuple(problems), undated)


def _named(words: Sequence[str], today: date) -> NamedTime | None:
    """Return the time of a slot whose words are one of the table."""
    found = phrase_table("analysis", "times").longest_match(words, 0)
    if found is None or not _is_beside(words[found[1] :]):
        return None
    if found[0] in _SINCE:
        return NamedTime(_SINCE[found[0]])
    first, last = named_days(found[0], today)
    return NamedTime(OnDay(first) if first == last else OverDays(first, min(last, today)))


def _expressed(text: str, today: date) -> NamedTime | None:
    """Return the days of a time that people recall by: "an hour ago", 近来."""
    found = find_time_expression(text, now=datetime.combine(today, time(23, 59), UTC), zone=UTC)
    if found is None or not _is_beside(_words(found.rest)):
        return None
    first = found.since.date()
    return NamedTime(OnDay(first) if first == today else OverDays(first, today))


def _words(text: str) -> list[str]:
    words = words_of(text)
    while words and words[-1] in _SIGNS:
        words.pop()
    return words


def _is_beside(words: Sequence[str]) -> bool:
    """Return whether words change no time that they stand beside."""
    at = 0
    while at < len(words) and (size := _size("beside", words, at) or _size("close", words, at)):
        at += size
    return at >= len(words)


def _size(list_name: str, words: Sequence[str], at: int) -> int:
    found = phrase_list("analysis", "beside_times", list_name).longest_match(words, at)
    return 0 if found is None else found[1]
