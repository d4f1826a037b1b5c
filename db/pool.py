"""Connections to PostgreSQL, in the role that each kind of work may have."""

import asyncio
import select
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any, LiteralString, Self

import psycopg
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper
from psycopg import AsyncConnection, errors
from psycopg.abc import Buffer
from psycopg.adapt import AdaptersMap
from psycopg.rows import DictRow, dict_row
from psycopg.types.string import StrDumperUnknown
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from bot.domain.ids import TenantId
from bot.errors import DiskFullError, DuplicateError, StoreUnavailableError, TransactionConflictError
from db.codec import storable_text
from db.sessions import APP, SYSTEM, Session, SessionSettings, check_sessions, first_line, session_conninfo

Connection = AsyncConnection[DictRow]
Row = DictRow
Parameters = Mapping[str, object]

# The role as well: whatever a pooler has made of the session, a tenant's transaction is bound by row-level security.
_SET_TENANT = "SELECT set_config('role', 'parley_app', true), set_config('parley.tenant_id', %(tenant_id)s, true)"
_SET_TENANT_NOT_DURABLE = f"{_SET_TENANT}, set_config('synchronous_commit', 'off', true)"

# Errors that mean "try later": unreachable, a transaction ended by its time limit, a standby not yet promoted.
_UNAVAILABLE = (
    psycopg.OperationalError,
    errors.IdleInTransactionSessionTimeout,
    errors.TransactionTimeout,
    errors.ReadOnlySqlTransaction,
    errors.FeatureNotSupported,  # "cached plan must not change result type"
    PoolTimeout,
    PoolClosed,
)

APP_CONNECTIONS, SYSTEM_CONNECTIONS = 6, 4  # at most, per process; docs/operations.md counts on it


class _StorableText(StrDumperUnknown):
    """Replaces characters that PostgreSQL cannot store: people and platforms may send any."""

    def dump(self, obj: str) -> Buffer | None:
        """Return the text as sent to the server."""
        return super().dump(storable_text(obj))


_TYPES = AdaptersMap(psycopg.adapters)
_TYPES.register_dumper(str, _StorableText)
# By itself, not by `register_vector_async`: that asks for four types' oids on each new connection, and fails on a
# database that is not migrated yet. A statement casts what it is given (`::halfvec`), so no oid is needed.
_TYPES.register_dumper(HalfVector, HalfVectorBinaryDumper)


class Database:
    """Two connection pools: the app's sees one tenant per transaction, the system's sees ids and leases of all tenants.

    Each new connection takes on its role and is checked: row-level security applies whichever user the URL names
    (docs/decisions/0001). One that fails the check is never used.
    """

    def __init__(
        self, database_url: str, *, app_connections: int = APP_CONNECTIONS, system_connections: int = SYSTEM_CONNECTIONS
    ) -> None:
        self._url = database_url
        self._app = _pool(database_url, APP, size=app_connections)
        self._system = _pool(database_url, SYSTEM, size=system_connections)

    async def __aenter__(self) -> Self:
        with translate_errors():  # a failing start raises the reason rather than the pool's timeout
            await check_sessions(self._url, APP, SYSTEM)
        await self._app.open()
        await self._system.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._app.close()
        await self._system.close()

    @asynccontextmanager
    async def transaction(self, tenant_id: TenantId, *, is_durable: bool = True) -> AsyncIterator[Connection]:
        """Begin a transaction of one tenant; commits at the end, rolls back on any exception.

        One that is not durable does not wait for the disk: a power failure may undo it, nothing else does.

        Statements are sent without waiting for one another (pipeline mode): a fetch waits for its result, and an error
        is raised at the latest at the end. Raises: StoreUnavailableError, TransactionConflictError, DiskFullError.
        """
        with translate_errors():
            async with self._connection(self._app) as conn, conn.pipeline(), conn.transaction():
                setting = _SET_TENANT if is_durable else _SET_TENANT_NOT_DURABLE
                await conn.execute(setting, {"tenant_id": str(tenant_id)})
                yield conn

    @asynccontextmanager
    async def read(self, tenant_id: TenantId) -> AsyncIterator[Connection]:
        """Read as one tenant. All statements are one transaction, which PostgreSQL begins and ends by itself.

        So it takes two statements fewer than `transaction`. An exception does not undo what was written.
        Raises: StoreUnavailableError.
        """
        with translate_errors():
            async with self._connection(self._app) as conn:
                try:
                    async with conn.pipeline():
                        await conn.execute(_SET_TENANT, {"tenant_id": str(tenant_id)})
                        yield conn
                except psycopg.Error:
                    await conn.close()  # statements that were sent and not run count as prepared until a ROLLBACK
                    raise

    async def execute(self, tenant_id: TenantId, sql: LiteralString, parameters: Parameters) -> None:
        """Run one statement as one tenant, in a transaction of its own."""
        async with self.transaction(tenant_id) as conn:
            await conn.execute(sql, {**parameters, "tenant_id": tenant_id})

    async def read_rows(self, tenant_id: TenantId, sql: LiteralString, parameters: Parameters) -> list[Row]:
        """Return what one statement reads as one tenant."""
        async with self.read(tenant_id) as conn:
            return await (await conn.execute(sql, {**parameters, "tenant_id": tenant_id})).fetchall()

    async def read_row(self, tenant_id: TenantId, sql: LiteralString, parameters: Parameters) -> Row | None:
        """Return the first row of what one statement reads as one tenant."""
        return next(iter(await self.read_rows(tenant_id, sql, parameters)), None)

    async def app_rows(self, sql: LiteralString, parameters: Parameters) -> list[Row]:
        """Run one statement that names its own tenants, as the app; return its rows."""
        return await self._fetch_rows(self._app, sql, parameters)

    async def app_row(self, sql: LiteralString, parameters: Parameters) -> Row | None:
        """Run one statement that names its own tenant, as the app; return its first row."""
        return next(iter(await self.app_rows(sql, parameters)), None)

    async def system_rows(self, sql: LiteralString, parameters: Parameters | None = None) -> list[Row]:
        """Run one statement across tenants, as the system; return its rows."""
        return await self._fetch_rows(self._system, sql, parameters)

    async def system_row(self, sql: LiteralString, parameters: Parameters) -> Row | None:
        """Run one statement across tenants, as the system; return its first row."""
        return next(iter(await self.system_rows(sql, parameters)), None)

    async def _fetch_rows(
        self, pool: AsyncConnectionPool[Connection], sql: LiteralString, parameters: Parameters | None
    ) -> list[Row]:
        with translate_errors():
            async with self._connection(pool) as conn:
                cursor = await conn.execute(sql, parameters)
                return await cursor.fetchall() if cursor.description else []

    @asynccontextmanager
    async def _connection(self, pool: AsyncConnectionPool[Connection]) -> AsyncIterator[Connection]:
        """Yield a working connection. A restart of the database breaks all at once: all are replaced at once."""
        before = _cancellation_count()
        conn = await _check_out(pool)
        try:
            _raise_if_cancelled(before)
            yield conn
        except errors.FeatureNotSupported:  # a newer version has migrated: what is prepared does not fit any more
            await pool.drain()
            raise
        finally:
            if _cancellation_count() > before:  # perhaps in the middle of a pipeline: it must not be used again
                await conn.close()
            await pool.putconn(conn)


