"""The stores, opened: what every process has, the worker's too."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Final

from pydantic import SecretStr

from adapters.embeddings.hashing import HashingEmbedder
from bot import settings as settings_module
from bot.clock import SystemClock, new_id
from bot.memory.episodes import IndexEpisode
from bot.memory.summarise import SummariseConversation
from bot.ports import JobQueue
from bot.settings import Settings
from db.embedded.shared_servers import Endpoints, embedded_stores
from db.migrate import migrate
from db.pool import Database
from db.relay import PostgresRelay
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from workers.in_process_queue import InProcessQueue

CLOCK: Final = SystemClock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What lives as long as a process: its stores, and the later work that runs on them."""

    settings: Settings
    endpoints: Endpoints
    database: Database
    stores: PostgresStores
    relay: PostgresRelay
    summarise: SummariseConversation
    index_episode: IndexEpisode


@asynccontextmanager
async def open_services(settings: Settings | None = None) -> AsyncIterator[Services]:
    """Open the stores, embedded ones where none are configured, brought up to the present schema.

    Raises: SettingsError, HomeNotUsableError, EmbeddedStoreError, StoreUnavailableError.
    """
    settings = settings or settings_module.load()
    async with endpoints(settings) as where:
        await migrate(where.database_url)
        async with Database(where.database_url) as database:
            yield _app(settings, where, database)


def endpoints(settings: Settings) -> AbstractAsyncContextManager[Endpoints]:
    """Lend the stores' addresses, the embedded ones held open. Raises: HomeNotUsableError, EmbeddedStoreError."""
    return embedded_stores(
        settings.parley_home,
        database_url=_plain(settings.database_url),
        redis_url=_plain(settings.redis_url),
    )


def job_queue(services: Services) -> JobQueue:
    """Return where later work goes: Redis, or this process where there is none."""
    if services.endpoints.redis_url is None:
        return InProcessQueue(services)
    from workers.rq_queue import RqJobQueue, connect_redis  # noqa: PLC0415  # costs 0.3 s and 25 MB that others need not pay

    return RqJobQueue(connect_redis(services.endpoints.redis_url))


def _plain(url: SecretStr | None) -> str | None:
    return url.get_secret_value() if url else None


def _app(settings: Settings, endpoints: Endpoints, database: Database) -> Services:
    paper = PaperAccounts(starting_cash=settings.paper_starting_cash)
    stores = PostgresStores(database, clock=CLOCK, new_id=new_id, paper=paper)
    return Services(
        settings=settings,
        endpoints=endpoints,
        database=database,
        stores=stores,
        relay=PostgresRelay(database),
        summarise=SummariseConversation(stores, CLOCK),
        index_episode=IndexEpisode(stores, HashingEmbedder()),
    )
