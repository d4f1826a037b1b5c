"""An in-memory database: immutable records in dictionaries, one transaction at a time."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from bot.domain.accounting.corrections import HoldingCorrection
from bot.domain.accounting.ledger import BookedAction
from bot.domain.accounting.roll_forward import AccountValue
from bot.domain.committee.analysts import Analyst
from bot.domain.committee.memory import AnalystDigest, SessionPart, StoredReport, Wording
from bot.domain.committee.runs import AnalysisRun, CommitteeStep
from bot.domain.conversation.buttons import Vote
from bot.domain.conversation.channels import ChannelSettings, OverheardMessage
from bot.domain.conversation.history import Message
from bot.domain.conversation.posting import MessageMark, PendingThread, Posting
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import MessageKey, SharedFile
from bot.domain.conversation.turns import Conversation, Turn, TurnLog
from bot.domain.erasure import Erasure
from bot.domain.ids import AccountId, AlertId, ConversationId, DecisionId, LimitId, TenantId, TurnId
from bot.domain.jobs import Job
from bot.domain.market.price_history import ActionKind
from bot.domain.memory.core_memory import MemoryChange
from bot.domain.memory.episodes import Episode, EpisodeTerms
from bot.domain.memory.knowledge.bases import KnowledgeDocument
from bot.domain.memory.summaries.summary import Summary
from bot.domain.models.requests import BudgetAmount, BudgetPart, ModelCall, ModelMessage
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.actual_result import ActualResult
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.domain.trading.decisions import Decision, DecisionKey
from bot.domain.trading.execution.broker import BrokerFill, BrokerOrder
from bot.domain.trading.execution.orders import AccountOrder, OrderReport
from bot.domain.trading.forecasts.forecast import Forecast
from bot.domain.trading.forecasts.reflection import Reflection
from bot.domain.trading.trading_limits import TradingLimit
from bot.domain.watching.alerts import PriceAlert
from bot.domain.watching.briefs import BriefSubscription
from bot.domain.watching.watch_lists import WatchedShare, WatchListKey
from bot.ports import Clock


@dataclass(frozen=True, slots=True)
class Lease:
    """Who holds something, until when; `fence` counts the leases of one thing."""

    owner: str
    until: datetime
    fence: int = 0


@dataclass(frozen=True, slots=True)
class Approval:
    decision_id: DecisionId
    version: int
    turn_id: TurnId
    outcome: str
    decided_at: datetime

    @property
    def key(self) -> tuple[DecisionId, int]:
        return self.decision_id, self.version


@dataclass(frozen=True, slots=True)
class Fill:
    """A booked fill of an order."""

    order: AccountOrder
    fill: BrokerFill


@dataclass(frozen=True, slots=True)
class AuditLine:
    tenant_id: TenantId
    at: datetime
    kind: str
    subject: UUID
    by: str
    facts: dict[str, str]


@dataclass(frozen=True, slots=True)
class OutboxRow:
    job: Job
    due_at: datetime
    taken_until: datetime | None = None
    failures: int = 0
    given_up: bool = False


@dataclass(frozen=True, slots=True)
class CachedAnswer:
    """A model's answer as a document."""

    document: Any
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class KeptRun:
    tenant_id: TenantId
    conversation_id: ConversationId
    run: EngineRun
    discussion: tuple[AgentMessage, ...]


@dataclass(frozen=True, slots=True)
class KeptAnalysis:
    tenant_id: TenantId
    run: AnalysisRun
    steps: tuple[CommitteeStep, ...] = ()


@dataclass(frozen=True, slots=True)
class ChannelVisibility:
    is_public: bool
    since: datetime | None  # None: for as long as anything is known
    needs_hiding: bool = False


