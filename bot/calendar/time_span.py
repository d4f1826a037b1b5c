"""A span of market time that passes for one account, with the sessions and their events in it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.market.sessions import SessionEvent, TradingSession, session_events
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account
from bot.ports import TradingCalendar


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSpan:
    """What passes for an account between two instants of its market time."""

    account: Account
    since: datetime  # what was due by then has happened
    until: datetime  # what is due by then happens
    sessions: tuple[TradingSession, ...]  # that close in the span, oldest first
    events: tuple[SessionEvent, ...]  # due in the span, in order


def time_span(
    calendar: TradingCalendar, account: Account, *, since: datetime, until: datetime, ahead: timedelta = timedelta(0)
) -> TimeSpan:
    """Return the span from `since` (not included) to `until` (included). Raises: DateOutOfRangeError.

    `ahead`: how much later than the clock a due event may be: one that stands still at the closes would tell of the
    day after the close only on the next day.
    """
    sessions = calendar.sessions(market_date(since), market_date(until))
    return TimeSpan(
        account=account,
        since=since,
        until=until,
        sessions=tuple(each for each in sessions if since < each.closes <= until),
        events=session_events(sessions, after=since + ahead, until=until + ahead),
    )
