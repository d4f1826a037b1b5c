"""A test's Parley deployment: the environment of its processes, and access to its database from outside."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

# Read by tests/e2e/parley_under_test.py: environment variables, and a file in the home.
ENGINE_SECONDS: Final = "ENGINE_SECONDS"  # how long the rules engine takes
ENGINE_HELD: Final = "engine-held"  # while it is there, such a slow engine gives no answer
RECOVERY_SECONDS: Final = "RECOVERY_SECONDS"  # between two looks for what has expired or was left; else 15
HAS_WORKER: Final = "HAS_WORKER"  # "yes"; else there is none

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployment:
    """One home and one database; a `database_url` of None means the home's own embedded servers."""

    home: Path
    work: Path  # an empty folder to run in: no .env, no package that would hide ours
    database_url: str | None = None
    redis_url: str | None = None
    extra: dict[str, str] = field(default_factory=dict)
    is_forked: bool = True  # False: its processes are started as a person starts them, which takes seconds
    has_worker: bool = False  # of processes that are forked; others have one

    def environment(self, **more: str) -> dict[str, str]:
        """Only what Parley needs: nothing of the machine that runs the tests."""
        stores = {"DATABASE_URL": self.database_url or "", "REDIS_URL": self.redis_url or ""}
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.work),
            "LC_ALL": "C.UTF-8",
            "PARLEY_HOME": str(self.home),
            "MARKET_DATA": "sample",
            **stores,
            **self.extra,
            **more,
        }

    @property
    def administrator_url(self) -> str:
        """The superuser's URL, who sees all tenants; nothing of Parley connects so."""
        if self.database_url is None:
            return f"postgresql://postgres@/parley?host={quote(str(self.home / 'postgres'))}"
        return self.database_url.replace("parley_owner@", "postgres@")

    @contextmanager
    def database(self) -> Iterator["psycopg.Connection[dict[str, Any]]"]:
        """A connection of the superuser, each statement a transaction of its own."""
        with psycopg.connect(self.administrator_url, autocommit=True, row_factory=dict_row) as connection:
            yield connection

    def rows(self, statement: str, **parameters: object) -> Rows:
        with self.database() as connection:
            return connection.execute(statement.encode(), parameters).fetchall()

    def value(self, statement: str, **parameters: object) -> Any:  # noqa: ANN401 - whatever the statement selects
        (row,) = self.rows(statement, **parameters)
        (value,) = row.values()
        return value

    def now(self) -> datetime:
        """Return the time by the database's clock."""
        at: datetime = self.value("SELECT clock_timestamp()")
        return at

    @contextmanager
    def locked(self, table: str) -> Iterator["TableLock"]:
        """Hold a table so that nobody can write to it until the end of the block.

        So a test stops a process at a chosen statement: what it does then, it does there.
        """
        with psycopg.connect(self.administrator_url) as holder, self.database() as watcher:
            holder.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(sql.Identifier(table)))
            yield TableLock(holder.info.backend_pid, watcher)
            with suppress(psycopg.OperationalError):  # the test may have killed the server
                holder.rollback()

    @contextmanager
    def engine_held(self) -> Iterator[None]:
        """Until the end of the block, let the engine of processes with a slow engine give no answer."""
        held = self.home / ENGINE_HELD
        held.touch()
        try:
            yield
        finally:
            held.unlink()

    def let_time_pass(self) -> None:
        """Apply the effects of half a minute: leases expire, and unfinished attempts count as abandoned."""
        with self.database() as connection:
            connection.execute("UPDATE conversation SET lease_until = now() WHERE lease_until > now()")
            connection.execute("UPDATE reply SET lease_until = now() WHERE lease_until > now()")
            connection.execute("UPDATE reply SET stored_at = stored_at - interval '30 s' WHERE delivered_at IS NULL")
            connection.execute("DELETE FROM summary_lease")
            connection.execute("UPDATE outbox SET taken_until = NULL, due_at = now()")
            # Of the 60 s in which a confirmation may be carried out, no more than it takes to count as abandoned.
            connection.execute("UPDATE turn SET accepted_at = accepted_at - interval '11 s' WHERE status = 'accepted'")
            connection.execute(
                "UPDATE decision SET decided_at = decided_at - interval '11 s' WHERE decided_at IS NOT NULL"
            )

    def logs(self) -> str:
        """Return everything that the processes of this home have logged."""
        return "\n".join(path.read_text(errors="replace") for path in sorted(self.home.glob("*.log")))


@dataclass(frozen=True, slots=True)
class TableLock:
    """A table that is held, and who runs against it."""

    holder: int
    watcher: "psycopg.Connection[dict[str, Any]]"

    def waiting(self) -> Rows:
        """The sessions that wait to write."""
        found = "SELECT pid FROM pg_stat_activity WHERE %(holder)s = ANY (pg_blocking_pids(pid))"
        return self.watcher.execute(found, {"holder": self.holder}).fetchall()

    def cut_off(self) -> None:
        """Close them, as the server does with a session that idles in a transaction, only sooner."""
        for row in self.waiting():
            self.watcher.execute("SELECT pg_terminate_backend(%(pid)s)", row)
