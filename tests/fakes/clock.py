"""Clocks that stand still or move on request, and ids that sort by them."""

from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID

from bot.domain.ids import time_ordered_id
from bot.ports import Clock, NewId

NOON = datetime(2026, 11, 2, 17, 0, tzinfo=UTC)


class FixedClock:
    """Always the same instant, until `advance` moves it."""

    def __init__(self, at: datetime = NOON) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def advance(self, by: timedelta) -> None:
        self.at += by


class SteppingClock(FixedClock):
    """A little later at every look."""

    def __init__(self, at: datetime = NOON, *, step: timedelta = timedelta(milliseconds=1)) -> None:
        super().__init__(at)
        self._step = step

    def now(self) -> datetime:
        now = self.at
        self.at += self._step
        return now


class WallClock:
    """The real clock, for comparisons with a real database, until `advance` moves it on."""

    def __init__(self) -> None:
        self._ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self._ahead

    def advance(self, by: timedelta) -> None:
        self._ahead += by


def new_ids(clock: Clock) -> NewId:
    """Ids that sort by the clock and then by their making; the same in every run with the same clock."""
    numbers = count(1)

    def new_id() -> UUID:
        return time_ordered_id(now=clock.now(), entropy=next(numbers).to_bytes(10, "big"))

    return new_id
