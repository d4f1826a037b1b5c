"""Everything that answers: what one process runs to take in, answer and deliver."""

import asyncio
import gc
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import uuid4

from adapters.market.market_choice import MarketChoice
from adapters.traces.otlp import open_tracer
from bot.bootstrap.conversation import ConversationCore
from bot.bootstrap.dependencies import Dependencies, conversation_ports, policy_from_settings
from bot.bootstrap.market import choose_market_data as chosen_market
from bot.bootstrap.models import model_client
from bot.bootstrap.services import CLOCK, Services, job_queue, open_services
from bot.clock import new_id
from bot.context.signal import Signal
from bot.domain.conversation.turns import WorkerScope
from bot.messaging.inbound.gateway import InboundGateway
from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.thread_opener import ThreadOpener
from bot.messaging.outbound.deliverer import Deliverer
from bot.messaging.outbound.platform_router import Platform, PlatformRouter
from bot.ports import Meter
from bot.recovery import CrashRecovery
from bot.settings import Settings
from bot.trading.market_clock import MarketClock
from bot.turns.graph import preload
from bot.turns.runner import TurnRunner
from db.deliveries import PostgresDeliveries
from db.direct_messages import PostgresDirectMessages
from db.inbox import PostgresInbox
from db.leases import PostgresLeases
from db.notifications import PostgresNotifications
from db.pending_threads import PostgresPendingThreads
from db.sweeper import PostgresSweeper
from workers.periodic import cancel_tasks, restart_forever, run_periodic_actions
from workers.process_supervisor import ProcessCommand, keep_process_running
from workers.relay import periodic_relay

_SWEEP_EVERY: Final = timedelta(seconds=15)
_WORKER_AFTER: Final = timedelta(seconds=2)  # the first prompt comes first


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """The platforms that one process serves, and how they are made once the stores are open."""

    scope: WorkerScope
    platforms: Callable[[Services], Mapping[str, Platform]]
    meter: Meter


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """What an adapter needs: where to hand in, and what it hands in to."""

    services: Services
    gateway: InboundGateway
    market: MarketChoice
    market_clock: MarketClock


@asynccontextmanager
async def running_app(settings: Settings, runtime: Runtime) -> AsyncIterator[App]:
    """Run everything that answers: runner, deliverer, relay, sweeper, and a worker beside them."""
    choosing = asyncio.create_task(chosen_market(settings))
    loading = asyncio.create_task(_loaded())
    try:
        async with AsyncExitStack() as stack:
            services = await stack.enter_async_context(open_services(settings))
            tracer = await stack.enter_async_context(open_tracer(settings.otel_exporter_otlp_endpoint))
            client = await stack.enter_async_context(model_client(services, runtime.meter, tracer))
            market, calendar = await choosing
            dependencies = Dependencies(
                services=services, market=market, calendar=calendar, client=client, tracer=tracer
            )
            builder = _AppBuilder(dependencies, runtime)
            tasks = [asyncio.create_task(restart_forever(name, loop)) for name, loop in builder.loops().items()]
            try:
                yield builder.app()
            finally:
                await cancel_tasks(tasks)
    finally:
        choosing.cancel()
        loading.cancel()


async def _loaded() -> None:
    """Import what takes two seconds while the stores start; then leave all that stays out of garbage collection.

    With so many modules a full collection takes a quarter of the time of a turn (benchmarks/turn_time.py).
    """
    await asyncio.to_thread(preload)
    gc.collect()
    gc.freeze()


