"""Delivery of stored replies, per conversation in order of creation.

Only the first undelivered reply of a conversation can be claimed, so its lease is the conversation's. A private reply,
which one person sees, waits for those before it unless the first of them has failed, and nothing waits for it: a
hundred refused presses are not answered one after another. The marks are written by the system role, whose commits do
not wait for the disk: a mark lost in a power failure costs one search for the reply's id on the platform, where it is
found, and every delivery saves a write to the disk.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import LiteralString
from uuid import UUID

from bot.domain.conversation.posting import PendingRefresh
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.turns import Turn, WorkerScope
from bot.errors import StoreUnavailableError
from db.leases import scope_parameters
from db.pool import Database, Row
from db.stores.replies import REPLY

GIVE_UP_AFTER = timedelta(days=1)  # then a reply that cannot be delivered no longer holds up those behind it
ORIGIN_GRACE = timedelta(seconds=15)  # a living terminal shows its own answers long before, unless it is frozen

# When a reply `r` of a tenant `n`, which answers a turn `t`, can be delivered, or shown as it now is.
DELIVERABLE: LiteralString = """
       r.delivered_at IS NULL
   AND (r.retry_at IS NULL OR r.retry_at <= now()) AND (r.lease_until IS NULL OR r.lease_until <= now())
   AND n.platform = ANY (%(platforms)s)
   AND (%(conversations)s::uuid[] IS NULL OR r.conversation_id = ANY (%(conversations)s)
        AND (t.origin = %(owner)s OR r.stored_at <= now() - %(own_first)s OR is_dead(t.origin)))
   AND NOT EXISTS (SELECT FROM reply e
                    WHERE e.tenant_id = r.tenant_id AND e.conversation_id = r.conversation_id
                      AND e.seq < r.seq AND e.delivered_at IS NULL AND NOT e.is_private
                      AND (NOT r.is_private OR e.lease_until > now() OR NOT EXISTS (
                            SELECT FROM reply f
                             WHERE f.tenant_id = e.tenant_id AND f.conversation_id = e.conversation_id
                               AND f.seq <= e.seq AND f.delivered_at IS NULL AND NOT f.is_private
                               AND f.retry_at IS NOT NULL)))
"""
REFRESHABLE: LiteralString = """
       r.redraw_wanted > r.redraw_done AND r.delivered_at IS NOT NULL AND NOT r.is_undeliverable
   AND (r.redraw_after IS NULL OR r.redraw_after <= now())
   AND n.platform = ANY (%(platforms)s)
   AND (%(conversations)s::uuid[] IS NULL OR r.conversation_id = ANY (%(conversations)s))
"""
CLAIM = f"""
WITH deliverable AS MATERIALIZED (
    SELECT r.tenant_id, r.id FROM reply r JOIN tenant n USING (tenant_id)
      JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
     WHERE {DELIVERABLE}
     ORDER BY r.seq LIMIT %(limit)s
       FOR NO KEY UPDATE OF r SKIP LOCKED
), refreshable AS MATERIALIZED (
    SELECT r.tenant_id, r.id FROM reply r JOIN tenant n USING (tenant_id)
     WHERE {REFRESHABLE}
     ORDER BY r.seq LIMIT %(limit)s - (SELECT count(*) FROM deliverable)
       FOR NO KEY UPDATE OF r SKIP LOCKED
), to_deliver AS (
    UPDATE reply r SET lease_owner = %(owner)s, lease_until = now() + %(ttl)s, attempts = attempts + 1
      FROM deliverable d WHERE r.tenant_id = d.tenant_id AND r.id = d.id
    RETURNING r.tenant_id, r.id, r.seq
), to_refresh AS (
    UPDATE reply r SET redraw_after = now() + %(ttl)s, lease_owner = %(owner)s
      FROM refreshable f WHERE r.tenant_id = f.tenant_id AND r.id = f.id
    RETURNING r.tenant_id, r.id, r.seq, r.redraw_wanted
)
SELECT tenant_id, id, NULL AS redraw_wanted, seq FROM to_deliver
 UNION ALL