@dataclass
class StoredState:
    """Everything stored. Ids of ours are unique over all tenants, so they serve as keys."""

    conversations: dict[ConversationId, Conversation] = field(default_factory=dict)
    leases: dict[ConversationId, Lease] = field(default_factory=dict)
    turns: dict[TurnId, Turn] = field(default_factory=dict)
    origins: dict[TurnId, str] = field(default_factory=dict)
    messages: dict[ConversationId, tuple[Message, ...]] = field(default_factory=dict)
    overheard: dict[tuple[TenantId, str, str], OverheardMessage] = field(default_factory=dict)
    talk_episodes: dict[tuple[TenantId, str, str], UUID] = field(default_factory=dict)  # of overheard messages
    replies: dict[UUID, Reply] = field(default_factory=dict)
    delivering: dict[UUID, Lease] = field(default_factory=dict)
    retry_at: dict[UUID, datetime] = field(default_factory=dict)
    delivered: dict[UUID, str | None] = field(default_factory=dict)
    decisions: dict[tuple[DecisionId, int], Decision] = field(default_factory=dict)
    forecasts: dict[DecisionKey, Forecast] = field(default_factory=dict)
    reflections: dict[DecisionKey, Reflection] = field(default_factory=dict)
    confirming: dict[tuple[DecisionId, int], tuple[TurnId, datetime]] = field(default_factory=dict)
    given_up: dict[tuple[DecisionKey, int], datetime] = field(default_factory=dict)  # by horizon: its last close
    settle_after: dict[DecisionKey, datetime | None] = field(default_factory=dict)  # absent: soon after its price
    decision_results: dict[DecisionKey, Mapping[int, ActualResult | None]] = field(default_factory=dict)  # by horizon
    approvals: dict[DecisionId, Approval] = field(default_factory=dict)
    accounts: dict[AccountId, Account] = field(default_factory=dict)
    positions: dict[tuple[AccountId, str], Position] = field(default_factory=dict)
    orders: dict[DecisionId, AccountOrder] = field(default_factory=dict)
    reports: dict[str, OrderReport] = field(default_factory=dict)
    fills: dict[UUID, Fill] = field(default_factory=dict)
    unbooked_since: dict[str, datetime] = field(default_factory=dict)  # of open orders, by client order id
    compared: dict[AccountId, datetime] = field(default_factory=dict)  # when an account was last taken up to compare
    paper_cash: dict[AccountId, Decimal] = field(default_factory=dict)  # absent: the starting cash
    paper_positions: dict[tuple[AccountId, str], Decimal] = field(default_factory=dict)
    paper_orders: dict[tuple[AccountId, str], BrokerOrder] = field(default_factory=dict)
    actions: dict[tuple[AccountId, tuple[str, date, ActionKind]], BookedAction] = field(default_factory=dict)
    corrections: dict[UUID, tuple[TenantId, HoldingCorrection]] = field(default_factory=dict)
    account_values: dict[tuple[AccountId, date], AccountValue] = field(default_factory=dict)
    audit: dict[int, AuditLine] = field(default_factory=dict)
    outbox: dict[UUID, OutboxRow] = field(default_factory=dict)
    episodes: dict[UUID, Episode] = field(default_factory=dict)
    episode_terms: dict[UUID, EpisodeTerms] = field(default_factory=dict)
    episode_vectors: dict[tuple[str, UUID], tuple[float, ...]] = field(default_factory=dict)  # by model and episode
    documents: dict[UUID, tuple[KnowledgeDocument, frozenset[str]]] = field(default_factory=dict)  # with their terms
    shared_files: dict[tuple[TenantId, MessageKey], tuple[SharedFile, ...]] = field(default_factory=dict)
    visibilities: dict[tuple[TenantId, str], ChannelVisibility] = field(default_factory=dict)  # by channel
    changed_texts: dict[TurnId, str] = field(default_factory=dict)  # of messages that are being answered
    summaries: dict[ConversationId, Summary] = field(default_factory=dict)
    summary_vectors: dict[tuple[str, ConversationId], tuple[int, tuple[float, ...]]] = field(default_factory=dict)
    summary_leases: dict[ConversationId, tuple[UUID, datetime]] = field(default_factory=dict)
    stops: set[TurnId] = field(default_factory=set)
    votes: dict[tuple[UUID, str], Vote] = field(default_factory=dict)  # of a reply, by a person
    redraws: dict[UUID, tuple[int, int]] = field(default_factory=dict)  # of a reply: how many wanted, how many done
    redraws_put_off: dict[UUID, datetime] = field(default_factory=dict)  # of a reply: an outcome may come before that
    redrawing: dict[UUID, datetime] = field(default_factory=dict)  # until when a claim to draw a reply holds
    undeliverable: set[UUID] = field(default_factory=set)
    openings: dict[UUID, PendingThread] = field(default_factory=dict)
    postings: dict[tuple[TenantId, MessageMark], Posting] = field(default_factory=dict)
    digests: dict[tuple[TenantId, MessageMark], bytes | None] = field(default_factory=dict)  # of what messages show
    erasures: dict[UUID, Erasure] = field(default_factory=dict)
    memory_changes: dict[UUID, tuple[TenantId, MemoryChange]] = field(default_factory=dict)
    alerts: dict[AlertId, tuple[TenantId, PriceAlert]] = field(default_factory=dict)
    ended_limits: dict[LimitId, datetime] = field(default_factory=dict)
    limit_enders: dict[LimitId, str] = field(default_factory=dict)  # ids of people
    limits: dict[LimitId, tuple[TenantId, TradingLimit]] = field(default_factory=dict)
    learning: dict[TenantId, bool | None] = field(default_factory=dict)
    picked_readings: dict[TurnId, tuple[str, datetime]] = field(default_factory=dict)
    channel_settings: dict[tuple[TenantId, str], ChannelSettings] = field(default_factory=dict)
    watched: dict[tuple[TenantId, WatchListKey, str], WatchedShare] = field(default_factory=dict)  # by symbol
    brief_subscriptions: dict[tuple[TenantId, str], BriefSubscription] = field(default_factory=dict)  # by channel
    analyst_reports: dict[
        tuple[TenantId, str, str, Analyst, SessionPart, Wording | None], tuple[StoredReport, datetime | None]
    ] = field(default_factory=dict)  # by market, symbol and so on; with when a committee first asked for it
    analyst_digests: dict[tuple[TenantId, str, str, Analyst, SessionPart], AnalystDigest] = field(default_factory=dict)
    model_calls: dict[UUID, ModelCall] = field(default_factory=dict)
    prompt_texts: dict[UUID, tuple[ModelMessage, ...]] = field(default_factory=dict)  # by id of the call
    model_cache: dict[tuple[TenantId, str], CachedAnswer] = field(default_factory=dict)
    model_days: dict[tuple[TenantId, date, BudgetPart], BudgetAmount] = field(default_factory=dict)
    press_claims: dict[TurnId, datetime] = field(default_factory=dict)
    model_people: dict[tuple[TenantId, str, date], int] = field(default_factory=dict)
    model_set_aside: dict[tuple[TenantId, date, BudgetPart], tuple[BudgetAmount, datetime]] = field(
        default_factory=dict
    )
    engine_runs: dict[UUID, KeptRun] = field(default_factory=dict)
    analysis_runs: dict[UUID, KeptAnalysis] = field(default_factory=dict)
    analysis_leases: dict[UUID, Lease] = field(default_factory=dict)
    turn_logs: dict[tuple[TenantId, ConversationId], TurnLog] = field(default_factory=dict)


