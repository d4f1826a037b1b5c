from collections.abc import Sequence
from uuid import UUID

from pgvector import HalfVector
from psycopg.types.json import Jsonb

from bot.domain.conversation.history import Episode
from bot.domain.trading.decisions import DecisionQuery
from db.codec import encode
from db.pool import Row
from db.stores.base import Store
from db.stores.trading.decisions import encode_query

ADD = """
INSERT INTO episode (tenant_id, id, conversation_id, turn_id, kind, text, symbols, tags, decision_id, decision_version,
                     context, created_at, market_time)
VALUES (%(tenant_id)s, %(id)s, %(conversation_id)s, %(turn_id)s, %(kind)s, %(text)s, %(symbols)s, %(tags)s,
        %(decision_id)s, %(decision_version)s, %(context)s, %(created_at)s, %(market_time)s)
    ON CONFLICT (tenant_id, id) DO NOTHING
"""
UNEMBEDDED = """
SELECT * FROM episode WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND embedding_model IS NULL
"""
SET_EMBEDDING = """
UPDATE episode SET embedding = %(embedding)s::halfvec, embedding_model = %(model)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
# An exact search over the tenant's own rows. Ties are broken by age: the same question finds the same episodes.
NEAREST = """
SELECT * FROM episode WHERE tenant_id = %(tenant_id)s AND embedding_model = %(model)s
 ORDER BY embedding <=> %(embedding)s::halfvec, created_at DESC LIMIT %(limit)s
"""
DECISIONS = """
SELECT e.* FROM episode e
  JOIN decision d ON d.tenant_id = e.tenant_id AND d.id = e.decision_id AND d.version = e.decision_version
  JOIN account a ON a.tenant_id = d.tenant_id AND a.id = d.account_id
  LEFT JOIN trade_order o ON o.tenant_id = d.tenant_id AND o.decision_id = d.id
 WHERE e.tenant_id = %(tenant_id)s AND e.kind = 'decision'
   AND (%(symbol)s::text IS NULL OR d.symbol = %(symbol)s)
   AND (%(market)s::text IS NULL OR a.market = %(market)s)
   AND (%(made_since)s::timestamptz IS NULL OR e.created_at >= %(made_since)s)
   AND (%(market_from)s::date IS NULL
        OR (coalesce(o.executed_at, d.price_as_of) AT TIME ZONE 'America/New_York')::date >= %(market_from)s)
   AND (%(market_to)s::date IS NULL
        OR (coalesce(o.executed_at, d.price_as_of) AT TIME ZONE 'America/New_York')::date <= %(market_to)s)
   AND (%(known_at)s::timestamptz IS NULL OR d.price_as_of <= %(known_at)s)
 ORDER BY e.created_at DESC, e.id DESC LIMIT %(limit)s
"""


class PostgresEpisodes(Store):
    """Implements `bot.ports.Episodes`."""

    async def add(self, episode: Episode) -> None:
        await self._execute(
            ADD,
            id=episode.id,
            conversation_id=episode.conversation_id,
            turn_id=episode.turn_id,
            kind=episode.kind,
            text=episode.text,
            symbols=list(episode.symbols),
            tags=list(episode.tags),
            decision_id=episode.decision_id,
            decision_version=episode.decision_version,
            context=Jsonb(encode(episode.context)),
            created_at=episode.created_at,
            market_time=episode.market_time,
        )

    async def get_unembedded(self, episode_id: UUID) -> Episode | None:
        row = await self._fetch_one(UNEMBEDDED, id=episode_id)
        return _episode_from_row(row) if row else None

    async def set_embedding(self, episode_id: UUID, *, embedding: Sequence[float], model: str) -> None:
        await self._execute(SET_EMBEDDING, id=episode_id, embedding=HalfVector(list(embedding)), model=model)

    async def nearest(self, embedding: Sequence[float], *, model: str, limit: int) -> tuple[Episode, ...]:
        rows = await self._fetch_all(NEAREST, embedding=HalfVector(list(embedding)), model=model, limit=limit)
        return tuple(_episode_from_row(row) for row in rows)

    async def find_decisions(self, query: DecisionQuery) -> tuple[Episode, ...]:
        return tuple(_episode_from_row(row) for row in await self._fetch_all(DECISIONS, **encode_query(query)))


def _episode_from_row(row: Row) -> Episode:
    return Episode(
        id=row["id"],
        tenant_id=row["tenant_id"],
        conversation_id=row["conversation_id"],
        turn_id=row["turn_id"],
        kind=row["kind"],
        text=row["text"],
        symbols=tuple(row["symbols"]),
        tags=tuple(row["tags"]),
        decision_id=row["decision_id"],
        decision_version=row["decision_version"],
        context=row["context"],
        created_at=row["created_at"],
        market_time=row["market_time"],
    )
