"""Leases: which runner answers which conversation. The database's clock decides; the system role sees no text."""

from datetime import timedelta

from bot.domain.conversation.turns import Claim, Turn, WorkerScope
from bot.domain.ids import TenantId, TurnId
from bot.ports import Clock
from db.pool import Database, Row
from db.stores.turns import PostgresTurns

CLAIM = "SELECT * FROM claim_conversation(%(owner)s, %(ttl)s, %(platforms)s, %(conversations)s)"
RENEW = """
UPDATE conversation SET lease_until = now() + %(ttl)s
 WHERE tenant_id = %(tenant_id)s AND id = %(conversation_id)s AND lease_owner = %(owner)s AND fence = %(fence)s
RETURNING id
"""
RELEASE = """
UPDATE conversation SET lease_owner = NULL, lease_until = NULL
 WHERE tenant_id = %(tenant_id)s AND id = %(conversation_id)s AND lease_owner = %(owner)s AND fence = %(fence)s
"""
UNCOUNT = """
UPDATE turn t SET attempts = t.attempts - 1 FROM conversation c
 WHERE c.tenant_id = %(tenant_id)s AND c.id = %(conversation_id)s AND c.lease_owner = %(owner)s AND c.fence = %(fence)s
   AND t.tenant_id = %(tenant_id)s AND t.id = %(turn_id)s AND t.attempts > 0
"""
UNHANDLED = """
SELECT t.tenant_id, t.id FROM turn t JOIN tenant n USING (tenant_id)
 WHERE t.kind = 'press' AND t.status = 'accepted' AND t.accepted_at <= %(before)s
   AND n.platform = ANY (%(platforms)s)
   AND (%(conversations)s::uuid[] IS NULL OR t.conversation_id = ANY (%(conversations)s))
 ORDER BY t.accepted_at, t.number
"""


class PostgresLeases:
    """Implements `bot.ports.Leases`."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def claim_turn(self, *, owner: str, scope: WorkerScope, ttl: timedelta) -> Claim | None:
        """Lease a conversation that has an unanswered message and return its first one, or None.

        Args:
            owner: Unique to the process; with the fence it identifies the holder of a lease.
            scope: The conversations to choose from.
            ttl: How long the lease lasts unless renewed.
        """
        row = await self._database.system_row(CLAIM, {"owner": owner, "ttl": ttl, **scope_parameters(scope)})
        if row is None:
            return None
        turn = await self._get_turn(row["tenant_id"], row["turn_id"])
        return Claim(turn=turn, owner=owner, fence=row["fence"])

    async def renew(self, claim: Claim, *, ttl: timedelta) -> bool:
        return await self._database.system_row(RENEW, {"ttl": ttl, **_lease_parameters(claim)}) is not None

    async def release(self, claim: Claim, *, counts_as_attempt: bool = True) -> None:
        if not counts_as_attempt:
            await self._database.system_rows(UNCOUNT, {"turn_id": claim.turn.id, **_lease_parameters(claim)})
        await self._database.system_rows(RELEASE, _lease_parameters(claim))

    async def unhandled_presses(self, *, scope: WorkerScope, older_than: timedelta) -> tuple[Turn, ...]:
        parameters = {"before": self._clock.now() - older_than, **scope_parameters(scope)}
        rows: list[Row] = await self._database.system_rows(UNHANDLED, parameters)
        return tuple([await self._get_turn(row["tenant_id"], row["id"]) for row in rows])

    async def _get_turn(self, tenant_id: TenantId, turn_id: TurnId) -> Turn:
        async with self._database.transaction(tenant_id) as conn:
            return await PostgresTurns(conn, tenant_id).get(turn_id)


def scope_parameters(scope: WorkerScope) -> dict[str, object]:
    """Return the SQL parameters that restrict a search to the conversations that a process serves."""
    conversations = None if scope.conversations is None else list(scope.conversations)
    return {"platforms": list(scope.platforms), "conversations": conversations}


def _lease_parameters(claim: Claim) -> dict[str, object]:
    turn = claim.turn
    return {
        "tenant_id": turn.tenant_id,
        "conversation_id": turn.conversation_id,
        "owner": claim.owner,
        "fence": claim.fence,
    }
