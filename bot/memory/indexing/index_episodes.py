"""Makes stored episodes searchable, in batches, in background jobs: their terms, then their vectors."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from typing import Final
from uuid import UUID

from bot.domain.ids import TenantId
from bot.domain.jobs import index_episodes_job
from bot.domain.memory.episodes import EpisodeTerms, UnindexedEpisode, marks_of, scopes_of
from bot.domain.memory.search_terms import date_terms, search_terms
from bot.ports import Clock, Embedder, NewId, Stores

JOB_SHARE: Final = timedelta(seconds=8)  # of a job's time limit, after which no batch is begun: one may take 20 s


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEpisodes:
    """Indexes one tenant's episodes. Safe to run twice and by several workers at once: each episode counts once."""

    stores: Stores
    embedder: Embedder
    clock: Clock
    new_id: NewId
    batch: int = 200  # episodes per transaction, and texts per call of the embedder
    longest: timedelta = JOB_SHARE

    async def __call__(self, tenant_id: TenantId) -> int:
        """Index what is not indexed; return how many episodes. What is too much for one job is left to another.

        Terms are stored first: while the embedder cannot be reached, episodes are found by their words. Raises:
        StoreUnavailableError, and the embedder's errors, after which `EmbedEpisodes` adds what is missing.
        """
        count, ends_at = 0, self.clock.now() + self.longest
        while True:
            episodes = await self._index_terms(tenant_id)
            count += len(episodes)
            await add_vectors(self.stores, self.embedder, tenant_id, {each.id: each.text for each in episodes})
            if len(episodes) < self.batch:
                return count
            if self.clock.now() >= ends_at:
                break
        async with self.stores.transaction(tenant_id) as tx:
            job_id = self.new_id()
            job = index_episodes_job(job_id, tenant_id=tenant_id, key=str(job_id), at=self.clock.now())
            await tx.outbox.add_job(job)
        return count

    async def _index_terms(self, tenant_id: TenantId) -> Sequence[UnindexedEpisode]:
        async with self.stores.transaction(tenant_id) as tx:
            episodes = await tx.episodes.claim_unindexed(limit=self.batch)
            if episodes:
                terms = [_terms(tenant_id, each) for each in episodes]
                await tx.episodes.store_terms(terms, at=self.clock.now())
        return episodes


async def add_vectors(stores: Stores, embedder: Embedder, tenant_id: TenantId, texts: Mapping[UUID, str]) -> None:
    """Embed `texts`, by episode, in one call, and store the vectors. Raises: as `IndexEpisodes`."""
    if not texts:
        return
    # Between transactions: an embedder may be slow, and no connection should wait for it.
    vectors = await embedder.embed(list(texts.values()))
    async with stores.transaction(tenant_id) as tx:
        await tx.episodes.add_vectors(embedder.model, dict(zip(texts, vectors, strict=True)), texts=texts)


def _terms(tenant_id: TenantId, episode: UnindexedEpisode) -> EpisodeTerms:
    counts = Counter(search_terms(episode.text))
    # A share is found by its symbol also where it was called by its name, and a day where the question writes it out.
    for term in (*chain.from_iterable(map(search_terms, episode.symbols)), *date_terms(episode.said_from.date())):
        counts.setdefault(term, 1)
    scopes = scopes_of(tenant_id, episode.channel, is_public=episode.is_public)
    return EpisodeTerms(
        episode.id, counts, (*scopes, *marks_of(episode.speakers, episode.speaker_ids, episode.said_from))
    )
