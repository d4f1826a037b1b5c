"""Counts what an application asks of its database: statements, and commits that wait for the disk."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from psycopg import AsyncCursor

from bot.domain.ids import TenantId
from db.pool import Connection, Database
from db.sessions import SET, VERIFY


@dataclass(slots=True)
class DatabaseUse:
    """Totals since the start."""

    statements: int = 0  # sent by this process, BEGIN and COMMIT included
    commits: int = 0  # of transactions that write and wait for the disk


@contextmanager
def counted_database_use() -> Iterator[DatabaseUse]:
    """Count while the block runs, in this process.

    The app role writes in `Database.transaction`, which sends BEGIN and COMMIT, and in `Database.app_row`, whose one
    statement commits by itself. Commits of the system role do not wait (db/pool.py).
    """
    use = DatabaseUse()
    execute, transaction, app_row = AsyncCursor.execute, Database.transaction, Database.app_row

    async def counted_execute(cursor: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - passed on
        use.statements += args[0] not in {SET, VERIFY}  # sent once by each new connection of the pools
        return await execute(cursor, *args, **kwargs)

    @asynccontextmanager
    async def counted_transaction(
        database: Database, tenant_id: TenantId, *, is_durable: bool = True
    ) -> AsyncIterator[Connection]:
        use.statements += 2
        use.commits += is_durable
        async with transaction(database, tenant_id, is_durable=is_durable) as conn:
            yield conn

    async def counted_app_row(database: Database, *args: Any) -> Any:  # noqa: ANN401 - passed on
        use.commits += 1
        return await app_row(database, *args)

    with (
        patch.object(AsyncCursor, "execute", counted_execute),
        patch.object(Database, "transaction", counted_transaction),
        patch.object(Database, "app_row", counted_app_row),
    ):
        yield use
