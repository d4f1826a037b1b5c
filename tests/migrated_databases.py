"""Databases with every migration applied, one to each test that asks.

A database that comes back is renamed, emptied and lent again, which costs a tenth of copying the template. It is
dropped instead if anything but the rows of its tables has changed, or if it has grown.
"""

from itertools import count
from time import monotonic, sleep
from typing import LiteralString

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

_MAX_BYTES = 8_000_000  # deleted rows stay on disk: scans of a database that has held many would be slow
_SECONDS_TO_END = 5
_NUMBERS = count(1)

# The database's settings; how many rows the catalogue and the list of applied migrations have, and of which transaction
# the newest is. Every change of the schema, of rights or of that list shows in it.
_SCHEMA_STATE = """
SELECT (SELECT (datdba, datallowconn, datconnlimit, datacl)::text
          FROM pg_database WHERE datname = current_database()) AS settings,
       count(*) AS rows,
       max(xmin::text::bigint) AS newest
  FROM (SELECT xmin FROM pg_class
        UNION ALL SELECT xmin FROM pg_attribute
        UNION ALL SELECT xmin FROM pg_attrdef
        UNION ALL SELECT xmin FROM pg_constraint
        UNION ALL SELECT xmin FROM pg_db_role_setting
        UNION ALL SELECT xmin FROM pg_default_acl
        UNION ALL SELECT xmin FROM pg_extension
        UNION ALL SELECT xmin FROM pg_index
        UNION ALL SELECT xmin FROM pg_namespace
        UNION ALL SELECT xmin FROM pg_policy
        UNION ALL SELECT xmin FROM pg_proc
        UNION ALL SELECT xmin FROM pg_trigger
        UNION ALL SELECT xmin FROM pg_type
        UNION ALL SELECT xmin FROM _yoyo_migration) AS entry
"""
_USED_TABLES = """
SELECT relname, pg_total_relation_size(oid)
  FROM pg_class
 WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
   AND relname NOT LIKE '%yoyo%'
"""
# Without a timeout: with one, PostgreSQL looks only every 100 ms whether the session has ended.
_END_SESSIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %(name)s"
_NO_TRIGGERS = "SET session_replication_role = replica"  # no foreign keys, and the audit's rows may be deleted
_RESTART_SEQUENCES = "SELECT setval(seqrelid, seqstart, false) FROM pg_sequence"


class MigratedDatabases:
    """The databases of one test session."""

    def __init__(self, administrator: psycopg.Connection, template: str) -> None:
        self._administrator = administrator
        self._template = template
        self._emptied: list[str] = []
        with self._connect(template) as connection:
            self._schema_state = connection.execute(_SCHEMA_STATE).fetchone()

    def lend(self) -> str:
        """Return the name of a database that nobody else has, and that no earlier test knew by that name."""
        if self._emptied:
            return self._emptied.pop()
        name = _new_name()
        self._execute("CREATE DATABASE {} TEMPLATE {} OWNER parley_owner STRATEGY FILE_COPY", name, self._template)
        return name

    def take_back(self, name: str) -> bool:
        """End all sessions of a database and empty it; return whether it is going to be lent again."""
        emptied = _new_name()
        try:
            self._end_sessions(name)
            self._execute("ALTER DATABASE {} RENAME TO {}", name, emptied)
        except psycopg.errors.ObjectInUse:  # somebody connects again and again
            self._execute("DROP DATABASE {} WITH (FORCE)", name)
            return False
        if not self._empty(emptied):
            self._execute("DROP DATABASE {} WITH (FORCE)", emptied)
            return False
        self._emptied.append(emptied)
        return True

    def _end_sessions(self, name: str) -> None:
        """End all sessions of a database, waiting for them; those that begin again and again are left."""
        until = monotonic() + _SECONDS_TO_END
        while self._administrator.execute(_END_SESSIONS, {"name": name}).rowcount and monotonic() < until:
            sleep(0.001)

    def _empty(self, name: str) -> bool:
        """Delete all rows; return whether the database is as good as new."""
        try:
            with self._connect(name) as connection:
                if connection.execute(_SCHEMA_STATE).fetchone() != self._schema_state:
                    return False
                used = connection.execute(_USED_TABLES).fetchall()
                if sum(size for _, size in used) > _MAX_BYTES:
                    return False
                connection.execute(_NO_TRIGGERS)
                for table, _ in used:
                    connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
                connection.execute(_RESTART_SEQUENCES)
        except psycopg.OperationalError:  # it accepts no connections
            return False
        return True

    def _connect(self, name: str) -> psycopg.Connection:
        return psycopg.connect(make_conninfo(self._administrator.info.dsn, dbname=name), autocommit=True)

    def _execute(self, statement: LiteralString, *names: str) -> None:
        self._administrator.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def _new_name() -> str:
    return f"parley_test_{next(_NUMBERS)}"
