"""The time that the words of one slot name."""

from datetime import date

import pytest

from bot.domain.figures.query import OnDay, OverDays, When
from bot.reading.recognisers.times import read_when

_TODAY = date(2013, 1, 31)


def _over(first: str, last: date = _TODAY) -> OverDays:
    return OverDays(date.fromisoformat(first), last)


def _from(first: str, last: date = _TODAY) -> OverDays:
    return OverDays(date.fromisoformat(first), last, from_close=True)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("since november 30", _from("2012-11-30")),
        ("from the november 30 close", _from("2012-11-30")),
        ("since the close on december 14", _from("2012-12-14")),
        ("从去年11月30号收盘到现在", _from("2012-11-30")),
        ("since the first of january", _from("2013-01-01")),
        ("from january 7 to january 14", _from("2013-01-07", date(2013, 1, 14))),
        ("between monday and now", _from("2013-01-28")),
        ("since december", _over("2012-12-01")),
        ("the twenty-first of december", OnDay(date(2012, 12, 21))),
        ("from late january 2012 until now", _over("2012-01-21")),
        ("in late november 2012", _over("2012-11-21", date(2012, 11, 30))),
        ("early december", _over("2012-12-01", date(2012, 12, 10))),
        ("去年12月中旬以来", _over("2012-12-11")),
        ("2012年1月底到现在", _from("2012-01-31")),
        ("since the end of last month", _from("2012-12-31")),
        ("the end of november", OnDay(date(2012, 11, 30))),
        ("11月初", OnDay(date(2012, 11, 1))),
    ],
)
def test_read_when_counts_from_the_day_that_is_named(text: str, when: When) -> None:
    named = read_when(text, today=_TODAY)
    assert named is not None
    assert named.when == when
