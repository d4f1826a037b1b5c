"""Threads: those that commands wait for, and recent ones of direct messages."""

from dataclasses import replace
from datetime import timedelta
from itertools import chain
from typing import Final
from uuid import UUID

from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import IncomingCommand, PersonLimits, Surplus, Thread
from bot.domain.conversation.turns import WorkerScope
from bot.domain.ids import TenantId
from bot.ports import Clock
from db.pool import Database, Row, answered
from db.rows import PERSON, THREAD, RowType
from db.stores.base import insert
from db.stores.memory.knowledge import files_as_json

ADD = insert(
    "opening",
    "tenant_id, id, channel, command_id, person_id, person_name, person_language, text, accepted_at",
    "ON CONFLICT (tenant_id, channel, command_id) DO NOTHING",
)
ADD_ORIGIN = """
INSERT INTO opening_origin (tenant_id, opening_id, origin)
SELECT tenant_id, id, %(origin)s FROM opening WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
NOTE_VISIBILITY = "SELECT note_visibility(%(tenant_id)s, %(channel)s, %(is_public)s, %(accepted_at)s, true)"
NOTE_FILES = "SELECT note_files(%(tenant_id)s, %(channel)s, %(command_id)s, %(files)s::jsonb)"
# The command is stored already, and so among those that wait.
LIMIT = "SELECT exceeded_limit(%(tenant_id)s, %(person_id)s, %(per_minute)s, %(waiting)s, 0) AS surplus"
STORED = """
SELECT o.*, n.platform, n.workspace FROM opening o JOIN tenant n USING (tenant_id)
 WHERE o.tenant_id = %(tenant_id)s AND (o.id = %(id)s OR (o.channel = %(channel)s AND o.command_id = %(command_id)s))
"""
# The newest first: commands that fail again and again must not keep the others waiting.
ABANDONED = """
SELECT o.tenant_id, o.id FROM opening o JOIN tenant n USING (tenant_id)
 WHERE o.opened_at IS NULL AND o.accepted_at > %(since)s AND (o.accepted_at <= %(before)s OR EXISTS (
        SELECT FROM opening_origin p
         WHERE p.tenant_id = o.tenant_id AND p.opening_id = o.id AND is_dead(p.origin)))
   AND n.platform = ANY (%(platforms)s)
 ORDER BY o.accepted_at DESC LIMIT 100
"""
GIVEN_UP_AFTER = timedelta(hours=1)  # the person no longer waits for it
OPENED = """
UPDATE opening SET opened_at = %(at)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND opened_at IS NULL
"""
_PENDING = RowType(PendingThread, place=THREAD, person=PERSON)


async def add_pending_thread(
    database: Database,
    new: PendingThread,
    *,
    command: IncomingCommand,
    origin: str = "",
    limits: PersonLimits | None = None,
) -> PendingThread:
    """Store a command, unless the platform has delivered it before; return what is stored.

    `command` tells of its channel and files; `origin` names the process that opens its thread. Above the person's
    `limits` none is to be opened.
    """
    parameters = {
        **_PENDING.columns(new),
        "tenant_id": new.place.tenant_id,
        "origin": origin,
        "is_public": command.visibility.is_public,
        "files": files_as_json(command.files),
    }
    async with database.transaction(new.place.tenant_id) as conn:
        await conn.execute(ADD, parameters)
        stored = _pending(answered(await (await conn.execute(STORED, parameters)).fetchone()))
        if stored.id != new.id:
            return stored
        if command.visibility.is_public is not None:
            await conn.execute(NOTE_VISIBILITY, parameters)
        if command.files:
            await conn.execute(NOTE_FILES, parameters)
        surplus = None
        if limits:
            limited = {**parameters, "per_minute": limits.per_minute, "waiting": limits.waiting}
            found = answered(await (await conn.execute(LIMIT, limited)).fetchone())["surplus"]
            surplus = Surplus(found) if found else None
        await conn.execute(ADD_ORIGIN if surplus is None else OPENED, {**parameters, "at": new.accepted_at})
    return replace(stored, is_new=True, is_opened=surplus is not None, surplus=surplus)


class PostgresPendingThreads:
    """Implements `bot.ports.PendingThreads`."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def abandoned_threads(self, *, scope: WorkerScope, older_than: timedelta) -> tuple[PendingThread, ...]:
        now = self._clock.now()
        parameters = {"before": now - older_than, "since": now - GIVEN_UP_AFTER, "platforms": list(scope.platforms)}
        rows = await self._database.system_rows(ABANDONED, parameters)
        return tuple([await self._fetch_pending_thread(row["tenant_id"], row["id"]) for row in rows])

    async def mark_opened(self, pending: PendingThread) -> None:
        tenant_id = pending.place.tenant_id
        await self._database.execute(tenant_id, OPENED, {"id": pending.id, "at": self._clock.now()})

    async def _fetch_pending_thread(self, tenant_id: TenantId, opening_id: UUID) -> PendingThread:
        key = {"id": opening_id, "channel": None, "command_id": None}
        row = await self._database.read_row(tenant_id, STORED, key)
        if row is None:
            raise LookupError(opening_id)
        return _pending(row)


def _pending(row: Row) -> PendingThread:
    return _PENDING({**row, "thread": "", "is_new": False, "is_opened": row["opened_at"] is not None})


_ACTIVE_WITHIN: Final = timedelta(days=30)
_PER_WORKSPACE: Final = 20

# The most recently active tenants. The system role sees neither workspaces nor channels: those are read as each tenant.
TENANTS = """
SELECT t.tenant_id FROM turn t JOIN tenant n USING (tenant_id)
 WHERE n.platform = %(platform)s AND t.accepted_at >= %(since)s
 GROUP BY t.tenant_id ORDER BY max(t.accepted_at) DESC LIMIT %(at_most)s
"""
UNTHREADED = """
SELECT c.channel, c.thread, n.platform, n.workspace FROM conversation c JOIN tenant n USING (tenant_id)
 WHERE c.tenant_id = %(tenant_id)s AND c.thread = '' ORDER BY c.last_active_at DESC LIMIT %(at_most)s
"""


class PostgresDirectMessages:
    """Implements `bot.ports.DirectMessages`."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def latest_threads(self, platform: str, *, limit: int) -> tuple[Thread, ...]:
        """Return the threads of the most recently active workspaces: of the last 30 days, at most 20 of each."""
        parameters = {"platform": platform, "since": self._clock.now() - _ACTIVE_WITHIN, "at_most": limit}
        rows = await self._database.system_rows(TENANTS, parameters)
        of_each = [
            await self._database.read_rows(row["tenant_id"], UNTHREADED, {"at_most": _PER_WORKSPACE}) for row in rows
        ]
        return tuple(map(THREAD, chain.from_iterable(of_each)))[:limit]
