"""Find the days and spans of days that a text names. An impossible or ambiguous one is a problem, not a guess."""

import calendar
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from bot.domain.conversation.problems import Problem
from bot.domain.text.number_words import CHINESE_DIGITS, parse_english_number
from bot.reading.quantities import numbers
from bot.reading.times.open_ended_dates import OpenEnd, extend_span, find_open_end

MONTHS = {name.lower(): at for at, name in enumerate(calendar.month_abbr) if name}
FULL_MONTHS = "|".join(name.lower() for name in calendar.month_name if name)
_MONTH = rf"(?P<month>{FULL_MONTHS}|{'|'.join(MONTHS)}|sept)\b\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\d%]|[,.]\d| ?(?:shares?|dollars?|bucks|k|percent)\b)"
_YEAR = r"(?P<year>(?:19|20)\d\d)(?![\d年])"
_COUNT = rf"(?P<count>\d{{1,9}}|[{CHINESE_DIGITS}十]{{1,3}}|几|a|one|two|three|four|five|six|seven|ten|few|couple of)"
_DAYS_IN = {"day": 1, "session": 1.4, "天": 1, "日": 1, "week": 7, "周": 7, "星期": 7, "礼拜": 7}
_MONTHS_IN = {"month": 1, "月": 1, "quarter": 3, "季度": 3, "year": 12, "年": 12}
_SPAN_UNIT = rf"(?P<unit>{'|'.join((*_DAYS_IN, *_MONTHS_IN))})s?"
_NOT_A_RANGE = r"(?![\d,.-]| ?(?:shares?|dollars?|bucks|usd|k\b|[股美元块刀]))"  # "2000-10 dollars" is no October
MAX_LOOKBACK_DAYS = 36_600  # a hundred years
_VAGUE_COUNTS = {"a": 1, "couple of": 2, "few": 3, "几": 3}
WEEKDAYS = {name.lower(): at for at, name in enumerate(calendar.day_name)}
WEEKDAYS |= {char: at for at, char in enumerate("一二三四五六日")} | {"天": 6}

DateSpan = tuple[date, date]  # first and last day
DateReader = Callable[[re.Match[str], date], DateSpan]  # a date as written, today → the days meant


@dataclass(frozen=True, slots=True)
class FoundDates:
    """The dates of a text, and the text without them, in which no year can be read as an amount."""

    dates: tuple[date, ...]  # none, one, or a span's first and last day
    problems: tuple[str, ...]  # codes (`Problem`)
    undated_text: str  # dates are blanked out; every other character is in its place


class _AmbiguousError(Exception):
    """A date that can be read as two different days."""


def find_dates(text: str, *, today: date) -> FoundDates:
    """Return the dates of a normalised, lower-case text, as of the market's `today`."""
    spans: list[tuple[DateSpan, OpenEnd | None]] = []
    problems: dict[str, None] = {}
    for pattern, read in _READERS:
        for match in pattern.finditer(text):
            try:
                spans.append((read(match, today), find_open_end(match)))
            except _AmbiguousError:
                problems[Problem.DATE_AMBIGUOUS] = None
            except (ValueError, OverflowError):
                problems[Problem.DATE_IMPOSSIBLE] = None
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return FoundDates(_overall_span(spans, today), tuple(problems), text)


def _overall_span(spans: list[tuple[DateSpan, OpenEnd | None]], today: date) -> tuple[date, ...]:
    """Return the first and last of all days. With two dates no end is open: each closes the other's ("from … to …")."""
    if not spans:
        return ()
    first, last = min(start for (start, _), _ in spans), max(end for (_, end), _ in spans)
    if len(spans) == 1 and last <= today:
        first, last = extend_span(first, last, spans[0][1], today=today)
    return (first,) if first == last else (first, last)


def _full_date(match: re.Match[str], _today: date) -> DateSpan:
    day = date(int(match["year"]), _month(match["month"]), int(match["day"]))
    return day, day


def _slashed_date(match: re.Match[str], _today: date) -> DateSpan:
    """Read 1/15/2013, and 15/1/2013, which can only be that day; 1/2/2013 may be two days."""
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    if first != second and max(first, second) <= 12:  # noqa: PLR2004 - months of a year
        raise _AmbiguousError
    day = date(year, first, second) if second > first else date(year, second, first)
    return day, day


