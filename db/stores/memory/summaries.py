from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from pgvector import HalfVector
from psycopg.types.json import Json

from bot.domain.ids import ConversationId
from bot.domain.memory.summaries.summary import Summary, SummaryContent
from db.codec import encode
from db.rows import RowType
from db.stores.base import Store

GET = """
SELECT * FROM conversation_summary WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
"""
_MARKET_TIME: Final = """
(SELECT max(m.market_time) FROM message m
  WHERE m.tenant_id = %(tenant_id)s AND m.conversation_id = %(conversation_id)s AND m.number < %(covered)s)
"""
FIRST = f"""
INSERT INTO conversation_summary (tenant_id, conversation_id, text, covered, increments, updated_at, version, language,
                                  method, model, quality, statements, symbols, market_time)
VALUES (%(tenant_id)s, %(conversation_id)s, %(text)s, %(covered)s, %(increments)s, %(updated_at)s, %(version)s,
        %(language)s, %(method)s, %(model)s, %(quality)s, %(statements)s, %(symbols)s, {_MARKET_TIME})
    ON CONFLICT DO NOTHING
RETURNING conversation_id
"""  # noqa: S608 - a constant
NEXT = f"""
UPDATE conversation_summary
   SET text = %(text)s, covered = %(covered)s, increments = %(increments)s, updated_at = %(updated_at)s,
       version = %(version)s, language = %(language)s, method = %(method)s, model = %(model)s, quality = %(quality)s,
       statements = %(statements)s, symbols = %(symbols)s, market_time = {_MARKET_TIME}
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s
   AND covered = %(expected)s AND covered <= %(covered)s
RETURNING conversation_id
"""  # noqa: S608 - a constant
# The database's clock: the processes' own may differ.
LEASE = """
INSERT INTO summary_lease AS l (tenant_id, conversation_id, token, owner, until)
VALUES (%(tenant_id)s, %(conversation_id)s, %(token)s, %(owner)s, clock_timestamp() + %(ttl)s)
    ON CONFLICT (tenant_id, conversation_id)
    DO UPDATE SET token = excluded.token, owner = excluded.owner, until = excluded.until
        WHERE l.until <= clock_timestamp() OR is_dead(l.owner)
RETURNING token
"""
RELEASE = """
DELETE FROM summary_lease
 WHERE tenant_id = %(tenant_id)s AND conversation_id = %(conversation_id)s AND token = %(token)s
"""
# The sweeper finds that there is none, and it is made of all messages anew.
DELETE_SUMMARIES = """
WITH gone AS (
    DELETE FROM conversation_summary WHERE tenant_id = %(tenant_id)s AND conversation_id = ANY (%(conversations)s)
    RETURNING conversation_id
)
UPDATE conversation SET summarised = 0
 WHERE tenant_id = %(tenant_id)s AND id IN (SELECT conversation_id FROM gone)
"""
# Of two workers the one with the newer summary wins, whoever comes last. One that was deleted is numbered anew.
SET_EMBEDDING = """
INSERT INTO summary_vector AS v (tenant_id, model, conversation_id, version, embedding)
SELECT s.tenant_id, %(model)s, s.conversation_id, %(version)s, %(embedding)s::halfvec
  FROM conversation_summary s
 WHERE s.tenant_id = %(tenant_id)s AND s.conversation_id = %(conversation_id)s AND s.text = %(text)s
   FOR SHARE
    ON CONFLICT (tenant_id, model, conversation_id)
    DO UPDATE SET version = excluded.version, embedding = excluded.embedding WHERE v.version <= excluded.version
"""
WITHOUT_VECTOR = """
SELECT s.* FROM conversation_summary s
 WHERE s.tenant_id = %(tenant_id)s AND s.text <> ''
   AND NOT EXISTS (SELECT FROM summary_vector v
                    WHERE v.tenant_id = s.tenant_id AND v.model = %(model)s AND v.conversation_id = s.conversation_id)
 LIMIT %(limit)s
"""
NEAREST = """
SELECT s.* FROM summary_vector v
  JOIN conversation_summary s USING (tenant_id, conversation_id)
  JOIN conversation c ON c.tenant_id = s.tenant_id AND c.id = s.conversation_id
 WHERE v.tenant_id = %(tenant_id)s AND v.model = %(model)s AND (c.channel = ANY (%(channels)s)
        OR (%(with_public)s AND EXISTS (
            SELECT FROM channel_visibility p
             WHERE p.tenant_id = c.tenant_id AND p.channel = c.channel AND p.is_public AND p.since <= c.created_at)))
 ORDER BY v.embedding <=> %(embedding)s::halfvec, s.updated_at DESC LIMIT %(limit)s
"""
_SUMMARY: Final = RowType(Summary, covered_count="covered", content=RowType(SummaryContent))


class PostgresSummaries(Store):
    """Implements `bot.ports.Summaries`."""

    async def get(self, conversation_id: ConversationId) -> Summary | None:
        return await self._find(_SUMMARY, GET, conversation_id=conversation_id)

    async def save(self, summary: Summary, *, expected_covered_count: int) -> bool:
        row = {**_SUMMARY.columns(summary), "statements": Json(encode(summary.content.statements))}
        sql = NEXT if expected_covered_count else FIRST
        saved = await self._fetch_one(sql, expected=expected_covered_count, **row)
        return saved is not None

    async def lease(self, conversation_id: ConversationId, *, token: UUID, owner: str, ttl: timedelta) -> bool:
        leased = await self._fetch_one(LEASE, conversation_id=conversation_id, token=token, owner=owner, ttl=ttl)
        return leased is not None

    async def release(self, conversation_id: ConversationId, *, token: UUID) -> None:
        await self._execute(RELEASE, conversation_id=conversation_id, token=token)

    async def set_embedding(self, summary: Summary, *, embedding: Sequence[float], model: str) -> None:
        await self._execute(
            SET_EMBEDDING,
            conversation_id=summary.conversation_id,
            version=summary.version,
            text=summary.text,
            model=model,
            embedding=HalfVector(list(embedding)),
        )

    async def without_vector(self, model: str, *, limit: int) -> tuple[Summary, ...]:
        return await self._find_all(_SUMMARY, WITHOUT_VECTOR, model=model, limit=limit)

    async def nearest(
        self,
        embedding: Sequence[float],
        *,
        model: str,
        channels: Collection[str],
        with_public: bool = False,
        limit: int,
    ) -> tuple[Summary, ...]:
        return await self._find_all(
            _SUMMARY,
            NEAREST,
            embedding=HalfVector(list(embedding)),
            model=model,
            channels=list(channels),
            with_public=with_public,
            limit=limit,
        )
