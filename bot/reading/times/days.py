"""Days of the calendar that times name, as of a day that is today."""

import calendar
import math
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import Final

Days = tuple[date, date]  # the first and the last

MAX_LOOKBACK_DAYS: Final = 36_600  # a hundred years
_DAYS_IN: Final = {"day": 1.0, "session": 1.4, "week": 7.0}
_MONTHS_IN: Final = {"month": 1, "quarter": 3, "year": 12}
_FEW_DAYS: Final = 7
_THURSDAY: Final = 3
_SATURDAY: Final = 5


def months_back(day: date, months: int) -> date:
    """Return the same day of a month before, or the last day of a month that is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(max(year, 1), month + 1)[1]))


def back(today: date, count: int, unit: str) -> date:
    """Return the day so many days, sessions, weeks, months, quarters or years ago.

    Raises: ValueError, OverflowError: no market's data reach back that far.
    """
    if unit in _MONTHS_IN:
        return months_back(today, count * _MONTHS_IN[unit])
    days = math.ceil(count * _DAYS_IN[unit])
    if days > MAX_LOOKBACK_DAYS:
        msg = "no market's data reach back that far"
        raise ValueError(msg)
    return today - timedelta(days=days)


def months_from(year: int, month: int, count: int = 1) -> Days:
    """Return the days of so many months from one on."""
    first = date(year, month, 1)
    return first, months_back(first, -count) - timedelta(days=1)


def latest_months(today: date, month: int, count: int = 1, *, is_over: bool = False) -> Days:
    """Return those months of the latest year in which they have begun, or are over."""
    days = months_from(today.year, month, count)
    return days if days[is_over] <= today else months_from(today.year - 1, month, count)


def _day_back(days: int) -> Callable[[date], Days]:
    return lambda today: (today - timedelta(days=days), today - timedelta(days=days))


def _week(ago: int) -> Callable[[date], Days]:
    def days(today: date) -> Days:
        monday = today - timedelta(days=today.weekday() + 7 * ago)
        return monday, monday + timedelta(days=6)

    return days


def _months(count: int, ago: int) -> Callable[[date], Days]:
    """Return calendar periods of `count` months, so many of them ago."""

    def days(today: date) -> Days:
        first = months_back(today.replace(day=1), (today.month - 1) % count + count * ago)
        return months_from(first.year, first.month, count)

    return days


def _weekend(today: date) -> Days:
    saturday = today - timedelta(days=(today.weekday() - _SATURDAY) % 7)
    return saturday, saturday + timedelta(days=1)


def _holiday(month: int, day: int) -> Callable[[date], Days]:
    """Return the latest day of this date that has begun."""

    def days(today: date) -> Days:
        found = date(today.year - ((month, day) > (today.month, today.day)), month, day)
        return found, found

    return days


def _thanksgiving(today: date) -> Days:
    """Return the latest fourth Thursday of a November."""
    years = (today.year, today.year - 1)
    days = (date(year, 11, 22) + timedelta(days=(_THURSDAY - date(year, 11, 22).weekday()) % 7) for year in years)
    found = next(day for day in days if day <= today)
    return found, found


# The lists of `[periods]` in `data/times.toml`.
PERIODS: Final[Mapping[str, Callable[[date], Days]]] = MappingProxyType(
    {
        "today": _day_back(0),
        "yesterday": _day_back(1),
        "day_before_yesterday": _day_back(2),
        "three_days_ago": _day_back(3),
        "few_days": lambda today: (today - timedelta(days=_FEW_DAYS), today),
        "weekend": _weekend,
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
        "christmas": _holiday(12, 25),
        "new_years_day": _holiday(1, 1),
        "thanksgiving": _thanksgiving,
        "independence_day": _holiday(7, 4),
        "national_day": _holiday(10, 1),
        "start_of_year": lambda today: (today.replace(month=1, day=1), today.replace(month=1, day=1)),
    }
)
