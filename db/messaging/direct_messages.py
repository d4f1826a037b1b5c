"""Recent direct-message threads, for platforms that do not list them to a bot when it starts."""

from datetime import timedelta
from typing import Final

from bot.domain.conversation.threads import Thread
from bot.domain.ids import TenantId
from bot.ports import Clock
from db.pool import Database
from db.rows import THREAD

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
        return tuple([each for row in rows for each in await self._workspace_threads(row["tenant_id"])][:limit])

    async def _workspace_threads(self, tenant_id: TenantId) -> list[Thread]:
        rows = await self._database.read_rows(tenant_id, UNTHREADED, {"at_most": _PER_WORKSPACE})
        return list(map(THREAD, rows))
