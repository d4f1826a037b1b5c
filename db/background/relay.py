"""The outbox for the relay: jobs of all tenants, ids only."""

from datetime import timedelta
from uuid import UUID

from bot.domain.jobs import Job
from db.pool import Database
from db.stores.outbox import JOB

DUE = """
WITH due AS MATERIALIZED (
    SELECT tenant_id, id FROM outbox
     WHERE given_up_at IS NULL AND due_at <= now() AND (taken_until IS NULL OR taken_until <= now())
     ORDER BY due_at LIMIT %(limit)s
       FOR NO KEY UPDATE SKIP LOCKED
), claimed AS (
    INSERT INTO outbox_claim (tenant_id, job_id, owner) SELECT tenant_id, id, %(owner)s FROM due
        ON CONFLICT (tenant_id, job_id) DO UPDATE SET owner = excluded.owner
)
UPDATE outbox o SET taken_until = now() + %(ttl)s FROM due WHERE o.id = due.id
RETURNING o.*
"""
FINISHED = """
WITH ended AS (DELETE FROM outbox WHERE id = %(id)s RETURNING name)
SELECT add_up_job(name, 0, %(seconds)s) FROM ended
"""
# 10 s, 20 s, 40 s … at most an hour between tries.
FAILED = """
WITH ended AS (
    UPDATE outbox
       SET failures = failures + 1, last_error = %(why)s, taken_until = NULL,
           due_at = now() + least(interval '1 hour', interval '10 seconds' * 2 ^ failures),
           given_up_at = CASE WHEN failures + 1 >= %(tries)s THEN now() END
     WHERE id = %(id)s
 RETURNING name
)
SELECT add_up_job(name, 1, %(seconds)s) FROM ended
"""
MAX_TRIES = 10


class PostgresRelay:
    """Implements `bot.ports.Relay`. A failed job is due again after 10 s, 20 s … at most 1 h; given up after ten."""

    def __init__(self, database: Database, *, owner: str = "") -> None:
        """Claim jobs as the process `owner`: if it dies, they are due again at once."""
        self._database = database
        self._owner = owner

    async def claim_jobs(self, *, limit: int, ttl: timedelta) -> tuple[Job, ...]:
        """Claim jobs that are neither finished nor claimed within `ttl`, oldest first."""
        rows = await self._database.system_rows(DUE, {"limit": limit, "ttl": ttl, "owner": self._owner})
        return tuple(sorted(map(JOB, rows), key=lambda job: (job.created_at, job.id)))

    async def job_finished(self, job_id: UUID, *, seconds: float = 0.0) -> None:
        """Delete the job and add its run to the totals."""
        await self._database.system_rows(FINISHED, {"id": job_id, "seconds": seconds})

    async def job_failed(self, job_id: UUID, *, why: str, seconds: float = 0.0) -> None:
        await self._database.system_rows(FAILED, {"id": job_id, "why": why, "tries": MAX_TRIES, "seconds": seconds})
