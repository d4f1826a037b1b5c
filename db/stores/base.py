from collections.abc import Awaitable
from typing import LiteralString

from bot.domain.ids import TenantId
from db.pool import Connection, Row


class Store:
    """One tenant's view of one table, inside one transaction.

    Every statement names the tenant, which row-level security would add in any case: two locks, and the right index.
    """

    def __init__(self, conn: Connection, tenant_id: TenantId) -> None:
        self._conn = conn
        self._tenant_id = tenant_id

    async def _execute(self, sql: LiteralString, **parameters: object) -> None:
        """Send a statement; do not wait for it."""
        await self._conn.execute(sql, {"tenant_id": self._tenant_id, **parameters})

    async def _fetch_all(self, sql: LiteralString, **parameters: object) -> list[Row]:
        cursor = await self._conn.execute(sql, {"tenant_id": self._tenant_id, **parameters})
        return await cursor.fetchall()

    async def _fetch_one(self, sql: LiteralString, **parameters: object) -> Row | None:
        cursor = await self._conn.execute(sql, {"tenant_id": self._tenant_id, **parameters})
        return await cursor.fetchone()


async def require_row(what: str, row: Awaitable[Row | None]) -> Row:
    """Return the row. Raises: LookupError: there is none; ids come from our own rows, so this is a bug of ours."""
    got = await row
    if got is None:
        msg = f"no such {what}"
        raise LookupError(msg)
    return got
