"""Finds the time that the words of one slot name: a day, a span, a number of sessions, "since we bought it"."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from bot.domain.figures.query import OnDay, OverDays, OverSessions, Since, When
from bot.domain.text.tokens import tokenise
from bot.reading.times.grammar import calendar_days, read_time
from bot.reading.times.time_expressions import find_time_expression
from bot.reading.word_tables import phrase_list, phrase_table

_PERIODS: Final = frozenset({"today", "yesterday", "this_month", "this_quarter", "last_quarter", "this_year"})
_SINCE: Final = {"beginning": Since.BEGINNING, "fill": Since.FILL}


@dataclass(frozen=True, slots=True)
class NamedTime:
    """A time that words name."""

    when: When | None  # None: now
    is_full_year: bool = False  # "52 weeks": what extremes are of anyway


def read_when(text: str, *, today: date) -> NamedTime | None:
    """Return the time that all the words of a slot name; None: they name none that is known, or one to come.

    Args:
        text: The words, normalised.
        today: The day of the market.
    """
    words = [token.text for token in tokenise(text.lower())]
    while words and words[-1] in {"'s", "的", ",", ".", "?"}:
        words.pop()
    if (named := _named(words, today)) is not None:
        return named
    start = _size("beside", words, 0)
    for read in (words[start:], words, ["in", *words]):  # "of last quarter" is that of the calendar; "march"
        found = read_time(read, 0, today=today)
        if found is not None and _is_beside(read[found.size :]):
            return NamedTime(found.when, is_full_year=_size("year_long", read, 0) > 0)
    return _expressed(text, words, today)


def read_dates(text: str, *, today: date) -> tuple[date, ...] | None:
    """Return the day, or the first and last day, that words name; empty: now, or since a fill; None: as of `read_when`.

    The last 30 sessions are taken as 30 days.
    """
    named = read_when(text, today=today)
    return None if named is None else days_of(named.when, today=today)


def days_of(when: When | None, *, today: date) -> tuple[date, ...]:
    """Return a time as one day, or as the first and last day of a span; empty: it is none of the calendar."""
    match when:
        case OnDay(day):
            return (day,)
        case OverDays(first, last):
            return (first, last)
        case OverSessions(count):
            return (today - timedelta(days=count), today)
    return ()


def _named(words: list[str], today: date) -> NamedTime | None:
    """Return the time of a slot whose words are one of the table."""
    found = phrase_table("analysis", "times").longest_match(words, 0)
    if found is None or not _is_beside(words[found[1] :]):
        return None
    if found[0] in _PERIODS:
        return NamedTime(over_days(*calendar_days(found[0], today)))
    if found[0] == "week":
        return NamedTime(over_days(*calendar_days("this_week", today)))
    if found[0] in _SINCE:
        return NamedTime(_SINCE[found[0]])
    return NamedTime(None) if found[0] == "now" else None


def _expressed(text: str, words: list[str], today: date) -> NamedTime | None:
    """Return a time that people recall by: "last spring", "between christmas and new year", 三天前的下午."""
    found = find_time_expression(text, now=datetime.combine(today, time(23, 59), UTC), zone=UTC)
    if found is None:
        return None
    since = _size("since", words, 0)
    rest = [token.text for token in tokenise(found.rest)]
    if not _is_beside(rest[_size("since", rest, 0) :]):
        return None
    first, last = found.since.date(), (found.until - timedelta(microseconds=1)).date()
    last = today if since else min(last, today)
    return NamedTime(over_days(first, last)) if first <= last else None


def over_days(first: date, last: date) -> OnDay | OverDays:
    """Return the time from one day to another."""
    return OnDay(first) if first == last else OverDays(first, last)


def _is_beside(words: list[str]) -> bool:
    """Return whether words change no time that they stand beside."""
    at = 0
    while at < len(words):
        if not (size := _size("beside", words, at)):
            return False
        at += size
    return True


def _size(list_name: str, words: list[str], at: int) -> int:
    found = phrase_list("analysis", "beside_times", list_name).longest_match(words, at)
    return 0 if found is None else found[1]
