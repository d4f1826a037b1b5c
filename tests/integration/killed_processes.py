"""Processes that tests kill, each of which works until nothing is left: what they do, and how they are started."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Final
from uuid import UUID

from adapters.embeddings.hashing import HashingEmbedder
from bot.clock import SystemClock, new_id
from bot.domain.ids import TenantId
from bot.errors import ParleyError
from bot.locales import Catalogue
from bot.memory.episode_upkeep import EmbedEpisodes, IndexEpisodes
from bot.memory.erase_person import ErasePerson
from bot.ports import EraseOutcome
from bot.trading.execute import Execute
from bot.trading.reconcile import Reconciliation
from db.background.sweeper import PostgresSweeper
from db.erasure.eraser import PostgresEraser
from db.paper_books import PostgresPaperBooks
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from tests.contract.store_sets import real_store_set
from tests.e2e.chat_process import ROOT
from tests.e2e.deployment import Deployment
from tests.e2e.forked_process import ForkedProcess
from tests.fakes.broker import FakeBroker
from tests.waiting import eventually

_AT_ONCE: Final = timedelta(days=-1)  # decisions count as abandoned
_IN_TIME: Final = timedelta(days=1)  # to be sent
_CLOCK: Final = SystemClock()

Start = Callable[[], ForkedProcess]


def started(deployment: Deployment, work: str, *arguments: object) -> ForkedProcess:
    """Start a process that does one of `WORK` on the deployment's database."""
    given = (work, deployment.database_url or "", *map(str, arguments))
    environment = {**deployment.environment(), "PYTHONPATH": str(ROOT)}
    return ForkedProcess("tests.integration.killed_processes", given, cwd=ROOT, env=environment)


def kill_at(deployment: Deployment, table: str, start: Start) -> None:
    """Start a process, and kill it as it waits to write a table."""
    with deployment.locked(table) as barrier:
        process = start()
        assert eventually(barrier.waiting), table
        process.kill()
        process.wait(30)


def _stores(database: Database) -> PostgresStores:
    return PostgresStores(database, clock=_CLOCK, new_id=new_id, paper=PaperAccounts())


async def finish_orders(database: Database, seed: str, lose_rate: str) -> None:
    """Finish confirmed decisions with a broker that loses answers, and compare the books."""
    random = Random(int(seed))  # noqa: S311 - the same faults in every run
    stores = _stores(database)
    broker = FakeBroker(PostgresPaperBooks(database), Decimal(1), lose_rate=float(lose_rate), random=random)
    execute = Execute(stores, broker, _CLOCK, _IN_TIME)
    sweeper = PostgresSweeper(database, clock=_CLOCK, new_id=new_id)
    while decisions := list(await sweeper.unfinished_decisions(older_than=_AT_ONCE)):
        random.shuffle(decisions)  # another process works on the same ones
        for decision in decisions:
            try:
                await execute(decision)
            except ParleyError as error:
                print(error, file=sys.stderr)  # noqa: T201 - for whoever reads a failing test
    await Reconciliation(stores, broker, sweeper, _CLOCK, pause_seconds=0.1).reconcile_due_accounts()


async def index_episodes(database: Database, batch: str, *tenants: str) -> None:
    """Index and embed the episodes of some tenants."""
    embedder = HashingEmbedder()
    for make in (IndexEpisodes, EmbedEpisodes):
        work = make(stores=_stores(database), embedder=embedder, clock=_CLOCK, new_id=new_id, batch=int(batch))
        for tenant_id in tenants:
            await work(TenantId(UUID(tenant_id)))


async def erase(database: Database, tenant_id: str, erasure_id: str) -> None:
    """Carry out one erasure to its end."""
    eraser = PostgresEraser(database, own_texts=(), size=2)
    texts, stores = Catalogue(), _stores(database)
    work = ErasePerson(stores=stores, eraser=eraser, texts=texts, clock=_CLOCK, new_id=new_id, pause=0.05)
    outcome = EraseOutcome.MORE
    while outcome is not EraseOutcome.FINISHED:  # while it is another's, that one may have been killed
        outcome = await work(TenantId(UUID(tenant_id)), UUID(erasure_id))


async def run_schedule(database: Database, tenant_id: str, at: str) -> None:
    """Do the scheduled work of one tenant on a live market, as a background job does."""
    from tests.integration.db.test_market_schedule import scheduled  # noqa: PLC0415 - not for the others

    del database
    async with real_store_set(sys.argv[2]) as world:
        await scheduled(world, datetime.fromisoformat(at))(TenantId(UUID(tenant_id)))


WORK: Final[Mapping[str, Callable[..., Awaitable[None]]]] = {
    each.__name__: each for each in (finish_orders, index_episodes, erase, run_schedule)
}


async def _main(work: str, database_url: str, *arguments: str) -> None:
    async with Database(database_url, app_connections=2) as database:
        await WORK[work](database, *arguments)


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
