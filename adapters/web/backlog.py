"""What waits in the stores, in Prometheus' terms. Names, labels and meanings are listed in docs/operations.md."""

from collections.abc import Iterator, Sequence

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric

from bot.domain.backlog import Backlog, JobTotals, Waiting


def backlog_metrics(backlog: Backlog | None) -> Iterator[Metric]:
    """Return the metrics that show `backlog`; None: it is not known, which is all that is said."""
    yield _gauge("backlog_up", "Whether the database told what waits (1) or not (0).", float(backlog is not None))
    if backlog is not None:
        yield from _waiting(backlog.turns, "unanswered_turns", "messages and presses without an answer")
        yield from _waiting(backlog.replies, "undelivered_replies", "answers that have not been shown")
        yield from _waiting(backlog.jobs, "outbox_jobs", "later work that is not done")
        yield _gauge("outbox_given_up_jobs", "Later work that was given up.", backlog.given_up_jobs)
        yield from _waiting(backlog.leases, "leases", "conversations that are being answered")
        yield from _jobs(backlog.job_totals)


def _waiting(waiting: Waiting, name: str, meaning: str) -> Iterator[Metric]:
    yield _gauge(name, f"Number of {meaning}.", waiting.count)
    yield _gauge(f"{name}_oldest_seconds", f"Age of the oldest of the {meaning}.", waiting.oldest_seconds)


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(f"parley_{name}", meaning, value=value)


def _jobs(totals: Sequence[JobTotals]) -> Iterator[Metric]:
    runs = CounterMetricFamily("parley_job_runs", "Runs of later work that ended.", labels=["name"])
    failures = CounterMetricFamily("parley_job_failures", "Runs of later work that failed.", labels=["name"])
    seconds = CounterMetricFamily("parley_job_seconds", "Time that runs of later work took.", labels=["name"])
    for each in totals:
        runs.add_metric([each.name], each.runs)
        failures.add_metric([each.name], each.failures)
        seconds.add_metric([each.name], each.seconds)
    yield from (runs, failures, seconds)
