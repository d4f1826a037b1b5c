from datetime import date

import pytest

from bot.reading.times.days import Days, is_relative, relative_days

TODAY = date(2013, 1, 31)
DAY = (date(2012, 12, 14), date(2012, 12, 14))
DECEMBER = (date(2012, 12, 1), date(2012, 12, 31))


@pytest.mark.parametrize(
    ("text", "asked", "first", "last"),
    [
        ("two weeks before that", DAY, "2012-11-30", "2012-11-30"),
        ("the next day", DAY, "2012-12-17", "2012-12-17"),  # a Saturday has no session
        ("that month", DAY, "2012-12-01", "2012-12-31"),
        ("that week", DAY, "2012-12-10", "2012-12-16"),
        ("since then", DAY, "2012-12-14", "2013-01-31"),
        ("the month before", DECEMBER, "2012-11-01", "2012-11-30"),
        ("再往前两周", DAY, "2012-11-30", "2012-11-30"),
        ("去年同期", DECEMBER, "2011-12-01", "2011-12-31"),
    ],
)
def test_days_as_seen_from_others(text: str, asked: Days, first: str, last: str) -> None:
    assert relative_days(text, asked, today=TODAY) == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize("text", ["the same share", "一年"])
def test_other_words_name_none(text: str) -> None:
    assert not is_relative(text)
    assert relative_days(text, DAY, today=TODAY) is None


def test_none_is_to_come() -> None:
    assert relative_days("a year later", DECEMBER, today=TODAY) is None
    assert relative_days("two months later", (TODAY, TODAY), today=TODAY) is None