class _AppBuilder:
    """The parts, each made once."""

    def __init__(self, dependencies: Dependencies, runtime: Runtime) -> None:
        services = dependencies.services
        self._services = services
        self._runtime = runtime
        self._market = dependencies.market
        self._policy = policy_from_settings(services.settings)
        self._owner = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"
        self._platforms = PlatformRouter(runtime.platforms(services))
        self._turn_signal, self._reply_signal, self._stop_signal = Signal(), Signal(), Signal()
        self._leases = PostgresLeases(services.database, clock=CLOCK)
        self._pending_threads = PostgresPendingThreads(services.database, clock=CLOCK)
        self._ports = conversation_ports(
            dependencies, platforms=self._platforms, stop_signal=self._stop_signal, meter=runtime.meter
        )
        self._core = ConversationCore(self._ports)
        self._intake = self._made_intake()
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
                app_home=core.app_home,
                direct_messages=PostgresDirectMessages(self._services.database, clock=CLOCK),
                suggest_symbols=self._suggest,
            ),
            market=self._market,
            market_clock=core.market_clock,
        )

    def _suggest(self, text: str) -> Sequence[tuple[str, str]]:
        return [(f"{each.symbol} · {each.name}", each.symbol) for each in self._ports.instruments.suggest(text)]

    def loops(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """What runs for ever, by name."""
        services = self._services
        relaying = periodic_relay(services.relay, job_queue(services))
        alarms = {
            "turn": self._turn_signal.notify,
            "reply": self._reply_signal.notify,
            "stop": self._stop_signal.notify,
            "outbox": relaying.wake,
        }
        loops: dict[str, Callable[[], Awaitable[None]]] = {
            "runner": self._runner().run_turns,
            **{f"deliverer of {name}": self._deliverer(name).deliver_replies for name in self._runtime.scope.platforms},
            "relay": relaying.run_periodically,
            "sweeper": self._sweeping(),
            "listener": lambda: _listen(services, alarms),
        }
        if services.endpoints.redis_url:
            loops["worker"] = lambda: keep_process_running(_worker_command(services), delay=_WORKER_AFTER)
        return loops

    def _made_intake(self) -> Intake:
        inbox = PostgresInbox(self._services.database, clock=CLOCK, new_id=new_id, origin=self._owner)
        return Intake(inbox, self._platforms, self._ports.texts, self._turn_signal, self._runtime.meter)

    def _runner(self) -> TurnRunner:
        return TurnRunner(
            leases=self._leases,
            answer_turn=self._core.manager(self._core.handlers).answer_turn,
            scope=self._runtime.scope,
            owner=self._owner,
            policy=self._policy,
            signal=self._turn_signal,
            concurrency=self._services.settings.turn_concurrency,
        )

    def _deliverer(self, platform: str) -> Deliverer:
        """One for each platform: where one is slow, the others are not."""
        return Deliverer(
            deliveries=PostgresDeliveries(self._services.database),
            channel=self._platforms,
            refresh_reply=self._core.refresh_reply,
            scope=WorkerScope(frozenset({platform}), self._runtime.scope.conversations),
            owner=self._owner,
            signal=self._reply_signal,
            meter=self._runtime.meter,
            clock=CLOCK,
        )

    def _sweeping(self) -> Callable[[], Awaitable[None]]:
        core, scope = self._core, self._runtime.scope
        sweeper = CrashRecovery(
            stores=self._services.stores,
            sweeper=PostgresSweeper(self._services.database, clock=CLOCK, new_id=new_id),
            leases=self._leases,
            execute=core.execute,
            press_handler=core.press_handler,
            notices=core.notices,
            pending_threads=self._pending_threads,
            thread_opener=self._thread_opener,
            clock=CLOCK,
        )
        actions = {
            "expired": sweeper.expire_decisions,
            "unfinished": sweeper.finish_decisions,
            "presses": lambda: sweeper.handle_abandoned_presses(scope),
            "openings": lambda: sweeper.open_abandoned_threads(scope),
            "jobs": sweeper.add_missing_jobs,
        }
        return lambda: run_periodic_actions(actions, interval=_SWEEP_EVERY)


async def _listen(services: Services, alarms: Mapping[str, Callable[[], None]]) -> None:
    """Wake this process's loops by what any process has written."""
    async with PostgresNotifications(services.endpoints.database_url).listen() as notifications:
        async for channel in notifications:
            alarms[channel]()


def _worker_command(services: Services) -> ProcessCommand:
    """A worker on the same stores; it learns where they are, not how they were found."""
    where = {"DATABASE_URL": services.endpoints.database_url, "REDIS_URL": services.endpoints.redis_url or ""}
    return ProcessCommand(
        arguments=(sys.executable, "-P", "-m", "bot", "worker", "--beside"),  # -P: not a `bot` in the working folder
        environment={**os.environ, **where},
        log=services.settings.parley_home / "worker.log",
    )
