"""The loops that one process runs while it answers: runner, deliverers, relay, recovery, listener, and a worker."""

import os
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from bot.bootstrap.conversation import ConversationCore
from bot.bootstrap.services import CLOCK, Services, job_queue
from bot.clock import new_id
from bot.context.policy import Policy
from bot.context.signal import Signal
from bot.domain.conversation.turns import WorkerScope
from bot.messaging.departures import Departures
from bot.messaging.inbound.gateway import ThreadOpener
from bot.messaging.outbound.deliverer import Deliverer
from bot.messaging.outbound.platform_router import PlatformRouter
from bot.ports import Leases, Meter, PendingThreads, TurnLeases
from bot.recovery import CrashRecovery
from bot.trading.reconcile import CHECK_INTERVAL, Reconciliation
from bot.turns.runner import TurnRunner
from db.background.alert_watch import PostgresAlertWatch
from db.background.due_work import PostgresDueWork
from db.background.market_schedule import MarketSchedule
from db.background.sweeper import PostgresSweeper, UpkeepSettings
from db.leases import PostgresAnalysisLeases
from db.messaging.deliveries import PostgresDeliveries
from db.notifications import PostgresNotifications
from workers.periodic import PeriodicTask, run_together
from workers.process_supervisor import ProcessCommand, keep_process_running
from workers.relay import periodic_relay

Loop = Callable[[], Awaitable[None]]
Wake = Callable[[], None]

_RECOVERY_INTERVAL: Final = timedelta(seconds=15)
_MISSING_JOBS_INTERVAL: Final = timedelta(minutes=1)
_SCHEDULE_INTERVAL: Final = timedelta(seconds=30)
_DUE_WORK_INTERVAL: Final = timedelta(seconds=1)  # for lost notifications, retries, and processes that have died
_MAX_DUE_WORK_INTERVAL: Final = timedelta(seconds=5)  # while the database is away: a retry may be due as it returns
_RELAY_INTERVAL: Final = timedelta(minutes=1)  # woken when there is work
_WORKER_DELAY: Final = timedelta(seconds=2)  # so that starting the worker does not delay the first prompt