def answered(row: Row | None) -> Row:
    """Return the row of a statement that always answers. Raises: StoreUnavailableError: it has not."""
    if row is None:
        raise StoreUnavailableError(store="PostgreSQL", problem="no answer")
    return row


async def _check_out(pool: AsyncConnectionPool[Connection]) -> Connection:
    conn = await pool.getconn()
    try:
        is_usable = await _is_usable(conn)
    except BaseException:
        await pool.putconn(conn)
        raise
    if is_usable:
        return conn
    await pool.putconn(conn)
    await pool.check()
    return await pool.getconn()


async def _is_usable(conn: Connection) -> bool:
    """Return whether `conn` works; asks the server only if unexpected input waits, such as a stopped server's end."""
    try:
        poll = select.poll()
        poll.register(conn.fileno(), select.POLLIN)
        if not poll.poll(0):
            return True
        await conn.execute("")
    except psycopg.OperationalError:
        return False
    return True


def _cancellation_count() -> int:
    task = asyncio.current_task()
    return task.cancelling() if task else 0


def _raise_if_cancelled(before: int) -> None:
    """Raise CancelledError if the present task was cancelled since `before`.

    The pool may lose a cancellation (it waits by `asyncio.wait_for`, see CPython's issue 86296, until 3.12), and an
    interrupted statement may fail with an error of the driver instead.
    """
    if _cancellation_count() > before:
        raise asyncio.CancelledError


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate the driver's expected errors.

    Raises: DiskFullError, DuplicateError, StoreUnavailableError, and of these TransactionConflictError, after which
        the same work can be done again at once.
    """
    before = _cancellation_count()
    try:
        yield
    except errors.DiskFull as e:
        raise DiskFullError(store="PostgreSQL", problem=first_line(e)) from e
    except errors.UniqueViolation as e:
        raise DuplicateError(constraint=e.diag.constraint_name) from e
    except (errors.DeadlockDetected, errors.SerializationFailure) as e:
        _raise_if_cancelled(before)
        raise TransactionConflictError(store="PostgreSQL", problem=first_line(e)) from e
    except _UNAVAILABLE as e:
        _raise_if_cancelled(before)
        raise StoreUnavailableError(store="PostgreSQL", problem=first_line(e)) from e


def _pool(database_url: str, settings: SessionSettings, *, size: int) -> AsyncConnectionPool[Connection]:
    kwargs: dict[str, Any] = {"autocommit": True, "row_factory": dict_row, "prepare_threshold": 2, "context": _TYPES}
    return AsyncConnectionPool(
        session_conninfo(database_url),
        connection_class=Session,
        kwargs=kwargs | {"settings": settings},
        min_size=1,
        max_size=size,
        timeout=5,
        max_idle=300,
        reconnect_timeout=5,  # then the next caller tries at once, rather than after ever longer pauses
        open=False,
    )
