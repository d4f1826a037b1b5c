from collections.abc import Sequence
from uuid import UUID

from pgvector import HalfVector

from bot.domain.conversation.history import Episode
from db.pool import Row
from db.stores.base import Store, insert_from_json

_COLUMNS = """
    tenant_id, id, conversation_id, turn_id, kind, text, symbols, tags, decision_id, decision_version, context,
    created_at, market_time
"""
ADD = insert_from_json("episode", _COLUMNS) + " ON CONFLICT (tenant_id, id) DO NOTHING"
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


class PostgresEpisodes(Store):
    """Implements `bot.ports.Episodes`."""

    async def add_episode(self, episode: Episode) -> None:
        self._write(
            "episode",
            ADD,
            id=episode.id,
            conversation_id=episode.conversation_id,
            turn_id=episode.turn_id,
            kind=episode.kind,
            text=episode.text,
            symbols=episode.symbols,
            tags=episode.tags,
            decision_id=episode.decision_id,
            decision_version=episode.decision_version,
            context=episode.context,
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
