"""Chooses by which embedder questions are embedded: old vectors answer until the new ones are made."""

from dataclasses import dataclass, field
from typing import Final

from cachetools import TTLCache

from bot.domain.ids import TenantId
from bot.ports import Embedder, Stores

_SECONDS: Final = 60.0  # for which a workspace's choice holds
_MAX_WORKSPACES: Final = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionEmbedders:
    """The embedders that can be used now, of which a workspace has vectors or not."""

    stores: Stores
    configured: Embedder
    others: tuple[Embedder, ...] = ()
    _chosen: TTLCache[TenantId, Embedder] = field(default_factory=lambda: TTLCache(_MAX_WORKSPACES, _SECONDS))

    async def for_tenant(self, tenant_id: TenantId) -> Embedder:
        """Return the embedder of whose model a workspace has most vectors; of equals, the configured one.

        New episodes get vectors of the configured model only, so that it overtakes the others. Raises:
        StoreUnavailableError.
        """
        if not self.others:
            return self.configured
        if tenant_id not in self._chosen:
            async with self.stores.read(tenant_id) as tx:
                counts = (await tx.episodes.vector_counts()).by_model
            candidates = (self.configured, *self.others)
            self._chosen[tenant_id] = max(candidates, key=lambda each: counts.get(each.model, 0))
        return self._chosen[tenant_id]
