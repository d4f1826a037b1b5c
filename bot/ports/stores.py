"""Ports for the stores of one tenant, all used within one transaction.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.domain.ids import TenantId
from bot.domain.jobs import Job
from bot.ports.committee import AnalysisRuns, AnalystDigests, AnalystReports
from bot.ports.conversation_stores import (
    Channels,
    Conversations,
    Erasures,
    Messages,
    Overheard,
    PickedReadings,
    Replies,
    Turns,
)
from bot.ports.holding_corrections import HoldingCorrections
from bot.ports.knowledge import Knowledge
from bot.ports.memory_stores import (
    ActualResults,
    ConversationRecords,
    CoreMemoryStore,
    Episodes,
    EpisodeSearch,
    Summaries,
)
from bot.ports.models import EngineRuns, ModelBudgets, ModelCache, ModelCalls, TurnLogs
from bot.ports.trading_stores import AccountLedger, Accounts, Audit, Decisions, Forecasts, Reflections, TradingLimits
from bot.ports.watching import Alerts, BriefSubscriptions, WatchLists


class Outbox(Protocol):
    """Background jobs, written in the transaction that makes them due."""

    async def add_job(self, job: Job) -> None:
        """Append a job unless there is an unfinished one with the same name and key."""


class Transaction(Protocol):
    """The stores of one tenant within one transaction: all changes are stored, or none."""

    conversations: Conversations
    turns: Turns
    messages: Messages
    overheard: Overheard
    replies: Replies
    decisions: Decisions
    forecasts: Forecasts
    reflections: Reflections
    accounts: Accounts
    ledger: AccountLedger
    corrections: HoldingCorrections
    limits: TradingLimits
    alerts: Alerts
    audit: Audit
    outbox: Outbox
    actual_results: ActualResults
    episodes: Episodes
    episode_search: EpisodeSearch
    summaries: Summaries
    core_memory: CoreMemoryStore
    erasures: Erasures
    records: ConversationRecords
    knowledge: Knowledge
    channels: Channels
    picked_readings: PickedReadings
    watch_lists: WatchLists
    briefs: BriefSubscriptions
    analyst_reports: AnalystReports
    analyst_digests: AnalystDigests
    model_calls: ModelCalls
    model_cache: ModelCache
    model_budgets: ModelBudgets
    engine_runs: EngineRuns
    analysis_runs: AnalysisRuns
    turn_logs: TurnLogs


class Stores(Protocol):
    """The database of one tenant, isolated by row-level security."""

    def transaction(self, tenant_id: TenantId, *, is_durable: bool = True) -> AbstractAsyncContextManager[Transaction]:
        """Begin a transaction; it commits at the end and rolls back on any exception.

        One that is not durable does not wait for the disk: a power failure may undo it, nothing else does.
        """

    def read(self, tenant_id: TenantId) -> AbstractAsyncContextManager[Transaction]:
        """Begin a transaction that only reads, quicker than `transaction`.

        The one method that writes which may be called is `accounts.default`: an account stays open whatever follows.
        """
