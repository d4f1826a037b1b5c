from collections.abc import Awaitable
from typing import LiteralString

from bot.domain.ids import TenantId
from db.pool import Connection, Row


class Store:
    """One tenant's view of one table, inside one transaction.

    Every statement names the tenant too, although row-level security adds it: two safeguards, and the right index.
    """

    def __init__(self, conn: Connection, tenant_id: TenantId) -> None:
        self._conn = conn
        self._tenant_id = tenant_id

    async def _execute(self, sql: LiteralString, **parameters: object) -> None:
        """Send a statement without waiting for its result."""
        await self._conn.execute(sql, {"tenant_id": self._tenant_id, **parameters})

    async def _fetch_all(self, sql: LiteralString, **parameters: object) -> list[Row]:
        cursor = await self._conn.execute(sql, {"tenant_id": self._tenant_id, **parameters})
        return await cursor.fetchall()

    async def _fetch_one(self, sql: LiteralString, **parameters: object) -> Row | None:
        cursor = await self._conn.execute(sql, {"tenant_id": self._tenant_id, **parameters})
        return await cursor.fetchone()


async def require_row(what: str, query: Awaitable[Row | None]) -> Row:
    """Return the row. Raises: LookupError: there is none; since ids come from our own rows, this is a bug."""
    row = await query
    if row is None:
        msg = f"no such {what}"
        raise LookupError(msg)
    return row
