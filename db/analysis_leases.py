"""Leases on analysis runs: which process works on which run, by the database's clock. The system role sees no text."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from bot.domain.conversation.turns import Claim, Turn, WorkerScope
from bot.domain.ids import TenantId, TurnId
from db.leases import TURN, scope_parameters
from db.pool import Database
from db.stores.base import require_row
from db.stores.turns import TURN as TURN_ROW

# What can be claimed, of runs `r` of tenants `n`.
CLAIMABLE: Final = """
       r.ended_at IS NULL AND (r.lease_until IS NULL OR r.lease_until <= now() OR is_dead(r.lease_owner))
   AND n.platform = ANY (%(platforms)s)
   AND (%(conversations)s::uuid[] IS NULL OR r.conversation_id = ANY (%(conversations)s))
"""
# Those of a workspace that has fewest under way come first: one that asks for many does not keep the others waiting.
CLAIM: Final = f"""
WITH waiting AS MATERIALIZED (
    SELECT r.tenant_id, r.id FROM analysis_run r JOIN tenant n USING (tenant_id)
     WHERE {CLAIMABLE}
     ORDER BY (SELECT count(*) FROM analysis_run o
                WHERE o.tenant_id = r.tenant_id AND o.ended_at IS NULL AND o.lease_until > now()), r.started_at
     LIMIT %(limit)s
       FOR NO KEY UPDATE OF r SKIP LOCKED
), leased AS (
    UPDATE analysis_run r
       SET lease_owner = %(owner)s, lease_until = clock_timestamp() + %(ttl)s, fence = r.fence + 1
      FROM waiting w WHERE r.tenant_id = w.tenant_id AND r.id = w.id
    RETURNING r.tenant_id, r.turn_id, r.fence, r.started_at
), begun AS (
    UPDATE turn t SET attempts = t.attempts + 1 FROM leased l WHERE t.tenant_id = l.tenant_id AND t.id = l.turn_id
)
SELECT tenant_id, turn_id, fence FROM leased ORDER BY started_at
"""  # noqa: S608 - constants
# Runs that no living process began or works on. A process lives as long as its lock is held; one that has lost its
# session for a moment keeps the leases that it has.
ABANDONED: Final = """
WITH living AS MATERIALIZED (
    SELECT owner FROM process WHERE died_at IS NULL AND NOT pg_try_advisory_xact_lock_shared(lock_key)
)
SELECT t.id FROM turn t JOIN analysis_run r ON r.tenant_id = t.tenant_id AND r.turn_id = t.id
 WHERE t.tenant_id = %(tenant_id)s AND r.ended_at IS NULL
   AND NOT EXISTS (SELECT FROM living l WHERE l.owner IN (t.origin, r.lease_owner))
 ORDER BY r.started_at
"""
RENEW: Final = """
UPDATE analysis_run SET lease_until = clock_timestamp() + %(ttl)s
 WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s AND lease_owner = %(owner)s AND fence = %(fence)s
   AND ended_at IS NULL
RETURNING id
"""
RELEASE: Final = """
WITH released AS (
    UPDATE analysis_run SET lease_owner = NULL, lease_until = NULL
     WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s AND lease_owner = %(owner)s AND fence = %(fence)s
    RETURNING tenant_id, turn_id
), uncounted AS (
    UPDATE turn t SET attempts = greatest(t.attempts - %(uncounted)s, 0)
      FROM released r WHERE t.tenant_id = r.tenant_id AND t.id = r.turn_id
)
SELECT pg_notify('parley', 'analysis') FROM released
"""


class PostgresAnalysisLeases:
    """Implements `bot.ports.TurnLeases` for the turns that analysis runs answer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim_turns(
        self,
        *,
        owner: str,
        scope: WorkerScope,
        ttl: timedelta,
        limit: int = 1,
        running: Collection[Turn] = (),  # noqa: ARG002 - the database counts what is under way
    ) -> tuple[Claim, ...]:
        parameters = {"owner": owner, "ttl": ttl, "limit": limit, **scope_parameters(scope)}
        leased = await self._database.system_rows(CLAIM, parameters)
        claims = []
        for row in leased:
            turn = await self._turn(row["tenant_id"], row["turn_id"])
            claims.append(Claim(turn=turn, owner=owner, fence=row["fence"]))
        return tuple(claims)

    async def abandoned_turns(self, tenant_id: TenantId) -> tuple[Turn, ...]:
        """Return the turns of one tenant whose runs no living process has begun or works on, the oldest first.

        Raises: StoreUnavailableError.
        """
        rows = await self._database.system_rows(ABANDONED, {"tenant_id": tenant_id})
        return tuple([await self._turn(tenant_id, row["id"]) for row in rows])

    async def _turn(self, tenant_id: TenantId, turn_id: TurnId) -> Turn:
        found = self._database.app_row(TURN, {"tenant_id": tenant_id, "turn_id": turn_id})
        return TURN_ROW(await require_row("turn", found))

    async def renew(self, claim: Claim, *, ttl: timedelta) -> bool:
        return await self._database.system_row(RENEW, {"ttl": ttl, **_lease_parameters(claim)}) is not None

    async def release(self, claim: Claim, *, counts_as_attempt: bool = True) -> None:
        uncounted = 0 if counts_as_attempt else 1
        await self._database.system_rows(RELEASE, {"uncounted": uncounted, **_lease_parameters(claim)})


def _lease_parameters(claim: Claim) -> dict[str, object]:
    return {"tenant_id": claim.turn.tenant_id, "turn_id": claim.turn.id, "owner": claim.owner, "fence": claim.fence}
