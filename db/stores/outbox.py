from bot.domain.jobs import Job
from db.pool import Row
from db.stores.base import Store, insert_from_json

ADD = (
    insert_from_json("outbox", "tenant_id, id, name, key, arguments, created_at")
    + " ON CONFLICT (tenant_id, name, key) WHERE given_up_at IS NULL DO NOTHING RETURNING id"
)


class PostgresOutbox(Store):
    """Implements `bot.ports.Outbox`."""

    async def add_job(self, job: Job) -> None:
        self._write("outbox", ADD, **job_columns(job))
        self._session.notify("outbox")


def job_columns(job: Job) -> dict[str, object]:
    """Return the columns of a new job."""
    return {
        "tenant_id": job.tenant_id,
        "id": job.id,
        "name": job.name,
        "key": job.key,
        "arguments": job.arguments,
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
