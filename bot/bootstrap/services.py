"""The open stores and the services on them, for every kind of process, also a worker."""

import os
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from pydantic import SecretStr

from adapters.market.instruments import load_instruments
from bot import settings as settings_module
from bot.agents.memory_agent import MemoryAgent
from bot.agents.model_client import ModelClient
from bot.agents.reflection_agent import ReflectionAgent
from bot.agents.summary_agent import SummaryAgent
from bot.bootstrap.background_model import BackgroundModel
from bot.bootstrap.embedders import open_embedders
from bot.bootstrap.passing_time import BackgroundMarket
from bot.calendar.pass_time import RunSchedule
from bot.clock import SystemClock, new_id
from bot.locales import Catalogue, own_texts
from bot.memory.archival_memory import ArchivalMemory
from bot.memory.core_memory import CoreMemoryBook
from bot.memory.episode_upkeep import EmbedEpisodes, HideChannel, IndexEpisodes, PruneEpisodes
from bot.memory.erase_person import ErasePerson
from bot.memory.group_talk import GroupTalk
from bot.memory.note_turn import NoteTurn
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from bot.memory.settle_results import SettleResults
from bot.memory.summarise import SummariseConversation
from bot.memory.write_reflections import ReflectionWriter, WriteReflections
from bot.ports import Embedder, JobQueue
from bot.settings import Settings
from db.background.relay import PostgresRelay
from db.embedded.shared_servers import Endpoints, embedded_stores
from db.erasure.eraser import PostgresEraser
from db.migrate import check_pooling, migrate
from db.notifications import look_for_dead_processes
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from db.vector_index import create_vector_index
from workers.background_jobs import InProcessQueue

CLOCK: Final = SystemClock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """A process's stores, and its background work on them."""

    owner: str  # names this process in leases
    settings: Settings
    endpoints: Endpoints
    database: Database
    stores: PostgresStores
    relay: PostgresRelay
    summarise: SummariseConversation
    embedder: Embedder
    earlier_embedders: tuple[Embedder, ...]
    index_episodes: IndexEpisodes
    embed_episodes: EmbedEpisodes
    group_talk: GroupTalk
    hide_channel: HideChannel
    note_turn: NoteTurn
    prune_episodes: PruneEpisodes
    settle_results: SettleResults
    run_schedule: RunSchedule
    write_reflections: WriteReflections
    erase_person: ErasePerson


@asynccontextmanager
async def open_services(settings: Settings | None = None) -> AsyncIterator[Services]:
    """Open the stores, embedded ones where none are configured, and migrate the database to the present schema.

    Raises: SettingsError, HomeNotUsableError, EmbeddedStoreError, StoreUnavailableError.
    """
    settings = settings or settings_module.load()
    await check_given_database(settings)
    async with open_checked_services(settings) as services:
        yield services


async def check_given_database(settings: Settings) -> None:
    """Check a database of the operator's own, if there is one, before anything else is started.

    Raises: StoreUnavailableError: not reachable. SettingsError, DatabaseSessionError: a pooler keeps no sessions.
    """
    if database_url := _plain_url(settings.database_url):
        await check_pooling(database_url)


@asynccontextmanager
async def open_checked_services(settings: Settings) -> AsyncIterator[Services]:
    """Do as `open_services` after `check_given_database`."""
    async with endpoints(settings) as addresses:
        await migrate(addresses.database_url)
        async with open_embedders(settings) as (embedder, *earlier), Database(addresses.database_url) as database:
            await create_vector_index(addresses.database_url, model=embedder.model, dimensions=embedder.dimensions)
            await look_for_dead_processes(database)
            paper = PaperAccounts(starting_cash=settings.paper_starting_cash)
            stores = PostgresStores(database, clock=CLOCK, new_id=new_id, paper=paper)
            async with BackgroundModel(settings, stores) as model:
                yield _build_services(settings, addresses, stores, (embedder, *earlier), model)


def endpoints(settings: Settings) -> AbstractAsyncContextManager[Endpoints]:
    """Return the stores' addresses; embedded ones run until exit. Raises: HomeNotUsableError, EmbeddedStoreError."""
    return embedded_stores(
        settings.parley_home, database_url=_plain_url(settings.database_url), redis_url=_plain_url(settings.redis_url)
    )


def job_queue(services: Services) -> JobQueue:
    """Return the queue of background jobs: in Redis, or in this process where there is no Redis."""
    redis_url = services.endpoints.redis_url
    return InProcessQueue(services) if redis_url is None else open_queue(redis_url)


def open_queue(redis_url: str) -> JobQueue:
    """Return the queue in a Redis. Raises: SettingsError: the URL is invalid."""
    from workers.rq_queue import RqJobQueue, connect_redis  # noqa: PLC0415  # costs 0.3 s and 25 MB

    return RqJobQueue(connect_redis(redis_url))


def _plain_url(url: SecretStr | None) -> str | None:
    return url.get_secret_value() if url else None


def _build_services(
    settings: Settings,
    addresses: Endpoints,
    stores: PostgresStores,
    embedders: tuple[Embedder, ...],
    model: BackgroundModel,
) -> Services:
    (embedder, *earlier), database = embedders, stores.database
    asked = QuestionEmbedders(stores=stores, configured=embedder, others=tuple(earlier))
    recall = Recall(stores=stores, embedders=asked, policy=settings.recall_policy, clock=CLOCK)
    market = BackgroundMarket(settings, stores)
    client = ModelClient(model, settings.model_options)
    owner = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"
    return Services(
        owner=owner,
        settings=settings,
        endpoints=addresses,
        database=database,
        stores=stores,
        relay=PostgresRelay(database, owner=owner),
        summarise=SummariseConversation(
            stores=stores,
            clock=CLOCK,
            new_id=new_id,
            owner=owner,
            embedder=embedder,
            writer=SummaryAgent(client) if settings.writes_summaries else None,
            schedule=settings.summary_schedule,
        ),
        embedder=embedder,
        earlier_embedders=tuple(earlier),
        index_episodes=IndexEpisodes(stores=stores, embedder=embedder, clock=CLOCK, new_id=new_id),
        embed_episodes=EmbedEpisodes(stores=stores, embedder=embedder, clock=CLOCK, new_id=new_id),
        group_talk=GroupTalk(stores=stores, clock=CLOCK, new_id=new_id, load_instruments=load_instruments),
        hide_channel=HideChannel(stores=stores),
        note_turn=NoteTurn(
            CoreMemoryBook(stores, CLOCK),
            MemoryAgent(client) if settings.notes_memory else None,
            ArchivalMemory(stores=stores, recall=recall, clock=CLOCK, new_id=new_id),
        ),
        prune_episodes=PruneEpisodes(stores=stores, clock=CLOCK, new_id=new_id, retention=settings.episode_retention),
        settle_results=SettleResults(stores=stores, clock=CLOCK, new_id=new_id, open_market=market.open_market),
        run_schedule=RunSchedule(stores, CLOCK, market.open_pass_time),
        write_reflections=WriteReflections(
            stores, ReflectionWriter(stores, ReflectionAgent(client), CLOCK) if settings.writes_reflections else None
        ),
        erase_person=ErasePerson(
            stores=stores,
            eraser=PostgresEraser(database, own_texts=own_texts()),
            texts=Catalogue(),
            clock=CLOCK,
            new_id=new_id,
        ),
    )
