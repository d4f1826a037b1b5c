"""The time that the words of one slot name."""

from datetime import date

import pytest

from bot.domain.figures.query import OnDay, OverDays, When
from bot.reading.recognisers.times import read_dates, read_when

_TODAY = date(2013, 1, 31)


def _over(first: str, last: date = _TODAY) -> OverDays:
    return OverDays(date.fromisoformat(first), last)


def _from(first: str, last: date = _TODAY) -> OverDays:
    return OverDays(date.fromisoformat(first), last, from_close=True)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("from the november 30 close", _from("2012-11-30")),
        ("from january 7 to january 14", _from("2013-01-07", date(2013, 1, 14))),
        ("between monday and now", _from("2013-01-28")),
        ("the twenty-first of december", OnDay(date(2012, 12, 21))),
        ("2012年1月底到现在", _from("2012-01-31")),
        ("since the end of last month", _from("2012-12-31")),
        ("the end of november", OnDay(date(2012, 11, 30))),
    ],
)
def test_read_when_counts_from_the_day_that_is_named(text: str, when: When) -> None:
    named = read_when(text, today=_TODAY)
    assert named is not None
    assert named.when == when


@pytest.mark.parametrize("text", ["4 days before ex-date", ""])
def test_time_that_is_unknown_or_to_come_is_none(text: str) -> None:
    assert read_when(text, today=_TODAY) is None


def test_sessions_as_dates_are_days() -> None:
    assert read_dates("last 30 days", today=_TODAY) == (date(2013, 1, 1), _TODAY)
