"""Finds work that a crash left unfinished: across tenants by ids, counts and times, then read as each tenant."""

from datetime import timedelta
from itertools import count

from psycopg.types.json import Json

from bot.domain.conversation.summaries import due_update
from bot.domain.ids import TenantId
from bot.domain.jobs import INDEX_EPISODE, SUMMARISE_CONVERSATION, Job, index_episode_job, summarise_conversation_job
from bot.domain.trading.decisions import Decision
from bot.ports import Clock, NewId
from db.codec import encode
from db.pool import Database
from db.stores import outbox
from db.stores.base import StoreSession
from db.stores.trading.decisions import PostgresDecisions

UNFINISHED = """
SELECT tenant_id, id, version FROM decision
 WHERE status IN ('confirmed', 'submitted', 'unknown') AND decided_at <= %(before)s
 ORDER BY decided_at LIMIT 100
"""
EXPIRED = "SELECT DISTINCT tenant_id FROM decision WHERE status = 'proposed' AND expires_at <= %(at)s"

# A job that was given up is not written again within a day.
UNEMBEDDED = """
SELECT e.tenant_id, e.id FROM episode e
 WHERE e.embedding_model IS NULL
   AND NOT EXISTS (SELECT FROM outbox o
                    WHERE o.tenant_id = e.tenant_id AND o.name = %(name)s AND o.key = e.id::text
                      AND (o.given_up_at IS NULL OR o.given_up_at > now() - interval '1 day'))
 ORDER BY e.created_at LIMIT 1000
"""
UNSUMMARISED = """
SELECT c.tenant_id, c.id, c.message_count, coalesce(s.covered, 0) AS covered
  FROM conversation c LEFT JOIN conversation_summary s ON s.tenant_id = c.tenant_id AND s.conversation_id = c.id
 WHERE c.message_count - coalesce(s.covered, 0) >= %(at_least)s
   AND NOT EXISTS (SELECT FROM outbox o
                    WHERE o.tenant_id = c.tenant_id AND o.name = %(name)s AND o.key = c.id::text
                      AND (o.given_up_at IS NULL OR o.given_up_at > now() - interval '1 day'))
"""

ADD_JOBS = f"WITH added AS ({outbox.ADD}) SELECT pg_notify('parley', 'outbox') FROM added"  # noqa: S608 - a constant

# The fewest messages outside a summary at which an update can be due, as the rule itself decides.
_AT_LEAST = next(messages for messages in count() if due_update(messages, 0, increments=0))


class PostgresSweeper:
    """Implements `bot.ports.Sweeper`."""

    def __init__(self, database: Database, *, clock: Clock, new_id: NewId) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    async def unfinished_decisions(self, *, older_than: timedelta) -> tuple[Decision, ...]:
        rows = await self._database.system_rows(UNFINISHED, {"before": self._clock.now() - older_than})
        decisions = []
        for row in rows:
            async with self._database.read(row["tenant_id"]) as conn:
                store = PostgresDecisions(StoreSession(conn, row["tenant_id"]))
                decisions.append(await store.get(row["id"], version=row["version"]))
        return tuple(decisions)

    async def tenants_with_expired_decisions(self) -> tuple[TenantId, ...]:
        rows = await self._database.system_rows(EXPIRED, {"at": self._clock.now()})
        return tuple(row["tenant_id"] for row in rows)

    async def add_missing_jobs(self) -> int:
        jobs = [*await self._missing_embeddings(), *await self._missing_summaries()]
        if not jobs:
            return 0
        rows = Json([encode(outbox.job_columns(job)) for job in jobs])
        written = await self._database.system_rows(ADD_JOBS, {"outbox": rows})
        return len(written)

    async def _missing_embeddings(self) -> list[Job]:
        rows = await self._database.system_rows(UNEMBEDDED, {"name": INDEX_EPISODE})
        now = self._clock.now()
        return [
            index_episode_job(self._new_id(), tenant_id=row["tenant_id"], episode_id=row["id"], at=now) for row in rows
        ]

    async def _missing_summaries(self) -> list[Job]:
        rows = await self._database.system_rows(
            UNSUMMARISED,
            {"name": SUMMARISE_CONVERSATION, "at_least": _AT_LEAST},
        )
        now = self._clock.now()
        return [
            summarise_conversation_job(self._new_id(), tenant_id=row["tenant_id"], conversation_id=row["id"], at=now)
            for row in rows
            if due_update(row["message_count"], row["covered"], increments=0)
        ]
