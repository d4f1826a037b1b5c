"""What turns, the Home, sweeps and the relay read of a long history: no statement's work grows with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import psycopg
import pytest
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper
from psycopg import AsyncCursor
from psycopg.rows import TupleRow
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
from db.background.gauges import PostgresGauges
from db.background.relay import PostgresRelay
from db.background.sweeper import PostgresSweeper
from db.pool import Database
from db.sessions import Session, SessionSettings, session_conninfo
from db.stores.trading import account_ledger, accounts, decisions, fills, trading_limits

Statements = dict[tuple[str, str], Any]  # the parameters of one use of each, by role and text

SIZE: Final = HistorySize(turns=6_000, orders=2_000, pending=300)
MOST_ROWS: Final = 120  # that one step of a statement reads
MOST_BLOCKS: Final = 400  # that a function reads, whose steps are not seen
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
        fills.ALL,
    }
)


@contextmanager
def sent_statements() -> Iterator[Statements]:
    sent: Statements = {}
    execute = AsyncCursor.execute

    async def noted_execute(cursor: Any, query: Any, params: Any = None, **options: Any) -> Any:  # noqa: ANN401
        role = cursor.connection.info.get_parameters().get("options", "").partition("role=")[2].partition(" ")[0]
        if role:  # a connection that looks for a pooler has none
            sent.setdefault((role, str(query)), params)
        return await execute(cursor, query, params, **options)

    with patch.object(AsyncCursor, "execute", noted_execute):
        yield sent


@pytest.fixture
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
        costly = [step for plan in await plans(database_url, role, sql, parameters) for step in costly_steps(plan)]
        if costly and sql not in ALLOWED:
            found[sql] = costly

    assert not found
    assert len(sent) > 50


async def plans(database_url: str, role: str, sql: str, parameters: object) -> list[dict[str, Any]]:
    """Return how a statement is carried out, where it can be carried out again."""
    connection: psycopg.AsyncConnection[TupleRow]
    async with await Session.connect(session_conninfo(database_url), settings=SessionSettings(role)) as connection:
        connection.adapters.register_dumper(HalfVector, HalfVectorBinaryDumper)
        await connection.execute("SELECT set_config('parley.tenant_id', %s, true)", [str(TENANT)])
        try:
            for _ in range(2):  # the first reads the catalogue too
                cursor = await connection.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", parameters)  # type: ignore[call-overload]
                row = await cursor.fetchone()
        except (psycopg.errors.UniqueViolation, psycopg.errors.SyntaxError):
            return []
        finally:
            await connection.rollback()
    return [each["Plan"] for each in row[0]] if row else []


def costly_steps(plan: dict[str, Any]) -> Iterator[str]:
    """Yield the steps of a plan that read too much."""
    if parts := plan.get("Plans"):
        for each in parts:
            yield from costly_steps(each)
        return
    removed = sum(plan.get(f"Rows Removed by {by}", 0) for by in ("Filter", "Index Recheck", "Join Filter"))
    rows = (plan["Actual Rows"] + removed) * plan["Actual Loops"]
    blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
    if rows > MOST_ROWS or blocks > MOST_BLOCKS:
        name = plan.get("Index Name") or plan.get("Relation Name") or plan.get("Function Name")
        yield f"{plan['Node Type']} of {name}: {rows:.0f} rows, {blocks} blocks"
