"""Keeps stored episodes searchable, in batches, in background jobs: terms, vectors, privacy, the end of old ones."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Final, Protocol
from uuid import UUID

from bot.domain.ids import TenantId
from bot.domain.jobs import Job, embed_episodes_job, index_episodes_job, prune_episodes_job
from bot.domain.memory.episodes import EpisodeRetention, EpisodeTerms, UnindexedEpisode, marks_of, scopes_of
from bot.domain.memory.search_terms import date_terms, search_terms
from bot.ports import Clock, Embedder, NewId, Stores

JOB_SHARE: Final = timedelta(seconds=8)  # of a job's time limit, after which no batch is begun: one may take 20 s


class _MakeJob(Protocol):
    def __call__(self, job_id: UUID, *, tenant_id: TenantId, key: str, at: datetime) -> Job: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _BatchJob:
    """A job that works in batches, and leaves what is too much for one to another."""

    stores: Stores
    clock: Clock
    new_id: NewId
    batch: int = 200  # episodes per transaction, and texts per call of the embedder
    longest: timedelta = JOB_SHARE

    async def _go_on_later(self, tenant_id: TenantId, make_job: _MakeJob) -> None:
        job_id = self.new_id()
        async with self.stores.transaction(tenant_id) as tx:
            await tx.outbox.add_job(make_job(job_id, tenant_id=tenant_id, key=str(job_id), at=self.clock.now()))


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEpisodes(_BatchJob):
    """Indexes one tenant's episodes. Safe to run twice and by several workers at once: each episode counts once."""

    embedder: Embedder

    async def __call__(self, tenant_id: TenantId) -> int:
        """Index what is not indexed; return how many episodes. What is too much for one job is left to another.

        Terms are stored first: while the embedder cannot be reached, episodes are found by their words. Raises:
        StoreUnavailableError, and the embedder's errors, after which `EmbedEpisodes` adds what is missing.
        """
        count, ends_at = 0, self.clock.now() + self.longest
        while True:
            episodes = await self._index_terms(tenant_id)
            count += len(episodes)
            await _add_vectors(self.stores, self.embedder, tenant_id, {each.id: each.text for each in episodes})
            if len(episodes) < self.batch:
                return count
            if self.clock.now() >= ends_at:
                break
        await self._go_on_later(tenant_id, index_episodes_job)
        return count

    async def _index_terms(self, tenant_id: TenantId) -> Sequence[UnindexedEpisode]:
        async with self.stores.transaction(tenant_id) as tx:
            episodes = await tx.episodes.claim_unindexed(limit=self.batch)
            if episodes:
                terms = [_terms(tenant_id, each) for each in episodes]
                await tx.episodes.store_terms(terms, at=self.clock.now())
        return episodes


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedEpisodes(_BatchJob):
    """Embeds the summaries and indexed episodes of one tenant that have no vector of the configured model.

    The vectors of another model stay and answer until all are made (`VectorCounts.is_complete`).
    """

    embedder: Embedder

    async def __call__(self, tenant_id: TenantId) -> int:
        """Embed what is missing, in batches; return how many episodes. Safe to stop anywhere, and to run twice.

        Summaries come first: what is not finished is begun again as long as episodes lack vectors. What is too much
        for one job is left to another. Raises: StoreUnavailableError, and the embedder's errors.
        """
        count, after, ends_at = 0, None, self.clock.now() + self.longest
        while True:
            summaries = await self._embed_summaries(tenant_id)
            async with self.stores.read(tenant_id) as tx:
                found = await tx.episodes.without_vector(self.embedder.model, after=after, limit=self.batch)
            texts = dict(found)
            await _add_vectors(self.stores, self.embedder, tenant_id, texts)
            count += len(texts)
            if max(summaries, len(texts)) < self.batch:
                return count
            if self.clock.now() >= ends_at:
                break
            after = max(texts, default=after)
        await self._go_on_later(tenant_id, embed_episodes_job)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PruneEpisodes(_BatchJob):
    """Prunes the episodes of one tenant. Safe to run twice and by several workers at once."""

    retention: EpisodeRetention | None  # None: everything is kept

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
        await self._go_on_later(tenant_id, prune_episodes_job)
        return count


@dataclass(frozen=True, slots=True, kw_only=True)
class HideChannel:
    """Marks a channel's episodes as private. Searches leave them out from the moment it is known to be private."""

    stores: Stores
    batch: int = 500

    async def __call__(self, tenant_id: TenantId, channel: str) -> int:
        """Hide what is public, in batches; return how many episodes. Raises: StoreUnavailableError."""
        count = 0
        while True:
            async with self.stores.transaction(tenant_id) as tx:
                hidden = await tx.episodes.hide_channel(channel, limit=self.batch)
            count += hidden
            if hidden < self.batch:
                return count


async def _add_vectors(stores: Stores, embedder: Embedder, tenant_id: TenantId, texts: Mapping[UUID, str]) -> None:
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
