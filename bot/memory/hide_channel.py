"""Keeps the episodes of a channel that has become private in that channel, in background jobs."""

from dataclasses import dataclass

from bot.domain.ids import TenantId
from bot.ports import Stores


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
