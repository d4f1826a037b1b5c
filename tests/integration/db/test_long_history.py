"""What turns, the Home, sweeps and the relay read of a long history: no statement's work grows with it."""

from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest_asyncio
from pydantic import SecretStr

from benchmarks.long_history import TENANT, HistorySize, fill
from benchmarks.turn_time import LINES, Stopwatch, seconds_of
from bot.bootstrap.app import Runtime, running_app
from bot.clock import SystemClock, new_id
from bot.domain.conversation.turns import WorkerScope
from bot.domain.text.locale import Language, Locale
from bot.messaging.outbound.platform_router import Platform
from bot.ports.meter import NoMeter
from bot.settings import Settings
from db.background.operator_figures import PostgresGauges
from db.background.relay import PostgresRelay
from db.background.sweeper import PostgresSweeper
from db.pool import Database
from db.stores.trading import account_ledger, accounts, decisions, orders, trading_limits
from tests.statement_plans import StatementPlans, Statements, sent_statements

SIZE: Final = HistorySize(turns=3_000, orders=1_000, pending=300)
MOST_ROWS: Final = 120  # that one step of a statement reads
SAID: Final = (
    *LINES.values(),
    *("at most $5,000 a day in total", "should I buy MSFT?", "buy 1 AAPL", "yes", "review all", "why did we buy IBM?"),
    *("/orders", "/status", "/pending", "/pending page 3", "/portfolio", "cancel all"),
)

# What is pending is summed and sorted; matching decisions are counted, but no more than MOST_COUNTED; from the ledger
# follows a report that is kept until there is another entry.
ALLOWED: Final = frozenset(
    {
        accounts.RESERVED,
        trading_limits.IN_FORCE,
        decisions.PENDING_PAGE,
        decisions.COUNT_MATCHING,
        account_ledger.COUNT,
        orders.FILLS,
    }
)


@pytest_asyncio.fixture(loop_scope="session")
async def sent(database_url: str, redis_url: str, tmp_path: Path) -> Statements:
    """The statements of turns of all kinds, of the Home and of sweeps, over a long history."""
    watch = Stopwatch()
    platform = Platform(watch, watch, watch)
    scope = WorkerScope(frozenset({"benchmark"}))
    runtime = Runtime(scope=scope, platforms=lambda _: {"benchmark": platform}, meter=NoMeter())
    settings = Settings(
        database_url=SecretStr(database_url), redis_url=SecretStr(redis_url), parley_home=tmp_path, market_data="sample"
    )
    async with running_app(settings, runtime) as app:
        await seconds_of(LINES["DECIDE"], "before", app=app, watch=watch)  # opens the account
        await fill(database_url, SIZE)
        with sent_statements() as sent:
            for text in SAID:
                await seconds_of(text, "now", app=app, watch=watch)
            await app.gateway.app_home(TENANT, "ann", Locale(Language.ENGLISH))
            async with Database(database_url) as database:
                await sweep(database)
    return dict(sent)


async def sweep(database: Database) -> None:
    sweeper = PostgresSweeper(database, clock=SystemClock(), new_id=new_id)
    await sweeper.unfinished_decisions(older_than=timedelta(0))
    await sweeper.tenants_with_expired_decisions()
    await sweeper.add_missing_jobs()
    await PostgresGauges(database).read_backlog()
    await PostgresRelay(database).claim_jobs(limit=1, ttl=timedelta(seconds=1))


async def test_no_statement_reads_more_where_the_history_is_longer(sent: Statements, database_url: str) -> None:
    found = {}
    for (role, sql), parameters in sent.items():
        costly = await StatementPlans(database_url=database_url, tenant_id=TENANT, role=role).costly_steps(
            sql, parameters, most_rows=MOST_ROWS
        )
        if costly and sql not in ALLOWED:
            found[sql] = costly

    assert not found
    assert len(sent) > 50
