"""Embeds an episode, later, so that it can be found again."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from bot.domain.ids import TenantId
from bot.ports import Embedder, Stores


class IndexOutcome(StrEnum):
    """What became of one attempt."""

    INDEXED = "indexed"
    NOTHING_TO_DO = "nothing_to_do"  # embedded before, or gone


@dataclass(frozen=True, slots=True)
class IndexEpisode:
    """Gives one stored episode its vector."""

    stores: Stores
    embedder: Embedder

    async def __call__(self, tenant_id: TenantId, episode_id: UUID) -> IndexOutcome:
        """Embed the episode unless it is. Safe to run twice: the same text has the same vector.

        Raises: StoreUnavailableError, and what the embedder raises.
        """
        async with self.stores.transaction(tenant_id) as tx:
            episode = await tx.episodes.get_unembedded(episode_id)
        if episode is None:
            return IndexOutcome.NOTHING_TO_DO
        # Between the transactions: an embedder may be slow, and no connection waits for it.
        (embedding,) = await self.embedder.embed([episode.text])
        async with self.stores.transaction(tenant_id) as tx:
            await tx.episodes.set_embedding(episode_id, embedding=embedding, model=self.embedder.model)
        return IndexOutcome.INDEXED
