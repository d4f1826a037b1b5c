"""`parley up`, `slack`, `discord`, `worker`, `migrate`, `export`: processes without a terminal."""

import asyncio
import logging
import signal
from collections.abc import Callable, Collection, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import UTC, date, datetime, time, timedelta

from adapters.market.instruments import load_instruments
from bot import logs, settings
from bot.bootstrap.app import Runtime, running_app
from bot.bootstrap.operations import new_meter, platform_runtimes, web_server
from bot.bootstrap.platform_supervisor import announce_connections, keep_receiving
from bot.bootstrap.services import endpoints, open_services
from bot.clock import SystemClock
from bot.domain.conversation.threads import tenant_of
from bot.domain.conversation.turns import WorkerScope
from bot.domain.memory.conversation_export import ExportFormat
from bot.domain.memory.conversation_record import RecordQuery
from bot.domain.operator_figures import ReportSpan, SuccessReport
from bot.errors import HalfConfiguredError, NoRedisError, NotConfiguredError, StoreUnavailableError
from bot.memory.export_conversations import ExportConversations
from db.background.operator_figures import PostgresSuccessReport, all_tenants
from db.embedded.shared_servers import Endpoints
from db.migrate import count_pending_migrations
from workers.background_jobs import ApplicationHost
from workers.periodic import cancel_tasks
from workers.process_supervisor import exit_with_parent
from workers.worker import run_worker

_log = logging.getLogger(__name__)


async def run_up(only: str | None = None) -> None:
    """Serve every platform that has its tokens, or `only` one, until SIGINT or SIGTERM.

    A platform that fails is started again by itself, while the others go on.

    Raises: ParleyError: it could not start; a setting is wrong from the start, and no other platform is served.
    """
    configured = settings.load()
    logs.configure(configured)
    meter = new_meter()
    if configured.missing_slack_setting and not configured.has_slack and only in {None, "slack"}:
        raise HalfConfiguredError(missing=configured.missing_slack_setting)
    platforms = [each for each in platform_runtimes(configured, meter=meter) if only in {None, each.name}]
    if only is not None and not platforms:
        raise NotConfiguredError(platform=only)
    runtime = Runtime(
        scope=WorkerScope(frozenset(each.name for each in platforms)),
        platforms=lambda services: {each.name: each.platform(services) for each in platforms},
        meter=meter,
    )
    async with AsyncExitStack() as stack:
        for each in platforms:
            stack.push_async_callback(each.close)
        app = await stack.enter_async_context(running_app(configured, runtime))
        served = [await stack.enter_async_context(each.open(app)) for each in platforms]
        server = await stack.enter_async_context(web_server(app, served, meter=meter))
        place = f"market: {app.market.market.name}; http://{configured.parley_host}:{server.port}/readyz"
        tasks = [asyncio.create_task(keep_receiving(each, is_alone=len(served) == 1)) for each in served]
        tasks.append(asyncio.create_task(announce_connections(served, place=place)))
        stack.push_async_callback(cancel_tasks, tasks)
        await _wait_until_stopped(tasks)


async def run_migrate() -> None:
    """Migrate the database to the current schema. Raises: ParleyError."""
    async with open_services(settings.load()):
        pass


async def run_export(query: RecordQuery, *, form: ExportFormat, write: Callable[[str], None]) -> int:
    """Pass the lines of all conversations that match to `write`; return how many lines there are.

    Raises: ParleyError.
    """
    count = 0
    async with open_services(settings.load()) as services:
        export = ExportConversations(
            stores=services.stores, clock=SystemClock(), idle_after=services.settings.conversation_idle
        )
        async for line in export.lines(await all_tenants(services.database), query, form=form):
            write(line)
            count += 1
    return count


def symbols_named(names: Collection[str]) -> tuple[str, ...]:
    """Return the tickers that names or tickers of shares mean; one that is not known stays as typed, in upper case."""
    instruments = load_instruments()
    found = (instruments.find_instrument(each) for each in names)
    meant = (each.symbol for each in found if each is not None)
    return tuple(dict.fromkeys([*(each.upper() for each in names), *meant]))


async def run_report(
    first: date | None, last: date | None, *, days: int, workspace: str | None
) -> SuccessReport | None:
    """Return the figures of the days `first` to `last` (UTC), or of the last `days` up to `last` or today.

    None: the workspace is unknown.

    Raises: ParleyError.
    """
    async with open_services(settings.load()) as services:
        until = last or SystemClock().now().astimezone(UTC).date()
        since = first or until - timedelta(days=days - 1)
        span = ReportSpan(
            since=datetime.combine(since, time(), UTC),
            until=datetime.combine(until, time(), UTC) + timedelta(days=1),
            in_time_seconds=services.settings.report_reply_seconds,
            workspace=workspace,
        )
        tenants = await all_tenants(services.database)
        if workspace is not None:
            tenants = tuple({tenant_of(workspace)} & set(tenants))
            if not tenants:
                return None
        return await PostgresSuccessReport(services.database).read_report(span, tenants)


def run_worker_process(*, burst: bool, beside: bool) -> None:
    """Run background jobs from the queue.

    `burst`: end when the queue is empty. `beside`: end with the process that started this one.

    Raises: ParleyError.
    """
    if beside:
        exit_with_parent()
    configured = settings.load()
    logs.configure(configured)
    host = ApplicationHost(lambda: endpoints(configured))  # keeps embedded stores running as long as the worker
    try:
        run_worker(host.run_with_app(_redis_url), burst=burst)
    finally:
        host.close_app()


async def _redis_url(endpoints: Endpoints) -> str:
    """Return where a worker finds its jobs. Raises: NoRedisError; NewerDatabaseError: a newer version does them."""
    if endpoints.redis_url is None:
        raise NoRedisError
    with suppress(StoreUnavailableError):  # it may come back: a worker opens the database for its first job
        await count_pending_migrations(endpoints.database_url)
    return endpoints.redis_url


async def _wait_until_stopped(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Return at the first SIGINT or SIGTERM. Raises the error that ended one of `tasks`."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    stop_task = asyncio.create_task(stop.wait())
    running: set[asyncio.Task[None] | asyncio.Task[bool]] = {stop_task, *tasks}
    while not stop_task.done():
        done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
