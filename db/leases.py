"""Leases: which runner answers which conversation, and which works on which committee's run.

The database's clock decides; the system role sees no text.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import ClassVar, Final, LiteralString

from bot.domain.conversation.turns import Claim, Turn, WorkerScope
from bot.domain.ids import TenantId
from bot.errors import StoreUnavailableError
from bot.ports import Clock
from db.pool import Database, Row
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
WITH released AS (
    UPDATE conversation c SET lease_owner = NULL, lease_until = NULL FROM turn t
     WHERE t.tenant_id = %(tenant_id)s AND t.id = %(turn_id)s AND c.tenant_id = t.tenant_id AND c.id = t.conversation_id
       AND c.lease_owner = %(owner)s AND c.fence = %(fence)s
    RETURNING t.tenant_id, t.id
), uncounted AS (
    UPDATE turn t SET attempts = t.attempts - 1
      FROM released r WHERE t.tenant_id = r.tenant_id AND t.id = r.id AND t.attempts > 0 AND NOT %(counts)s
)
SELECT pg_notify('parley', 'turn') FROM released
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
# What can be claimed, of runs `r` of tenants `n`.
CLAIMABLE: Final = """
       r.ended_at IS NULL AND (r.lease_until IS NULL OR r.lease_until <= now() OR is_dead(r.lease_owner))
   AND n.platform = ANY (%(platforms)s)
   AND (%(conversations)s::uuid[] IS NULL OR r.conversation_id = ANY (%(conversations)s))
"""
# Those of a workspace that has fewest under way come first: one that asks for many does not keep the others waiting.
CLAIM_RUNS: Final = f"""
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
SELECT t.tenant_id, t.id AS turn_id FROM turn t JOIN analysis_run r ON r.tenant_id = t.tenant_id AND r.turn_id = t.id
 WHERE t.tenant_id = %(tenant_id)s AND r.ended_at IS NULL
   AND NOT EXISTS (SELECT FROM living l WHERE l.owner IN (t.origin, r.lease_owner))
 ORDER BY r.started_at
"""
RENEW_RUN: Final = """
UPDATE analysis_run SET lease_until = clock_timestamp() + %(ttl)s
 WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s AND lease_owner = %(owner)s AND fence = %(fence)s
   AND ended_at IS NULL
RETURNING id
"""
RELEASE_RUN: Final = """
WITH released AS (
    UPDATE analysis_run SET lease_owner = NULL, lease_until = NULL
     WHERE tenant_id = %(tenant_id)s AND turn_id = %(turn_id)s AND lease_owner = %(owner)s AND fence = %(fence)s
    RETURNING tenant_id, turn_id
), uncounted AS (
    UPDATE turn t SET attempts = t.attempts - 1
      FROM released r WHERE t.tenant_id = r.tenant_id AND t.id = r.turn_id AND t.attempts > 0 AND NOT %(counts)s
)
SELECT pg_notify('parley', 'analysis') FROM released
"""

_log = logging.getLogger(__name__)


class _TurnLeases:
    """Implements `bot.ports.TurnLeases` by three statements."""

    _claim: ClassVar[LiteralString]
    _renew: ClassVar[LiteralString]
    _release: ClassVar[LiteralString]

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim_turns(
        self, *, owner: str, scope: WorkerScope, ttl: timedelta, limit: int = 1, running: Collection[Turn] = ()
    ) -> tuple[Claim, ...]:
        authors = [f"{turn.tenant_id} {turn.person.id}" for turn in running]
        parameters = {"owner": owner, "ttl": ttl, "limit": limit, "running": authors, **scope_parameters(scope)}
        leased = await self._database.system_rows(self._claim, parameters)
        claims = []
        for row, turn in zip(leased, await self._get_turns(leased), strict=True):
            if isinstance(turn, Turn):
                claims.append(Claim(turn=turn, owner=owner, fence=row["fence"]))
            elif isinstance(turn, StoreUnavailableError):
                await self._database.system_rows(self._release, {**row, "owner": owner, "counts": False})
        return tuple(claims)

    async def renew(self, claim: Claim, *, ttl: timedelta) -> bool:
        return await self._database.system_row(self._renew, {"ttl": ttl, **_lease_parameters(claim)}) is not None

    async def release(self, claim: Claim, *, counts_as_attempt: bool = True) -> None:
        await self._database.system_rows(self._release, {"counts": counts_as_attempt, **_lease_parameters(claim)})

    async def _get_turns(self, keys: Sequence[Row]) -> list[Turn | BaseException]:
        """Return the turn of each key, or why it was not read: the database is busy, or a newer version wrote the turn.

        What such a turn's lease is of waits, at most until that has expired; the others do not wait for it.
        """
        turns = await asyncio.gather(*map(self._get_turn, keys), return_exceptions=True)
        for key, turn in zip(keys, turns, strict=True):
            if isinstance(turn, StoreUnavailableError):
                _log.warning("database away, turn %s will be taken up again", key["turn_id"])
            elif isinstance(turn, BaseException):
                _log.error("turn %s cannot be read; it will be taken up again", key["turn_id"], exc_info=turn)
        return turns

    async def _get_turn(self, key: Row) -> Turn:
        row = await self._database.app_row(TURN, {"tenant_id": key["tenant_id"], "turn_id": key["turn_id"]})
        if row is None:
            raise LookupError(key["turn_id"])
        return TURN_ROW(row)


class PostgresLeases(_TurnLeases):
    """Implements `bot.ports.Leases`."""

    _claim, _renew, _release = CLAIM, RENEW, RELEASE

    def __init__(self, database: Database, *, clock: Clock) -> None:
        super().__init__(database)
        self._clock = clock

    async def claim_presses(
        self, *, scope: WorkerScope, older_than: timedelta, ttl: timedelta, limit: int = 1
    ) -> tuple[Turn, ...]:
        parameters = {"before": self._clock.now() - older_than, "ttl": ttl, "limit": limit, **scope_parameters(scope)}
        presses = await self._get_turns(await self._database.system_rows(CLAIM_PRESSES, parameters))
        return tuple(press for press in presses if isinstance(press, Turn))


class PostgresAnalysisLeases(_TurnLeases):
    """Implements `bot.ports.TurnLeases` for the turns that analysis runs answer."""

    _claim, _renew, _release = CLAIM_RUNS, RENEW_RUN, RELEASE_RUN

    async def abandoned_turns(self, tenant_id: TenantId) -> tuple[Turn, ...]:
        """Return the turns of one tenant whose runs no living process has begun or works on, the oldest first.

        Raises: StoreUnavailableError.
        """
        rows = await self._database.system_rows(ABANDONED, {"tenant_id": tenant_id})
        return tuple([await self._get_turn(row) for row in rows])


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
