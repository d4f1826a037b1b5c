"""The real clock, and the ids that are made from it."""

import secrets
from datetime import UTC, datetime
from uuid import UUID

from bot.domain.ids import time_ordered_id


class SystemClock:
    """The wall clock of this machine, in UTC."""

    def now(self) -> datetime:
        """Return the present instant."""
        return datetime.now(UTC)


def new_id() -> UUID:
    """Return a new time-ordered id."""
    return time_ordered_id(now=datetime.now(UTC), entropy=secrets.token_bytes(10))
