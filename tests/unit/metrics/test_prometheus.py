"""What the meter counts, as its registry tells it."""

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import prometheus_client
import pytest
from prometheus_client.metrics_core import Metric

from adapters.metrics.prometheus import OTHER, PLATFORMS, PrometheusMeter
from adapters.web.metrics import backlog_metrics
from bot.domain.conversation.states import Intent
from bot.domain.models.requests import HistoryTokens, TokenUsage
from bot.domain.operator_figures import BackgroundCalls, Backlog, CaughtUpAlerts, EngineVotes, JobTotals, QueueDepth
from bot.model_errors import ModelError
from bot.ports import Arrival, Meter
from bot.ports.meter import RecallOutcome
from tests.fakes.model_stores import a_model_call

PAGE = (Path(__file__).parents[3] / "docs" / "operations.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(parley_\w+)` \| (\w+) \|([^|]*)\|", re.MULTILINE)
EXPRESSION = re.compile(r"\bparley_\w+")
SUFFIXES = re.compile(r"_(total|bucket|sum|count|created)$")

Described = tuple[str, str, frozenset[str]]


@pytest.fixture
def meter() -> PrometheusMeter:
    return PrometheusMeter(purposes=["decision"])


def value(meter: PrometheusMeter, name: str, **labels: str) -> float | None:
    return meter.registry.get_sample_value(name, labels)


def test_what_comes_in_is_counted_by_platform_and_kind(meter: PrometheusMeter) -> None:
    for kind in (Arrival.MESSAGE, Arrival.MESSAGE, Arrival.PRESS, Arrival.COMMAND):
        meter.accepted("slack", kind)
    meter.duplicate("discord")

    assert value(meter, "parley_accepted_total", platform="slack", kind="message") == 2
    assert value(meter, "parley_accepted_total", platform="slack", kind="press") == 1
    assert value(meter, "parley_accepted_total", platform="slack", kind="command") == 1
    assert value(meter, "parley_duplicates_total", platform="discord") == 1
    assert value(meter, "parley_duplicates_total", platform="slack") is None


def test_times_fall_into_buckets(meter: PrometheusMeter) -> None:
    meter.acknowledged("slack", 0.4)
    meter.acknowledged("slack", 2.5)
    meter.answered("console", Intent.ANALYZE, 0.03)
    meter.delivered("discord", 1e6)

    acknowledged = {
        bound: value(meter, "parley_acknowledgement_seconds_bucket", platform="slack", le=bound)
        for bound in ("0.25", "0.5", "3.0", "+Inf")
    }
    assert acknowledged == {"0.25": 0, "0.5": 1, "3.0": 2, "+Inf": 2}
    assert value(meter, "parley_acknowledgement_seconds_sum", platform="slack") == pytest.approx(2.9)
    assert value(meter, "parley_answer_seconds_count", platform="console", intent="ANALYZE") == 1
    assert value(meter, "parley_delivery_seconds_bucket", platform="discord", le="900.0") == 0
    assert value(meter, "parley_delivery_seconds_count", platform="discord") == 1


def test_failures_are_counted_by_the_class_of_the_error(meter: PrometheusMeter) -> None:
    meter.error("StoreUnavailableError")
    meter.delivery_failed("slack", "DeliveryError")
    meter.rate_limited("slack", 1.5)
    meter.rate_limited("slack", 30)
    meter.price_doubted("split")
    meter.price_doubted("of a stranger")

    assert value(meter, "parley_doubted_prices_total", kind="split") == 1
    assert value(meter, "parley_doubted_prices_total", kind="other") == 1
    assert value(meter, "parley_errors_total", kind="StoreUnavailableError") == 1
    assert value(meter, "parley_delivery_failures_total", platform="slack", kind="DeliveryError") == 1
    assert value(meter, "parley_rate_limited_total", platform="slack") == 2
    assert value(meter, "parley_rate_limited_seconds_total", platform="slack") == 31.5


