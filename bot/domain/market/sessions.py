"""The exchange's trading sessions, and the events by which what happens later is timed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

BEFORE_OPENING: Final = timedelta(minutes=30)
AFTER_CLOSE: Final = timedelta(minutes=30)  # in which the day's last prices arrive


@dataclass(frozen=True, slots=True)
class TradingSession:
    """One session of the exchange: a day on which it is open, perhaps for half of it."""

    day: date
    opens: datetime
    closes: datetime


class SessionPhase(StrEnum):
    """The two times of a session at which something happens."""

    PRE_OPEN = "pre_open"
    POST_CLOSE = "post_close"


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """A time of a session at which scheduled work is due."""

    session: TradingSession
    phase: SessionPhase

    @property
    def at(self) -> datetime:
        """The market time at which the event is due: half an hour before the opening, or after the close."""
        if self.phase is SessionPhase.PRE_OPEN:
            return self.session.opens - BEFORE_OPENING
        return self.session.closes + AFTER_CLOSE

    @property
    def key(self) -> str:
        """A name of the event that is the same in every process: "2013-02-01/post_close"."""
        return f"{self.session.day}/{self.phase}"


def session_events(sessions: Iterable[TradingSession], *, after: datetime, until: datetime) -> tuple[SessionEvent, ...]:
    """Return the events of some sessions, in order, that are due after one instant and by another."""
    events = (SessionEvent(session, phase) for session in sessions for phase in SessionPhase)
    return tuple(event for event in events if after < event.at <= until)
