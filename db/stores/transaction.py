"""The stores of one tenant, over one transaction."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from bot.domain.ids import TenantId
from bot.ports import Clock, NewId, Transaction
from db.pool import Connection, Database
from db.stores.audit import PostgresAudit
from db.stores.channels import PostgresChannels
from db.stores.conversations import PostgresConversations
from db.stores.episodes import PostgresEpisodes
from db.stores.messages import PostgresMessages
from db.stores.models.engine_runs import PostgresEngineRuns
from db.stores.models.model_budgets import PostgresModelBudgets
from db.stores.models.model_cache import PostgresModelCache
from db.stores.models.model_calls import PostgresModelCalls
from db.stores.outbox import PostgresOutbox
from db.stores.replies import PostgresReplies
from db.stores.summaries import PostgresSummaries
from db.stores.trading.accounts import PaperAccounts, PostgresAccounts
from db.stores.trading.decisions import PostgresDecisions
from db.stores.turn_logs import PostgresTurnLogs
from db.stores.turns import PostgresTurns


class PostgresStores:
    """Implements `bot.ports.Stores`."""

    def __init__(self, database: Database, *, clock: Clock, new_id: NewId, paper: PaperAccounts) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id
        self._paper = paper

    def transaction(self, tenant_id: TenantId) -> AbstractAsyncContextManager[Transaction]:
        return self._transaction(tenant_id)

    @asynccontextmanager
    async def _transaction(self, tenant_id: TenantId) -> AsyncIterator[Transaction]:
        async with self._database.transaction(tenant_id) as conn:
            yield self._bind_stores(conn, tenant_id)

    def _bind_stores(self, conn: Connection, tenant_id: TenantId) -> "PostgresTransaction":
        return PostgresTransaction(
            conn,
            tenant_id,
            accounts=PostgresAccounts(conn, tenant_id, clock=self._clock, paper=self._paper),
            audit=PostgresAudit(conn, tenant_id, clock=self._clock, new_id=self._new_id),
        )


class PostgresTransaction(Transaction):
    """Implements `bot.ports.Transaction`."""

    def __init__(
        self,
        conn: Connection,
        tenant_id: TenantId,
        *,
        accounts: PostgresAccounts,
        audit: PostgresAudit,
    ) -> None:
        self.conversations = PostgresConversations(conn, tenant_id)
        self.turns = PostgresTurns(conn, tenant_id)
        self.messages = PostgresMessages(conn, tenant_id)
        self.replies = PostgresReplies(conn, tenant_id)
        self.decisions = PostgresDecisions(conn, tenant_id)
        self.accounts = accounts
        self.audit = audit
        self.outbox = PostgresOutbox(conn, tenant_id)
        self.episodes = PostgresEpisodes(conn, tenant_id)
        self.summaries = PostgresSummaries(conn, tenant_id)
        self.channels = PostgresChannels(conn, tenant_id)
        self.model_calls = PostgresModelCalls(conn, tenant_id)
        self.model_cache = PostgresModelCache(conn, tenant_id)
        self.model_budgets = PostgresModelBudgets(conn, tenant_id)
        self.engine_runs = PostgresEngineRuns(conn, tenant_id)
        self.turn_logs = PostgresTurnLogs(conn, tenant_id)