def _month_and_day(match: re.Match[str], today: date) -> DateSpan:
    """Read a day without its year as the latest one that is not after today."""
    month, day = _month(match["month"]), int(match["day"])
    if (month, day) <= (today.month, today.day):
        found = date(today.year, month, day)
    else:
        found = date(today.year - 1, month, day)
    return found, found


def _year_and_month(match: re.Match[str], _today: date) -> DateSpan:
    year, month = int(match["year"]), _month(match["month"])
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _month_of_last_year(match: re.Match[str], today: date) -> DateSpan:
    year, month = today.year - 1, int(match["month"])
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _latest_month(match: re.Match[str], today: date) -> DateSpan:
    """Read a month without its year as the latest one that has begun; the present one ends today."""
    text = match["month"]
    month = _month(text) if text.isascii() else int(numbers.parse_chinese(text).value or 0)
    year = today.year if month <= today.month else today.year - 1
    return date(year, month, 1), min(today, date(year, month, calendar.monthrange(year, month)[1]))


def _whole_year(match: re.Match[str], _today: date) -> DateSpan:
    return date(int(match["year"]), 1, 1), date(int(match["year"]), 12, 31)


def _days_ago(days: int) -> DateReader:
    def read(_match: re.Match[str], today: date) -> DateSpan:
        day = today - timedelta(days=days)
        return day, day

    return read


def _past(match: re.Match[str], today: date) -> DateSpan:
    """Read "past 7 days" and 最近一个月: from so long ago until today."""
    return _back(today, _count(match["count"] or "1"), match["unit"]), today


def _past_one(match: re.Match[str], today: date) -> DateSpan:
    """Read "over the last month": until today, and not the calendar month before this one."""
    return _back(today, 1, match["unit"]), today


def _ago(match: re.Match[str], today: date) -> DateSpan:
    day = _back(today, _count(match["count"] or "1"), match["unit"])
    return day, day


def _last_weekday(match: re.Match[str], today: date) -> DateSpan:
    """Read "last Friday" as the latest one before today."""
    day = today - timedelta(days=(today.weekday() - WEEKDAYS[match["weekday"]] - 1) % 7 + 1)
    return day, day


def _weekday_of(weeks_ago: int) -> DateReader:
    def read(match: re.Match[str], today: date) -> DateSpan:
        monday = today - timedelta(days=today.weekday() + 7 * weeks_ago)
        day = monday + timedelta(days=WEEKDAYS[match["weekday"]])
        return day, day

    return read


def _week(weeks_ago: int) -> DateReader:
    def read(_match: re.Match[str], today: date) -> DateSpan:
        monday = today - timedelta(days=today.weekday() + 7 * weeks_ago)
        return monday, min(today, monday + timedelta(days=6))

    return read


def _calendar_month(months_ago: int) -> DateReader:
    def read(_match: re.Match[str], today: date) -> DateSpan:
        first = _months_back(today.replace(day=1), months_ago)
        return first, min(today, first.replace(day=calendar.monthrange(first.year, first.month)[1]))

    return read


def _calendar_year(years_ago: int) -> DateReader:
    def read(_match: re.Match[str], today: date) -> DateSpan:
        return date(today.year - years_ago, 1, 1), min(today, date(today.year - years_ago, 12, 31))

    return read


def _month(text: str) -> int:
    return int(text) if text.isdigit() else MONTHS[text[:3]]


def _count(text: str) -> int:
    if text.isdecimal():  # of any script, as the pattern matches them
        return int(text)
    if text in _VAGUE_COUNTS:
        return _VAGUE_COUNTS[text]
    return parse_english_number(text) if text.isascii() else int(numbers.parse_chinese(text).value or 1)


def _back(today: date, count: int, unit: str) -> date:
    if unit in _DAYS_IN:
        days = math.ceil(count * _DAYS_IN[unit])
        if days > MAX_LOOKBACK_DAYS:
            msg = "no market's data reach back that far"
            raise ValueError(msg)
        return today - timedelta(days=days)
    return _months_back(today, count * _MONTHS_IN[unit])


def _months_back(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(max(year, 1), month + 1)[1]))


