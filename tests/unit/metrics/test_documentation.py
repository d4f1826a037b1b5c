"""docs/operations.md lists every metric of ours, with its type and labels, and none that is not there."""

import re
from collections.abc import Iterator
from pathlib import Path

from prometheus_client.metrics_core import Metric

from adapters.metrics.prometheus import PrometheusMeter
from adapters.web.metrics import backlog_metrics
from bot.domain.conversation.states import Intent
from bot.domain.operator_figures import BackgroundCalls, Backlog, CaughtUpAlerts, EngineVotes, JobTotals, QueueDepth
from bot.ports import Arrival
from bot.ports.meter import RecallOutcome
from tests.fakes.model_stores import a_model_call

PAGE = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(parley_\w+)` \| (\w+) \|([^|]*)\|", re.MULTILINE)
EXPRESSION = re.compile(r"\bparley_\w+")
SUFFIXES = re.compile(r"_(total|bucket|sum|count|created)$")

Described = tuple[str, str, frozenset[str]]


def documented() -> list[Described]:
    return [(name, kind, frozenset(re.findall(r"`(\w+)`", labels))) for name, kind, labels in ROW.findall(PAGE)]


def a_meter_that_has_counted_everything() -> PrometheusMeter:
    meter = PrometheusMeter(purposes=["decision"])
    meter.accepted("slack", Arrival.MESSAGE)
    meter.duplicate("slack")
    meter.message_dropped("slack")
    meter.acknowledged("slack", 1)
    meter.answered("slack", Intent.ANALYZE, 1)
    meter.delivered("slack", 1)
    meter.delivery_failed("slack", "DeliveryError")
    meter.rate_limited("slack", 1)
    meter.watch_connection("slack", lambda: True)
    meter.error("ParleyError")
    meter.price_doubted("jump")
    meter.model_called(a_model_call())
    meter.recalled(RecallOutcome.FOUND, 1)
    return meter


def a_backlog() -> Backlog:
    some = QueueDepth(1, 1.0)
    totals = (JobTotals("index_episode", 1, 0, 1.0),)
    calls = BackgroundCalls(
        purpose="summary",
        outcome="ok",
        requests=1,
        seconds=1.0,
        prompt_tokens=1,
        completion_tokens=1,
        tokens_saved=1,
        cost=1.0,
    )
    return Backlog(
        analyses=QueueDepth(0, 0),
        turns=some,
        replies=some,
        jobs=some,
        given_up_jobs=0,
        leases=some,
        job_totals=totals,
        background_calls=(calls,),
        caught_up_alerts=(CaughtUpAlerts("yahoo", 1, 1.0),),
        votes=(EngineVotes("rules", 1, 1),),
    )


def described(family: Metric) -> Described:
    name = f"{family.name}_total" if family.type == "counter" else family.name
    labels = {label for sample in family.samples for label in sample.labels}
    return name, family.type, frozenset(labels - {"le"})


def _name(metric: Described) -> str:
    return metric[0]


def shown() -> Iterator[Metric]:
    for family in a_meter_that_has_counted_everything().registry.collect():
        if family.name.startswith("parley_"):
            yield family
    yield from backlog_metrics(a_backlog())


def test_every_metric_is_documented_once_as_it_is() -> None:
    assert sorted(documented(), key=_name) == sorted(map(described, shown()), key=_name)


def test_alerts_and_examples_name_no_metric_that_is_not_there() -> None:
    known = {family.name for family in shown()}

    assert {SUFFIXES.sub("", name) for name in EXPRESSION.findall(PAGE)} <= known
