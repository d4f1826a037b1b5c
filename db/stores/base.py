from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, LiteralString, TypeVar

from psycopg.types.json import Json

from bot.domain.ids import TenantId
from db.codec import encode
from db.pool import Connection, Row

_T = TypeVar("_T")
_NOTIFY = "SELECT pg_notify('parley', channel) FROM unnest(%(channels)s::text[]) channel"


@dataclass(slots=True)
class StoreSession:
    """The connection of one tenant's transaction, which collects writes that return nothing.

    They are sent as one statement: before the next statement that is not collected, and by `flush`, which whoever
    opened the transaction calls at its end. None of them may rely on the effect of another, foreign keys excepted.
    """

    connection: Connection
    tenant_id: TenantId
    is_read_only: bool = False  # nothing may be collected: nobody flushes it
    # By table, the statement that writes rows, and these as JSON, by identity.
    _writes: dict[LiteralString, tuple[LiteralString, dict[object, object]]] = field(default_factory=dict)
    _channels: set[str] = field(default_factory=set)

    def write(
        self, table: LiteralString, sql: LiteralString, row: Mapping[str, object], *, replaces: object = None
    ) -> None:
        """Collect a row for `sql`, always the same one of `table`, which reads rows from the JSON `%(<table>)s`.

        With `replaces`, which identifies a row, only the last row of that identity is written.
        """
        if self.is_read_only:
            msg = f"a row of {table} written while reading"
            raise RuntimeError(msg)
        _, rows = self._writes.setdefault(table, (sql, {}))
        key = len(rows) if replaces is None else replaces
        rows[key] = encode({**row, "tenant_id": self.tenant_id})

    def notify(self, channel: str) -> None:
        """Wake the loops of all processes that wait for `channel`, once the transaction is committed."""
        self._channels.add(channel)

    async def execute(self, sql: LiteralString, parameters: Mapping[str, object]) -> None:
        """Send a statement without waiting for its result."""
        await self.flush()
        await self.connection.execute(sql, {**parameters, "tenant_id": self.tenant_id})

    async def fetch_all(self, sql: LiteralString, parameters: Mapping[str, object]) -> list[Row]:
        """Return the rows of a statement."""
        await self.flush()
        cursor = await self.connection.execute(sql, {**parameters, "tenant_id": self.tenant_id})
        return await cursor.fetchall()

    async def flush(self) -> None:
        """Send what is collected."""
        if not self._writes and not self._channels:
            return
        parts: list[LiteralString] = [f"{table}_written AS ({sql})" for table, (sql, _) in self._writes.items()]
        statement: LiteralString = f"WITH {', '.join(parts)} {_NOTIFY}" if parts else _NOTIFY
        parameters = {table: Json(list(rows.values())) for table, (_, rows) in self._writes.items()}
        channels = sorted(self._channels)
        self._writes, self._channels = {}, set()
        await self.connection.execute(statement, {"channels": channels, **parameters})


class Store:
    """One tenant's view of one table, inside one transaction.

    Every statement names the tenant too, although row-level security adds it: two safeguards, and the right index.
    """

    def __init__(self, session: StoreSession) -> None:
        self._session = session
        self._tenant_id = session.tenant_id

    def _write(self, table: LiteralString, sql: LiteralString, **row: object) -> None:
        self._session.write(table, sql, row)

    def _replace(self, table: LiteralString, sql: LiteralString, key: object, **row: object) -> None:
        """Collect a row that replaces the stored one of the same key."""
        self._session.write(table, sql, row, replaces=key)

    async def _execute(self, sql: LiteralString, **parameters: object) -> None:
        """Send a statement without waiting for its result."""
        await self._session.execute(sql, parameters)

    async def _fetch_all(self, sql: LiteralString, **parameters: object) -> list[Row]:
        return await self._session.fetch_all(sql, parameters)

    async def _fetch_one(self, sql: LiteralString, **parameters: object) -> Row | None:
        rows = await self._session.fetch_all(sql, parameters)
        return rows[0] if rows else None

    async def _fetch_value(self, sql: LiteralString, **parameters: object) -> Any:  # noqa: ANN401 - of any type
        """Return the first column of the first row; None: there is none, or it is NULL."""
        return next(iter((await self._fetch_one(sql, **parameters) or {}).values()), None)

    async def _find(self, read: Callable[[Row], _T], sql: LiteralString, **parameters: object) -> _T | None:
        """Return what `read` makes of the first row; None: there is none."""
        row = await self._fetch_one(sql, **parameters)
        return None if row is None else read(row)

    async def _get(self, read: Callable[[Row], _T], sql: LiteralString, **parameters: object) -> _T:
        """Return what `read` makes of the first row. Raises: LookupError: there is none.

        Since ids come from our own rows, this is a bug.
        """
        row = await self._fetch_one(sql, **parameters)
        if row is None:
            raise LookupError(parameters)
        return read(row)

    async def _find_all(self, read: Callable[[Row], _T], sql: LiteralString, **parameters: object) -> tuple[_T, ...]:
        return tuple(map(read, await self._fetch_all(sql, **parameters)))


def insert(table: LiteralString, columns: LiteralString, then: LiteralString = "") -> LiteralString:
    """Return the SQL that inserts a row of `table`: its `columns`, separated by commas, from parameters."""
    values = ", ".join([f"%({each.strip()})s" for each in columns.split(",")])
    return f"INSERT INTO {table} ({columns}) VALUES ({values}) {then}"  # noqa: S608 - both are literals


def replacing(key: LiteralString, columns: LiteralString) -> LiteralString:
    """Return the end of an insert whose row takes the place of that of the same `key`, in these `columns`."""
    new = ", ".join([f"{each.strip()} = excluded.{each.strip()}" for each in columns.split(",")])
    return f"ON CONFLICT ({key}) DO UPDATE SET {new}"


def insert_from_json(table: LiteralString, columns: LiteralString, then: LiteralString = "") -> LiteralString:
    """Return the SQL that inserts the collected rows of `table`: its `columns`, separated by commas."""
    rows = f"json_populate_recordset(NULL::{table}, %({table})s)"
    return f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {rows} {then}"  # noqa: S608 - both are literals
