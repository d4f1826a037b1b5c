"""A process that does the scheduled work of one tenant on a live market, as a background job does; tests kill it."""

import asyncio
import sys
from datetime import datetime
from uuid import UUID

from bot.domain.ids import TenantId
from tests.contract.store_sets import real_store_set
from tests.integration.db.test_market_schedule import scheduled


async def _run(database_url: str, tenant_id: str, at: str) -> None:
    async with real_store_set(database_url) as world:
        await scheduled(world, datetime.fromisoformat(at))(TenantId(UUID(tenant_id)))


if __name__ == "__main__":
    asyncio.run(_run(*sys.argv[1:]))
