"""Delivery of stored replies, per conversation in order of creation.

Only the first undelivered reply of a conversation can be claimed, so its lease is the conversation's. The marks are
written by the system role, whose commits do not wait for the disk: a mark lost in a power failure costs one search for
the reply's id on the platform, where it is found, and every delivery saves a write to the disk.
"""

from datetime import timedelta
from uuid import UUID

from bot.domain.conversation.posting import PendingRefresh
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.turns import WorkerScope
from bot.domain.ids import TenantId
from db.leases import scope_parameters
from db.pool import Database
from db.stores.replies import PostgresReplies

GIVE_UP_AFTER = timedelta(days=1)  # then a reply that cannot be delivered no longer holds up those behind it
ORIGIN_GRACE = timedelta(seconds=3)  # a running terminal shows its own answers long before

CLAIM = """
UPDATE reply SET lease_owner = %(owner)s, lease_until = now() + %(ttl)s, attempts = attempts + 1
 WHERE (tenant_id, id) = (
       SELECT r.tenant_id, r.id FROM reply r JOIN tenant n USING (tenant_id)
         JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
        WHERE r.delivered_at IS NULL
          AND (r.retry_at IS NULL OR r.retry_at <= now()) AND (r.lease_until IS NULL OR r.lease_until <= now())
          AND n.platform = ANY (%(platforms)s)
          AND (%(conversations)s::uuid[] IS NULL OR r.conversation_id = ANY (%(conversations)s)
               AND (t.origin = %(owner)s OR r.stored_at <= now() - %(own_first)s))
          AND NOT EXISTS (SELECT FROM reply e
                           WHERE e.tenant_id = r.tenant_id AND e.conversation_id = r.conversation_id
                             AND e.seq < r.seq AND e.delivered_at IS NULL)
        ORDER BY r.seq LIMIT 1
          FOR NO KEY UPDATE OF r SKIP LOCKED)
RETURNING tenant_id, id
"""
DELIVERED = """
UPDATE reply
   SET delivered_at = now(), platform_id = %(platform_id)s, lease_owner = NULL, lease_until = NULL, retry_at = NULL
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND delivered_at IS NULL
"""
FAILED = """
UPDATE reply
   SET last_error = %(why)s, lease_owner = NULL, lease_until = NULL,
       delivered_at = CASE WHEN stored_at < now() - %(patience)s THEN now() END,
       is_undeliverable = stored_at < now() - %(patience)s,
       retry_at = now() + CASE WHEN %(retry_after)s::interval IS NOT NULL THEN %(retry_after)s
                               ELSE least(interval '1 minute', interval '2 seconds' * 2 ^ least(attempts - 1, 10)) END
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND delivered_at IS NULL
"""

GIVEN_UP = """
UPDATE reply
   SET delivered_at = now(), is_undeliverable = true, last_error = %(why)s, lease_owner = NULL, lease_until = NULL
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND delivered_at IS NULL
"""
CLAIM_REDRAWING = """
UPDATE reply SET redraw_after = now() + %(ttl)s
 WHERE (tenant_id, id) = (
       SELECT r.tenant_id, r.id FROM reply r JOIN tenant n USING (tenant_id)
        WHERE r.redraw_wanted > r.redraw_done AND r.delivered_at IS NOT NULL AND NOT r.is_undeliverable
          AND (r.redraw_after IS NULL OR r.redraw_after <= now())
          AND n.platform = ANY (%(platforms)s)
          AND (%(conversations)s::uuid[] IS NULL OR r.conversation_id = ANY (%(conversations)s))
        ORDER BY r.seq LIMIT 1
          FOR NO KEY UPDATE OF r SKIP LOCKED)
RETURNING tenant_id, id, redraw_wanted
"""
REDRAW_LATER = """
UPDATE reply SET redraw_after = now() + %(retry_after)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
REDRAWN = """
UPDATE reply SET redraw_done = %(seen)s, redraw_after = NULL
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND redraw_done < %(seen)s
"""


class PostgresDeliveries:
    """Implements `bot.ports.Deliveries`."""

    def __init__(self, database: Database, *, origin_grace: timedelta = ORIGIN_GRACE) -> None:
        self._database = database
        self._origin_grace = origin_grace

    async def claim_reply(self, *, owner: str, scope: WorkerScope, ttl: timedelta) -> Reply | None:
        """Claim the oldest undelivered reply of a conversation to which no other process is delivering.

        A process that serves single conversations, as a terminal does, leaves answers to messages that another process
        accepted to that process for `origin_grace`.
        """
        row = await self._database.system_row(
            CLAIM, {"owner": owner, "ttl": ttl, "own_first": self._origin_grace, **scope_parameters(scope)}
        )
        return await self._get_reply(row["tenant_id"], row["id"]) if row else None

    async def mark_delivered(self, reply: Reply, *, platform_id: str | None) -> None:
        await self._database.system_rows(DELIVERED, {**_reply_key(reply), "platform_id": platform_id})

    async def delivery_failed(self, reply: Reply, *, why: str, retry_after: timedelta | None = None) -> None:
        """Release the reply; the conversation's later ones wait. None: try again after 2 s, 4 s … at most a minute."""
        await self._database.system_rows(
            FAILED, {**_reply_key(reply), "why": why, "retry_after": retry_after, "patience": GIVE_UP_AFTER}
        )

    async def give_up(self, reply: Reply, *, why: str) -> None:
        """Mark as undeliverable for good; the conversation's later replies no longer wait for it."""
        await self._database.system_rows(GIVEN_UP, {**_reply_key(reply), "why": why})

    async def claim_refresh(self, *, scope: WorkerScope, ttl: timedelta) -> PendingRefresh | None:
        row = await self._database.system_row(CLAIM_REDRAWING, {"ttl": ttl, **scope_parameters(scope)})
        if row is None:
            return None
        return PendingRefresh(await self._get_reply(row["tenant_id"], row["id"]), change_number=row["redraw_wanted"])

    async def postpone_refresh(self, refresh: PendingRefresh, *, retry_after: timedelta) -> None:
        await self._database.system_rows(REDRAW_LATER, {**_reply_key(refresh.reply), "retry_after": retry_after})

    async def mark_refreshed(self, refresh: PendingRefresh) -> None:
        await self._database.system_rows(REDRAWN, {**_reply_key(refresh.reply), "seen": refresh.change_number})

    async def _get_reply(self, tenant_id: TenantId, reply_id: UUID) -> Reply:
        async with self._database.transaction(tenant_id) as conn:
            return await PostgresReplies(conn, tenant_id).get(reply_id)


def _reply_key(reply: Reply) -> dict[str, object]:
    return {"tenant_id": reply.thread.tenant_id, "id": reply.id}
