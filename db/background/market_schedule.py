"""Writes the jobs of a live market's sessions: half an hour before the opening, and half an hour after the close."""

from datetime import timedelta
from typing import Final

from bot.domain.committee.memory import ASKED_LATELY
from bot.domain.jobs import RUN_SCHEDULE, SETTLE_RESULTS, WRITE_REFLECTIONS, run_schedule_job
from bot.domain.market.sessions import session_events
from bot.domain.market.snapshot import market_date
from bot.ports import Clock, NewId, TradingCalendar
from db.background.sweeper import HAS_JOB
from db.pool import Database
from db.stores.outbox import add_jobs

# The clock of the sample market stands still until somebody moves the account's: that does the work itself. An account
# with nothing to do stays behind: what is set, subscribed to or followed later counts from then on.
DUE: Final = f"""
SELECT w.tenant_id
  FROM (SELECT a.tenant_id, a.tenant_id AS id FROM account a
         WHERE a.market = %(market)s AND a.market <> 'sample' AND a.market_time IS NULL AND a.passed_to < %(event_at)s
           AND (EXISTS (SELECT FROM price_alert p
                         WHERE p.tenant_id = a.tenant_id AND p.account_id = a.id AND p.state = 'armed')
             OR EXISTS (SELECT FROM brief_subscription b WHERE b.tenant_id = a.tenant_id)
             OR EXISTS (SELECT FROM position h WHERE h.tenant_id = a.tenant_id AND h.account_id = a.id)
             OR EXISTS (SELECT FROM watched_share s WHERE s.tenant_id = a.tenant_id AND s.market = a.market)
             OR EXISTS (SELECT FROM analyst_report r
                         WHERE r.tenant_id = a.tenant_id AND r.market = a.market AND r.asked_at >= %(asked_from)s))) w
 WHERE NOT ({HAS_JOB})
"""  # noqa: S608 - constants
# What waits for these is told late, or never: nothing else writes the job of reflections again. Of two processes that
# look at once the second finds nothing given up any more. Tries become rarer, so that ten of them take over an hour.
TRY_AGAIN: Final = """
UPDATE outbox SET given_up_at = NULL, failures = 0, due_at = now()
 WHERE given_up_at IS NOT NULL
   AND id IN (SELECT DISTINCT ON (o.tenant_id, o.name, o.key) o.id FROM outbox o
               WHERE o.name = ANY (%(names)s) AND o.given_up_at <= now() - %(rest)s
                 AND NOT EXISTS (SELECT FROM outbox u WHERE u.tenant_id = o.tenant_id AND u.name = o.name
                                    AND u.key = o.key AND u.given_up_at IS NULL)
               ORDER BY o.tenant_id, o.name, o.key, o.given_up_at DESC)
RETURNING pg_notify('parley', 'outbox')
"""
_RETRIED: Final = (RUN_SCHEDULE, SETTLE_RESULTS, WRITE_REFLECTIONS)
_REST: Final = timedelta(minutes=10)
_LOOK_BACK: Final = timedelta(days=10)  # in which there is always a session


class MarketSchedule:
    """Finds the tenants for whose accounts an event of a session is due, as the system role."""

    def __init__(
        self, database: Database, *, market: str, calendar: TradingCalendar, clock: Clock, new_id: NewId
    ) -> None:
        """Look at the accounts on the live market called `market`."""
        self._database = database
        self._market = market
        self._calendar = calendar
        self._clock = clock
        self._new_id = new_id

    async def add_due_jobs(self) -> int:
        """Write the jobs that are due and not written yet, and let those be tried again that were given up a while ago.

        Returns: How many were written. Raises: StoreUnavailableError.
        """
        await self._database.system_rows(TRY_AGAIN, {"names": list(_RETRIED), "rest": _REST})
        now = self._clock.now()
        sessions = self._calendar.sessions(market_date(now - _LOOK_BACK), market_date(now))
        event_at = session_events(sessions, after=now - _LOOK_BACK, until=now)[-1].at
        times = {"event_at": event_at, "asked_from": event_at - ASKED_LATELY}
        rows = await self._database.system_rows(DUE, {"name": RUN_SCHEDULE, "market": self._market, **times})
        jobs = [run_schedule_job(self._new_id(), tenant_id=row["tenant_id"], at=now) for row in rows]
        return await add_jobs(self._database, jobs)
