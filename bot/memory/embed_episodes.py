"""Adds the vectors that are missing, as after a change of the embedder, in background jobs."""

from dataclasses import dataclass
from uuid import UUID

from bot.domain.ids import TenantId
from bot.memory.index_episodes import add_vectors
from bot.ports import Embedder, Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedEpisodes:
    """Embeds the indexed episodes of one tenant that have no vector of the configured model.

    The vectors of another model stay and answer until all are made (`VectorCounts.is_complete`).
    """

    stores: Stores
    embedder: Embedder
    batch: int = 200

    async def __call__(self, tenant_id: TenantId) -> int:
        """Embed what is missing, in batches; return how many. Safe to stop anywhere, and to run twice.

        Raises: StoreUnavailableError, and the embedder's errors.
        """
        count, after = 0, None
        while True:
            texts = await self._without_vector(tenant_id, after)
            await add_vectors(self.stores, self.embedder, tenant_id, texts)
            count += len(texts)
            if len(texts) < self.batch:
                return count
            after = max(texts)

    async def _without_vector(self, tenant_id: TenantId, after: UUID | None) -> dict[UUID, str]:
        async with self.stores.read(tenant_id) as tx:
            return dict(await tx.episodes.without_vector(self.embedder.model, after=after, limit=self.batch))
