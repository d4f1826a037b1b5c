"""A process that indexes and embeds the episodes of some tenants until none is left; tests kill it."""

import asyncio
import sys
from uuid import UUID

from adapters.embeddings.hashing import HashingEmbedder
from bot.clock import SystemClock, new_id
from bot.domain.ids import TenantId
from bot.memory.episode_upkeep import EmbedEpisodes, IndexEpisodes
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores

MODULE = __name__
_CLOCK = SystemClock()


async def _index_all(database_url: str, tenants: list[TenantId], *, batch: int) -> None:
    async with Database(database_url, app_connections=2) as database:
        stores = PostgresStores(database, clock=_CLOCK, new_id=new_id, paper=PaperAccounts())
        embedder = HashingEmbedder()
        index = IndexEpisodes(stores=stores, embedder=embedder, clock=_CLOCK, new_id=new_id, batch=batch)
        embed = EmbedEpisodes(stores=stores, embedder=embedder, clock=_CLOCK, new_id=new_id, batch=batch)
        for work in (index, embed):
            for tenant_id in tenants:
                await work(tenant_id)


if __name__ == "__main__":
    asyncio.run(_index_all(sys.argv[1], [TenantId(UUID(each)) for each in sys.argv[3:]], batch=int(sys.argv[2])))