SELECT tenant_id, id, redraw_wanted, seq FROM to_refresh
 ORDER BY redraw_wanted NULLS FIRST, seq
"""  # noqa: S608 - constants
REPLIES = """
SELECT (r.stored).*, (r.asked).number, (r.asked).person_id, (r.asked).person_name, (r.asked).person_language,
       (r.asked).channel, r.thread, r.platform, r.workspace
  FROM unnest(%(tenant_ids)s::uuid[], %(ids)s::uuid[]) c (tenant_id, id)
 CROSS JOIN LATERAL claimed_reply(c.tenant_id, c.id) r
"""
DELIVERED_ANSWERS = """
SELECT r.*, t.number, t.person_id, t.person_name, t.person_language, t.channel, c.thread, n.platform, n.workspace
  FROM reply r
  JOIN turn t ON t.tenant_id = r.tenant_id AND t.id = r.turn_id
  JOIN conversation c ON c.tenant_id = r.tenant_id AND c.id = r.conversation_id
  JOIN tenant n ON n.tenant_id = r.tenant_id
 WHERE r.tenant_id = %(tenant_id)s AND r.turn_id = ANY (%(turn_ids)s) AND r.occasion = %(occasion)s
   AND r.delivered_at IS NOT NULL
 ORDER BY r.seq
"""
# Wakes those that deliver what could not be claimed before this reply was shown.
ENDED = """
UPDATE reply r
   SET delivered_at = now(), platform_id = %(platform_id)s, is_undeliverable = %(why)s::text IS NOT NULL,
       last_error = %(why)s, lease_owner = NULL, lease_until = NULL, retry_at = NULL
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND delivered_at IS NULL
RETURNING CASE WHEN r.redraw_wanted > r.redraw_done OR NOT r.is_private AND EXISTS (
                    SELECT FROM reply l
                     WHERE l.tenant_id = r.tenant_id AND l.conversation_id = r.conversation_id AND l.seq > r.seq
                       AND l.delivered_at IS NULL)
          THEN pg_notify('parley', 'reply') END
"""
# A private reply no longer waits for it.
FAILED = """
UPDATE reply r
   SET last_error = %(why)s, lease_owner = NULL, lease_until = NULL,
       delivered_at = CASE WHEN stored_at < now() - %(patience)s THEN now() END,
       is_undeliverable = stored_at < now() - %(patience)s,
       retry_at = now() + CASE WHEN %(retry_after)s::interval IS NOT NULL THEN %(retry_after)s
                               ELSE least(interval '1 minute', interval '2 seconds' * 2 ^ least(attempts - 1, 10)) END
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND delivered_at IS NULL
RETURNING CASE WHEN EXISTS (
                    SELECT FROM reply l
                     WHERE l.tenant_id = r.tenant_id AND l.conversation_id = r.conversation_id AND l.seq > r.seq
                       AND l.delivered_at IS NULL AND l.is_private)
          THEN pg_notify('parley', 'reply') END
"""
REDRAW_LATER = """
UPDATE reply SET redraw_after = now() + %(retry_after)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
REDRAWN = """
UPDATE reply SET redraw_done = %(seen)s, redraw_after = NULL, lease_owner = NULL
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND redraw_done < %(seen)s
RETURNING CASE WHEN redraw_wanted > redraw_done THEN pg_notify('parley', 'reply') END
"""

_log = logging.getLogger(__name__)


