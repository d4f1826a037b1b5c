from psycopg.types.json import Jsonb

from bot.domain.jobs import Job
from db.codec import encode
from db.pool import Row
from db.stores.base import Store

ADD = """
INSERT INTO outbox (tenant_id, id, name, key, arguments, created_at)
VALUES (%(tenant_id)s, %(id)s, %(name)s, %(key)s, %(arguments)s, %(created_at)s)
    ON CONFLICT (tenant_id, name, key) WHERE given_up_at IS NULL DO NOTHING
RETURNING id
"""
TELL = "SELECT pg_notify('parley', 'outbox')"


class PostgresOutbox(Store):
    """Implements `bot.ports.Outbox`."""

    async def add_job(self, job: Job) -> None:
        await self._execute(ADD, **job_columns(job))
        await self._execute(TELL)


def job_columns(job: Job) -> dict[str, object]:
    """Return a job's columns, without its tenant."""
    return {
        "id": job.id,
        "name": job.name,
        "key": job.key,
        "arguments": Jsonb(encode(job.arguments)),
        "created_at": job.created_at,
    }


def job_from_row(row: Row) -> Job:
    """Return the job of a row."""
    return Job(
        id=row["id"],
        tenant_id=row["tenant_id"],
        name=row["name"],
        key=row["key"],
        arguments=row["arguments"],
        created_at=row["created_at"],
    )
