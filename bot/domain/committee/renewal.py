"""When the digests of the analysts are renewed, by the events of the exchange's sessions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.domain.committee.analysts import Analyst
from bot.domain.market.sessions import SessionEvent, SessionPhase

ASKED_LATELY: Final = timedelta(days=14)  # market time for which a share that a committee has read is followed


class Renewal(StrEnum):
    """What becomes of a digest at an event."""

    READ = "read"  # the latest one is read
    SESSION = "session"  # it is renewed, each session
    WEEK = "week"  # it is renewed, in the last session of a week


@dataclass(frozen=True, slots=True)
class RenewalRule:
    """When the digests of one analyst are renewed."""

    pre_open: Renewal
    post_close: Renewal
    after_report: bool = False  # also after each report of a committee

    def at(self, phase: SessionPhase) -> Renewal:
        """Return what becomes of a digest at an event of a session."""
        return self.pre_open if phase is SessionPhase.PRE_OPEN else self.post_close


RENEWALS: Final[Mapping[Analyst, RenewalRule]] = {
    Analyst.MARKET: RenewalRule(Renewal.SESSION, Renewal.SESSION, after_report=True),
    Analyst.NEWS: RenewalRule(Renewal.READ, Renewal.SESSION),
    Analyst.SENTIMENT: RenewalRule(Renewal.READ, Renewal.SESSION),
    Analyst.FUNDAMENTALS: RenewalRule(Renewal.READ, Renewal.WEEK),
}


def due_analysts(event: SessionEvent, *, ends_week: bool) -> tuple[Analyst, ...]:
    """Return the analysts whose digests are renewed at an event, in their order."""
    due = {Renewal.SESSION, Renewal.WEEK} if ends_week else {Renewal.SESSION}
    return tuple(analyst for analyst, rule in RENEWALS.items() if rule.at(event.phase) in due)