def _readers() -> Iterator[tuple[re.Pattern[str], DateReader]]:
    """Yield patterns with their readers; a longer form of a date comes before a shorter one that it contains."""
    number = r"(?P<month>\d{1,2})"
    table: tuple[tuple[str, DateReader], ...] = (
        (rf"(?<![\d.$])(?P<year>\d{{4}})(?P<mark>[-/.]){number}(?P=mark)(?P<day>\d{{1,2}})(?![\d])", _full_date),
        (rf"(?<!\d)(?P<year>\d{{4}}) ?年 ?{number} ?月 ?(?P<day>\d{{1,2}}) ?[日号]?", _full_date),
        (rf"\b{_MONTH} {_DAY},? {_YEAR}", _full_date),
        (rf"(?<!\d){_DAY} (?:of )?{_MONTH},? {_YEAR}", _full_date),
        (r"(?<![\d.$/])(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year>\d{4})(?!\d)", _slashed_date),
        (rf"(?<!\d)(?P<year>\d{{4}}) ?年 ?{number} ?月份?", _year_and_month),
        (rf"去年 ?{number} ?月份?", _month_of_last_year),
        (rf"(?<![\d.$,/-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2]){_NOT_A_RANGE}", _year_and_month),
        (rf"\b{_MONTH},? {_YEAR}", _year_and_month),
        (rf"(?<!\d){number} ?月 ?(?P<day>\d{{1,2}}) ?[日号]", _month_and_day),
        (rf"\b{_MONTH} {_DAY}", _month_and_day),
        (rf"(?<![\d$.,]){_DAY} (?:of )?{_MONTH}\b", _month_and_day),
        (
            rf"\b(?:in|during|from|since|last|of|review|back in|before|after|until|by) (?!may\b){_MONTH}(?! \d)",
            _latest_month,
        ),
        (
            rf"(?<![\d{CHINESE_DIGITS}个])(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九]) ?月(?:份|(?!\d))",
            _latest_month,
        ),
        (r"(?<!\d)(?P<year>(?:19|20)\d\d) ?年", _whole_year),
        (rf"\b(?:(?<=review )|(?:in|during|throughout) ){_YEAR}", _whole_year),
        (r"大前天", _days_ago(3)),
        (r"\b(?:the )?day before yesterday\b|前天", _days_ago(2)),
        (r"\byesterday\b|昨[天日晚]", _days_ago(1)),
        (r"\btoday\b|今[天日]", _days_ago(0)),
        (rf"(?:最近|过去|近)(?:的)? ?{_COUNT}? ?个?{_SPAN_UNIT}", _past),
        (rf"\b{_COUNT} {_SPAN_UNIT} ago\b", _ago),
        (rf"{_COUNT} ?个?{_SPAN_UNIT}以?前", _ago),
        (rf"\blast (?P<weekday>{'|'.join(name.lower() for name in calendar.day_name)})\b", _last_weekday),
        (r"上上个?(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])", _weekday_of(2)),
        (r"(?<!上)上个?(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])", _weekday_of(1)),
        (r"[这本]个?(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])", _weekday_of(0)),
        (r"上上个?(?:周|星期|礼拜)|\bthe week before last\b", _week(2)),
        (rf"\b(?:over|within|during) the (?:past|last|previous) {_SPAN_UNIT}\b", _past_one),
        (r"\blast week\b|上个?(?:周|星期|礼拜)", _week(1)),
        (r"\bthis week\b|[这本](?:个)?(?:周|星期|礼拜)", _week(0)),
        (r"上上个?月|\bthe month before last\b", _calendar_month(2)),
        (r"\blast month\b|上个?月", _calendar_month(1)),
        (r"\b(?:this month|mtd|month[ -]to[ -]date)\b|[这本]个?月", _calendar_month(0)),
        (r"\blast year\b|去年", _calendar_year(1)),
        (r"\b(?:this year|ytd|year[ -]to[ -]date)\b|今年|年初至今|年初以来", _calendar_year(0)),
        (rf"\b(?:past|last|previous) (?:{_COUNT} )?(?:trading |business |calendar )?{_SPAN_UNIT}\b", _past),
    )
    for pattern, reader in table:
        yield re.compile(pattern), reader


_READERS = tuple(_readers())
