"""Sessions on the PostgreSQL server: each has a role and limits, which are set by statement and then verified.

Not by the startup packet's `options` alone, which poolers refuse or drop. What is set lasts as long as the
session, so that a pooler must give one server connection to one client until that closes: PgBouncer's session mode.
LISTEN, advisory locks and prepared statements need the same (docs/decisions/0001).
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final, LiteralString, Self, TypeVar
from uuid import uuid4

import psycopg
from psycopg import AsyncConnection, errors
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import AsyncRowFactory, Row, dict_row

from bot.errors import DatabaseSessionError, SettingsError

# Sent on each new connection, before anything else. 'parley.session' marks a session as used. A transaction whose
# process is frozen in the middle of a pipeline counts as active, not as idle: PostgreSQL has a limit for it from 17 on.
SET: Final = """
SELECT pg_backend_pid() AS pid, current_setting('parley.session', true) AS mark,
       set_config('parley.session', 'used', false),
       set_config('role', %(current_user)s, false),
       set_config('statement_timeout', %(statement_timeout)s, false),
       set_config('lock_timeout', %(lock_timeout)s, false),
       set_config('idle_in_transaction_session_timeout', %(idle_in_transaction_session_timeout)s, false),
       CASE WHEN current_setting('server_version_num')::integer >= 170000
            THEN set_config('transaction_timeout', %(idle_in_transaction_session_timeout)s, false) END,
       set_config('timezone', %(timezone)s, false),
       set_config('synchronous_commit', coalesce(%(synchronous_commit)s, current_setting('synchronous_commit')), false)
"""
# Row-level security does not bind the owner of a table, a superuser, or a role with BYPASSRLS. Before the first
# migration there is no table to ask about.
VERIFY: Final = """
SELECT pg_backend_pid() AS pid, current_user::text AS current_user,
       CASE WHEN row_security_active(to_regclass('turn')) = false THEN 'off' ELSE 'on' END AS row_security,
       current_setting('statement_timeout') AS statement_timeout, current_setting('lock_timeout') AS lock_timeout,
       current_setting('idle_in_transaction_session_timeout') AS idle_in_transaction_session_timeout,
       current_setting('timezone') AS timezone, current_setting('synchronous_commit') AS synchronous_commit
"""
_LISTEN: Final = "LISTEN parley_session"
_PID: Final = "SELECT pg_backend_pid() AS pid"
_NOTIFY: Final = "SELECT pg_backend_pid() AS pid, pg_notify('parley_session', %(token)s)"

_Result = TypeVar("_Result")

_NO_URL = (
    "is no PostgreSQL URL (for example postgresql://user:password@host:5432/parley); "
    "in a password, write %, @, /, : and ? as %25, %40, %2F, %3A and %3F"
)
_GRANT = "run `parley migrate`, or have an administrator GRANT parley_app, parley_system TO the URL's user"
_TIMEOUT_SECONDS: Final = 5.0  # to connect, and again until a new connection is ready for use
_NOTIFICATION_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """What a session must be set to: PostgreSQL's names and values, as `current_setting` shows them."""

    current_user: str
    synchronous_commit: str | None = None  # None: as the server has it

    @property
    def expected(self) -> dict[str, str]:
        """Return each name and value."""
        return {
            "current_user": self.current_user,
            "statement_timeout": "15s",
            "lock_timeout": "5s",
            "idle_in_transaction_session_timeout": "30s",
            "timezone": "UTC",
            **({"synchronous_commit": self.synchronous_commit} if self.synchronous_commit else {}),
        }

    @property
    def options(self) -> str:
        """Return the same for a startup packet."""
        return " ".join(
            f"-c {'role' if name == 'current_user' else name}={value}" for name, value in self.expected.items()
        )


APP: Final = SessionSettings("parley_app")
# The system role writes only leases, marks and jobs, all of which can be redone: commits need not wait for the disk.
SYSTEM: Final = SessionSettings("parley_system", synchronous_commit="off")


class Session(AsyncConnection[Row]):
    """A connection that has taken on its settings and was verified: there is no other way to get one."""

    @classmethod
    async def connect(  # type: ignore[override] # the others are passed on
        cls,
        conninfo: str = "",
        *,
        settings: SessionSettings = APP,
        **kwargs: Any,  # noqa: ANN401
    ) -> Self:
        """Connect as `psycopg.AsyncConnection` does.

        The settings also go into the startup packet, so that RESET leads back to them; without them where the server or
        a pooler refuses that. Raises: psycopg.OperationalError; SettingsError, DatabaseSessionError: what to set.
        """
        options = f"{conninfo_to_dict(conninfo).get('options', '')} {settings.options}".strip()
        try:
            conn = await super().connect(conninfo, options=options, **kwargs)
        except errors.ConnectionTimeout:
            raise
        except psycopg.OperationalError:  # whatever it is: without options it is said again
            conn = await super().connect(conninfo, **kwargs)
        try:
            async with time_limit():
                await _configure(conn, settings)
        except BaseException:
            await conn.close()
            raise
        return conn

    async def wait(self, gen: PQGen[_Result], *args: Any, **kwargs: Any) -> _Result:  # noqa: ANN401  # passed on
        """Wait for an operation of the driver; if that is cancelled, end it here.

        The driver leaves what a second cancellation interrupts to the garbage collector, whose end of it fails on the
        closed connection, and Python prints a traceback of that.
        """
        try:
            return await super().wait(gen, *args, **kwargs)
        finally:
            with suppress(psycopg.Error, RuntimeError):  # closed already; or it would go on waiting: it is not resumed
                gen.close()


