"""`parley up`, `parley slack`, `parley discord`, `parley worker`, `parley migrate`: processes without a terminal."""

import asyncio
import logging
import signal
from collections.abc import Sequence
from contextlib import AsyncExitStack

from bot import logs, settings
from bot.bootstrap.app import Runtime, running_app
from bot.bootstrap.operations import new_meter, platform_runtimes, web_server
from bot.bootstrap.platform_runtime import PlatformRuntime
from bot.bootstrap.services import endpoints, open_services
from bot.domain.conversation.turns import WorkerScope
from bot.errors import HalfConfiguredError, NoRedisError, NotConfiguredError, ParleyError
from bot.settings import Settings
from db.embedded.shared_servers import Endpoints
from workers.application_host import ApplicationHost
from workers.process_supervisor import exit_with_parent
from workers.worker import run_worker

_log = logging.getLogger(__name__)


async def run_up(only: str | None = None) -> None:
    """Serve every platform that has its tokens, or `only` one, until SIGINT or SIGTERM.

    Raises: ParleyError: it could not begin, or a platform will never take us.
    """
    configured = settings.load()
    logs.configure(configured)
    meter = new_meter()
    if configured.missing_slack_setting and only in {None, "slack"}:
        raise HalfConfiguredError(missing=configured.missing_slack_setting)
    hosts = [host for host in platform_runtimes(configured, meter=meter) if only in {None, host.name}]
    if only is not None and not hosts:
        raise NotConfiguredError(platform=only)
    runtime = Runtime(
        scope=WorkerScope(frozenset(host.name for host in hosts)),
        platforms=lambda services: {host.name: host.platform(services) for host in hosts},
        meter=meter,
    )
    async with AsyncExitStack() as stack:
        for host in hosts:
            stack.push_async_callback(host.close)
        app = await stack.enter_async_context(running_app(configured, runtime))
        opened = [await stack.enter_async_context(host.open(app)) for host in hosts]
        server = await stack.enter_async_context(web_server(app, opened, meter=meter))
        _log.warning("%s", _greeting(configured, hosts, port=server.port, market=app.market.market.name))
        await _stopped([task for each in opened for task in each.running], platforms=len(hosts))


def _greeting(configured: Settings, hosts: Sequence[PlatformRuntime], *, port: int, market: str) -> str:
    names = ", ".join(host.name for host in hosts) or "no platform (no tokens are set, see .env.example)"
    return f"parley is up: {names}; market: {market}; http://{configured.parley_host}:{port}/readyz"


async def run_migrate() -> None:
    """Bring the database up to the present schema. Raises: ParleyError."""
    async with open_services(settings.load()):
        pass


def run_worker_process(*, burst: bool, beside: bool) -> None:
    """Run later work from the queue. Raises: ParleyError."""
    if beside:
        exit_with_parent()
    configured = settings.load()
    logs.configure(configured)
    host = ApplicationHost(lambda: endpoints(configured))  # holds embedded stores open as long as the worker runs
    try:
        run_worker(host.run_with_app(_redis_url), burst=burst)
    finally:
        host.close_app()


async def _redis_url(endpoints: Endpoints) -> str:
    if endpoints.redis_url is None:
        raise NoRedisError
    return endpoints.redis_url


async def _stopped(running: Sequence[asyncio.Task[None]], *, platforms: int) -> None:
    """Return at the first SIGINT or SIGTERM. Raises what ended a platform, unless others go on without it."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    stopping, going = asyncio.create_task(stop.wait()), set(running)
    while not stop.is_set():
        done, _ = await asyncio.wait({stopping, *going}, return_when=asyncio.FIRST_COMPLETED)
        for task in going.intersection(done):
            going.discard(task)
            platforms -= 1
            _ended(task, is_last=platforms == 0)
    stopping.cancel()


def _ended(task: asyncio.Task[None], *, is_last: bool) -> None:
    try:
        task.result()
    except ParleyError as error:
        if is_last:
            raise
        _log.error("a platform has ended, the others go on: %s", error)
