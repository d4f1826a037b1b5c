from collections.abc import Collection

from psycopg.types.json import Json

from bot.domain.jobs import Job
from db.codec import encode
from db.pool import Database
from db.rows import RowType
from db.stores.base import Store, insert_from_json

ADD = insert_from_json(
    "outbox",
    "tenant_id, id, name, key, arguments, created_at",
    "ON CONFLICT (tenant_id, name, key) WHERE given_up_at IS NULL DO NOTHING RETURNING id",
)
ADD_JOBS = f"WITH added AS ({ADD}) SELECT pg_notify('parley', 'outbox') FROM added"  # noqa: S608 - a constant
JOB = RowType(Job)


class PostgresOutbox(Store):
    """Implements `bot.ports.Outbox`."""

    async def add_job(self, job: Job) -> None:
        self._write("outbox", ADD, **JOB.columns(job))
        self._session.notify("outbox")


async def add_jobs(database: Database, jobs: Collection[Job]) -> int:
    """Write jobs of any tenants as the system, but for those that are written already; return how many."""
    rows = Json([encode(JOB.columns(job)) for job in jobs])
    return len(await database.system_rows(ADD_JOBS, {"outbox": rows})) if jobs else 0