def test_requests_to_models_are_counted_by_purpose_and_outcome(meter: PrometheusMeter) -> None:
    meter.model_called(a_model_call(history=HistoryTokens(400, 3_000)))
    meter.model_called(a_model_call(is_cached=True, tokens=TokenUsage(), cost=Decimal(0), latency=0.0))
    meter.model_called(a_model_call(outcome="ModelTimeoutError", tokens=TokenUsage(1_000, 0), latency=20.0))
    meter.model_called(a_model_call(outcome="CancelledError", tokens=TokenUsage(), cost=Decimal(0)))

    def count(outcome: str) -> float | None:
        return value(meter, "parley_model_seconds_count", purpose="decision", outcome=outcome)

    assert [count(each) for each in ("ok", "cached", "ModelTimeoutError", "CancelledError")] == [1, 1, 1, 1]
    seconds = value(meter, "parley_model_seconds_sum", purpose="decision", outcome="ModelTimeoutError")
    assert seconds == 20
    assert value(meter, "parley_model_tokens_total", purpose="decision", kind="prompt") == 2_000
    assert value(meter, "parley_model_tokens_total", purpose="decision", kind="completion") == 200
    assert value(meter, "parley_model_tokens_saved_total", purpose="decision") == 2_600
    assert value(meter, "parley_model_cost_usd_total", purpose="decision") == pytest.approx(0.0072)


def test_every_error_of_a_model_is_told_apart(meter: PrometheusMeter) -> None:
    kinds = {each.__name__ for each in ModelError.__subclasses__()}
    for kind in kinds:
        meter.model_called(a_model_call(outcome=kind))

    counts = [value(meter, "parley_model_seconds_count", purpose="decision", outcome=kind) for kind in kinds]
    assert len(counts) > 10
    assert set(counts) == {1}


def test_a_delay_that_makes_no_sense_does_not_raise(meter: PrometheusMeter) -> None:
    meter.rate_limited("slack", -1)

    assert value(meter, "parley_rate_limited_total", platform="slack") == 1
    assert value(meter, "parley_rate_limited_seconds_total", platform="slack") == 0


def test_names_that_are_none_of_ours_make_one_series_together(meter: PrometheusMeter) -> None:
    for number in range(50):
        meter.accepted(f"platform {number}", f"kind {number}")
        meter.answered("slack", f"intent {number}", 1)
        meter.delivery_failed("slack", f"Error{number}")
        meter.error(f"Error{number}")
        meter.model_called(a_model_call(purpose=f"purpose {number}", outcome=f"Error{number}"))

    assert value(meter, "parley_accepted_total", platform=OTHER, kind=OTHER) == 50
    assert value(meter, "parley_answer_seconds_count", platform="slack", intent=OTHER) == 50
    assert value(meter, "parley_delivery_failures_total", platform="slack", kind=OTHER) == 50
    assert value(meter, "parley_errors_total", kind=OTHER) == 50
    assert value(meter, "parley_model_seconds_count", purpose=OTHER, outcome=OTHER) == 50
    labels = {
        label
        for family in meter.registry.collect()
        for sample in family.samples
        if family.name.startswith("parley_")
        for name, label in sample.labels.items()
        if name != "le"
    }
    assert labels == {OTHER, "slack", "prompt", "completion"}


def test_every_platform_arrival_and_intent_is_told_apart(meter: PrometheusMeter) -> None:
    port: Meter = meter
    for platform in PLATFORMS:
        for kind in Arrival:
            port.accepted(platform, kind)
        for intent in Intent:
            port.answered(platform, intent, 1)

    families = {family.name: family for family in meter.registry.collect()}
    counts = [s for s in families["parley_accepted"].samples if s.name.endswith("_total")]
    answers = [s for s in families["parley_answer_seconds"].samples if s.name.endswith("_count")]
    assert len(counts) == len(PLATFORMS) * len(Arrival)
    assert len(answers) == len(PLATFORMS) * len(Intent)
    assert OTHER not in {each for s in (*counts, *answers) for each in s.labels.values()}


def test_each_meter_has_a_registry_of_its_own_with_the_process_in_it(meter: PrometheusMeter) -> None:
    other = PrometheusMeter(purposes=["decision"])
    other.error("StoreUnavailableError")

    assert value(meter, "parley_errors_total", kind="StoreUnavailableError") is None
    assert prometheus_client.REGISTRY.get_sample_value("parley_errors_total", {"kind": "StoreUnavailableError"}) is None
    names = {family.name for family in meter.registry.collect()}
    assert {"python_info", "python_gc_collections"} <= names


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