def parse_database_url(database_url: str) -> dict[str, str]:
    """Return the parameters in `database_url`, by libpq's names.

    Raises: SettingsError, which quotes none of it: the driver's error messages quote the URL with its password.
    """
    try:
        parameters = {name: str(value) for name, value in conninfo_to_dict(database_url).items() if value is not None}
    except psycopg.Error:
        raise SettingsError(setting="DATABASE_URL", problem=_NO_URL) from None
    hosts = [host for host in parameters.get("host", "").split(",") if not host.startswith("/")]
    ports = [port for port in parameters.get("port", "").split(",") if port]
    has_rest = any("@" in host[1:] for host in hosts)  # of a password; "@" may begin the name of an abstract socket
    if has_rest or not all(port.isascii() and port.isdecimal() for port in ports):
        raise SettingsError(setting="DATABASE_URL", problem=_NO_URL)
    return parameters


def first_line(error: Exception) -> str:
    """Return what an error of the driver says, without its details."""
    return str(error).split("\n", 1)[0]


def session_conninfo(database_url: str) -> str:
    """Return the connection string for `database_url`. Raises: SettingsError: invalid URL."""
    parse_database_url(database_url)
    return make_conninfo(
        database_url,
        application_name="parley",
        connect_timeout=round(_TIMEOUT_SECONDS),
        keepalives_idle=30,
        keepalives_interval=10,
        keepalives_count=3,
    )


async def check_sessions(database_url: str, *settings: SessionSettings) -> None:
    """Refuse a pooler that keeps no sessions or does not reset them, and a server that does not grant `settings`.

    Raises: psycopg.OperationalError: not reachable. DatabaseSessionError, SettingsError: what to set.
    """
    conninfo = session_conninfo(database_url)
    async with (
        await AsyncConnection.connect(conninfo, autocommit=True) as first,
        await AsyncConnection.connect(conninfo, autocommit=True) as second,
        time_limit(),
    ):
        await _check_pooling(first, second)
    for each in settings:  # one after the other: a pooler gives the second what the first has left
        await (await Session.connect(conninfo, settings=each, autocommit=True)).close()


async def _check_pooling(first: AsyncConnection, second: AsyncConnection) -> None:
    """Check that each of two connections has a server connection of its own, also while it is idle.

    A pooler in transaction mode gives the first one's idle server connection to the second, or another server
    connection has been quicker; then nobody is connected to the one that listens, and its notification is lost.
    """
    token = uuid4().hex
    await first.execute(_LISTEN)
    listening, notifying = await _row(first, _PID), await _row(second, _NOTIFY, token=token)
    if listening["pid"] == notifying["pid"]:
        raise DatabaseSessionError(problem="two clients were given the same server connection")
    async with aclosing(first.notifies(timeout=_NOTIFICATION_SECONDS)) as notifications:
        async for notification in notifications:
            if notification.payload == token:  # others are of processes that start at the same time
                return
    raise DatabaseSessionError(problem="a notification did not arrive")


async def _configure(conn: AsyncConnection[Any], settings: SessionSettings) -> None:
    expected = settings.expected
    try:
        was = await _row(conn, SET, **{"synchronous_commit": None, **expected})
    except (errors.InvalidParameterValue, errors.InsufficientPrivilege) as error:
        raise SettingsError(setting="DATABASE_URL", problem=first_line(error), advice=_GRANT) from error
    found = await _row(conn, VERIFY)
    if was["mark"]:
        raise DatabaseSessionError(problem="a server connection was not reset after its last client")
    if was["pid"] != found["pid"]:
        raise DatabaseSessionError(problem="the server connection changed between two statements")
    wrong = [f"{name} is {found[name]}, not {value}" for name, value in expected.items() if found[name] != value]
    if wrong:
        raise DatabaseSessionError(problem="; ".join(wrong))
    if found["row_security"] != "on":
        role = settings.current_user
        problem = f"row-level security does not bind {role}"
        advice = f"{role} must not own Parley's tables, be a superuser or have BYPASSRLS"
        raise SettingsError(setting="DATABASE_URL", problem=problem, advice=advice)


async def _row(conn: AsyncConnection[Any], statement: LiteralString, **parameters: object) -> dict[str, Any]:
    factory: AsyncRowFactory[dict[str, Any]] = dict_row
    async with conn.cursor(row_factory=factory) as cursor:
        found = await (await cursor.execute(statement, parameters)).fetchone()
    if found is None:  # each statement returns a row
        raise DatabaseSessionError(problem="no answer")
    return found


@asynccontextmanager
async def time_limit() -> AsyncIterator[None]:
    """Limit how long a pooler may let a client wait for a server connection. Raises: psycopg.OperationalError."""
    try:
        async with asyncio.timeout(_TIMEOUT_SECONDS):
            yield
    except TimeoutError as error:
        msg = "no answer on a new connection; docs/operations.md says how many connections a pooler must allow"
        raise psycopg.OperationalError(msg) from error
