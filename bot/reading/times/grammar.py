"""Reads the time that words name: a day, the days of a span, a number of sessions, "since we bought".

Words are tokens (`bot.domain.text.tokens`). An impossible date is no time. "The last three months" begin the day after
the same day three months ago, so that a change over them counts from the close of that day; "last month" is the
calendar month.
"""

import calendar
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from bot.domain.figures.query import OnDay, OverDays, OverSessions, Since, When
from bot.domain.text.number_words import CHINESE_NUMERALS, ENGLISH_NUMERALS, parse_chinese_number, parse_english_number
from bot.reading.word_tables import phrase_list, phrase_table

Days = tuple[date, date]
_Found = tuple[Days, int]  # and the number of words

_MONTHS: Final = {
    **{name.lower(): at for at, name in enumerate(calendar.month_name) if name},
    **{name.lower(): at for at, name in enumerate(calendar.month_abbr) if name},
    "sept": 9,
}
_WEEKDAYS: Final = {
    **{name.lower(): at for at, name in enumerate(calendar.day_name)},
    **{name.lower(): at for at, name in enumerate(calendar.day_abbr) if name not in {"Sun", "Sat", "Wed"}},
}
_CHINESE_WEEKDAYS: Final = {char: at for at, char in enumerate("一二三四五六日")} | {"天": 6}
_WEEK_WORDS: Final = (("周",), ("星", "期"), ("礼", "拜"))
_SUFFIXES: Final = frozenset({"st", "nd", "rd", "th"})
_QUARTERS: Final = {"一": 1, "二": 2, "三": 3, "四": 4, "1": 1, "2": 2, "3": 3, "4": 4}
_MONTHS_OF: Final = {"month": 1, "quarter": 3, "year": 12}
_FIRST_YEAR, _LAST_YEAR = 1990, 2100
_MAX_COUNT: Final = 10_000
_YEAR_DIGITS: Final = 4
_QUARTER_MONTHS: Final = 3


@dataclass(frozen=True, slots=True)
class FoundTime:
    """A time, and how many words name it."""

    when: When
    size: int


def read_time(words: Sequence[str], at: int, *, today: date) -> FoundTime | None:
    """Return the longest time that begins at `words[at]`; None: none does."""
    reader = _TimeReader(words, today)
    found = (form(at) for form in reader.forms)
    return max((each for each in found if each is not None), key=lambda each: each.size, default=None)


def calendar_days(period: str, today: date) -> Days:
    """Return the days of "this_week", "last_year", …; the present one ends today."""
    return _PERIODS[period](today)


