"""Figures for operators: unfinished work in the stores at one moment, and how well Parley served people in a span."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSpan:
    """What a report is about."""

    since: datetime  # inclusive
    until: datetime  # exclusive
    in_time_seconds: float  # an answer that took at most this long was in time
    workspace: str | None = None  # "slack/T0123"; None: all workspaces


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyFigures:
    """Answers to messages and presses, by when they were stored."""

    answered: int
    in_time: int
    p50_seconds: float | None  # from acceptance to the stored answer; None: there are no answers
    p95_seconds: float | None
    with_fallback: int  # not whole, as without a model, and marked so
    failed: int  # answers that say that something went wrong
    recalled: int  # answers for which something that was said before was found
    quoted: int  # answers that quote it, with its date


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFigures:
    """Requests to language models, of answers and of background work."""

    requests: int
    failures: int
    prompt_tokens: int
    completion_tokens: int
    history_tokens: int  # of the prompt tokens, those that told the conversation so far
    saved_tokens: int  # what telling every message word for word would have cost on top
    cost: float  # US dollars


@dataclass(frozen=True, slots=True)
class WeekVotes:
    """What people thought of the answers that one engine had a part in, in one week."""

    week: date  # its Monday (UTC)
    engine: str  # "none": no engine had
    up: int
    down: int


@dataclass(frozen=True, slots=True)
class StatusCount:
    """How many decisions or orders of the span have a status by now."""

    status: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexLag:
    """What waits to be indexed at the moment, whatever the span."""

    episodes: int
    oldest_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SuccessReport:
    """The figures of one span."""

    span: ReportSpan
    turns: int  # messages and presses that came in
    waiting: int  # of these, without an answer yet
    replies: ReplyFigures
    models: ModelFigures
    decisions: tuple[StatusCount, ...]  # proposed in the span, without holds; each in its latest version
    holds: int
    orders: tuple[StatusCount, ...]  # created in the span
    votes: tuple[WeekVotes, ...]  # by week, then by engine
    lag: IndexLag

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened in the span."""
        return not (self.turns or self.replies.answered or self.models.requests or self.orders or self.votes)


@dataclass(frozen=True, slots=True)
class QueueDepth:
    """How many items of one kind wait, and the age of the oldest."""

    count: int = 0
    oldest_seconds: float = 0.0  # 0 if nothing waits


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

    turns: QueueDepth = QueueDepth()  # messages and presses without a reply
    analyses: QueueDepth = QueueDepth()  # runs of committees that have not ended
    replies: QueueDepth = QueueDepth()  # replies that have not been delivered
    jobs: QueueDepth = QueueDepth()  # not yet finished, including those that failed and will be retried
    given_up_jobs: int = 0
    leases: QueueDepth = QueueDepth()  # conversations being answered; the age is that of the longest-held lease
    job_totals: tuple[JobTotals, ...] = ()
    unindexed_episodes: QueueDepth = QueueDepth()  # what was said and is not in the index yet
    background_calls: tuple[BackgroundCalls, ...] = ()
    caught_up_alerts: tuple[CaughtUpAlerts, ...] = ()
    votes: tuple[EngineVotes, ...] = ()  # of the last seven days
