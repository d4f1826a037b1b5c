"""The application of one process: runs its loops while it is open; adapters call its gateway."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from adapters.market.market_choice import MarketChoice
from adapters.traces.otlp import open_tracer
from bot.bootstrap.conversation import ConversationCore
from bot.bootstrap.dependencies import Dependencies, conversation_ports
from bot.bootstrap.loops import ProcessLoops, Signals
from bot.bootstrap.market import choose_market_data
from bot.bootstrap.models import model_client
from bot.bootstrap.services import CLOCK, Services, check_given_database, open_checked_services
from bot.domain.conversation.turns import WorkerScope
from bot.errors import PhraseFileError
from bot.messaging.departures import Departures
from bot.messaging.inbound.gateway import InboundGateway, ThreadOpener
from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.listener import Listener
from bot.messaging.outbound.platform_router import Platform, PlatformRouter
from bot.ports import Meter
from bot.reading.reader import load_words
from bot.reading.trained.parser import load_parser
from bot.settings import Settings
from bot.trading.market_clock import MarketClock
from bot.turns.graph import preload
from db.leases import PostgresLeases
from db.messaging.threads import PostgresDirectMessages, PostgresPendingThreads
from workers.periodic import cancel_tasks, restart_forever


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """The platforms that one process serves, and how they are built once the stores are open."""

    scope: WorkerScope
    platforms: Callable[[Services], Mapping[str, Platform]]  # by name
    meter: Meter


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """The parts of the running application that a platform's runtime uses."""

    services: Services
    gateway: InboundGateway
    market: MarketChoice
    market_clock: MarketClock


@asynccontextmanager
async def running_app(settings: Settings, runtime: Runtime) -> AsyncIterator[App]:
    """Run the loops of one process until exit, and a worker process. Raises: ParleyError: it could not start."""
    await check_given_database(settings)  # before what takes seconds, and cannot be cancelled
    choosing_market = asyncio.create_task(choose_market_data(settings, meter=runtime.meter))
    loading_phrases = asyncio.create_task(asyncio.to_thread(_load_phrases))
    preloading = asyncio.create_task(_preload(loading_phrases))
    try:
        async with AsyncExitStack() as stack:
            services = await stack.enter_async_context(open_checked_services(settings))
            await loading_phrases
            tracer = await stack.enter_async_context(open_tracer(settings.otel_exporter_otlp_endpoint))
            client = await stack.enter_async_context(model_client(services, runtime.meter, tracer))
            market, calendar = await choosing_market
            dependencies = Dependencies(
                services=services, market=market, calendar=calendar, client=client, tracer=tracer
            )
            app, loops = _build(dependencies, runtime)
            tasks = [asyncio.create_task(restart_forever(name, loop)) for name, loop in loops.by_name().items()]
            try:
                yield app
            finally:
                await cancel_tasks(tasks)
    finally:
        choosing_market.cancel()
        preloading.cancel()
        await cancel_tasks([loading_phrases])


def _load_phrases() -> None:
    """Load the phrase files of all topics. Raises: PhraseFileError: one is missing or has a mistake."""
    try:
        load_words()
    except (KeyError, ValueError) as error:
        raise PhraseFileError(problem=error) from error


async def _preload(loading_phrases: asyncio.Task[None]) -> None:
    """Load what is slow (three seconds) while the stores start; then exclude loaded objects from garbage collection.

    The start waits for none of this; a message that needs it earlier does. With so many modules a full collection takes
    a quarter of the time of a turn (benchmarks/turn_time.py).
    """
    await asyncio.to_thread(preload)
    await asyncio.wait({loading_phrases})
    await asyncio.to_thread(load_parser)
    gc.collect()
    gc.freeze()


def _build(dependencies: Dependencies, runtime: Runtime) -> tuple[App, ProcessLoops]:
    services, signals = dependencies.services, Signals()
    platforms = PlatformRouter(runtime.platforms(services))
    ports = conversation_ports(dependencies, platforms=platforms, stop_signal=signals.stop, meter=runtime.meter)
    core, policy = ConversationCore(ports), ports.policy
    listener = Listener(
        stores=ports.stores, instruments=ports.instruments, clock=CLOCK, max_characters=policy.max_message_characters
    )
    intake = Intake(ports.inbox, listener, platforms, ports.texts, runtime.meter, policy.person_limits)
    pending_threads = PostgresPendingThreads(services.database, clock=CLOCK)
    thread_opener = ThreadOpener(platforms.posters, intake, pending_threads)

    def suggest_symbols(text: str) -> Sequence[tuple[str, str]]:
        return [(f"{each.symbol} · {each.name}", each.symbol) for each in ports.instruments.suggest(text)]

    gateway = InboundGateway(
        intake=intake,
        press_handler=core.press_handler,
        thread_opener=thread_opener,
        adjust_form_builder=core.adjust_form_builder,
        memory_form_builder=core.memory_form_builder,
        app_home=core.app_home,
        departures=Departures(ports.stores),
        direct_messages=PostgresDirectMessages(services.database, clock=CLOCK),
        suggest_symbols=suggest_symbols,
    )
    loops = ProcessLoops(
        services=services,
        core=core,
        scope=runtime.scope,
        platforms=platforms,
        thread_opener=thread_opener,
        pending_threads=pending_threads,
        leases=PostgresLeases(services.database, clock=CLOCK),
        signals=signals,
        policy=policy,
        meter=runtime.meter,
    )
    app = App(services=services, gateway=gateway, market=dependencies.market, market_clock=core.market_clock)
    return app, loops
