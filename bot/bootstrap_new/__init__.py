"""The composition root: the only module that names concrete classes."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID, uuid4

from pydantic import SecretStr

from adapters.embeddings.hashing import HashingEmbedder
from adapters.market.calendar import ExchangeCalendar
from adapters.market.choose import MarketChoice, choose_market
from adapters.market.instruments import load_instruments
from adapters.market.yahoo import YahooMarket
from bot import settings as settings_module
from bot.clock import SystemClock, new_id
from bot.conversation.core import Core
from bot.conversation.deliver import Deliverer
from bot.conversation.index_episode import IndexEpisode
from bot.conversation.intake import Intake
from bot.conversation.market_clock import MarketClock
from bot.conversation.policy import Policy
from bot.conversation.press import Presses
from bot.conversation.rules_engine import RulesEngine
from bot.conversation.runner import Runner
from bot.conversation.summarise import Summarise
from bot.conversation.sweep import Sweep
from bot.conversation.wake import Wake
from bot.domain.turns import Serving
from bot.locales import Catalogue
from bot.ports import Channel, JobQueue, Progress
from bot.settings import Settings
from db.deliveries import PostgresDeliveries
from db.embedded.client import Endpoints, embedded
from db.health import Health, health
from db.inbox import PostgresInbox
from db.leases import PostgresLeases
from db.migrate import migrate
from db.paper_broker import PaperBroker
from db.pool import Database
from db.relay import PostgresRelay
from db.stores.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from db.sweeper import PostgresSweeper
from db.wakeups import PostgresWakeups
from workers.in_process import InProcessQueue
from workers.periodic import end, kept_alive, sweep
from workers.relay import relay
from workers.supervise import Command, keep_running

_CLOCK = SystemClock()
_CALENDAR_YEARS = 2  # ahead
_SWEEP_EVERY = timedelta(seconds=15)
_WORKER_AFTER = timedelta(seconds=2)  # the first prompt comes first
_PROBE = "AAPL"  # in every market


def _policy(settings: Settings) -> Policy:
    return Policy(
        decision_ttl=settings.decision_ttl,
        max_price_move_percent=settings.decision_max_price_move_percent,
        commission=settings.paper_commission,
        idle=settings.conversation_idle,
        reset_on_error=settings.conversation_reset_on_error,
        lease=settings.turn_lease,
        max_attempts=settings.turn_max_attempts,
        max_characters=settings.turn_max_characters,
        review_span=timedelta(days=settings.review_days),
        review_items=settings.review_items,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """What lives as long as a process: its stores, and the later work that runs on them."""

    settings: Settings
    endpoints: Endpoints
    database: Database
    stores: PostgresStores
    relay: PostgresRelay
    summarise: Summarise
    index_episode: IndexEpisode

    async def job_finished(self, job_id: UUID) -> None:
        """Record in the outbox that a job has run."""
        await self.relay.finished(job_id)

    async def job_failed(self, job_id: UUID, why: str) -> None:
        """Record that a job has failed."""
        await self.relay.failed(job_id, why=why)


@asynccontextmanager
async def services(settings: Settings | None = None) -> AsyncIterator[App]:
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
    return embedded(
        settings.parley_home,
        database_url=_plain(settings.database_url),
        redis_url=_plain(settings.redis_url),
    )


def _plain(url: SecretStr | None) -> str | None:
    return url.get_secret_value() if url else None


def _app(settings: Settings, endpoints: Endpoints, database: Database) -> App:
    paper = PaperAccounts(starting_cash=settings.paper_starting_cash)
    stores = PostgresStores(database, clock=_CLOCK, new_id=new_id, paper=paper)
    return App(
        settings=settings,
        endpoints=endpoints,
        database=database,
        stores=stores,
        relay=PostgresRelay(database),
        summarise=Summarise(stores, _CLOCK),
        index_episode=IndexEpisode(stores, HashingEmbedder()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """What an adapter needs: where to hand in, and what it hands in to."""

    app: App
    intake: Intake
    presses: Presses
    market: MarketChoice
    market_clock: MarketClock


@dataclass(frozen=True, slots=True, kw_only=True)
class Platforms:
    """The platforms that one process serves."""

    channels: Mapping[str, Channel]
    progress: Progress
    serving: Serving


async def _market(settings: Settings) -> tuple[MarketChoice, ExchangeCalendar]:
    """Choose the source of prices; in `auto` this asks Yahoo, while the stores start beside it."""
    cache_dir = settings.parley_home / "cache"
    until = date(_CLOCK.now().year + _CALENDAR_YEARS, 12, 31)
    calendar = ExchangeCalendar(until=until, cache_dir=cache_dir / "calendar")
    loading = asyncio.create_task(asyncio.to_thread(calendar.load))
    yahoo = YahooMarket(clock=_CLOCK, calendar=calendar, cache_dir=cache_dir / "yahoo")
    choice = await choose_market(settings.market_data, yahoo=yahoo)
    await loading
    return choice, calendar


@asynccontextmanager
async def front(settings: Settings, platforms: Platforms) -> AsyncIterator[Front]:
    """Run everything that answers: runner, deliverer, relay, sweeper, and a worker beside them."""
    choosing = asyncio.create_task(_market(settings))
    try:
        async with services(settings) as app:
            market, calendar = await choosing
            async with _answering(app, platforms, market=market, calendar=calendar) as made:
                yield made
    finally:
        choosing.cancel()


@asynccontextmanager
async def _answering(
    app: App,
    platforms: Platforms,
    *,
    market: MarketChoice,
    calendar: ExchangeCalendar,
) -> AsyncIterator[Front]:
    policy, say, wake_runner, wake_deliverer = _policy(app.settings), Catalogue(), Wake(), Wake()
    leases = PostgresLeases(app.database, clock=_CLOCK)
    core = Core(
        stores=app.stores,
        market=market.market,
        calendar=calendar,
        instruments=load_instruments(market.market.symbols()),
        broker=PaperBroker(app.database, clock=_CLOCK, commission=policy.commission),
        engine=RulesEngine(),
        progress=platforms.progress,
        say=say,
        policy=policy,
        clock=_CLOCK,
        new_id=new_id,
    )
    owner = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"
    runner = Runner(
        leases=leases,
        answer=core.manager(core.handlers()).answer,
        serving=platforms.serving,
        owner=owner,
        policy=policy,
        wake=wake_runner,
        concurrency=app.settings.turn_concurrency,
    )
    deliverer = Deliverer(
        deliveries=PostgresDeliveries(app.database),
        channels=platforms.channels,
        serving=platforms.serving,
        owner=owner,
        wake=wake_deliverer,
    )
    sweeper = Sweep(
        stores=app.stores,
        sweeper=PostgresSweeper(app.database, clock=_CLOCK, new_id=new_id),
        leases=leases,
        execute=core.execute,
        presses=core.presses,
        clock=_CLOCK,
    )
    queue = _queue(app)
    relaying = relay(app.relay, queue)
    alarms = {"turn": wake_runner.ring, "reply": wake_deliverer.ring, "outbox": relaying.wake}
    actions = {
        "expired": sweeper.expired,
        "unfinished": sweeper.unfinished,
        "presses": lambda: sweeper.abandoned_presses(platforms.serving),
        "jobs": sweeper.missing_jobs,
    }
    loops: dict[str, Callable[[], Awaitable[None]]] = {
        "runner": runner.run,
        "deliverer": deliverer.run,
        "relay": relaying.run,
        "sweeper": lambda: sweep(actions, every=_SWEEP_EVERY),
        "listener": lambda: _listen(app, alarms),
    }
    if app.endpoints.redis_url:
        loops["worker"] = lambda: keep_running(_worker_command(app), delay=_WORKER_AFTER)
    tasks = [asyncio.create_task(kept_alive(name, loop)) for name, loop in loops.items()]
    inbox = PostgresInbox(app.database, clock=_CLOCK, new_id=new_id, origin=owner)
    try:
        yield Front(
            app=app,
            intake=Intake(inbox=inbox, progress=platforms.progress, say=say, wake=wake_runner),
            presses=core.presses,
            market=market,
            market_clock=core.market_clock,
        )
    finally:
        await end(tasks)


def _queue(app: App) -> JobQueue:
    if app.endpoints.redis_url is None:
        return InProcessQueue(app)
    from workers.queue import RqJobQueue, connect  # noqa: PLC0415  # costs 0.3 s and 25 MB that others need not pay

    return RqJobQueue(connect(app.endpoints.redis_url))


async def _listen(app: App, alarms: Mapping[str, Callable[[], None]]) -> None:
    """Wake this process's loops by what any process has written."""
    async with PostgresWakeups(app.endpoints.database_url).listen() as notifications:
        async for channel in notifications:
            alarms[channel]()


def _worker_command(app: App) -> Command:
    """A worker on the same stores; it learns where they are, not how they were found."""
    where = {"DATABASE_URL": app.endpoints.database_url, "REDIS_URL": app.endpoints.redis_url or ""}
    return Command(
        arguments=(sys.executable, "-P", "-m", "bot", "worker", "--beside"),  # -P: not a `bot` in the working folder
        environment={**os.environ, **where},
        log=app.settings.parley_home / "worker.log",
    )


async def database_check(app: App) -> Health:
    """Return how the database is. Raises: StoreUnavailableError."""
    return await health(app.database)


async def redis_check(app: App) -> str:
    """Return that Redis answers. Raises: StoreUnavailableError."""
    await _queue(app).check()
    return "answers"


async def market_check(settings: Settings) -> str:
    """Return which market would be used, and what it says of one share. Raises: MarketDataError."""
    choice, _ = await _market(settings)
    quote = await choice.market.quote(_PROBE)
    why = choice.why.replace("_", " ")
    return f"{choice.market.name} ({why}); {_PROBE} {quote.price} as of {quote.as_of:%Y-%m-%d %H:%M %Z}"
