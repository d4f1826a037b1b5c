"""Looks for waiting work with one statement: its notification may have been lost, or its process may have died."""

from datetime import datetime
from typing import Final

from bot.domain.conversation.turns import WorkerScope
from db.leases import CLAIMABLE, scope_parameters
from db.messaging.deliveries import DELIVERABLE, ORIGIN_GRACE, REFRESHABLE
from db.notifications import RECONNECT_GRACE
from db.pool import Database

# The order of the replies to be refreshed is that of their index: the planner thinks they are many, and would read all.
DUE: Final = f"""
WITH deaths AS MATERIALIZED (SELECT bury_dead_processes(%(grace)s) AS latest)
SELECT channel, (SELECT latest FROM deaths) AS latest_death FROM (VALUES
    ('death', (SELECT latest FROM deaths) IS NOT NULL),
    ('turn', EXISTS (
        SELECT FROM queued_turn q
          JOIN conversation c ON c.tenant_id = q.tenant_id AND c.id = q.conversation_id
          JOIN tenant n ON n.tenant_id = q.tenant_id
         WHERE n.platform = ANY (%(platforms)s)
           AND (%(conversations)s::uuid[] IS NULL OR c.id = ANY (%(conversations)s))
           AND (c.lease_until IS NULL OR c.lease_until <= now()))),
    ('analysis', EXISTS (SELECT FROM analysis_run r JOIN tenant n USING (tenant_id) WHERE {CLAIMABLE})),
    ('reply', EXISTS (
        SELECT FROM reply r JOIN tenant n USING (tenant_id)
          JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
         WHERE {DELIVERABLE})
     OR (SELECT r.seq FROM reply r JOIN tenant n USING (tenant_id) WHERE {REFRESHABLE} ORDER BY r.seq LIMIT 1
        ) IS NOT NULL),
    ('outbox', EXISTS (
        SELECT FROM outbox
         WHERE given_up_at IS NULL AND due_at <= now() AND (taken_until IS NULL OR taken_until <= now())))
) work (channel, is_due) WHERE is_due
"""  # noqa: S608 - constants


CHANNELS_OF_A_DEATH: Final = ("turn", "analysis", "reply", "outbox", "recovery")


class PostgresDueWork:
    """Finds what the loops of one process would be notified of, and releases what dead processes held."""

    def __init__(self, database: Database, *, owner: str, scope: WorkerScope) -> None:
        """Look for the work of the process `owner` in `scope`."""
        self._database = database
        self._owner = {"owner": owner, "own_first": ORIGIN_GRACE, "grace": RECONNECT_GRACE}
        self._scope = scope
        self._latest_death: datetime | None = None

    async def channels(self) -> tuple[str, ...]:
        """Return the channels of `PostgresNotifications` whose work is waiting. Raises: StoreUnavailableError.

        After the death of a process these are all channels, and "recovery".
        """
        rows = await self._database.system_rows(DUE, {**self._owner, **scope_parameters(self._scope)})
        found = {row["channel"]: row["latest_death"] for row in rows}
        latest_death = found.pop("death", None)
        if latest_death is None or latest_death == self._latest_death:
            return tuple(found)
        self._latest_death = latest_death
        return CHANNELS_OF_A_DEATH