@dataclass(frozen=True, slots=True)
class Signals:
    """Wake the loops of one process when something has been stored, by this process or another."""

    turn: Signal = field(default_factory=Signal)
    analysis: Signal = field(default_factory=Signal)  # a committee's run is to begin, or to go on
    stop: Signal = field(default_factory=Signal)  # a person has asked to stop a running turn


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessLoops:
    """Builds the loops of one process from its parts."""

    services: Services
    core: ConversationCore
    scope: WorkerScope
    platforms: PlatformRouter
    thread_opener: ThreadOpener
    pending_threads: PendingThreads
    leases: Leases
    signals: Signals
    policy: Policy
    meter: Meter

    def by_name(self) -> Mapping[str, Loop]:
        """Return the loops, each of which runs until it is cancelled; logs call them by these names."""
        services = self.services
        outbox_relay = periodic_relay(services.relay, job_queue(services), interval=_RELAY_INTERVAL)
        deliverers = {name: self._deliverer(name) for name in self.scope.platforms}
        recovery = self._recovery_tasks()
        wake_by_channel: dict[str, Sequence[Wake]] = {
            "turn": [self.signals.turn.notify],
            "analysis": [self.signals.analysis.notify],
            "reply": [deliverer.signal.notify for deliverer in deliverers.values()],
            "stop": [self.signals.stop.notify],
            "outbox": [outbox_relay.wake],
            "recovery": [task.wake for task in recovery],
        }
        settings, analysis_leases = services.settings, PostgresAnalysisLeases(services.database)
        runner = self._runner(self.leases, self.signals.turn, settings.turn_concurrency)
        analysis_runner = self._runner(analysis_leases, self.signals.analysis, settings.deep_concurrency)
        due_work = PostgresDueWork(services.database, owner=services.owner, scope=self.scope)
        loops: dict[str, Loop] = {
            "runner": runner.run_turns,
            "analysis runner": analysis_runner.run_turns,
            **{f"deliverer of {name}": deliverer.deliver_replies for name, deliverer in deliverers.items()},
            "relay": outbox_relay.run_periodically,
            "recovery": lambda: run_together(recovery),
            "listener": lambda: _listen(services, wake_by_channel),
            "alerts": self._alert_task().run_periodically,
            "poller": PeriodicTask(
                "poller",
                interval=_DUE_WORK_INTERVAL,
                max_interval=_MAX_DUE_WORK_INTERVAL,
                action=lambda: _poll(due_work, wake_by_channel),
            ).run_periodically,
        }
        if services.endpoints.redis_url:
            loops["worker"] = lambda: keep_process_running(_worker_command(services), delay=_WORKER_DELAY)
        return loops

    def _alert_task(self) -> PeriodicTask:
        services = self.services
        interval = timedelta(seconds=services.settings.alert_poll_seconds)
        watch = PostgresAlertWatch(services.database, owner=services.owner)
        return PeriodicTask("alerts", interval=interval, action=self.core.alert_poll(watch, interval=interval).poll)

    def _runner(self, leases: TurnLeases, signal: Signal, concurrency: int) -> TurnRunner:
        return TurnRunner(
            leases=leases,
            answer_turn=self.core.manager(self.core.handlers).answer_turn,
            scope=self.scope,
            owner=self.services.owner,
            policy=self.policy,
            signal=signal,
            concurrency=concurrency,
        )

    def _deliverer(self, platform: str) -> Deliverer:
        """Return the deliverer of one platform; with one for each, a slow platform does not delay the others."""
        return Deliverer(
            deliveries=PostgresDeliveries(self.services.database),
            channel=self.platforms,
            refresh_reply=self.core.refresh_reply,
            departures=Departures(self.services.stores),
            scope=WorkerScope(frozenset({platform}), self.scope.conversations),
            owner=self.services.owner,
            signal=Signal(),
            meter=self.meter,
            clock=CLOCK,
        )

    def _recovery_tasks(self) -> Sequence[PeriodicTask]:
        core, scope, market, settings = self.core, self.scope, self.core.market_clock, self.services.settings
        recovery = CrashRecovery(
            stores=self.services.stores,
            sweeper=PostgresSweeper(
                self.services.database,
                clock=CLOCK,
                new_id=new_id,
                upkeep=UpkeepSettings(
                    schedule=settings.summary_schedule,
                    embedding_model=self.services.embedder.model,
                    retention=settings.episode_retention,
                    market=market.market.name,
                ),
            ),
            leases=self.leases,
            execute=core.execute,
            press_handler=core.press_handler,
            notices=core.notices,
            pending_threads=self.pending_threads,
            thread_opener=self.thread_opener,
            clock=CLOCK,
        )
        actions = {
            "expired": recovery.expire_decisions,
            "unfinished": recovery.finish_decisions,
            "presses": lambda: recovery.handle_abandoned_presses(scope),
            "openings": lambda: recovery.open_abandoned_threads(scope),
        }
        reconciliation = Reconciliation(self.services.stores, core.broker, recovery.sweeper, CLOCK)
        schedule = MarketSchedule(
            self.services.database, market=market.market.name, calendar=market.calendar, clock=CLOCK, new_id=new_id
        )
        return [
            *(PeriodicTask(name, interval=_RECOVERY_INTERVAL, action=action) for name, action in actions.items()),
            PeriodicTask("reconciliation", interval=CHECK_INTERVAL, action=reconciliation.reconcile_due_accounts),
            PeriodicTask("jobs", interval=_MISSING_JOBS_INTERVAL, action=recovery.add_missing_jobs),
            PeriodicTask("schedule", interval=_SCHEDULE_INTERVAL, action=schedule.add_due_jobs),
        ]


async def _listen(services: Services, wake_by_channel: Mapping[str, Sequence[Wake]]) -> None:
    """Wake this process's loops on notifications from any process."""
    async with PostgresNotifications(services.endpoints.database_url, owner=services.owner).listen() as channels:
        async for channel in channels:
            _wake(wake_by_channel, channel)


async def _poll(due_work: PostgresDueWork, wake_by_channel: Mapping[str, Sequence[Wake]]) -> None:
    """Wake this process's loops if work is waiting for them."""
    for channel in await due_work.channels():
        _wake(wake_by_channel, channel)


def _wake(wake_by_channel: Mapping[str, Sequence[Wake]], channel: str) -> None:
    for wake in wake_by_channel.get(channel, ()):  # a newer version may have further channels
        wake()


def _worker_command(services: Services) -> ProcessCommand:
    """Return the command of a worker on the same stores; it gets their addresses, not the settings they come from."""
    addresses = {"DATABASE_URL": services.endpoints.database_url, "REDIS_URL": services.endpoints.redis_url or ""}
    return ProcessCommand(
        arguments=(sys.executable, "-P", "-m", "bot", "worker", "--beside"),  # -P: not a `bot` in the working folder
        environment={**os.environ, **addresses},
        log=services.settings.parley_home / "worker.log",
    )
