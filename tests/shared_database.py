"""One migrated database for many tests, with its connections open: opening them takes longer than most tests do."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from db.pool import Database

# Without triggers: no foreign keys, and the audit's rows may be deleted. A table that has grown would be slow to scan.
_EMPTY = """
DO $$
DECLARE used regclass; size bigint;
BEGIN
  FOR used, size IN
    SELECT oid, pg_relation_size(oid) FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE '%yoyo%'
       AND pg_relation_size(oid) > 0
  LOOP
    EXECUTE format(CASE WHEN size > 1000000 THEN 'TRUNCATE %s CASCADE' ELSE 'DELETE FROM %s' END, used);
  END LOOP;
  PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
END $$
"""


class SharedDatabase:
    """For tests that change rows and nothing else; each empties it before it begins."""

    def __init__(self, url: str, database: Database, administrator: psycopg.AsyncConnection) -> None:
        self.url = url
        self.database = database
        self._administrator = administrator

    async def empty(self) -> None:
        await self._administrator.execute(_EMPTY)


@asynccontextmanager
async def shared_database_at(url: str, *, administrator_url: str) -> AsyncIterator[SharedDatabase]:
    """Yield a database that is open for as long as the loop runs."""
    async with (
        await psycopg.AsyncConnection.connect(administrator_url, autocommit=True) as administrator,
        Database(url) as database,
    ):
        await administrator.execute("SET session_replication_role = replica")
        yield SharedDatabase(url, database, administrator)


def run_in_session_loop(items: Sequence[pytest.Item], *folders: Path) -> None:
    """Let the tests of these folders run in the event loop of the session, as the connections that they share do."""
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in folders) and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
