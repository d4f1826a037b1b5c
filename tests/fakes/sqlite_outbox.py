"""An outbox in a file, for tests that kill processes: shared by the relay and the jobs; records what jobs did."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from bot.domain.ids import TenantId
from bot.domain.jobs import Job

_TABLES = """
CREATE TABLE IF NOT EXISTS outbox
    (id TEXT PRIMARY KEY, name TEXT, arguments TEXT, due_at REAL, finished INT, failures INT);
CREATE TABLE IF NOT EXISTS run (job_id TEXT);
CREATE TABLE IF NOT EXISTS effect (job_id TEXT PRIMARY KEY);
"""
_TENANT = TenantId(UUID(int=1))


@dataclass(frozen=True)
class SqliteOutbox:
    """The `Relay` port over one file, shared by processes; a commit survives kill -9."""

    path: Path

    def create(self) -> None:
        with self._transaction() as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.executescript(_TABLES)

    def add_jobs(self, jobs: Sequence[Job]) -> None:
        rows = [(str(job.id), job.name, json.dumps(job.arguments)) for job in jobs]
        with self._transaction() as db:
            db.executemany("INSERT INTO outbox VALUES (?, ?, ?, 0, 0, 0)", rows)

    async def claim_jobs(self, *, limit: int, ttl: timedelta) -> tuple[Job, ...]:
        now = datetime.now(UTC).timestamp()
        with self._transaction() as db:
            rows = db.execute(
                "UPDATE outbox SET due_at = ? WHERE id IN"
                " (SELECT id FROM outbox WHERE NOT finished AND due_at <= ? ORDER BY rowid LIMIT ?)"
                " RETURNING id, name, arguments",
                (now + ttl.total_seconds(), now, limit),
            ).fetchall()
        return tuple(job(UUID(id_), name=name, arguments=json.loads(arguments)) for id_, name, arguments in rows)

    async def job_finished(self, job_id: UUID, *, seconds: float = 0.0) -> None:  # noqa: ARG002 - the port's signature
        with self._transaction() as db:
            db.execute("UPDATE outbox SET finished = 1 WHERE id = ?", (str(job_id),))

    async def job_failed(self, job_id: UUID, *, why: str, seconds: float = 0.0) -> None:  # noqa: ARG002 - the port's signature
        now = datetime.now(UTC).timestamp()
        with self._transaction() as db:
            db.execute("UPDATE outbox SET due_at = ?, failures = failures + 1 WHERE id = ?", (now + 0.2, str(job_id)))

    def begin_run(self, job_id: str) -> int:
        """Record that a job has begun; return how often it has by now."""
        with self._transaction() as db:
            db.execute("INSERT INTO run VALUES (?)", (job_id,))
            return int(db.execute("SELECT count(*) FROM run WHERE job_id = ?", (job_id,)).fetchone()[0])

    def take_effect(self, job_id: str) -> None:
        """Do what the job is for: once, however often it runs."""
        with self._transaction() as db:
            db.execute("INSERT OR IGNORE INTO effect VALUES (?)", (job_id,))

    def runs(self) -> int:
        return self._number("SELECT count(*) FROM run")

    def effects(self) -> int:
        return self._number("SELECT count(*) FROM effect")

    def failures(self) -> int:
        return self._number("SELECT coalesce(sum(failures), 0) FROM outbox")

    def unfinished(self) -> int:
        return self._number("SELECT count(*) FROM outbox WHERE NOT finished")

    def _number(self, query: str) -> int:
        with self._transaction() as db:
            return int(db.execute(query).fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        db = sqlite3.connect(self.path, timeout=10)
        try:
            with db:
                yield db
        finally:
            db.close()


def job(id_: UUID, *, name: str = "note", arguments: dict[str, str] | None = None) -> Job:
    created = datetime(2026, 1, 1, tzinfo=UTC)
    return Job(id=id_, tenant_id=_TENANT, name=name, key=str(id_), arguments=arguments or {}, created_at=created)
