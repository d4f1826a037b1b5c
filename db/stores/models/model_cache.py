from datetime import datetime

from psycopg.types.json import Jsonb

from bot.domain.models.requests import ModelAnswer
from db.codec import decode, encode
from db.stores.base import Store

GET = """
SELECT answer FROM llm_cache WHERE tenant_id = %(tenant_id)s AND key = %(key)s AND expires_at > %(at)s
"""
PUT = """
INSERT INTO llm_cache (tenant_id, key, answer, model, expires_at)
VALUES (%(tenant_id)s, %(key)s, %(answer)s, %(model)s, %(expires_at)s)
ON CONFLICT (tenant_id, key) DO UPDATE
   SET answer = excluded.answer, model = excluded.model, created_at = excluded.created_at,
       expires_at = excluded.expires_at
"""
# A few at a time: the request that stores an answer must not wait for a large deletion. Rows locked by others are left.
DROP_EXPIRED = """
DELETE FROM llm_cache WHERE tenant_id = %(tenant_id)s AND key IN (
    SELECT key FROM llm_cache WHERE tenant_id = %(tenant_id)s AND expires_at <= now() AND key <> %(key)s
     ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED)
"""


class PostgresModelCache(Store):
    """Implements `bot.ports.ModelCache`."""

    async def get_answer(self, key: str, *, at: datetime) -> ModelAnswer | None:
        row = await self._fetch_one(GET, key=key, at=at)
        return None if row is None else decode(ModelAnswer, row["answer"])

    async def store_answer(self, key: str, answer: ModelAnswer, *, expires_at: datetime) -> None:
        """Store an answer in place of an older one, and delete up to a hundred that have expired."""
        await self._execute(PUT, key=key, answer=Jsonb(encode(answer)), model=answer.model, expires_at=expires_at)
        await self._execute(DROP_EXPIRED, key=key)
