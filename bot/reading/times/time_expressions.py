"""Find the time in which something was said: "last Friday", "in spring", "two weeks ago", 昨天下午.

People are not exact about what they remember: "two weeks ago" is one of the days around then.
"""

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.domain.text.normalise import normalise
from bot.reading.times.days import Days
from bot.reading.times.finder import EARLIEST, FoundTime, find_times
from bot.reading.times.forms import FormKind, Opening

Words = tuple[int, int]  # where they begin and end

_LEEWAY_DAYS: Final = {"week": 3, "month": 15, "quarter": 45, "year": 183}  # of a time that is so many units ago
_RECENT_DAYS: Final = 30
RECENTLY: Final = re.compile(r"\b(?:recently|lately|these days|of late)\b|最近(?!一次)|近来|近期|这阵子")
# "Q2 earnings" can be talked about at any time.
_TOPICS: Final = re.compile(
    r"\b(?:(?:last|this|next|previous) (?:week|month|quarter|year)|q[1-4](?: \d{4})?|(?:first|second|third) quarter)"
    r"(?:'s)? (?:earnings|results?|reports?|numbers|guidance|revenue|sales|dividend)\b"
    r"|(?:上个?|[这本]个?|第?[一二三四1-4])季度?的?(?:财报|业绩|报|营收|利润|收入)"
)
_OF_DAY: Final = r"\b(?:this|yesterday|today|in the|[a-z]{3,6}day)"
_PARTS_OF_DAY: Final = tuple(  # with the hours at which they begin and end, counted on into the next day
    (re.compile(pattern), first, last)
    for pattern, first, last in (
        (r"\blast (?:night|evening)\b|昨[晚夜]|(?<=昨天)(?:晚上|夜里)", 17, 29),
        (rf"{_OF_DAY} morning\b|(?<=[今昨])早上?|早上|早晨|上午|清早|一大早", 0, 12),
        (rf"{_OF_DAY} afternoon\b|下午", 12, 18),
        (rf"{_OF_DAY} evening\b|\btonight\b|(?<=今)晚上?|晚上|傍晚|夜里", 17, 24),
    )
)


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """The time that a text names."""

    since: datetime
    until: datetime  # exclusive
    rest: str  # the text, normalised, without the expression


def find_time_expression(text: str, *, now: datetime, zone: tzinfo, is_expected: bool = False) -> TimeExpression | None:
    """Return the time that a question names, from the first to the last day; None: it names none."""
    today, typed = now.astimezone(zone).date(), normalise(text)
    question = _TOPICS.sub(lambda match: "_" * len(match.group()), typed.lower())
    found_times = (each for each in find_times(question, today=today) if is_expected or not each.is_bare)
    times = [each for each in found_times if each.known is None and each.problem is None]
    spans, words = [_remembered(each, today) for each in times], [(each.start, each.end) for each in times]
    if not spans and (match := RECENTLY.search(question)):
        spans, words = [(today - timedelta(days=_RECENT_DAYS), today)], [match.span()]
    parts = ((first, last, found.span()) for each, first, last in _PARTS_OF_DAY if (found := each.search(question)))
    part = next(parts, None)
    if not spans and part is None:
        return None
    spans = spans or [(today, today)]
    first, last = min(span[0] for span in spans), max(span[1] for span in spans)
    since, until = (datetime.combine(day, time(), zone) for day in (first, last + timedelta(days=1)))
    if part is not None and first == last:
        since, until = since + timedelta(hours=part[0]), since + timedelta(hours=part[1])
        words.append(part[2])
    return TimeExpression(since, until, _rest(typed, words))


def _remembered(time: FoundTime, today: date) -> Days:
    """Return the days in which what somebody remembers of a time may have been."""
    first, last = time.days
    if time.kind is FormKind.WEEKDAY and first == today:
        first, last = first - timedelta(days=7), last if time.opening is Opening.SINCE else last - timedelta(days=7)
    if time.kind is FormKind.AGO:
        leeway = timedelta(days=_LEEWAY_DAYS.get(time.span[1], 0))
        first, last = first - leeway, min(last + leeway, today)
    return (min(EARLIEST, first) if time.opening in {Opening.UNTIL, Opening.AS_OF} else first), last


def _rest(text: str, words: list[Words]) -> str:
    for start, end in words:
        text = text[:start] + " " * (end - start) + text[end:]
    return " ".join(text.split())
