"""New York's time zone and the regular close of its exchanges."""

from datetime import date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

NEW_YORK: Final = ZoneInfo("America/New_York")
REGULAR_OPENING: Final = time(9, 30)
REGULAR_CLOSE: Final = time(16, 0)


def at_new_york(day: date, hour: time = REGULAR_CLOSE) -> datetime:
    """Return the instant of local time `hour` on `day` in New York."""
    return datetime.combine(day, hour, tzinfo=NEW_YORK)


def require_zone(at: datetime) -> datetime:
    """Return `at` unchanged.

    Raises: ValueError: it has no zone; it would mean different instants on different machines.
    """
    if at.utcoffset() is None:
        msg = f"an instant needs a zone: {at.isoformat()}"
        raise ValueError(msg)
    return at
