"""Yoyo's backend for PostgreSQL: one connection, one lock that ends with it, one transaction per migration."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from yoyo import read_migrations
from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
from yoyo.connections import DatabaseURI
from yoyo.migrations import default_migration_table

_LOCK = 0x7061_726C_6579  # "parley": the advisory lock of the process that migrates this database
_CONNECT_TIMEOUT = 10  # seconds
_BEGIN = """
SET client_min_messages = warning;
SET statement_timeout = '300s';
SET lock_timeout = '120s';
"""
_BEGIN_MIGRATING = "SET lock_timeout = '10s'"


def apply_migrations(database_url: str, folder: Path) -> None:
    """Apply the migrations of `folder` that are not applied yet. Raises: psycopg.Error."""
    with _Backend(make_conninfo(database_url, connect_timeout=_CONNECT_TIMEOUT)) as backend:
        backend.apply_migrations(backend.to_apply(read_migrations(str(folder))))


class _Backend(PostgresqlPsycopgBackend):  # type: ignore[misc] # yoyo ships no types
    """Yoyo's backend for psycopg 3, made safe against being killed.

    Yoyo locks with a row that survives kill -9, and records a migration in another transaction than the migration's:
    killed between the two, it would try to create every table a second time. Here the connection holds the lock, and a
    migration and its record are committed together.
    """

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._is_locked = True  # yoyo's own lock is not used
        super().__init__(DatabaseURI("postgresql+psycopg", None, None, None, None, "", {}), default_migration_table)

    def connect(self, _dburi: DatabaseURI) -> psycopg.Connection:
        """Connect as libpq does, with everything that a DATABASE_URL may contain, and wait for the lock."""
        connection = psycopg.connect(self._conninfo, autocommit=True)
        connection.execute(_BEGIN)
        connection.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        connection.execute(_BEGIN_MIGRATING)
        return connection

    @contextmanager
    def lock(self, timeout: float = 0) -> Iterator[None]:
        """Do nothing: the connection holds the lock for as long as it lives."""
        del timeout
        yield

    def apply_one(self, migration: Any, force: bool = False, mark: bool = True) -> None:  # noqa: ANN401, FBT001, FBT002 - yoyo's signature
        """Apply one migration and record it, in one transaction."""
        del mark  # only hooks that run every time are not recorded, and there are none
        self.ensure_internal_schema_updated()
        with self.transaction():
            migration.process_steps(self, "apply", force=force)
            self.mark_one(migration, log=False)  # yoyo's log looks up host and user names: slow or absent in containers
