"""Read what the words of a form of a time mean: the groups of its pattern, as of a day that is today.

Each function takes a match and today, and raises ValueError or OverflowError where there is no such day.
"""

import calendar
import re
from datetime import date, timedelta
from typing import Final

from bot.domain.text.number_words import parse_chinese_number, parse_english_number
from bot.reading.times.days import Days, back, latest_day, latest_months, months_from, named_days
from bot.reading.word_tables import read_lists

MONTHS: Final = {name.lower(): at for at, name in enumerate(calendar.month_name) if name}
MONTHS_SHORT: Final = {name[:3]: at for name, at in MONTHS.items()} | {"sept": 9}
YEARS_AGO: Final = {"this year": 0, "last year": 1, "the year before last": 2, "今年": 0, "去年": 1, "前年": 2}
_WEEKDAYS_SHORT: Final = {"mon": 0, "tue": 1, "tues": 1, "thu": 3, "thur": 3, "thurs": 3, "fri": 4}
WEEKDAYS: Final = {name.lower(): at for at, name in enumerate(calendar.day_name)} | _WEEKDAYS_SHORT
_CHINESE_WEEKDAYS: Final = {char: at for at, char in enumerate("一二三四五六日")} | {"天": 6}
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}
_UNITS_TH: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TEENS_TH: Final = ("ten", "eleven", "twelf", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen")
_TEENS_AND_TWENTIETH: Final = (*(f"{each}th" for each in (*_TEENS_TH, "nineteen")), "twentieth")
_ABOVE_TWENTY: Final = (*(f"twenty-{each}" for each in _UNITS_TH), "thirtieth", "thirty-first")
_SPELLED: Final = {name: at for at, name in enumerate((*_UNITS_TH, *_TEENS_AND_TWENTIETH, *_ABOVE_TWENTY), start=1)}
ORDINALS: Final = _SPELLED | {name.replace("-", " "): day for name, day in _SPELLED.items()}
PARTS: Final = (  # of a month: the first and the last day; 0: the last of the month
    {"early": (1, 10), "beginning of": (1, 1), "start of": (1, 1), "mid": (11, 20), "middle of": (11, 20)}
    | {"late": (21, 0), "初": (1, 1), "上旬": (1, 10), "中旬": (11, 20), "中": (11, 20)}
    | {"下旬": (21, 0), "底": (21, 0), "末": (21, 0)}
)
VAGUE: Final = {"a": 1, "an": 1, "couple of": 2, "a couple of": 2, "few": 3, "a few": 3, "several": 3}
_CHINESE: Final = {"几": 3, "好几": 3, "两三": 2, "上": 1, "下": 2, "初": 1, "底": 6, "末": 6}
_NUMBERS: Final = VAGUE | _CHINESE | ORDINALS | MONTHS | MONTHS_SHORT
_LENGTHS: Final = {"month": 1, "end": 2, "quarter": 3, "half": 6}  # in months, by the group that counts them in a year
UNITS: Final = {word: unit for unit, words in read_lists("times", "units").items() for word in words}
_HALF_YEAR: Final = (6, "month")


class AmbiguousDateError(Exception):
    """A date that can be read as two different days."""


def whole_date(match: re.Match[str], today: date) -> Days:
    """Read a day; without its year it is the latest one that is not after today."""
    month, day, year = number_of(match["month"]), number_of(match["day"]), _year(match, today)
    found = latest_day(today, month, day) if year is None else date(year, month, day)
    return found, found


def slashed_date(match: re.Match[str], _today: date) -> Days:
    """Read 1/15/2013, and 15/1/2013, which can only be that day; 1/2/2013 may be two days."""
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    if first != second and max(first, second) <= 12:  # noqa: PLR2004 - months of a year
        raise AmbiguousDateError
    day = date(year, min(first, second), max(first, second))
    return day, day


def day_of_month(match: re.Match[str], today: date) -> Days:
    """Read "the 15th" as the latest one."""
    day = int(match["day"])
    first, _ = named_days("month 0" if day <= today.day else "month 1", today)
    return first.replace(day=day), first.replace(day=day)


def part_of_month(match: re.Match[str], today: date) -> Days:
    """Read "late January", 一月底; without a year it is the latest that has begun."""
    first, last = PARTS[match["part"]]
    month = months(match, today)
    days = first or month[1].day, last or month[1].day
    if match.groupdict().get("year") is None and month[0].replace(day=days[0]) > today:
        month = months_from(month[0].year - 1, month[0].month)
    return month[0].replace(day=days[0]), month[0].replace(day=days[1])


def months(match: re.Match[str], today: date) -> Days:
    """Read a month, a quarter, a half, a season or an end of the year that is named.

    Without a year they are the latest that have begun; of "last" ones, that are over.
    """
    groups, year = match.groupdict(), _year(match, today)
    if groups.get("season"):
        month, count = _SEASONS[groups["season"]], 3
    else:
        words, count = next((groups[name], length) for name, length in _LENGTHS.items() if groups.get(name))
        month = (number_of(words) - 1) * count + 1
    if year is not None:
        return months_from(year, month, count)
    return latest_months(today, month, count, is_over=groups.get("which") in {"last", "past", "previous"})


def whole_year(match: re.Match[str], today: date) -> Days:
    """Read "2012", 2012年, 九五年."""
    text = match.groupdict().get("digits")
    year = parse_chinese_number(text) if text else _year(match, today) or today.year
    if text and year < 100:  # noqa: PLR2004 - 九五年
        year += 1900 if year > today.year % 100 else 2000
    return months_from(year, 1, 12)


def weekday(match: re.Match[str], today: date) -> Days:
    """Read "friday" as the latest one, "last friday" as the latest one before today."""
    is_last = match["which"] in {"last", "past"}
    ago = (today.weekday() - WEEKDAYS[match["weekday"]] - is_last) % 7 + is_last
    return today - timedelta(days=ago), today - timedelta(days=ago)


def chinese_weekday(match: re.Match[str], today: date) -> Days:
    """Read 上周五 as that of the week that is named, 周五 as the latest one."""
    which, at = match["which"] or "", _CHINESE_WEEKDAYS[match["weekday"]]
    weeks = which.count("上") if which else int(at > today.weekday())
    day = today - timedelta(days=today.weekday() + 7 * weeks - at)
    return day, day


def trailing(match: re.Match[str], today: date) -> Days:
    """Read so many units until today."""
    return back(today, *span_of(match)), today


def ago(match: re.Match[str], today: date) -> Days:
    """Read the day so many units ago."""
    day = back(today, *span_of(match))
    return day, day


def phrase(match: re.Match[str], today: date) -> Days:
    """Read words of `[periods]`."""
    return named_days(list_of("periods", match), today)


def known(_match: re.Match[str], today: date) -> Days:
    """Read words of `[since]`, whose day others know."""
    return today, today


def span_of(match: re.Match[str]) -> tuple[int, str]:
    """Return how many units the form of a span names, and which of `[units]`."""
    groups = match.groupdict()
    return (number_of(groups.get("count") or "1"), UNITS[groups["unit"]]) if groups.get("unit") else _HALF_YEAR


def list_of(table: str, match: re.Match[str]) -> str:
    """Return the list of a table of `data/times.toml` that the words are of."""
    return next(name for name, phrases in read_lists("times", table).items() if match.group() in phrases)


def _year(match: re.Match[str], today: date) -> int | None:
    groups = match.groupdict()
    if groups.get("year"):
        return int(groups["year"])
    return today.year - YEARS_AGO[groups["ago"]] if groups.get("ago") else None


def number_of(text: str) -> int:
    """Return the number that words of a form are, of the place of a name in its order too; 0: none."""
    if text.isdecimal():  # of any script, as the patterns match them
        return int(text)
    if (named := _NUMBERS.get(text)) is not None:
        return named
    return parse_english_number(text) if text.isascii() else parse_chinese_number(text)
