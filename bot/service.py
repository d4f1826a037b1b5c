"""`parley up`, `parley worker` and `parley migrate`: processes without a conversation of their own."""

import asyncio
import logging
import signal

from bot import bootstrap, logs, settings
from bot.bootstrap import Platforms
from bot.domain.turns import Serving, Turn
from bot.errors import NoRedisError
from db.embedded.client import Endpoints
from workers.host import Host
from workers.supervise import end_with_parent
from workers.worker import run_worker

_log = logging.getLogger(__name__)


class _NoProgress:
    """There is nobody to show progress to."""

    async def step(self, turn: Turn, text: str) -> None:
        """Show nothing."""


async def run_up() -> None:
    """Run everything that is configured until SIGINT or SIGTERM. Raises: ParleyError: it could not begin."""
    configured = settings.load()
    logs.configure(configured)
    platforms = Platforms(channels={}, progress=_NoProgress(), serving=Serving(frozenset()))
    async with bootstrap.front(configured, platforms) as ready:
        _log.warning("parley is up, market: %s, later work beside it", ready.market.market.name)
        await _stopped()


async def run_migrate() -> None:
    """Bring the database up to the present schema. Raises: ParleyError."""
    async with bootstrap.services(settings.load()):
        pass


def run_worker_process(*, burst: bool, beside: bool) -> None:
    """Run later work from the queue. Raises: ParleyError."""
    if beside:
        end_with_parent()
    configured = settings.load()
    logs.configure(configured)
    host = Host(lambda: bootstrap.endpoints(configured))  # holds embedded stores open as long as the worker runs
    try:
        run_worker(host.run(_redis_url), burst=burst)
    finally:
        host.close()


async def _redis_url(endpoints: Endpoints) -> str:
    if endpoints.redis_url is None:
        raise NoRedisError
    return endpoints.redis_url


async def _stopped() -> None:
    """Return at the first SIGINT or SIGTERM."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await stop.wait()
