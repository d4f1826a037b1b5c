"""The stores of one tenant, over one transaction."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.domain.ids import TenantId
from bot.ports import Clock, NewId, Transaction
from db.pool import Database
from db.stores.analysts import PostgresAnalystDigests, PostgresAnalystReports
from db.stores.audit import PostgresAudit
from db.stores.base import StoreSession
from db.stores.conversations import PostgresChannels, PostgresConversations
from db.stores.memory.actual_results import PostgresActualResults
from db.stores.memory.conversation_records import PostgresConversationRecords
from db.stores.memory.core_memory import PostgresCoreMemory
from db.stores.memory.episode_search import PostgresEpisodeSearch
from db.stores.memory.episodes import PostgresEpisodes
from db.stores.memory.erasures import PostgresErasures
from db.stores.memory.knowledge import PostgresKnowledge
from db.stores.memory.summaries import PostgresSummaries
from db.stores.models.model_requests import PostgresModelBudgets, PostgresModelCache, PostgresModelCalls
from db.stores.models.runs import PostgresAnalysisRuns, PostgresEngineRuns
from db.stores.outbox import PostgresOutbox
from db.stores.overheard import PostgresOverheard
from db.stores.replies import PostgresMessages, PostgresReplies
from db.stores.trading.account_ledger import PostgresAccountLedger
from db.stores.trading.accounts import PaperAccounts, PostgresAccounts
from db.stores.trading.alerts import PostgresAlerts
from db.stores.trading.decisions import PostgresDecisions
from db.stores.trading.forecasts import PostgresForecasts, PostgresReflections
from db.stores.trading.holding_corrections import PostgresHoldingCorrections
from db.stores.trading.trading_limits import PostgresTradingLimits
from db.stores.turns import PostgresPickedReadings, PostgresTurnLogs, PostgresTurns
from db.stores.watching import PostgresBriefSubscriptions, PostgresWatchLists


class PostgresStores:
    """Implements `bot.ports.Stores`."""

    def __init__(self, database: Database, *, clock: Clock, new_id: NewId, paper: PaperAccounts) -> None:
        self.database = database
        self._clock = clock
        self._new_id = new_id
        self._paper = paper

    @asynccontextmanager
    async def transaction(self, tenant_id: TenantId, *, is_durable: bool = True) -> AsyncIterator[Transaction]:
        async with self.database.transaction(tenant_id, is_durable=is_durable) as conn:
            session = StoreSession(conn, tenant_id)
            yield self._bind_stores(session)
            await session.flush()

    @asynccontextmanager
    async def read(self, tenant_id: TenantId) -> AsyncIterator[Transaction]:
        async with self.database.read(tenant_id) as conn:
            yield self._bind_stores(StoreSession(conn, tenant_id, is_read_only=True))

    def _bind_stores(self, session: StoreSession) -> "PostgresTransaction":
        accounts = PostgresAccounts(session, clock=self._clock, paper=self._paper)
        return PostgresTransaction(session, accounts, PostgresAudit(session, clock=self._clock, new_id=self._new_id))


class PostgresTransaction(Transaction):
    """Implements `bot.ports.Transaction`."""

    def __init__(self, session: StoreSession, accounts: PostgresAccounts, audit: PostgresAudit) -> None:
        self.conversations = PostgresConversations(session)
        self.turns = PostgresTurns(session)
        self.messages = PostgresMessages(session)
        self.overheard = PostgresOverheard(session)
        self.replies = PostgresReplies(session)
        self.decisions = PostgresDecisions(session)
        self.forecasts = PostgresForecasts(session)
        self.reflections = PostgresReflections(session)
        self.accounts = accounts
        self.ledger = PostgresAccountLedger(session)
        self.corrections = PostgresHoldingCorrections(session)
        self.audit = audit
        self.limits = PostgresTradingLimits(session)
        self.alerts = PostgresAlerts(session)
        self.outbox = PostgresOutbox(session)
        self.actual_results = PostgresActualResults(session)
        self.episodes = PostgresEpisodes(session)
        self.episode_search = PostgresEpisodeSearch(session)
        self.summaries = PostgresSummaries(session)
        self.core_memory = PostgresCoreMemory(session)
        self.erasures = PostgresErasures(session)
        self.records = PostgresConversationRecords(session)
        self.knowledge = PostgresKnowledge(session)
        self.channels = PostgresChannels(session)
        self.picked_readings = PostgresPickedReadings(session)
        self.watch_lists = PostgresWatchLists(session)
        self.briefs = PostgresBriefSubscriptions(session)
        self.analyst_reports = PostgresAnalystReports(session)
        self.analyst_digests = PostgresAnalystDigests(session)
        self.model_calls = PostgresModelCalls(session)
        self.model_cache = PostgresModelCache(session)
        self.model_budgets = PostgresModelBudgets(session)
        self.engine_runs = PostgresEngineRuns(session)
        self.analysis_runs = PostgresAnalysisRuns(session)
        self.turn_logs = PostgresTurnLogs(session)
