"""Carries out one erasure to its end, in a process of its own; tests kill it."""

import asyncio
import sys
from uuid import UUID

from bot.clock import SystemClock, new_id
from bot.domain.ids import TenantId
from bot.locales import Catalogue
from bot.memory.erase_person import ErasePerson
from bot.ports import EraseOutcome
from db.erasure.eraser import PostgresEraser
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores

MODULE = __name__
_CLOCK = SystemClock()


async def _erase(database_url: str, tenant_id: TenantId, erasure_id: UUID) -> None:
    async with Database(database_url, app_connections=2) as database:
        stores = PostgresStores(database, clock=_CLOCK, new_id=new_id, paper=PaperAccounts())
        eraser = PostgresEraser(database, own_texts=(), size=2)
        work = ErasePerson(stores=stores, eraser=eraser, texts=Catalogue(), clock=_CLOCK, new_id=new_id, pause=0.05)
        outcome = EraseOutcome.MORE
        while outcome is not EraseOutcome.FINISHED:  # while it is another's, that one may have been killed
            outcome = await work(tenant_id, erasure_id)


if __name__ == "__main__":
    asyncio.run(_erase(sys.argv[1], TenantId(UUID(sys.argv[2])), UUID(sys.argv[3])))
