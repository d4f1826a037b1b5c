"""The forms in which times are written, in both languages: one table of patterns, each with what it means.

They are looked for in a normalised, lower-case text. Of two that begin together the longer one is meant, of equally
long ones that which stands first.
"""

import calendar
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum, auto
from typing import Final

from bot.domain.figures.query import Since
from bot.domain.text.number_words import (
    CHINESE_DIGITS,
    CHINESE_NUMERALS,
    ENGLISH_NUMERALS,
    parse_chinese_number,
    parse_english_number,
)
from bot.reading.times.days import PERIODS, Days, back, latest_months, months_from
from bot.reading.word_tables import either, read_lists

_Read = Callable[[re.Match[str], date], Days]  # raises ValueError, OverflowError: there is no such day


class FormKind(Enum):
    """What kind of time a form names."""

    DAYS = auto()  # days of the calendar
    DAY = auto()  # a date
    NAMED_DAY = auto()  # "yesterday", "christmas"
    WEEKDAY = auto()
    TRAILING = auto()  # so many units until today
    AGO = auto()
    END = auto()  # the end of a month or a year: for figures its last day, counted from the close of it
    KNOWN = auto()  # a time that the account or the data know: "since we bought"


class AmbiguousDateError(Exception):
    """A date that can be read as two different days."""