class CopiedState(StoredState):
    """What a transaction works on: a table is copied when it is first used. The records themselves never change."""

    def __init__(self, original: StoredState) -> None:
        self._original = original

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any table
        copied = getattr(self._original, name).copy()
        setattr(self, name, copied)
        return copied

    @property
    def changed(self) -> set[str]:
        """The names of the tables that are not as they were."""
        mine, original = vars(self), vars(self._original)
        return {name for name in mine.keys() & original.keys() if mine[name] != original[name]}

    def as_stored(self) -> StoredState:
        """The state after the transaction."""
        stored = StoredState.__new__(StoredState)
        tables = {name: table for name, table in vars(self).items() if name != "_original"}
        vars(stored).update(vars(self._original) | tables)
        return stored


class InMemoryDatabase:
    """The database, shared by all fakes of a test; `state` is what is stored."""

    def __init__(self, *, starting_cash: Decimal = Decimal(100_000)) -> None:
        self.state = StoredState()
        self.starting_cash = starting_cash
        self.error: Exception | None = None  # raised at every beginning while it is set: the database is down
        self._lock = asyncio.Lock()
        self._inside: asyncio.Task[Any] | None = None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[CopiedState]:
        """Work on a copy that becomes the state at the end, unless something is raised."""
        if self._inside is asyncio.current_task():
            msg = "a transaction inside a transaction: it would wait for a second connection"
            raise RuntimeError(msg)
        async with self._lock:
            if self.error is not None:
                raise self.error
            with self._by_this_task():
                state = CopiedState(self.state)
                yield state
                _check_orders(state)
                self.state = state.as_stored()

    @contextmanager
    def _by_this_task(self) -> Iterator[None]:
        self._inside = asyncio.current_task()
        try:
            yield
        finally:
            self._inside = None


def _check_orders(state: StoredState) -> None:
    """No order without a confirmation, as the database has it."""
    confirmed = {each.decision_id for each in state.approvals.values() if each.outcome == "confirmed"}
    if not state.orders.keys() <= confirmed:
        msg = "an order without an approval of its decision"
        raise RuntimeError(msg)


class TenantStore:
    """A store of one tenant, within one transaction."""

    def __init__(self, state: StoredState, tenant_id: TenantId) -> None:
        self._state = state
        self._tenant_id = tenant_id


class SharedStore:
    """A store of all tenants; each of its methods is a transaction."""

    def __init__(self, memory: InMemoryDatabase, *, clock: Clock) -> None:
        self._memory = memory
        self._clock = clock
