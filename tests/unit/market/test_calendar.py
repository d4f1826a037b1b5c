from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import NEW_YORK
from bot.errors import DateOutOfRangeError

# exchange-calendars 4.13 reads frames in a way that pandas 3.1 deprecates.
pytestmark = pytest.mark.filterwarnings("ignore:Series.values returning an ndarray:DeprecationWarning")

CALENDAR = ExchangeCalendar(until=date(2027, 12, 31))


def new_york(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=NEW_YORK)  # type: ignore[arg-type,misc]  # year to minute, spelled out by the caller


@pytest.mark.parametrize(
    ("at", "close"),
    [
        (new_york(2013, 1, 31, 16), new_york(2013, 1, 31, 16)),
        (new_york(2013, 1, 31, 15, 59), new_york(2013, 1, 30, 16)),
        (new_york(2013, 2, 3, 12), new_york(2013, 2, 1, 16)),  # a Sunday
        (new_york(2012, 10, 30, 18), new_york(2012, 10, 26, 16)),  # closed by a hurricane
        (new_york(2012, 11, 23, 13), new_york(2012, 11, 23, 13)),  # early close
        (new_york(2012, 11, 23, 12, 59), new_york(2012, 11, 21, 16)),  # and Thanksgiving before it
        (new_york(2025, 1, 9, 17), new_york(2025, 1, 8, 16)),  # a day of mourning
    ],
)
def test_last_close_knows_weekends_holidays_and_early_closes(at: datetime, close: datetime) -> None:
    assert CALENDAR.last_close(at) == close


@pytest.mark.parametrize(("day", "hour"), [(date(2013, 3, 8), 21), (date(2013, 3, 11), 20), (date(2013, 11, 4), 21)])
def test_closes_follow_daylight_saving(day: date, hour: int) -> None:
    close = CALENDAR.close_after(day, 0)
    assert close.astimezone(UTC) == datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    assert (close.hour, close.utcoffset()) == (16, close.astimezone(NEW_YORK).utcoffset())


def test_twenty_sessions_after_january_end_is_the_first_of_march() -> None:
    assert CALENDAR.close_after(date(2013, 1, 31), 20) == new_york(2013, 3, 1, 16)
    assert CALENDAR.sessions_between(date(2013, 1, 31), date(2013, 3, 1)) == 20
    assert CALENDAR.close_after(date(2013, 3, 1), -20) == new_york(2013, 1, 31, 16)


def test_sessions_after_a_day_without_trading_count_from_the_session_before() -> None:
    assert CALENDAR.close_after(date(2013, 2, 2), 1) == new_york(2013, 2, 4, 16)


def test_sessions_between_when_turned_round_then_negative() -> None:
    assert CALENDAR.sessions_between(date(2013, 3, 1), date(2013, 1, 31)) == -20
    assert CALENDAR.sessions_between(date(2013, 1, 31), date(2013, 1, 31)) == 0


@pytest.mark.parametrize(
    ("at", "is_open"),
    [
        (new_york(2013, 1, 31, 9, 30), True),
        (new_york(2013, 1, 31, 9, 29), False),
        (new_york(2013, 1, 31, 16), False),
        (new_york(2013, 2, 2, 12), False),
        (new_york(2012, 12, 24, 12, 59), True),
        (new_york(2012, 12, 24, 13), False),
    ],
)
def test_is_open_from_the_opening_to_the_close(at: datetime, is_open: bool) -> None:  # noqa: FBT001  # a test's parameter
    assert CALENDAR.is_open(at) is is_open


@pytest.mark.parametrize("at", [new_york(2008, 12, 31, 12), new_york(2009, 1, 1, 12), new_york(2028, 1, 3, 12)])
def test_outside_the_span_then_refuses(at: datetime) -> None:
    with pytest.raises(DateOutOfRangeError):
        CALENDAR.last_close(at)


@pytest.mark.parametrize(("session", "sessions"), [(date(2027, 12, 31), 1), (date(2009, 1, 2), -1)])
def test_close_after_when_it_leaves_the_span_then_refuses(session: date, sessions: int) -> None:
    with pytest.raises(DateOutOfRangeError):
        CALENDAR.close_after(session, sessions)


def test_an_instant_without_zone_then_refuses() -> None:
    with pytest.raises(ValueError, match="needs a zone"):
        CALENDAR.is_open(datetime(2013, 1, 31, 12))  # noqa: DTZ001  # the case under test


def test_a_kept_calendar_says_the_same_as_the_library(tmp_path: Path) -> None:
    until = date(2012, 12, 31)
    first = ExchangeCalendar(until=until, cache_dir=tmp_path)
    first.load()
    kept = ExchangeCalendar(until=until, cache_dir=tmp_path)

    assert [f.suffix for f in tmp_path.iterdir()] == [".json"]
    assert kept.close_after(date(2012, 11, 22), 1) == first.close_after(date(2012, 11, 22), 1)
    assert kept.close_after(date(2012, 11, 22), 1).isoformat() == "2012-11-23T13:00:00-05:00"
    assert kept.sessions_between(date(2009, 1, 1), until) == first.sessions_between(date(2009, 1, 1), until)


@pytest.mark.parametrize("text", ["", "null", "{}", "[[1]]", '[["2012-01-03", "x", 1]]'])
def test_a_broken_kept_calendar_is_made_again(tmp_path: Path, text: str) -> None:
    until = date(2010, 12, 31)
    ExchangeCalendar(until=until, cache_dir=tmp_path).load()
    (kept,) = tmp_path.iterdir()
    kept.write_text(text, encoding="utf-8")

    assert ExchangeCalendar(until=until, cache_dir=tmp_path).sessions_between(date(2010, 1, 1), date(2010, 1, 8)) == 5
