"""Find the times that a text names: days, spans, numbers of sessions, "since we bought".

"The last three months" begin on the same day three months ago; a change over them counts from the close of that day.
"Last month" is the calendar month. A day without its year is the latest one.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.figures.query import OnDay, OverDays, OverSessions, Since, When
from bot.domain.text.tokens import Token, has_chinese
from bot.reading.times.days import SATURDAY, Days
from bot.reading.times.form_readers import AmbiguousDateError, list_of, span_of
from bot.reading.times.forms import (
    CHINESE_FORMS,
    FORMS,
    WINDOW,
    Form,
    FormKind,
    Needs,
    Opening,
    opening_before,
    opening_behind,
)

EARLIEST: Final = date(2000, 1, 1)  # the beginning of a span without one: "before D"
_END: Final = re.compile(r"\b(?:the )?end of (?:the )?$")
_DAY_OFF: Final = re.compile(r"(?:\bthe )?\bday (?P<side>before|after) (?:the )?$")
_DAY_OFF_BEHIND: Final = re.compile(r" ?的?(?P<side>[前后])[一1][天日]")
_END_DAYS: Final = timedelta(days=9)  # before the last day, which are the end of a period too
# What is counted from such a time is counted from the close of its day, not from that before it.
_FROM_ITS_CLOSE: Final = frozenset({FormKind.AGO, FormKind.DAY, FormKind.END, FormKind.NAMED_DAY, FormKind.WEEKDAY})
# Makes a time one that is not read.
_OTHER: Final = re.compile(r"(?:\b(?:last|next|coming|every|each)|[下每第][个次]?) ?$")
# Further days of the month that a date names: "the 15th, 16th and 17th of jan", "jan 7-14", 1月7号和8号. A number alone
# is one behind what joins two ends of a span; behind "and" only where nothing follows that it could be of.
_ORDINAL: Final = "(?:st|nd|rd|th|[日号])"
_TO: Final = "(?:-|~| ?(?:to|until|till|through|thru|到|至) ?)"
_AND: Final = "(?: ?(?:, and|and|&|,|、|和|跟|与) ?)"
_DAY_BEFORE: Final = re.compile(rf"(?<![\d$.,/-])(?P<day>\d{{1,2}})(?P<ordinal>{_ORDINAL}?)(?:{_TO}|{_AND})(?:the )?$")
_DAY_BEHIND: Final = re.compile(
    rf"(?:(?:{_TO}|{_AND})(?:the )?(?P<day>\d{{1,2}}){_ORDINAL}|{_TO}(?P<last>\d{{1,2}})(?![\d%]|[,.]\d)"
    rf"|{_AND}(?P<other>\d{{1,2}})(?= ?(?:[?.!,]?$|[和跟与、]|and|的)))"
)
_JOINT: Final = re.compile(r" ?(?:to|until|till|through|thru|-|and|up to|到|至|~) ?(?:the )?")


@dataclass(frozen=True, slots=True)
class FoundTime:
    """A time that a text names."""

    start: int  # of its words in the text, with a preposition
    core: int  # the same, without it
    end: int
    kind: FormKind
    days: Days  # none of them is after today, unless all are; of an end, those shortly before it too
    opening: Opening | None = None
    span: tuple[int, str] = (0, "")  # of a trailing span, or of a time "ago": how many of which unit
    is_bare: bool = False  # a time only where one is expected: "12th", "3m", "2013"
    known: When | None = None
    last_day: date | None = None  # of the period that an end is of
    from_close: bool = False  # of a span between two times: whether it counts from the close of the first day
    until: date | None = None  # today, where that is compared with it
    problem: Problem | None = None

    def overlaps(self, other: "FoundTime") -> bool:
        """Return whether the words of two times share a character."""
        return self.core < other.end and other.core < self.end

    @property
    def when(self) -> When:
        """What it is in a question for figures."""
        first, last = self.days
        if self.known is not None:
            return self.known
        if self.until is not None and last < self.until:
            return OverDays(last, self.until, from_close=True)
        if self.kind is FormKind.TRAILING and self.span[1] in {"day", "session"}:
            return OverSessions(self.span[0])
        first = self.last_day or first
        if self.last_day is not None and self.opening is None:
            return OnDay(min(first, last))
        if first == last and self.opening is not Opening.SINCE:
            return OnDay(first)
        is_of_close = self.kind in _FROM_ITS_CLOSE and self.opening is Opening.SINCE
        return OverDays(first, last, from_close=is_of_close or self.kind is FormKind.TRAILING or self.from_close)


@lru_cache(maxsize=64)  # a message and its parts are read several times in a row
def find_times(text: str, *, today: date) -> tuple[FoundTime, ...]:
    """Return the times of a normalised text from left to right; impossible and ambiguous dates are problems."""
    text = text.lower()
    read = (time for form, match in _matches(text) if (time := _read(form, match, today)) is not None)
    found: list[FoundTime] = []
    times = tuple(read)
    dated = [each for each in times if each.kind is FormKind.DAY and each.problem is None]
    beside = (day for time in dated for day in _days_beside(time, text))
    days = [day for day in beside if not any(map(day.overlaps, dated))]
    others = (each for each in times if not any(map(each.overlaps, days)))
    with_days_beside = iter(sorted((*others, *days), key=lambda each: each.core))
    for time in with_days_beside:
        if found and time.core < found[-1].end:  # "until today" behind a date
            continue
        if found and (joined := _joined(found[-1], time, text)) is not None:
            found[-1] = joined
        else:
            found.append(time)
    return tuple(found)


def times_at_tokens(text: str, tokens: Sequence[Token], *, today: date) -> Mapping[int, tuple[When, int]]:
    """Return the times of a text that are not to come, and their numbers of tokens, by the tokens that they begin with.

    A time with a preposition stands there twice: with it and without it.
    """
    starts, found = [each.start for each in tokens], dict[int, tuple[When, int]]()
    for time in find_times(text, today=today):
        if time.problem is None and time.days[0] <= today:
            behind = bisect_left(starts, time.end)
            at = {bisect_left(starts, each) for each in (time.start, time.core)}
            found |= {first: (time.when, behind - first) for first in at if first < behind}
    return found


def _matches(text: str) -> Iterator[tuple[Form, re.Match[str]]]:
    forms = (*FORMS, *CHINESE_FORMS) if has_chinese(text) else FORMS
    found = [(form, match) for form in forms for match in form.pattern.finditer(text)]
    behind = 0
    for form, match in sorted(found, key=lambda each: (each[1].start(), -each[1].end())):
        if match.start() >= behind:
            yield form, match
            behind = match.end()


def _days_beside(time: FoundTime, text: str) -> Iterator[FoundTime]:
    """Yield further days of the month of a date; with none, nothing."""
    core, end = time.core, time.end
    while (match := _DAY_BEFORE.search(text[:core])) is not None:
        core = match.start("day")
        opening, size = opening_before(text[:core]) or (None, 0)
        if (day := _of_month(time, int(match["day"]))) is None:
            return
        yield replace(time, start=core - size, core=core, end=match.end("ordinal"), opening=opening, days=(day, day))
    while (match := _DAY_BEHIND.match(text, end)) is not None:
        start = match.start(match.lastgroup or 0)
        if (day := _of_month(time, int(match[match.lastgroup or 0]))) is None:
            return
        end = match.end()
        yield replace(time, start=start, core=start, end=end, opening=None, days=(day, day))


def _of_month(time: FoundTime, day: int) -> date | None:
    try:
        return time.days[0].replace(day=day)
    except ValueError:
        return None


def _read(form: Form, match: re.Match[str], today: date) -> FoundTime | None:
    text, (core, end) = match.string, match.span()
    left, kind = text[max(0, core - WINDOW) : core], form.kind
    if kind is FormKind.DAYS and (ended := _END.search(left)):
        core, left, kind = core - len(ended.group()), left[: ended.start()], FormKind.END
    if (off := _DAY_OFF.search(left)) is not None:
        core, left = core - len(off.group()), left[: off.start()]
    elif (off := _DAY_OFF_BEHIND.match(text, end)) is not None:
        end = off.end()
    beside = opening_before(left)
    groups = match.groupdict()
    is_said = form.needs is Needs.NOTHING or any(groups.get(each) for each in ("year", "ago", "which"))
    is_bare = form.needs is Needs.EXPECTED or (not is_said and beside is None)
    is_whole = not left and end == len(text)
    if _OTHER.search(left) or (is_bare and form.needs is Needs.ALWAYS and not is_whole):
        return None
    opening, size = beside or (None, 0)
    if (behind := opening_behind(text, end, left)) is not None:
        opening, size, end = behind[0], behind[1] or size, behind[2]
    is_bare = is_bare and not (is_whole and form.needs is not Needs.ALWAYS)
    time = FoundTime(core - size, core, end, kind, (today, today), opening, is_bare=is_bare)
    time = _with_days(time, form, match, today)
    return time if off is None or time.problem else _beside_day(time, -1 if off["side"] in {"before", "前"} else 1)


def _beside_day(time: FoundTime, step: int) -> FoundTime | None:
    """Return the weekday before, or behind, the day of a time: "the day before thanksgiving"; None: it is no day."""
    if time.kind not in {FormKind.DAY, FormKind.NAMED_DAY, FormKind.WEEKDAY}:
        return None
    day = time.days[0] + timedelta(days=step)
    while day.weekday() >= SATURDAY:
        day += timedelta(days=step)
    last = time.days[1] if time.opening is Opening.SINCE else day
    return replace(time, kind=FormKind.NAMED_DAY, days=(day, last))


def _with_days(time: FoundTime, form: Form, match: re.Match[str], today: date) -> FoundTime:
    if form.kind is FormKind.KNOWN:
        return replace(time, known=Since(list_of("since", match)))
    try:
        first, last = form.read(match, today)
    except AmbiguousDateError:
        return replace(time, problem=Problem.DATE_AMBIGUOUS)
    except (ValueError, OverflowError):  # 31 February
        return replace(time, problem=Problem.DATE_IMPOSSIBLE)
    kind = FormKind.NAMED_DAY if first == last and time.kind is FormKind.DAYS else time.kind
    last_day = last if kind is FormKind.END else None
    if last_day is not None:
        first = max(first, last_day - _END_DAYS)
    if first <= today:
        last = today if time.opening is Opening.SINCE else min(last, today)
    span = span_of(match) if form.kind in {FormKind.TRAILING, FormKind.AGO} else (0, "")
    until = today if time.opening is Opening.AGAINST and kind is not FormKind.TRAILING else None
    return replace(time, kind=kind, days=(first, last), span=span, last_day=last_day, until=until)


def _joined(one: FoundTime, other: FoundTime, text: str) -> FoundTime | None:
    """Return "X to Y" as one time; None: the two are not joined."""
    joint = text[one.end : other.core]
    kinds = {one.kind, other.kind}
    if not _JOINT.fullmatch(joint) or one.problem or other.problem or kinds & {FormKind.TRAILING, FormKind.KNOWN}:
        return None
    if joint.strip() == "and" and "between" not in text[one.start : one.core]:
        return None  # each of the two is meant
    begin = one.last_day or one.days[0]
    first, last = min(begin, other.days[0]), max(begin, other.last_day or other.days[1])
    return replace(
        one,
        end=other.end,
        kind=FormKind.DAYS,
        days=(first, last),
        opening=None,
        is_bare=False,
        from_close=one.kind in _FROM_ITS_CLOSE
        and joint.strip() not in {"through", "thru"},  # which is the whole first day
    )
