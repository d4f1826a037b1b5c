"""Find the hours in which something was said: "in the last hour", "this morning", 昨天下午, 半小时前."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.text.number_words import CHINESE_DIGITS, parse_english_number
from bot.reading.quantities import numbers

_COUNT: Final = (
    rf"(?P<count>half an|\d{{1,3}}|an?|one|two|three|four|five|six|eight|ten|few|couple of|"
    rf"[{CHINESE_DIGITS}十]{{1,3}}|半|几)"
)
_UNIT: Final = r"(?P<unit>hour|minute|min|小时|钟头|分钟)s?"
_VAGUE: Final = {"half an": 0.5, "半": 0.5, "a": 1, "an": 1, "couple of": 2, "few": 3, "几": 3}
_HOUR, _MINUTE = timedelta(hours=1), timedelta(minutes=1)
_UNITS: Final = {"hour": _HOUR, "小时": _HOUR, "钟头": _HOUR, "minute": _MINUTE, "min": _MINUTE, "分钟": _MINUTE}
_UNTIL_NOW: Final = re.compile(
    rf"(?:\b(?:(?:in|within|over|during) )?the (?:last|past) |最近|过去|[这近])(?:{_COUNT} ?个?)?{_UNIT}(?![a-z])"
)
_AGO: Final = re.compile(rf"(?<![a-z])(?:a )?{_COUNT} ?个?{_UNIT}(?: ago\b|[之以]?前)")
_LEAST_LEEWAY: Final = timedelta(minutes=15)
_NOON, _EVENING, _DUSK, _MIDNIGHT, _NIGHT_ENDS = 12, 17, 18, 24, 29  # o'clock, counted on into the next day
_OF_DAY: Final = r"\b(?:this|yesterday|today|in the|[a-z]{3,6}day)"
_PARTS: Final = tuple(
    (re.compile(pattern), first, last)
    for pattern, first, last in (
        (r"\blast (?:night|evening)\b|昨[晚夜]|(?<=昨天)(?:晚上|夜里)", _EVENING, _NIGHT_ENDS),
        (rf"{_OF_DAY} morning\b|(?<=[今昨])早上?|早上|早晨|上午|清早|一大早", 0, _NOON),
        (rf"{_OF_DAY} afternoon\b|下午", _NOON, _DUSK),
        (rf"{_OF_DAY} evening\b|\btonight\b|(?<=今)晚上?|晚上|傍晚|夜里", _EVENING, _MIDNIGHT),
    )
)


@dataclass(frozen=True, slots=True)
class ClockSpan:
    """Hours that a text names, and the place of their words in it."""

    since: datetime
    until: datetime  # exclusive
    words: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PartOfDay:
    """When a part of a day begins and ends, from its midnight on, and the place of the words that name it."""

    since: timedelta
    until: timedelta
    words: tuple[int, int]


def find_clock_span(text: str, *, now: datetime) -> ClockSpan | None:
    """Return the hours or minutes before `now` that a normalised, lower-case text names; None: it names none."""
    if (match := _UNTIL_NOW.search(text)) is not None:
        return ClockSpan(now - _length(match), now, match.span())
    if (match := _AGO.search(text)) is None:
        return None
    ago = _length(match)
    leeway = max(ago / 2, _LEAST_LEEWAY)
    return ClockSpan(now - ago - leeway, min(now, now - ago + leeway), match.span())


def find_part_of_day(text: str) -> PartOfDay | None:
    """Return the part of a day that a normalised, lower-case text names; None: it names none."""
    for pattern, first, last in _PARTS:
        if (match := pattern.search(text)) is not None:
            return PartOfDay(timedelta(hours=first), timedelta(hours=last), match.span())
    return None


def _length(match: re.Match[str]) -> timedelta:
    count = match["count"] or "a"
    if (number := _VAGUE.get(count)) is None:
        number = int(count) if count.isdecimal() else _number_in_words(count)
    return number * _UNITS[match["unit"]]


def _number_in_words(count: str) -> int:
    return parse_english_number(count) if count.isascii() else int(numbers.parse_chinese(count).value or 1)
