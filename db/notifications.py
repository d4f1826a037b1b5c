"""LISTEN: notifications of what this and other processes have written; `db/background/due_work.py` finds missed ones.

The connection is also the life of its process: db/processes.py.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager

import psycopg
from psycopg import AsyncConnection

from db.pool import translate_errors
from db.processes import register_process
from db.sessions import SYSTEM, Session, session_conninfo

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