class PostgresDeliveries:
    """Implements `bot.ports.Deliveries`."""

    def __init__(self, database: Database, *, origin_grace: timedelta = ORIGIN_GRACE) -> None:
        self._database = database
        self._origin_grace = origin_grace

    async def claim_deliveries(
        self, *, owner: str, scope: WorkerScope, ttl: timedelta, limit: int = 1
    ) -> tuple[Reply | PendingRefresh, ...]:
        """Claim replies to deliver or refresh.

        A process that serves single conversations, as a terminal does, leaves answers to messages that another process
        accepted to that process for `origin_grace`, unless it has died.
        """
        parameters = {"owner": owner, "ttl": ttl, "own_first": self._origin_grace, "limit": limit}
        rows = await self._database.system_rows(CLAIM, {**parameters, **scope_parameters(scope)})
        deliveries = []
        for row, delivery in zip(rows, await self._get_deliveries(rows), strict=True):
            if isinstance(delivery, Exception):
                await self._postpone_unreadable(row, delivery)
            else:
                deliveries.append(delivery)
        return tuple(deliveries)

    async def delivered_answers(self, turns: Sequence[Turn]) -> tuple[Reply, ...]:
        if not turns:
            return ()
        tenant_id = turns[0].tenant_id
        parameters = {"turn_ids": [turn.id for turn in turns], "occasion": ANSWER}
        return tuple(map(REPLY, await self._database.read_rows(tenant_id, DELIVERED_ANSWERS, parameters)))

    async def mark_delivered(self, reply: Reply, *, platform_id: str | None) -> None:
        await self._database.system_rows(ENDED, {**_reply_key(reply), "platform_id": platform_id, "why": None})

    async def delivery_failed(self, reply: Reply, *, why: str, retry_after: timedelta | None = None) -> None:
        """Release the reply; the conversation's later public ones wait. None: for 2 s, 4 s … at most a minute."""
        await self._database.system_rows(FAILED, {**_reply_key(reply), **_failure(why, retry_after=retry_after)})

    async def give_up(self, reply: Reply, *, why: str) -> None:
        """Mark as undeliverable for good; the conversation's later replies no longer wait for it."""
        await self._database.system_rows(ENDED, {**_reply_key(reply), "platform_id": None, "why": why})

    async def postpone_refresh(self, refresh: PendingRefresh, *, retry_after: timedelta) -> None:
        await self._database.system_rows(REDRAW_LATER, {**_reply_key(refresh.reply), "retry_after": retry_after})

    async def mark_refreshed(self, refresh: PendingRefresh) -> None:
        await self._database.system_rows(REDRAWN, {**_reply_key(refresh.reply), "seen": refresh.change_number})

    async def _postpone_unreadable(self, row: Row, error: Exception) -> None:
        """Have a reply that was not read tried again later: the database is busy, or a newer version has written it.

        Its conversation waits, the others do not. The claim of one to be refreshed expires.
        """
        if isinstance(error, StoreUnavailableError):
            _log.warning("database away, reply %s will be tried again", row["id"])
        else:
            _log.error("reply %s cannot be read, will be tried again", row["id"], exc_info=error)
        if row["redraw_wanted"] is None:
            key = {"tenant_id": row["tenant_id"], "id": row["id"]}
            await self._database.system_rows(FAILED, {**key, **_failure(type(error).__name__)})

    async def _get_deliveries(self, claimed: Sequence[Row]) -> list[Reply | PendingRefresh | Exception]:
        if not claimed:
            return []
        keys = {"tenant_ids": [row["tenant_id"] for row in claimed], "ids": [row["id"] for row in claimed]}
        try:
            replies = {row["id"]: row for row in await self._database.app_rows(REPLIES, keys)}
        except Exception as error:  # noqa: BLE001  # what is claimed must be released, whatever has happened
            return [error] * len(claimed)
        return [_read_delivery(row, replies) for row in claimed]


def _read_delivery(claimed: Row, replies: Mapping[UUID, Row]) -> Reply | PendingRefresh | Exception:
    try:
        reply = REPLY(replies[claimed["id"]])
    except Exception as error:  # noqa: BLE001  # of a newer version, perhaps; the others are delivered
        return error
    change_number = claimed["redraw_wanted"]
    return reply if change_number is None else PendingRefresh(reply, change_number=change_number)


def _failure(why: str, *, retry_after: timedelta | None = None) -> dict[str, object]:
    return {"why": why, "retry_after": retry_after, "patience": GIVE_UP_AFTER}


def _reply_key(reply: Reply) -> dict[str, object]:
    return {"tenant_id": reply.thread.tenant_id, "id": reply.id}
