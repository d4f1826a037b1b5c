"""When the digests of the analysts are renewed, by the events of the exchange's sessions."""

from datetime import timedelta
from typing import Final

from bot.domain.committee.analysts import Analyst
from bot.domain.market.sessions import SessionEvent, SessionPhase

ASKED_LATELY: Final = timedelta(days=14)  # market time for which a share that a committee has read is followed
RENEWED_AFTER_REPORT: Final = Analyst.MARKET  # also after each report of a committee


def due_analysts(event: SessionEvent, *, ends_week: bool) -> tuple[Analyst, ...]:
    """Return the analysts whose digests are renewed at an event, in their order.

    Before an opening only the prices are read anew; after a close all but the fundamentals, which are read once a week.
    """
    if event.phase is SessionPhase.PRE_OPEN:
        return (Analyst.MARKET,)
    return tuple(each for each in Analyst if each is not Analyst.FUNDAMENTALS or ends_week)
