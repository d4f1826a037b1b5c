"""New York's time zone and the hours at which its exchanges regularly open and close."""

from datetime import date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

NEW_YORK: Final = ZoneInfo("America/New_York")
REGULAR_CLOSE: Final = time(16, 0)


def at_new_york(day: date, hour: time = REGULAR_CLOSE) -> datetime:
    """Return the instant at which New York's clocks show `hour` on `day`, with zone."""
    return datetime.combine(day, hour, tzinfo=NEW_YORK)


def require_zone(at: datetime) -> datetime:
    """Return `at` unchanged.

    Raises: ValueError: it has no zone; a bare time would silently mean another instant on another machine.
    """
    if at.utcoffset() is None:
        msg = f"an instant needs a zone: {at.isoformat()}"
        raise ValueError(msg)
    return at