def months_back(day: date, months: int) -> date:
    """Return the same day of a month before, or the last day of a month that is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


class _TimeReader:
    """Reads times from the words of one message."""

    def __init__(self, words: Sequence[str], today: date) -> None:
        self._words, self._today = words, today

    @property
    def forms(self) -> tuple[Callable[[int], FoundTime | None], ...]:
        return (self._known_since, self._between, self._since, self._trailing, self._ago, self._plain)

    def _known_since(self, at: int) -> FoundTime | None:
        found = phrase_table("times", "since").longest_match(self._words, at)
        return None if found is None else FoundTime(Since(found[0]), found[1])

    def _plain(self, at: int) -> FoundTime | None:
        """Read "in november", "ytd", "the 15th of jan", 上周五."""
        before = self._prepositions(at)
        found = self._days(at + before)
        return None if found is None else FoundTime(_when(found[0]), before + found[1])

    def _since(self, at: int) -> FoundTime | None:
        """Read "since october", "from 1 Oct", 自10月以来, 十月至今."""
        since = self._size("since", at)
        before = since + self._size("first_of", at + since)
        found = self._first_days(at + before)
        if found is None:
            return None
        size = before + found[1]
        until = self._size("until", at + size)
        behind = 0 if until else self._size("since_behind", at + size)
        if until:
            end = self._end(at + size + until)
            return None if end is None else self._over(found[0][0], end[0], size + until + end[1])
        return self._over(found[0][0], self._today, size + behind) if since or behind else None

    def _between(self, at: int) -> FoundTime | None:
        """Read "between X and Y", "X to Y", 1月2日到1月15日."""
        before = self._size("between", at)
        first = self._first_days(at + before)
        if first is None:
            return None
        size = before + first[1]
        until = self._size("until", at + size)
        end = self._end(at + size + until) if until else None
        return None if end is None else self._over(first[0][0], end[0], size + until + end[1])

    def _first_days(self, at: int) -> _Found | None:
        """Return what a span begins with: "a year ago to now" counts from the close of that day."""
        found, ago = self._days(at), self._ago_days(at)
        if found is None or ago is None or found != ago:
            return found
        day = found[0][0] + timedelta(days=1)
        return (day, day), found[1]

    def _end(self, at: int) -> tuple[date, int] | None:
        """Return the last day of a span."""
        article = self._prepositions(at)
        if found := self._days(at + article):
            return found[0][1], article + found[1]
        now = self._size("now", at + article)
        return (self._today, article + now) if now else None

    def _over(self, first: date, last: date, size: int) -> FoundTime | None:
        last = min(last, self._today)
        return FoundTime(OverDays(first, last), size) if first <= last else None

    def _trailing(self, at: int) -> FoundTime | None:
        """Read "last 3m", "over the past year", "3 month", "20 day", 最近三个月, 半年."""
        before = self._prepositions(at)
        word = self._size("trailing", at + before)
        start = at + before + word
        if half := self._size("half_year", start):
            return self._trailing_span(6, "month", start + half - at)
        count, size = self._count(start) or (1, 0)
        unit = phrase_table("times", "units").longest_match(self._words, start + size)
        is_counted = size or (word and before) or self._size("of_one", at + before)
        is_calendar = (
            self._word(start + size) in {"月", "季"} and not word
        )  # 十二月 is December, 二季度 the second quarter
        if unit is None or not is_counted or is_calendar or self._size("ago", start + size + unit[1]):
            return None
        return self._trailing_span(count, unit[0], start + size + unit[1] - at)

    def _trailing_span(self, count: int, unit: str, size: int) -> FoundTime | None:
        if not 0 < count < _MAX_COUNT:
            return None
        if unit == "day":
            return FoundTime(OverSessions(count), size)
        start = self._back(count, unit)
        return None if start is None else FoundTime(OverDays(start + timedelta(days=1), self._today), size)

    def _back(self, count: int, unit: str) -> date | None:
        if unit in _MONTHS_OF:
            months = count * _MONTHS_OF[unit]
            return months_back(self._today, months) if months < (self._today.year - 1) * 12 else None
        return self._today - timedelta(days=count * (7 if unit == "week" else 1))

    def _ago(self, at: int) -> FoundTime | None:
        """Read "two weeks ago", 三个月前: that day."""
        found = self._ago_days(at)
        return None if found is None else FoundTime(_when(found[0]), found[1])

    def _ago_days(self, at: int) -> _Found | None:
        count, size = self._count(at) or (1, 0)
        unit = phrase_table("times", "units").longest_match(self._words, at + size)
        ago = self._size("ago", at + size + unit[1]) if unit else 0
        if unit is None or not size or not ago or count >= _MAX_COUNT:
            return None
        day = self._back(count, unit[0])
        return None if day is None else ((day, day), size + unit[1] + ago)

    def _days(self, at: int) -> _Found | None:
        """Return the longest day or calendar period that begins here."""
        forms = (
            *(self._period, self._ago_days, self._iso_date, self._english_date, self._day_of_month, self._weekday),
            *(self._chinese_date, self._quarter, self._year, self._half),
        )
        found = [each for form in forms if (each := self._valid(form, at)) is not None]
        return max(found, key=lambda each: each[1], default=None)

    def _valid(self, form: Callable[[int], _Found | None], at: int) -> _Found | None:
        try:
            found = form(at)
        except (ValueError, OverflowError):  # 31 February, a number of any length
            return None
        return found if found is not None and found[0][0] <= self._today else None

    def _period(self, at: int) -> _Found | None:
        found = phrase_table("times", "periods").longest_match(self._words, at)
        return None if found is None else (calendar_days(found[0], self._today), found[1])

    def _iso_date(self, at: int) -> _Found | None:
        """Read 2013-01-15, 2013/1/15 and 1/15/2013."""
        parts = self._words[at : at + 5]
        if len(parts) < 5 or parts[1] != parts[3] or parts[1] not in {"-", "/", "."}:  # noqa: PLR2004 - a date
            return None
        numbers = [int(each) for each in (parts[0], parts[2], parts[4]) if each.isdecimal()]
        if len(numbers) < 3:  # noqa: PLR2004 - a date
            return None
        year, month, day = numbers if len(parts[0]) == _YEAR_DIGITS else (numbers[2], numbers[0], numbers[1])
        return _one(date(year, month, day), 5)

    def _english_date(self, at: int) -> _Found | None:
        """Read "jan 15", "january 15th, 2013", "october", "oct 2012"."""
        month = _MONTHS.get(self._word(at))
        if month is None or (self._word(at) in {"may", "march"} and not self._is_dated(at)):
            return None
        at_day = at + 1 + (self._word(at + 1) == ".")
        day, size = self._day_number(at_day)
        behind = at_day + size
        year, year_size = self._year_number(behind)
        if day is None:
            return self._month(month, year), behind + year_size - at
        return _one(self._dated(month, day, year), behind + year_size - at)

    def _is_dated(self, at: int) -> bool:
        """Return whether "may" and "march" are months here: beside a number, or behind a preposition."""
        is_numbered = self._word(at + 1).isdecimal() or self._word(at - 1).isdecimal()
        return is_numbered or self._word(at - 1) in {"in", "of", "since", "from", "during", "last", "to", "until"}

    def _day_of_month(self, at: int) -> _Found | None:
        """Read "15 jan", "15th of january 2013", "the 15th"."""
        start = at + (self._word(at) == "the")
        day, size = self._day_number(start)
        if day is None:
            return None
        behind = start + size
        has_suffix = self._word(behind - 1) in _SUFFIXES
        month_at = behind + (self._word(behind) == "of")
        month = _MONTHS.get(self._word(month_at))
        if month is None:
            if not has_suffix:
                return None
            month_before = months_back(self._today.replace(day=1), 1)
            found = (self._today if day <= self._today.day else month_before).replace(day=day)
            return _one(found, behind - at)
        year, year_size = self._year_number(month_at + 1)
        return _one(self._dated(month, day, year), month_at + 1 + year_size - at)

    def _day_number(self, at: int) -> tuple[int | None, int]:
        word = self._word(at)
        if not word.isdecimal() or not 1 <= int(word) <= 31 or self._word(at + 1) in {"%", ".", "/"}:  # noqa: PLR2004
            return None, 0
        return int(word), 1 + (self._word(at + 1) in _SUFFIXES)

    def _year_number(self, at: int) -> tuple[int | None, int]:
        start = at + (self._word(at) == ",") + (self._word(at) == "of")
        word = self._word(start)
        is_year = word.isdecimal() and len(word) == _YEAR_DIGITS and _FIRST_YEAR <= int(word) <= _LAST_YEAR
        return (int(word), start + 1 - at) if is_year else (None, 0)

    def _dated(self, month: int, day: int, year: int | None) -> date:
        """Return a day; without its year the latest one that is not after today."""
        if year is not None:
            return date(year, month, day)
        is_past = (month, day) <= (self._today.month, self._today.day)
        return date(self._today.year - (not is_past), month, day)

    def _month(self, month: int, year: int | None) -> Days:
        if year is None:
            year = self._today.year - (month > self._today.month)
        return date(year, month, 1), min(self._today, date(year, month, calendar.monthrange(year, month)[1]))

    def _weekday(self, at: int) -> _Found | None:
        """Read "friday", "last friday", 周五, 上周五: the latest one, or that of the week that is named."""
        word = self._word(at)
        if word in {"last", "this", "on"} and self._word(at + 1) in _WEEKDAYS:
            back = (self._today.weekday() - _WEEKDAYS[self._word(at + 1)] - (word == "last")) % 7 + (word == "last")
            return _one(self._today - timedelta(days=back), 2)
        if word in _WEEKDAYS:
            return _one(self._today - timedelta(days=(self._today.weekday() - _WEEKDAYS[word]) % 7), 1)
        back = next(count for count in range(len(self._words) + 1) if self._word(at + count) != "上")
        start = at + (back or word in {"这", "本"})
        start += self._word(start) == "个" and start > at
        for week in _WEEK_WORDS:
            end = start + len(week)
            if tuple(self._words[start:end]) == week and self._word(end) in _CHINESE_WEEKDAYS:
                monday = self._today - timedelta(days=self._today.weekday() + 7 * back)
                day = monday + timedelta(days=_CHINESE_WEEKDAYS[self._word(end)])
                is_open = start == at and day > self._today
                return _one(day - timedelta(days=7) if is_open else day, end + 1 - at)
        return None

    def _chinese_date(self, at: int) -> _Found | None:
        """Read 2013年1月15日, 1月15号, 去年十月, 十月份, 2012年."""
        year, start = self._chinese_year(at)
        month, size = self._numeral(start)
        if month is None or self._word(start + size) != "月" or not 1 <= month <= 12:  # noqa: PLR2004 - a month
            if year is None or start == at:
                return None
            return (date(year, 1, 1), min(self._today, date(year, 12, 31))), start - at
        behind = start + size + 1
        behind += self._word(behind) == "份"
        day, day_size = self._numeral(behind)
        if day is not None and self._word(behind + day_size) in {"日", "号"}:
            return _one(self._dated(month, day, year), behind + day_size + 1 - at)
        return self._month(month, year), behind - at

    def _chinese_year(self, at: int) -> tuple[int | None, int]:
        word = self._word(at)
        if word.isdecimal() and len(word) == _YEAR_DIGITS and self._word(at + 1) == "年":
            return int(word), at + 2
        years = {("今", "年"): 0, ("去", "年"): 1, ("前", "年"): 2}
        back = years.get((word, self._word(at + 1)))
        return (None, at) if back is None else (self._today.year - back, at + 2)

    def _quarter(self, at: int) -> _Found | None:
        """Read "q4", "q4 2012", "the fourth quarter of 2012", 四季度, 去年第四季度."""
        year, start = self._chinese_year(at)
        words = self._words[start : start + 4]
        ordinals = {"first": 1, "second": 2, "third": 3, "fourth": 4}
        if len(words) > 1 and words[0] == "q" and words[1] in _QUARTERS:
            quarter, behind = _QUARTERS[words[1]], start + 2
        elif len(words) > 1 and words[0] in ordinals and words[1] == "quarter":
            quarter, behind = ordinals[words[0]], start + 2
        else:
            named = start + (self._word(start) == "第")
            if self._word(named) not in _QUARTERS or tuple(self._words[named + 1 : named + 3]) != ("季", "度"):
                return None
            quarter, behind = _QUARTERS[self._word(named)], named + 3
        if year is None:
            year, size = self._year_number(behind)
            behind += size
        first_month = quarter * _QUARTER_MONTHS - 2
        if year is None:
            year = self._today.year - (first_month > self._today.month)
        first, (_, last) = date(year, first_month, 1), self._month(first_month + 2, year)
        return (first, min(last, self._today)), behind - at

    def _half(self, at: int) -> _Found | None:
        """Read 上半年, 去年下半年."""
        year, start = self._chinese_year(at)
        half = tuple(self._words[start : start + 3])
        if half not in {("上", "半", "年"), ("下", "半", "年")}:
            return None
        first_month = 1 if half[0] == "上" else 7
        year = year or self._today.year - (first_month > self._today.month)
        return (date(year, first_month, 1), self._month(first_month + 5, year)[1]), start + 3 - at

    def _year(self, at: int) -> _Found | None:
        year, size = self._year_number(at)
        return None if year is None else ((date(year, 1, 1), min(self._today, date(year, 12, 31))), size)

    def _count(self, at: int) -> tuple[int, int] | None:
        """Return a number in digits or words, and its size."""
        if vague := phrase_table("times", "counts").longest_match(self._words, at):
            return int(vague[0]), vague[1]
        if self._word(at) in {"a", "an"}:
            return 1, 1
        number, size = self._numeral(at)
        if number is None:
            return None
        size += self._word(at + size) == "-"  # "3-month"
        return number, size

    def _numeral(self, at: int) -> tuple[int | None, int]:
        word = self._word(at)
        if word.isdecimal():
            return (int(word), 1) if len(word) <= _YEAR_DIGITS else (None, 0)
        if word in ENGLISH_NUMERALS:
            return int(parse_english_number(word)), 1
        size = 0
        while self._word(at + size) and self._word(at + size) in CHINESE_NUMERALS:
            size += 1
        return (parse_chinese_number("".join(self._words[at : at + size])), size) if size else (None, 0)

    def _prepositions(self, at: int) -> int:
        return self._size("on", at) + self._size("on", at + self._size("on", at))

    def _size(self, list_name: str, at: int) -> int:
        found = phrase_list("times", "words", list_name).longest_match(self._words, at)
        return 0 if found is None else found[1]

    def _word(self, at: int) -> str:
        return self._words[at] if 0 <= at < len(self._words) else ""


def _one(day: date, size: int) -> _Found:
    return (day, day), size


def _when(days: Days) -> OnDay | OverDays:
    return OnDay(days[0]) if days[0] == days[1] else OverDays(*days)


def _day_back(days: int) -> Callable[[date], Days]:
    return lambda today: (today - timedelta(days=days), today - timedelta(days=days))


def _week(back: int) -> Callable[[date], Days]:
    def days(today: date) -> Days:
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return monday, min(today, monday + timedelta(days=6))

    return days


def _months(count: int, back: int) -> Callable[[date], Days]:
    """Return calendar periods of `count` months, so many of them back."""

    def days(today: date) -> Days:
        first = months_back(today.replace(day=1), (today.month - 1) % count + count * back)
        return first, min(today, months_back(first, -count) - timedelta(days=1))

    return days


def _start_of_year(today: date) -> Days:
    return today.replace(month=1, day=1), today.replace(month=1, day=1)


_PERIODS: Final[Mapping[str, Callable[[date], Days]]] = {
    "today": _day_back(0),
    "yesterday": _day_back(1),
    "day_before_yesterday": _day_back(2),
    "three_days_ago": _day_back(3),
    "this_week": _week(0),
    "last_week": _week(1),
    "week_before_last": _week(2),
    "this_month": _months(1, 0),
    "last_month": _months(1, 1),
    "month_before_last": _months(1, 2),
    "this_quarter": _months(3, 0),
    "last_quarter": _months(3, 1),
    "quarter_before_last": _months(3, 2),
    "this_year": _months(12, 0),
    "last_year": _months(12, 1),
    "year_before_last": _months(12, 2),
    "start_of_year": _start_of_year,
}