class Needs(Enum):
    """What must stand beside a form, without a year and "last", so that it is a time in any text."""

    NOTHING = auto()
    PREPOSITION = auto()  # or it is one only where times are expected: "12th", "friday"
    ALWAYS = auto()  # a preposition, or it is an ordinary word: "may", "fall"
    EXPECTED = auto()  # it is one only where times are expected: "2013", "3 months"


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a time."""

    pattern: re.Pattern[str]
    read: _Read
    kind: FormKind
    needs: Needs


_MONTHS: Final = {name.lower()[:3]: at for at, name in enumerate(calendar.month_name) if name}
_NAMES: Final = "|".join(
    (*(name.lower() for name in calendar.month_name if name), *(each for each in _MONTHS if each != "may"), "sept")
)
_MONTH: Final = rf"(?P<month>{_NAMES})\b\.?"
_DAY: Final = (
    r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\d%]|[,.]\d|(?:st|nd|rd|th)| ?(?:shares?|dollars?|bucks|k|percent)\b)"
)
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)(?![\d年])(?![,.]\d)"
_AGO: Final = {"this year": 0, "last year": 1, "the year before last": 2, "今年": 0, "去年": 1, "前年": 2}
_ITS_YEAR: Final = rf"(?:{_YEAR}|(?P<ago>this year|last year|the year before last)\b)"
_OF_YEAR: Final = rf"(?:,? (?:of )?{_ITS_YEAR})?"
_YEAR_SAID: Final = "".join(rf"|(?<=\b{word} )" for word in ("in", "during", "throughout", "review", "since"))[1:]
_NO_AMOUNT: Final = r"(?![\d,.-]|[,.]\d| ?(?:shares?|dollars?|bucks|usd|k\b|[股美元块刀]))"
_YEAR_BEFORE: Final = r"(?:(?:(?P<ago>[今去前]年)|(?<!\d)(?P<year>(?:19|20)\d\d) ?年) ?的?)"
_DIGIT: Final = f"[{CHINESE_DIGITS}]"
_WEEKDAYS: Final = {name.lower(): at for at, name in enumerate(calendar.day_name)}
_WEEKDAYS_SHORT: Final = {"mon": 0, "tue": 1, "tues": 1, "thu": 3, "thur": 3, "thurs": 3, "fri": 4}
_ALL_WEEKDAYS: Final = _WEEKDAYS | _WEEKDAYS_SHORT | {char: at for at, char in enumerate("一二三四五六日")} | {"天": 6}
_SEASONS: Final = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "上": 1, "下": 2}
_UNITS_TH: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_TEENS_TH: Final = ("ten", "eleven", "twelf", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen")
_DAYS_TH: Final = (
    *_UNITS_TH,
    *(f"{each}th" for each in (*_TEENS_TH, "nineteen")),
    "twentieth",
    *(f"twenty-{each}" for each in _UNITS_TH),
    "thirtieth",
    "thirty-first",
)
_PARTS: Final = {  # of a month: the first and the last day; 0: the last of the month
    "early": (1, 10),
    "beginning of": (1, 1),
    "start of": (1, 1),
    "mid": (11, 20),
    "middle of": (11, 20),
    "late": (21, 0),
    "初": (1, 1),
    "上旬": (1, 10),
    "中旬": (11, 20),
    "中": (11, 20),
    "下旬": (21, 0),
    "底": (21, 0),
    "末": (21, 0),
}
_VAGUE: Final = {"a": 1, "an": 1, "couple of": 2, "a couple of": 2, "few": 3, "a few": 3, "several": 3}
_VAGUE_CHINESE: Final = {"几": 3, "好几": 3, "两三": 2}


_UNITS: Final = {word: unit for unit, words in read_lists("times", "units").items() for word in words}
_HALF_YEAR: Final = (6, "month")


def _phrase_pattern(table: str) -> str:
    """Return a pattern of the phrases of a table of `data/times.toml`; its group names none."""
    words = [each for phrases in read_lists("times", table).values() for each in phrases]
    english, chinese = ([each for each in words if each.isascii() is is_english] for is_english in (True, False))
    return rf"\b(?:{either(english)})\b|(?:{either(chinese)})"


_TENS: Final = either([word for word, value in ENGLISH_NUMERALS.items() if value > 19])  # noqa: PLR2004
_COUNT: Final = (
    rf"(?P<count>\d{{1,9}}|{either(_VAGUE)}|(?:(?:{_TENS})-)?(?:{either(ENGLISH_NUMERALS)}))(?:(?<=\d)[ -]?|[ -])"
)
_UNIT: Final = rf"(?P<unit>{either(each for each in _UNITS if each.isascii())})\b"
_CHINESE_UNITS: Final = either(each for each in _UNITS if not each.isascii() and each != "月")  # 三月 is March
_CHINESE_UNIT: Final = rf"(?P<unit>{_CHINESE_UNITS})"
_NUMERAL: Final = rf"\d{{1,2}}|十[一二]?|{_DIGIT}"
_CHINESE_COUNT: Final = rf"(?P<count>\d{{1,9}}|好?几|两三|[{CHINESE_NUMERALS}]{{1,6}})"


def _read_date(match: re.Match[str], today: date) -> Days:
    """Read a day; without its year it is the latest one that is not after today."""
    text, day = match["month"], int(match["day"])
    month = _MONTHS[text[:3]] if text[0].isalpha() and text.isascii() else _number(text)
    year = _year(match, today)
    if year is None:
        year = today.year - ((month, day) > (today.month, today.day))
    return date(year, month, day), date(year, month, day)


def _read_spelled_date(match: re.Match[str], today: date) -> Days:
    """Read "the first of January" as `_read_date` reads its number."""
    month, day = _MONTHS[match["month"][:3]], _DAYS_TH.index(match["day"].replace(" ", "-")) + 1
    year = _year(match, today)
    if year is None:
        year = today.year - ((month, day) > (today.month, today.day))
    return date(year, month, day), date(year, month, day)


def _read_part_of_month(match: re.Match[str], today: date) -> Days:
    """Read "late January", 一月底; without a year it is the latest that has begun."""
    first, last = _PARTS[match["part"]]
    month = _read_month(match, today)
    days = first or month[1].day, last or month[1].day
    if match.groupdict().get("year") is None and month[0].replace(day=days[0]) > today:
        month = months_from(month[0].year - 1, month[0].month)
    return month[0].replace(day=days[0]), month[0].replace(day=days[1])


def _read_slashed(match: re.Match[str], _today: date) -> Days:
    """Read 1/15/2013, and 15/1/2013, which can only be that day; 1/2/2013 may be two days."""
    first, second, year = int(match["first"]), int(match["second"]), int(match["year"])
    if first != second and max(first, second) <= 12:  # noqa: PLR2004 - months of a year
        raise AmbiguousDateError
    day = date(year, min(first, second), max(first, second))
    return day, day


def _read_day(match: re.Match[str], today: date) -> Days:
    """Read "the 15th" as the latest one."""
    day = int(match["day"])
    first, _ = months_from(today.year, today.month) if day <= today.day else PERIODS["last_month"](today)
    return first.replace(day=day), first.replace(day=day)


def _read_month(match: re.Match[str], today: date) -> Days:
    text = match["month"]
    return _months(match, today, _MONTHS[text[:3]] if text[0].isalpha() and text.isascii() else _number(text), 1)


def _read_year(match: re.Match[str], today: date) -> Days:
    text = match.groupdict().get("digits")
    year = parse_chinese_number(text) if text else _year(match, today) or today.year
    if text and year < 100:  # noqa: PLR2004 - 九五年
        year += 1900 if year > today.year % 100 else 2000
    return months_from(year, 1, 12)


def _read_quarter(match: re.Match[str], today: date) -> Days:
    text = match["quarter"]
    return _months(match, today, 3 * (_ORDINALS.get(text) or _number(text)) - 2, 3)


def _read_half(match: re.Match[str], today: date) -> Days:
    return _months(match, today, 6 * _ORDINALS[match["half"]] - 5, 6)


def _read_season(match: re.Match[str], today: date) -> Days:
    return _months(match, today, _SEASONS[match["season"]], 3)


def _read_end_of_year(match: re.Match[str], today: date) -> Days:
    return _months(match, today, 1 if match["part"] == "初" else 11, 2)


def _months(match: re.Match[str], today: date, month: int, count: int) -> Days:
    """Return the months of the year that is named, else the latest that have begun; of "last" ones, that are over."""
    if (year := _year(match, today)) is not None:
        return months_from(year, month, count)
    return latest_months(today, month, count, is_over=match.groupdict().get("which") in {"last", "past", "previous"})


def _read_weekday(match: re.Match[str], today: date) -> Days:
    """Read "friday" as the latest one, "last friday" as the latest one before today."""
    is_last = match["which"] in {"last", "past"}
    ago = (today.weekday() - _ALL_WEEKDAYS[match["weekday"]] - is_last) % 7 + is_last
    return today - timedelta(days=ago), today - timedelta(days=ago)


def _read_chinese_weekday(match: re.Match[str], today: date) -> Days:
    """Read 上周五 as that of the week that is named, 周五 as the latest one."""
    which, weekday = match["which"] or "", _ALL_WEEKDAYS[match["weekday"]]
    weeks = which.count("上") if which else int(weekday > today.weekday())
    day = today - timedelta(days=today.weekday() + 7 * weeks - weekday)
    return day, day


def _read_trailing(match: re.Match[str], today: date) -> Days:
    return back(today, *span_of(match)), today


def _read_ago(match: re.Match[str], today: date) -> Days:
    day = back(today, *span_of(match))
    return day, day


def _read_half_year(_match: re.Match[str], today: date) -> Days:
    return back(today, *_HALF_YEAR), today


def _read_period(match: re.Match[str], today: date) -> Days:
    return PERIODS[_list_of("periods", match.group())](today)


def _read_known(_match: re.Match[str], today: date) -> Days:
    return today, today


def known_time(words: str) -> Since:
    """Return the time that the account or the data know, which the words of a form name."""
    return Since(_list_of("since", words))


def span_of(match: re.Match[str]) -> tuple[int, str]:
    """Return how many units the form of a span names, and which of `[units]`."""
    groups = match.groupdict()
    return (_number(groups.get("count") or "1"), _UNITS[groups["unit"]]) if groups.get("unit") else _HALF_YEAR


def _year(match: re.Match[str], today: date) -> int | None:
    groups = match.groupdict()
    if groups.get("year"):
        return int(groups["year"])
    return today.year - _AGO[groups["ago"]] if groups.get("ago") else None


def _number(text: str) -> int:
    if text.isdecimal():  # of any script, as the patterns match them
        return int(text)
    if (vague := (_VAGUE | _VAGUE_CHINESE).get(text)) is not None:
        return vague
    return parse_english_number(text) if text.isascii() else parse_chinese_number(text)


def _list_of(table: str, words: str) -> str:
    return next(name for name, phrases in read_lists("times", table).items() if words in phrases)


_Row = tuple[str, tuple[_Read, FormKind] | tuple[_Read, FormKind, Needs]]
_SEASON: Final = (
    r"(?:\b(?P<which>last|this|past|previous) )?\b(?P<season>spring|summer|autumn|fall|winter)\b"
    rf"(?! of (?!last|the year|20)| in\b){_OF_YEAR}"
)
_SPELLED: Final = either([*_DAYS_TH, *(each.replace("-", " ") for each in _DAYS_TH)])
_PART_BEHIND: Final = rf"[ -](?:in )?{_MONTH}{_OF_YEAR}"
_PART_OF_CHINESE_MONTH: Final = rf"{_YEAR_BEFORE}?(?<![\d{CHINESE_NUMERALS}个])(?P<month>{_NUMERAL}) ?月份?的?"
_DAYS, _DATE, _TRAILING = FormKind.DAYS, FormKind.DAY, FormKind.TRAILING
_ROWS: Final = (
    (_phrase_pattern("periods"), (_read_period, _DAYS)),
    (
        r"(?<![\d.$])(?P<year>\d{4}) ?(?P<mark>[-/.]) ?(?P<month>\d{1,2}) ?(?P=mark) ?(?P<day>\d{1,2})(?!\d)",
        (_read_date, _DATE),
    ),
    (rf"\b{_MONTH} ?{_DAY}(?:,? {_YEAR})?", (_read_date, _DATE)),
    (rf"(?<![\d$.,])(?:\bthe )?{_DAY} (?:of )?{_MONTH}(?:,? {_YEAR})?", (_read_date, _DATE)),
    (
        rf"\b(?:the )?(?P<day>{_SPELLED}) (?:day )?of {_MONTH}(?:,? {_YEAR})?",
        (_read_spelled_date, _DATE),
    ),
    (
        rf"\b(?:the )?(?P<part>early|mid|late|beginning of|start of|middle of){_PART_BEHIND}",
        (_read_part_of_month, _DAYS),
    ),
    (r"(?<![\d.$/])(?P<first>\d{1,2}) ?/ ?(?P<second>\d{1,2}) ?/ ?(?P<year>\d{4})(?!\d)", (_read_slashed, _DATE)),
    (r"(?<![\d.$/])(?P<month>1[0-2]|0?[1-9])/(?P<day>1[3-9]|2\d|3[01])(?![\d/])", (_read_date, _DATE, Needs.EXPECTED)),
    (r"(?<![\d$.,])(?:\bthe )?(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b", (_read_day, _DATE, Needs.PREPOSITION)),
    (rf"(?<![\d.$,/-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2]){_NO_AMOUNT}", (_read_month, _DAYS)),
    (rf"\b(?!may\b|march\b){_MONTH}{_OF_YEAR}", (_read_month, _DAYS, Needs.PREPOSITION)),
    (rf"\b(?P<month>may|march)\b{_OF_YEAR}", (_read_month, _DAYS, Needs.ALWAYS)),
    (rf"(?=\d)(?:{_YEAR_SAID}){_YEAR}", (_read_year, _DAYS)),
    (rf"(?<![\d$.,-]){_YEAR}{_NO_AMOUNT}", (_read_year, _DAYS, Needs.EXPECTED)),
    (
        rf"(?:\b(?P<which>last|this|previous) )?\bq ?(?P<quarter>[1-4])\b{_OF_YEAR}",
        (_read_quarter, _DAYS, Needs.PREPOSITION),
    ),
    (rf"\b(?:the )?(?P<quarter>first|second|third|fourth) quarter\b{_OF_YEAR}", (_read_quarter, _DAYS)),
    (rf"\b(?:the )?(?P<half>first|second) half (?:of )?(?:the year|{_ITS_YEAR})", (_read_half, _DAYS)),
    (_SEASON, (_read_season, _DAYS, Needs.ALWAYS)),
    (
        rf"(?:\b(?P<which>last|this|past) )?\b(?P<weekday>{either([*_WEEKDAYS, *_WEEKDAYS_SHORT])})\b",
        (_read_weekday, FormKind.WEEKDAY, Needs.PREPOSITION),
    ),
    (_phrase_pattern("since"), (_read_known, FormKind.KNOWN)),
    (rf"(?<![\w.]){_COUNT}{_UNIT} (?:ago|back)\b", (_read_ago, FormKind.AGO)),
    (
        rf"\b(?:(?:over|within|during|in|for) the (?:past|last|previous)|(?:the )?(?:past|trailing)) {_UNIT}",
        (_read_trailing, _TRAILING),
    ),
    (
        rf"\b(?:the )?(?:last|past|trailing|previous|prior) {_COUNT}{_UNIT}",
        (_read_trailing, _TRAILING),
    ),
    (r"\b(?:the )?(?:last|past) half(?: a |-| )year\b|(?:最近|过去|近)的?半年", (_read_half_year, _TRAILING)),
    (r"\bhalf(?: a |-| )year\b|(?<![上下])半年(?!以?前|之前|线)", (_read_half_year, _TRAILING, Needs.EXPECTED)),
    (
        rf"(?<![\w.$]){_COUNT}{_UNIT}(?! (?:ago|back|earlier|before|prior|later)\b)",
        (_read_trailing, _TRAILING, Needs.EXPECTED),
    ),
)
_CHINESE_ROWS: Final = (
    (r"(?<!\d)(?P<year>\d{4}) ?年 ?(?P<month>\d{1,2}) ?月 ?(?P<day>\d{1,2}) ?[日号]?", (_read_date, _DATE)),
    (
        rf"{_YEAR_BEFORE}?(?<!\d)(?P<month>{_NUMERAL}) ?月 ?(?P<day>\d{{1,2}}) ?(?:[日号]|(?=[、和到至-]\d))",
        (_read_date, _DATE),
    ),
    (r"(?<![\d月.])(?P<day>[12]?\d|3[01]) ?[号日](?![线内前后])", (_read_day, _DATE, Needs.PREPOSITION)),
    (rf"{_PART_OF_CHINESE_MONTH}(?P<part>[底末])", (_read_part_of_month, FormKind.END)),
    (rf"{_PART_OF_CHINESE_MONTH}(?P<part>[上中下]旬|初|中(?!的?[最每]))", (_read_part_of_month, _DAYS)),
    (rf"{_YEAR_BEFORE}(?P<month>{_NUMERAL}) ?月份?", (_read_month, _DAYS)),
    (
        rf"(?<![\d{CHINESE_NUMERALS}个])(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九]) ?月(?:份|(?![\d线]))",
        (_read_month, _DAYS),
    ),
    (
        rf"{_YEAR_BEFORE}(?![初底末])|(?<![{CHINESE_NUMERALS}])(?P<digits>{_DIGIT}{{4}}|[七八九零〇]{_DIGIT})年",
        (_read_year, _DAYS),
    ),
    (rf"{_YEAR_BEFORE}?第?(?P<quarter>[一二三四1-4]) ?季度", (_read_quarter, _DAYS)),
    (rf"{_YEAR_BEFORE}?(?P<half>[上下])半年", (_read_half, _DAYS)),
    (rf"{_YEAR_BEFORE}?(?P<season>[春夏秋冬])[天季]", (_read_season, _DAYS)),
    (rf"{_YEAR_BEFORE}?年?(?P<part>[初底末])(?<=年[初底末])(?!至今|以来)", (_read_end_of_year, _DAYS)),
    (
        r"(?<![每下上])(?P<which>上{1,3}个?|[这本]个?)?(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])(?!线)",
        (_read_chinese_weekday, FormKind.WEEKDAY),
    ),
    (rf"{_CHINESE_COUNT} ?{_CHINESE_UNIT}(?:以前|之前|前)", (_read_ago, FormKind.AGO)),
    (
        rf"(?:最近的?|过去的?|近|这|前) ?{_CHINESE_COUNT} ?(?P<unit>{_CHINESE_UNITS}|月(?![初底份]))(?!线)",
        (_read_trailing, _TRAILING),
    ),
    (rf"{_CHINESE_COUNT} ?{_CHINESE_UNIT}(?!以?[前后]|之[前后]|线)", (_read_trailing, _TRAILING, Needs.EXPECTED)),
)


def _forms(rows: Iterable[_Row]) -> tuple[Form, ...]:
    return tuple(
        Form(re.compile(pattern), read, kind, needs[0] if needs else Needs.NOTHING)
        for pattern, (read, kind, *needs) in rows
    )


FORMS: Final = _forms(_ROWS)
CHINESE_FORMS: Final = _forms(_CHINESE_ROWS)  # only in texts with Chinese characters
