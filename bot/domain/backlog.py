"""What waits in the stores, as an operator watches it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QueueDepth:
    """How much of one kind waits, and for how long."""

    count: int
    oldest_seconds: float  # the age of the oldest; 0 if nothing waits


@dataclass(frozen=True, slots=True)
class JobTotals:
    """What one kind of later work has taken so far, in all processes together."""

    name: str  # "summarise_conversation", "index_episode"
    runs: int  # that ended, well or not
    failures: int  # of those
    seconds: float  # of those


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """What is stored and not done yet, over all tenants and processes at one moment."""

    turns: QueueDepth  # messages and presses without an answer
    replies: QueueDepth  # answers that have not been shown
    jobs: QueueDepth  # later work, not yet done; those that failed and are tried again count
    given_up_jobs: int
    leases: QueueDepth  # conversations that are being answered; the age is how long the longest has been held
    job_totals: tuple[JobTotals, ...]
