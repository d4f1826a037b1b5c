"""Writes the jobs of memory that become due by the passing of time, across tenants: nothing else makes them due."""

from datetime import timedelta
from typing import Final

from bot.domain.jobs import PRUNE_EPISODES, SETTLE_RESULTS, Job, prune_episodes_job, settle_results_job
from bot.domain.market.sessions import AFTER_CLOSE
from bot.domain.memory.episodes import EpisodeRetention
from bot.ports import Clock, NewId
from db.background.sweeper import HAS_JOB
from db.pool import Database
from db.stores.outbox import add_jobs

UNPRUNED: Final = f"""
SELECT w.tenant_id
  FROM (SELECT t.tenant_id, t.tenant_id AS id FROM tenant t
         WHERE EXISTS (SELECT FROM episode e
                        WHERE e.tenant_id = t.tenant_id AND e.kind = ANY (%(kinds)s)
                          AND e.said_until < %(said_before)s)) w
 WHERE NOT ({HAS_JOB})
"""  # noqa: S608 - constants
# Nobody knows the prices of another market here. The clock of the sample market stands still until somebody moves the
# account's: what is left was decided since.
UNSETTLED: Final = f"""
SELECT w.tenant_id
  FROM (SELECT t.tenant_id, t.tenant_id AS id FROM tenant t
         WHERE EXISTS (SELECT FROM decision d
                         JOIN account a ON a.tenant_id = d.tenant_id AND a.id = d.account_id
                        WHERE d.tenant_id = t.tenant_id AND d.settle_after <= coalesce(a.market_time, %(now)s)
                          AND d.status IN ('filled', 'partially_filled', 'rejected', 'cancelled', 'expired')
                          AND a.market = %(market)s AND (a.market_time IS NOT NULL OR a.market <> 'sample'))) w
 WHERE NOT ({HAS_JOB})
"""  # noqa: S608 - constants
PROMPTS_KEPT: Final = timedelta(days=30)
DROP_PROMPTS: Final = "DELETE FROM llm_prompt_text WHERE at < %(before)s RETURNING call_id"


class MemoryUpkeep:
    """Finds the tenants with something to do, as the system role."""

    def __init__(
        self, database: Database, *, market: str, clock: Clock, new_id: NewId, retention: EpisodeRetention | None = None
    ) -> None:
        """Look for decisions of accounts on `market`, and for episodes older than `retention`; None: all are kept."""
        self._market = market
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._retention = retention

    async def add_due_jobs(self) -> int:
        """Write the jobs that are due and not written yet; return how many.

        Texts of prompts are deleted at once when their time is over. Raises: StoreUnavailableError.
        """
        now, jobs = self._clock.now(), list[Job]()
        await self._database.system_rows(DROP_PROMPTS, {"before": now - PROMPTS_KEPT})
        if self._retention is not None:
            kinds = [each.value for each in self._retention.kinds]
            old = {"name": PRUNE_EPISODES, "kinds": kinds, "said_before": self._retention.said_before(now)}
            for row in await self._database.system_rows(UNPRUNED, old):
                tenant_id = row["tenant_id"]
                jobs.append(prune_episodes_job(self._new_id(), tenant_id=tenant_id, key=str(tenant_id), at=now))
        due = {"name": SETTLE_RESULTS, "now": now - AFTER_CLOSE, "market": self._market}
        for row in await self._database.system_rows(UNSETTLED, due):
            tenant_id = row["tenant_id"]
            jobs.append(settle_results_job(self._new_id(), tenant_id=tenant_id, key=str(tenant_id), at=now))
        return await add_jobs(self._database, jobs)
