from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from bot.domain.market.snapshot import market_date

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
