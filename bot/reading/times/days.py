"""Days of the calendar that times name, as of a day that is today."""

import calendar
import math
from datetime import date, timedelta
from typing import Final

Days = tuple[date, date]  # the first and the last

MAX_LOOKBACK_DAYS: Final = 36_600  # a hundred years
MONTHS_IN: Final = {"month": 1, "quarter": 3, "year": 12}
_DAYS_IN: Final = {"day": 1.0, "session": 1.4, "week": 7.0}
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
    if unit in MONTHS_IN:
        return months_back(today, count * MONTHS_IN[unit])
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


def latest_day(today: date, month: int, day: int) -> date:
    """Return the latest day of this date that has begun. Raises: ValueError: there is no such day."""
    return date(today.year - ((month, day) > (today.month, today.day)), month, day)


def period(day: date, unit: str, ago: int = 0) -> Days:
    """Return the day, or the week, month, quarter or year of the calendar that holds a day, or one so many before."""
    if unit in MONTHS_IN:
        months = MONTHS_IN[unit]
        first = months_back(day.replace(day=1), (day.month - 1) % months + months * ago)
        return months_from(first.year, first.month, months)
    if unit == "week":
        monday = day - timedelta(days=day.weekday() + 7 * ago)
        return monday, monday + timedelta(days=6)
    return day - timedelta(days=ago), day - timedelta(days=ago)


def named_days(name: str, today: date) -> Days:
    """Return the days that the words of a list of `[periods]` mean.

    Args:
        name: As in `data/times.toml`: "week 1" is last week, "12-25" the latest Christmas Day that has begun.
        today: The day of the market.
    """
    unit, _, ago = name.partition(" ")
    if ago:
        return period(today, unit, int(ago))
    if name == "few_days":
        return today - timedelta(days=_FEW_DAYS), today
    if name == "weekend":
        saturday = today - timedelta(days=(today.weekday() - _SATURDAY) % 7)
        return saturday, saturday + timedelta(days=1)
    if name == "thanksgiving":
        found = max(day for day in map(_thanksgiving, (today.year, today.year - 1)) if day <= today)
    else:
        found = latest_day(today, *map(int, name.split("-")))
    return found, found


def _thanksgiving(year: int) -> date:
    """Return the fourth Thursday of November."""
    last = date(year, 11, 28)
    return last - timedelta(days=(last.weekday() - _THURSDAY) % 7)
