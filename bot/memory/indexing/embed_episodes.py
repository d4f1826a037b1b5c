"""Adds the vectors that are missing, as after a change of the embedder, in background jobs."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from bot.domain.ids import TenantId
from bot.domain.jobs import embed_episodes_job
from bot.memory.indexing.index_episodes import JOB_SHARE, add_vectors
from bot.ports import Clock, Embedder, NewId, Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedEpisodes:
    """Embeds the summaries and indexed episodes of one tenant that have no vector of the configured model.

    The vectors of another model stay and answer until all are made (`VectorCounts.is_complete`).
    """

    stores: Stores
    embedder: Embedder
    clock: Clock
    new_id: NewId
    batch: int = 200
    longest: timedelta = JOB_SHARE

    async def __call__(self, tenant_id: TenantId) -> int:
        """Embed what is missing, in batches; return how many episodes. Safe to stop anywhere, and to run twice.

        Summaries come first: what is not finished is begun again as long as episodes lack vectors. What is too much
        for one job is left to another. Raises: StoreUnavailableError, and the embedder's errors.
        """
        count, after, ends_at = 0, None, self.clock.now() + self.longest
        while True:
            summaries = await self._embed_summaries(tenant_id)
            texts = await self._without_vector(tenant_id, after)
            await add_vectors(self.stores, self.embedder, tenant_id, texts)
            count += len(texts)
            if max(summaries, len(texts)) < self.batch:
                return count
            if self.clock.now() >= ends_at:
                break
            after = max(texts, default=after)
        async with self.stores.transaction(tenant_id) as tx:
            job_id = self.new_id()
            job = embed_episodes_job(job_id, tenant_id=tenant_id, key=str(job_id), at=self.clock.now())
            await tx.outbox.add_job(job)
        return count

    async def _embed_summaries(self, tenant_id: TenantId) -> int:
        """Embed a batch of summaries; return how many."""
        async with self.stores.read(tenant_id) as tx:
            summaries = await tx.summaries.without_vector(self.embedder.model, limit=self.batch)
        if not summaries:
            return 0
        vectors = await self.embedder.embed([each.text for each in summaries])
        async with self.stores.transaction(tenant_id) as tx:
            for summary, vector in zip(summaries, vectors, strict=True):
                await tx.summaries.set_embedding(summary, embedding=vector, model=self.embedder.model)
        return len(summaries)

    async def _without_vector(self, tenant_id: TenantId, after: UUID | None) -> dict[UUID, str]:
        async with self.stores.read(tenant_id) as tx:
            return dict(await tx.episodes.without_vector(self.embedder.model, after=after, limit=self.batch))
