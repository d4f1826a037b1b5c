"""Deletes old episodes with their terms and vectors, in batches, in background jobs."""

from dataclasses import dataclass
from datetime import timedelta

from bot.domain.ids import TenantId
from bot.domain.jobs import prune_episodes_job
from bot.domain.memory.episodes import EpisodeRetention
from bot.memory.indexing.index_episodes import JOB_SHARE
from bot.ports import Clock, NewId, Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class PruneEpisodes:
    """Prunes the episodes of one tenant. Safe to run twice and by several workers at once."""

    stores: Stores
    clock: Clock
    new_id: NewId
    retention: EpisodeRetention | None  # None: everything is kept
    batch: int = 200  # episodes per transaction
    longest: timedelta = JOB_SHARE

    async def __call__(self, tenant_id: TenantId) -> int:
        """Delete what is too old; return how many episodes. What is too much for one job is left to another.

        Raises: StoreUnavailableError.
        """
        if self.retention is None:
            return 0
        count, started_at = 0, self.clock.now()
        said_before = self.retention.said_before(started_at)
        while True:
            async with self.stores.transaction(tenant_id) as tx:
                pruned = await tx.episodes.prune(self.retention.kinds, said_before=said_before, limit=self.batch)
            count += pruned
            if pruned < self.batch:
                return count
            if self.clock.now() - started_at >= self.longest:
                break
        async with self.stores.transaction(tenant_id) as tx:
            job_id = self.new_id()
            job = prune_episodes_job(job_id, tenant_id=tenant_id, key=str(job_id), at=self.clock.now())
            await tx.outbox.add_job(job)
        return count
