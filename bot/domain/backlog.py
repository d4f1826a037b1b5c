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
class BackgroundCalls:
    """Requests of background work to language models so far, over all processes, of one purpose and outcome."""

    purpose: str  # "summary", "memory"
    outcome: str  # "ok", or the error's class; then there is what rules can do, or nothing
    requests: int
    seconds: float
    prompt_tokens: int
    completion_tokens: int
    tokens_saved: int  # of conversations, that were not sent
    cost: float  # US dollars


@dataclass(frozen=True, slots=True)
class CaughtUpAlerts:
    """Price alerts of one market that no poll has told, found by a session's high and low, over all processes."""

    market: str
    alerts: int
    seconds: float  # from the times at which their levels were reached, at the latest, to their telling, in all


@dataclass(frozen=True, slots=True)
class EngineVotes:
    """What people thought of the answers that one engine had a part in."""

    engine: str  # "none": no engine had
    up: int
    down: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Backlog:
    """Unfinished work of all tenants and processes at one moment."""

    turns: QueueDepth  # messages and presses without a reply
    analyses: QueueDepth  # runs of committees that have not ended
    replies: QueueDepth  # replies that have not been delivered
    jobs: QueueDepth  # not yet finished, including those that failed and will be retried
    given_up_jobs: int
    leases: QueueDepth  # conversations that are being answered; the age is that of the longest-held lease
    job_totals: tuple[JobTotals, ...]
    unindexed_episodes: QueueDepth = QueueDepth(0, 0.0)  # what was said and is not in the index yet
    background_calls: tuple[BackgroundCalls, ...] = ()
    caught_up_alerts: tuple[CaughtUpAlerts, ...] = ()
    votes: tuple[EngineVotes, ...] = ()  # of the last seven days
