"""The system clock, and time-ordered ids made from it."""

import secrets
from datetime import UTC, datetime
from uuid import UUID

from bot.domain.ids import time_ordered_id


class SystemClock:
    """Implements `bot.ports.Clock` with this machine's clock, in UTC."""

    def now(self) -> datetime:
        """Return the current time."""
        return datetime.now(UTC)


def new_id() -> UUID:
    """Return a new time-ordered id."""
    return time_ordered_id(now=datetime.now(UTC), entropy=secrets.token_bytes(10))
