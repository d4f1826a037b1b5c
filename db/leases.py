"""Leases: which runner answers which conversation. The database's clock decides; the system role sees no text."""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta

from bot.domain.conversation.turns import Claim, Turn, WorkerScope
from bot.errors import StoreUnavailableError
from bot.ports import Clock
from db.pool import Database, Row
from db.stores.base import require_row
from db.stores.turns import TURN as TURN_ROW

CLAIM = """
SELECT * FROM claim_conversation(%(owner)s, %(ttl)s, %(platforms)s, %(conversations)s, %(limit)s, %(running)s::text[])
"""
TURN = """
SELECT (t.stored).*, t.thread, t.platform, t.workspace, t.surplus FROM claimed_turn(%(tenant_id)s, %(turn_id)s) t
"""
RENEW = """
UPDATE conversation SET lease_until = now() + %(ttl)s
 WHERE tenant_id = %(tenant_id)s AND id = %(conversation_id)s AND lease_owner = %(owner)s AND fence = %(fence)s
RETURNING id
"""
RELEASE = """
UPDATE conversation c SET lease_owner = NULL, lease_until = NULL FROM turn t
 WHERE t.tenant_id = %(tenant_id)s AND t.id = %(turn_id)s AND c.tenant_id = t.tenant_id AND c.id = t.conversation_id
   AND c.lease_owner = %(owner)s AND c.fence = %(fence)s
RETURNING pg_notify('parley', 'turn')
"""
UNCOUNT = """
UPDATE turn t SET attempts = t.attempts - 1 FROM conversation c
 WHERE t.tenant_id = %(tenant_id)s AND t.id = %(turn_id)s AND c.tenant_id = t.tenant_id AND c.id = t.conversation_id
   AND c.lease_owner = %(owner)s AND c.fence = %(fence)s AND t.attempts > 0
"""
CLAIM_PRESSES = """
WITH abandoned AS MATERIALIZED (
    SELECT t.tenant_id, t.id FROM turn t JOIN tenant n USING (tenant_id)
     WHERE t.kind = 'press' AND t.status = 'accepted' AND (t.accepted_at <= %(before)s OR is_dead(t.origin))
       AND (t.press_claimed_until IS NULL OR t.press_claimed_until <= now())
       AND n.platform = ANY (%(platforms)s)
       AND (%(conversations)s::uuid[] IS NULL OR t.conversation_id = ANY (%(conversations)s))
     ORDER BY t.accepted_at, t.number LIMIT %(limit)s
       FOR NO KEY UPDATE OF t SKIP LOCKED
), claimed AS (
    UPDATE turn t SET press_claimed_until = clock_timestamp() + %(ttl)s
      FROM abandoned a WHERE t.tenant_id = a.tenant_id AND t.id = a.id
    RETURNING t.tenant_id, t.id AS turn_id, t.accepted_at, t.number
)
SELECT tenant_id, turn_id FROM claimed ORDER BY accepted_at, number
"""

_log = logging.getLogger(__name__)


class PostgresLeases:
    """Implements `bot.ports.Leases`."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def claim_turns(
        self, *, owner: str, scope: WorkerScope, ttl: timedelta, limit: int = 1, running: Collection[Turn] = ()
    ) -> tuple[Claim, ...]:
        authors = [f"{turn.tenant_id} {turn.person.id}" for turn in running]
        parameters = {"owner": owner, "ttl": ttl, "limit": limit, "running": authors, **scope_parameters(scope)}
        leased = await self._database.system_rows(CLAIM, parameters)
        claims = []
        for row, turn in zip(leased, await self._get_turns(leased), strict=True):
            if isinstance(turn, Turn):
                claims.append(Claim(turn=turn, owner=owner, fence=row["fence"]))
            elif isinstance(turn, StoreUnavailableError):
                await self._release({**row, "owner": owner}, counts_as_attempt=False)
        return tuple(claims)

    async def renew(self, claim: Claim, *, ttl: timedelta) -> bool:
        return await self._database.system_row(RENEW, {"ttl": ttl, **_lease_parameters(claim)}) is not None

    async def release(self, claim: Claim, *, counts_as_attempt: bool = True) -> None:
        await self._release(_lease_parameters(claim), counts_as_attempt=counts_as_attempt)

    async def claim_presses(
        self, *, scope: WorkerScope, older_than: timedelta, ttl: timedelta, limit: int = 1
    ) -> tuple[Turn, ...]:
        parameters = {"before": self._clock.now() - older_than, "ttl": ttl, "limit": limit, **scope_parameters(scope)}
        presses = await self._get_turns(await self._database.system_rows(CLAIM_PRESSES, parameters))
        return tuple(press for press in presses if isinstance(press, Turn))

    async def _release(self, lease: Mapping[str, object], *, counts_as_attempt: bool) -> None:
        if not counts_as_attempt:
            await self._database.system_rows(UNCOUNT, lease)
        await self._database.system_rows(RELEASE, lease)

    async def _get_turns(self, keys: Sequence[Row]) -> list[Turn | BaseException]:
        """Return the turn of each key, or why it was not read: the database is busy, or a newer version wrote the turn.

        The conversation of such a turn waits, at most until its lease has expired; the others do not wait for it.
        """
        turns = await asyncio.gather(*map(self._get_turn, keys), return_exceptions=True)
        for key, turn in zip(keys, turns, strict=True):
            if isinstance(turn, StoreUnavailableError):
                _log.warning("database away, turn %s will be taken up again", key["turn_id"])
            elif isinstance(turn, BaseException):
                _log.error("turn %s cannot be read; it will be taken up again", key["turn_id"], exc_info=turn)
        return turns

    async def _get_turn(self, key: Row) -> Turn:
        row = self._database.app_row(TURN, {"tenant_id": key["tenant_id"], "turn_id": key["turn_id"]})
        return TURN_ROW(await require_row("turn", row))


def scope_parameters(scope: WorkerScope) -> dict[str, object]:
    """Return the SQL parameters that restrict a search to the conversations that a process serves."""
    conversations = None if scope.conversations is None else list(scope.conversations)
    return {"platforms": list(scope.platforms), "conversations": conversations}


def _lease_parameters(claim: Claim) -> dict[str, object]:
    turn = claim.turn
    return {
        "tenant_id": turn.tenant_id,
        "conversation_id": turn.conversation_id,
        "turn_id": turn.id,
        "owner": claim.owner,
        "fence": claim.fence,
    }
