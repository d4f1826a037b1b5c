"""The events of sessions over ten years: in order, each in one span, whatever the spans and the clocks' changes."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from adapters.market.calendar import ExchangeCalendar
from adapters.market.hours import NEW_YORK
from bot.domain.market.sessions import SessionPhase, session_events
from bot.domain.market.snapshot import market_date

CALENDAR = ExchangeCalendar(until=date(2020, 12, 31))
TEN_YEARS = CALENDAR.sessions(date(2010, 1, 1), date(2019, 12, 31))
FIRST, LAST = datetime(2010, 1, 1, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=UTC)


def test_events_of_ten_years_then_two_per_session_in_order() -> None:
    events = session_events(TEN_YEARS, after=FIRST, until=LAST)
    assert len(events) == 2 * 2516
    times = [event.at for event in events]
    assert times == sorted(times)
    assert len({event.key for event in events}) == len(events)


@pytest.mark.parametrize(
    ("day", "pre_open", "post_close"),
    [
        pytest.param(date(2013, 3, 8), "2013-03-08T14:00", "2013-03-08T21:30", id="before the clocks go forward"),
        pytest.param(date(2013, 3, 11), "2013-03-11T13:00", "2013-03-11T20:30", id="after"),
        pytest.param(date(2013, 11, 1), "2013-11-01T13:00", "2013-11-01T20:30", id="before the clocks go back"),
        pytest.param(date(2013, 11, 4), "2013-11-04T14:00", "2013-11-04T21:30", id="after that"),
        pytest.param(date(2013, 11, 29), "2013-11-29T14:00", "2013-11-29T18:30", id="half a day"),
    ],
)
def test_events_of_a_session_then_by_the_clock_of_new_york(day: date, pre_open: str, post_close: str) -> None:
    events = session_events(CALENDAR.sessions(day, day), after=FIRST, until=LAST)
    assert [event.phase for event in events] == [SessionPhase.PRE_OPEN, SessionPhase.POST_CLOSE]
    assert [event.at.astimezone(UTC).isoformat()[:16] for event in events] == [pre_open, post_close]
    assert {event.at.tzinfo for event in events} == {NEW_YORK}


@pytest.mark.parametrize("day", [date(2013, 7, 4), date(2012, 10, 29), date(2013, 3, 29), date(2013, 2, 2)])
def test_sessions_on_a_day_without_trading_then_none(day: date) -> None:
    assert CALENDAR.sessions(day, day) == ()
    assert CALENDAR.sessions(date(2013, 3, 1), date(2013, 2, 1)) == ()  # turned round


_TOKYO = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (datetime(2013, 1, 31, 21, 0, tzinfo=UTC), date(2013, 1, 31)),  # the close
        (datetime(2013, 2, 1, 3, 0, tzinfo=UTC), date(2013, 1, 31)),  # the next day in London, not in New York
        (datetime(2013, 2, 1, 6, 0, tzinfo=_TOKYO), date(2013, 1, 31)),
        (datetime(2013, 7, 1, 4, 0, tzinfo=UTC), date(2013, 7, 1)),  # summer time
    ],
)
def test_the_date_is_that_of_the_exchange(at: datetime, day: date) -> None:
    assert market_date(at) == day
