"""The answer of `/metrics`, without a socket, read by the client library's own parsers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from aiohttp.typedefs import Handler
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_openmetrics
from prometheus_client.parser import text_string_to_metric_families as parse_text

from adapters.web.metrics import metrics_route
from bot.domain.operator_figures import Backlog, CaughtUpAlerts, EngineVotes, JobTotals, QueueDepth
from bot.errors import StoreUnavailableError

pytestmark = pytest.mark.virtual_time

BACKLOG = Backlog(
    turns=QueueDepth(3, 12.5),
    analyses=QueueDepth(2, 40.0),
    replies=QueueDepth(2, 4.0),
    jobs=QueueDepth(7, 60.0),
    given_up_jobs=1,
    leases=QueueDepth(1, 2.5),
    job_totals=(JobTotals("index_episode", 10, 2, 1.25), JobTotals("summarise_conversation", 4, 0, 8.0)),
    unindexed_episodes=QueueDepth(5, 30.0),
    caught_up_alerts=(CaughtUpAlerts("yahoo", 2, 3600.0),),
    votes=(EngineVotes("rules", 3, 1),),
)
SAMPLES = {
    "parley_backlog_up": 1,
    "parley_unanswered_turns": 3,
    "parley_unanswered_turns_oldest_seconds": 12.5,
    "parley_analyses": 2,
    "parley_analyses_oldest_seconds": 40,
    "parley_undelivered_replies": 2,
    "parley_undelivered_replies_oldest_seconds": 4,
    "parley_outbox_jobs": 7,
    "parley_outbox_jobs_oldest_seconds": 60,
    "parley_outbox_given_up_jobs": 1,
    "parley_leases": 1,
    "parley_leases_oldest_seconds": 2.5,
    "parley_unindexed_episodes": 5,
    "parley_unindexed_episodes_oldest_seconds": 30,
    "parley_caught_up_alerts_total{yahoo}": 2,
    "parley_caught_up_alert_seconds_total{yahoo}": 3600,
    "parley_week_votes{rules}{up}": 3,
    "parley_week_votes{rules}{down}": 1,
    "parley_job_runs_total{index_episode}": 10,
    "parley_job_failures_total{index_episode}": 2,
    "parley_job_seconds_total{index_episode}": 1.25,
    "parley_job_runs_total{summarise_conversation}": 4,
    "parley_job_failures_total{summarise_conversation}": 0,
    "parley_job_seconds_total{summarise_conversation}": 8,
}
OPENMETRICS = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1"


@pytest.fixture
def registry() -> CollectorRegistry:
    registry = CollectorRegistry()
    Counter("counted", "What this process has counted.", registry=registry).inc()
    return registry


async def known() -> Backlog:
    return BACKLOG


async def away() -> Backlog:
    raise StoreUnavailableError(store="PostgreSQL")


async def stuck() -> Backlog:
    await asyncio.Event().wait()
    return BACKLOG


async def get(route: web.RouteDef, *, accept: str = "") -> web.Response:
    request = make_mocked_request("GET", route.path, headers={"Accept": accept} if accept else {})
    response = await cast("Handler", route.handler)(request)
    assert isinstance(response, web.Response)
    assert response.status == 200
    return response


def samples(response: web.Response) -> dict[str, float]:
    parse = parse_openmetrics if "openmetrics" in response.headers["Content-Type"] else parse_text
    found = [sample for family in parse(response.text or "") for sample in family.samples]
    return {
        sample.name + "".join(f"{{{label}}}" for label in sample.labels.values()): sample.value
        for sample in found
        if not sample.name.endswith("_created")
    }


@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        ("", "text/plain; version=0.0.4; charset=utf-8"),
        ("text/html", "text/plain; version=0.0.4; charset=utf-8"),
        (OPENMETRICS, "application/openmetrics-text; version=1.0.0; charset=utf-8"),
    ],
)
async def test_it_is_shown_in_the_format_that_is_asked_for(
    registry: CollectorRegistry, accept: str, content_type: str
) -> None:
    response = await get(metrics_route(registry, known), accept=accept)

    assert response.headers["Content-Type"].startswith(content_type)
    assert samples(response) == {"counted_total": 1, **SAMPLES}


async def test_database_is_away_then_the_rest_is_shown(registry: CollectorRegistry) -> None:
    assert samples(await get(metrics_route(registry, away))) == {"counted_total": 1, "parley_backlog_up": 0}


async def test_database_does_not_answer_then_the_rest_is_shown_in_time(registry: CollectorRegistry) -> None:
    async with asyncio.timeout(1):
        response = await get(metrics_route(registry, stuck, seconds=0.05))

    assert samples(response) == {"counted_total": 1, "parley_backlog_up": 0}


async def test_the_question_fails_as_nobody_foresaw_then_the_rest_is_shown_and_it_is_logged(
    registry: CollectorRegistry, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken() -> Backlog:
        raise KeyError

    assert samples(await get(metrics_route(registry, broken)))["parley_backlog_up"] == 0
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


@pytest.mark.parametrize("source", [known, away])
async def test_many_scrape_at_once_then_the_database_is_asked_once(
    registry: CollectorRegistry, source: Callable[[], Awaitable[Backlog]]
) -> None:
    asked = 0

    async def counted() -> Backlog:
        nonlocal asked
        asked += 1
        await asyncio.sleep(0.01)
        return await source()

    route = metrics_route(registry, counted)
    await asyncio.gather(*(get(route) for _ in range(20)))

    assert asked == 1
