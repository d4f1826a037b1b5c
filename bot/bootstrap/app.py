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
from bot.messaging.inbound.gateway import InboundGateway
from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.listener import Listener
from bot.messaging.inbound.thread_opener import ThreadOpener
from bot.messaging.outbound.platform_router import Platform, PlatformRouter
from bot.ports import Meter
from bot.reading.reader import load_words
from bot.reading.trained.parser import load_parser
from bot.settings import Settings
from bot.trading.market_clock import MarketClock
from bot.turns.graph import preload
from db.leases import PostgresLeases
from db.messaging.direct_messages import PostgresDirectMessages
from db.messaging.pending_threads import PostgresPendingThreads
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
            builder = _AppBuilder(dependencies, runtime)
            tasks = [
                asyncio.create_task(restart_forever(name, loop)) for name, loop in builder.loops().by_name().items()
            ]
            try:
                yield builder.app()
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


class _AppBuilder:
    """The parts of one process, each built once."""

    def __init__(self, dependencies: Dependencies, runtime: Runtime) -> None:
        database, meter = dependencies.services.database, runtime.meter
        self._services = dependencies.services
        self._runtime = runtime
        self._market = dependencies.market
        self._signals = Signals()
        self._platforms = PlatformRouter(runtime.platforms(self._services))
        self._ports = conversation_ports(
            dependencies, platforms=self._platforms, stop_signal=self._signals.stop, meter=meter
        )
        self._core = ConversationCore(self._ports)
        listener = Listener(
            stores=self._ports.stores,
            instruments=self._ports.instruments,
            clock=CLOCK,
            max_characters=self._ports.policy.max_message_characters,
        )
        self._intake = Intake(
            self._ports.inbox, listener, self._platforms, self._ports.texts, meter, self._ports.policy.person_limits
        )
        self._pending_threads = PostgresPendingThreads(database, clock=CLOCK)
        self._thread_opener = ThreadOpener(self._platforms.posters, self._intake, self._pending_threads)

    def app(self) -> App:
        core = self._core
        return App(
            services=self._services,
            gateway=InboundGateway(
                intake=self._intake,
                press_handler=core.press_handler,
                thread_opener=self._thread_opener,
                adjust_form_builder=core.adjust_form_builder,
                memory_form_builder=core.memory_form_builder,
                app_home=core.app_home,
                departures=Departures(self._ports.stores),
                direct_messages=PostgresDirectMessages(self._services.database, clock=CLOCK),
                suggest_symbols=self._suggest_symbols,
            ),
            market=self._market,
            market_clock=core.market_clock,
        )

    def loops(self) -> ProcessLoops:
        return ProcessLoops(
            services=self._services,
            core=self._core,
            scope=self._runtime.scope,
            platforms=self._platforms,
            thread_opener=self._thread_opener,
            pending_threads=self._pending_threads,
            leases=PostgresLeases(self._services.database, clock=CLOCK),
            signals=self._signals,
            policy=self._ports.policy,
            meter=self._runtime.meter,
        )

    def _suggest_symbols(self, text: str) -> Sequence[tuple[str, str]]:
        return [(f"{each.symbol} · {each.name}", each.symbol) for each in self._ports.instruments.suggest(text)]
