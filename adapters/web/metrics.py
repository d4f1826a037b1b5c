"""What operators count, as Prometheus reads it (`/metrics`)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from aiohttp import web
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from adapters.web.backlog import backlog_metrics
from adapters.web.recent import BriefCache
from bot.domain.backlog import Backlog
from bot.errors import ParleyError

_log = logging.getLogger(__name__)


def metrics_route(
    registry: Collector,
    backlog: Callable[[], Awaitable[Backlog]],
    *,
    seconds: float = 2.0,
    cache_seconds: float = 1.0,
) -> web.RouteDef:
    """Return the route `/metrics`, in the text format or OpenMetrics, as the one who scrapes prefers.

    Args:
        registry: What this process has counted.
        backlog: Tells what waits in the stores. If it fails, the rest is shown without it.
        seconds: How long that may take.
        cache_seconds: For how many seconds its answer is shown again.
    """
    recent = BriefCache(lambda: _read_backlog(backlog, seconds=seconds), seconds=cache_seconds)

    async def metrics(request: web.Request) -> web.Response:
        encode, content_type = choose_encoder(request.headers.get("Accept", ""))
        body = encode(_Scrape(registry, await recent()))
        return web.Response(body=body, headers={"Content-Type": content_type})

    return web.get("/metrics", metrics)


@dataclass(frozen=True, slots=True)
class _Scrape(Collector):
    """Everything that one scrape shows."""

    registry: Collector
    backlog: Backlog | None

    def collect(self) -> Iterable[Metric]:
        yield from self.registry.collect()
        yield from backlog_metrics(self.backlog)


async def _read_backlog(backlog: Callable[[], Awaitable[Backlog]], *, seconds: float) -> Backlog | None:
    """Return what waits; None if that cannot be learned now."""
    try:
        async with asyncio.timeout(seconds):
            return await backlog()
    except (ParleyError, TimeoutError) as error:
        _log.debug("no backlog to show: %s", type(error).__name__)  # the metrics say so
    except Exception:  # noqa: BLE001  # the rest of the metrics is wanted now more than ever
        _log.exception("no backlog to show")
    return None
