"""Figures about unfinished work in the stores, for operators."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QueueDepth:
    """How many items of one kind wait, and the age of the oldest."""

    count: int
    oldest_seconds: float  # 0 if nothing waits


@dataclass(frozen=True, slots=True)
class JobTotals:
    """Counts and running time of one kind of background job so far, over all processes."""

    name: str  # "summarise_conversation", "index_episode"
    runs: int  # ended runs, successful or failed
    failures: int  # failed runs
    seconds: float  # duration of all ended runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """Unfinished work of all tenants and processes at one moment."""

    turns: QueueDepth  # messages and presses without a reply
    replies: QueueDepth  # replies that have not been delivered
    jobs: QueueDepth  # not yet finished, including those that failed and will be retried
    given_up_jobs: int
    leases: QueueDepth  # conversations that are being answered; the age is that of the longest-held lease
    job_totals: tuple[JobTotals, ...]
