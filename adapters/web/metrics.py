"""The route `/metrics` for Prometheus. Names, labels and meanings are listed in docs/operations.md."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from aiohttp import web
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from adapters.shared.single_flight import SingleFlightCache
from bot.domain.operator_figures import BackgroundCalls, Backlog, CaughtUpAlerts, EngineVotes, JobTotals, QueueDepth
from bot.errors import ParleyError

_log = logging.getLogger(__name__)


def metrics_route(
    registry: Collector, backlog: Callable[[], Awaitable[Backlog]], *, seconds: float = 2.0, cache_seconds: float = 1.0
) -> web.RouteDef:
    """Return the route `/metrics`, in the text format or OpenMetrics, as the scraper prefers.

    `backlog`: reads the waiting work from the stores. If it fails, the other metrics are shown. `cache_seconds`: how
    long its result is shown again.
    """
    cached_backlog: SingleFlightCache[None, Backlog | None] = SingleFlightCache(
        lambda _: _read_backlog(backlog, seconds=seconds), seconds=cache_seconds, most=1
    )

    async def metrics(request: web.Request) -> web.Response:
        encode, content_type = choose_encoder(request.headers.get("Accept", ""))
        body = encode(_Scrape(registry, await cached_backlog.get(None)))
        return web.Response(body=body, headers={"Content-Type": content_type})

    return web.get("/metrics", metrics)


@dataclass(frozen=True, slots=True)
class _Scrape(Collector):
    registry: Collector
    backlog: Backlog | None

    def collect(self) -> Iterable[Metric]:
        yield from self.registry.collect()
        yield from backlog_metrics(self.backlog)


async def _read_backlog(backlog: Callable[[], Awaitable[Backlog]], *, seconds: float) -> Backlog | None:
    try:
        async with asyncio.timeout(seconds):
            return await backlog()
    except (ParleyError, TimeoutError) as error:
        _log.debug("no backlog to show: %s", type(error).__name__)  # the metrics say so
    except Exception:  # noqa: BLE001  # the other metrics are shown in any case
        _log.exception("no backlog to show")
    return None


def backlog_metrics(backlog: Backlog | None) -> Iterator[Metric]:
    """Yield the metrics of `backlog`; None: only `parley_backlog_up`, as 0."""
    yield _gauge("backlog_up", "Whether the database told what waits (1) or not (0).", float(backlog is not None))
    if backlog is not None:
        yield from _queue_gauges(backlog.turns, "unanswered_turns", "messages and presses without an answer")
        yield from _queue_gauges(backlog.analyses, "analyses", "runs of committees under way")
        yield from _queue_gauges(backlog.replies, "undelivered_replies", "answers that have not been shown")
        yield from _queue_gauges(backlog.jobs, "outbox_jobs", "background jobs that are not done")
        yield _gauge("outbox_given_up_jobs", "Background jobs that were given up.", backlog.given_up_jobs)
        yield from _queue_gauges(backlog.leases, "leases", "conversations that are being answered")
        yield from _queue_gauges(backlog.unindexed_episodes, "unindexed_episodes", "episodes not in the index yet")
        yield from _job_counters(backlog.job_totals)
        yield from _background_call_counters(backlog.background_calls)
        yield from _caught_up_alert_counters(backlog.caught_up_alerts)
        yield _vote_gauge(backlog.votes)


def _queue_gauges(depth: QueueDepth, name: str, meaning: str) -> Iterator[Metric]:
    yield _gauge(name, f"Number of {meaning}.", depth.count)
    yield _gauge(f"{name}_oldest_seconds", f"Age of the oldest of the {meaning}.", depth.oldest_seconds)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"parley_{name}", meaning, value=value)


def _job_counters(totals: Sequence[JobTotals]) -> Iterator[Metric]:
    runs = CounterMetricFamily("parley_job_runs", "Runs of background jobs that ended.", labels=["name"])
    failures = CounterMetricFamily("parley_job_failures", "Runs of background jobs that failed.", labels=["name"])
    seconds = CounterMetricFamily("parley_job_seconds", "Time that runs of background jobs took.", labels=["name"])
    for each in totals:
        runs.add_metric([each.name], each.runs)
        failures.add_metric([each.name], each.failures)
        seconds.add_metric([each.name], each.seconds)
    yield from (runs, failures, seconds)


def _background_call_counters(calls: Sequence[BackgroundCalls]) -> Iterator[Metric]:
    by_outcome = ("purpose", "outcome")
    requests = _counter("background_model_requests", "Requests of background work to language models.", *by_outcome)
    seconds = _counter("background_model_seconds", "Time that these requests took.", *by_outcome)
    tokens = _counter("background_model_tokens", "What models read and wrote for background work.", "purpose", "kind")
    saved = _counter("background_model_tokens_saved", "What they did not read of conversations.", "purpose")
    cost = _counter("background_model_cost_usd", "What they cost, where prices are set.", "purpose")
    for each in calls:
        requests.add_metric([each.purpose, each.outcome], each.requests)
        seconds.add_metric([each.purpose, each.outcome], each.seconds)
    for purpose in dict.fromkeys(each.purpose for each in calls):
        of_purpose = [each for each in calls if each.purpose == purpose]
        tokens.add_metric([purpose, "prompt"], sum(each.prompt_tokens for each in of_purpose))
        tokens.add_metric([purpose, "completion"], sum(each.completion_tokens for each in of_purpose))
        saved.add_metric([purpose], sum(each.tokens_saved for each in of_purpose))
        cost.add_metric([purpose], sum(each.cost for each in of_purpose))
    yield from (requests, seconds, tokens, saved, cost)


def _caught_up_alert_counters(totals: Sequence[CaughtUpAlerts]) -> Iterator[Metric]:
    alerts = _counter("caught_up_alerts", "Price alerts that were told only after the session.", "market")
    seconds = _counter("caught_up_alert_seconds", "How late they were told.", "market")
    for each in totals:
        alerts.add_metric([each.market], each.alerts)
        seconds.add_metric([each.market], each.seconds)
    yield from (alerts, seconds)


def _counter(name: str, meaning: str, *labels: str) -> CounterMetricFamily:
    return CounterMetricFamily(f"parley_{name}", meaning, labels=labels)


def _vote_gauge(votes: Sequence[EngineVotes]) -> Metric:
    gauge = GaugeMetricFamily("parley_week_votes", "Votes of the last seven days.", labels=["engine", "vote"])
    for each in votes:
        gauge.add_metric([each.engine, "up"], each.up)
        gauge.add_metric([each.engine, "down"], each.down)
    return gauge
