"""LISTEN: notifications of what this and other processes have written, and which processes live.

Each process holds an advisory lock as long as its session with the database lasts: `bury_dead_processes`
(db/migrations/0016) releases what those held that hold no lock any more. `db/background/due_work.py` finds missed
notifications.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from datetime import timedelta
from typing import Final

import psycopg
from psycopg import AsyncConnection

from db.pool import Database, translate_errors
from db.sessions import SYSTEM, Session, session_conninfo

# In which a living process whose connection broke connects again, before others may take over what it holds.
RECONNECT_GRACE: Final = timedelta(seconds=1.5)

BURY = "SELECT bury_dead_processes(%(grace)s) AS latest"
LOCK = "SELECT pg_advisory_lock(%(key)s)"
REGISTER = "SELECT register_process(%(owner)s, %(key)s)"
# A server notices within 11 s that a host has lost its power; nothing ends the session while the process lives.
KEEP = """
SELECT set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
       set_config('tcp_keepalives_count', '3', false), set_config('idle_session_timeout', '0', false)
"""


async def look_for_dead_processes(database: Database) -> None:
    """Note which processes are missing; those that still are when the poller looks are dead."""
    await database.system_rows(BURY, {"grace": RECONNECT_GRACE})


async def register_process(conn: AsyncConnection, owner: str) -> None:
    """Make the session of `conn`, which is in the system's role, the life of the process named `owner`.

    The key is new with each session: a broken one that the server still holds for alive is in nobody's way.
    """
    key = secrets.randbits(63)
    await conn.execute(KEEP)
    await conn.execute(LOCK, {"key": key})
    await conn.execute(REGISTER, {"owner": owner, "key": key})


CHANNELS = ("turn", "analysis", "reply", "outbox")
LISTEN = "LISTEN parley"

_MIN_RECONNECT_SECONDS = 0.2  # seconds between tries to connect again; doubles
_MAX_RECONNECT_SECONDS = 5.0


class PostgresNotifications:
    """Notifications over a connection of their own, which is opened again when it breaks."""

    def __init__(self, database_url: str, *, owner: str | None = None) -> None:
        """Listen; with `owner`, the connection tells others that the process of this name lives."""
        self._owner = owner
        self._url = database_url

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[AsyncIterator[str]]:
        """Yield the channel of each notification: "turn", "analysis", "reply", "outbox".

        Raises: StoreUnavailableError; DatabaseSessionError: a pooler keeps no sessions, in which nothing would arrive.

        After a reconnection all of them are yielded once: any notification may have been missed.
        """
        with translate_errors():
            conn = await self._connect()
        async with conn, aclosing(self._notifications(conn)) as notifications:
            yield notifications

    async def _connect(self) -> AsyncConnection:
        async with AsyncExitStack() as stack:
            conn = await Session.connect(session_conninfo(self._url), settings=SYSTEM, autocommit=True)
            await stack.enter_async_context(conn)
            if self._owner is not None:
                await register_process(conn, self._owner)
            await conn.execute(LISTEN)
            stack.pop_all()
            return conn

    async def _notifications(self, conn: AsyncConnection) -> AsyncGenerator[str, None]:
        missed: tuple[str, ...] = ()
        while True:
            try:
                async with conn:
                    for channel in missed:
                        yield channel
                    async for notification in conn.notifies():
                        yield notification.payload
            except psycopg.OperationalError:
                conn = await self._reconnect()
                missed = CHANNELS

    async def _reconnect(self) -> AsyncConnection:
        pause = _MIN_RECONNECT_SECONDS
        while True:
            await asyncio.sleep(pause)
            try:
                return await self._connect()
            except psycopg.OperationalError:
                pause = min(pause * 2, _MAX_RECONNECT_SECONDS)
