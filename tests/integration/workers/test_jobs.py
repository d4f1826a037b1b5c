"""The real jobs, run by a real worker, over the real outbox."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from redis import Redis

from adapters.embeddings.sentences import SentenceEmbedder
from bot.clock import SystemClock, new_id
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.jobs import Job, index_episodes_job, summarise_conversation_job
from bot.domain.memory.episodes import VectorCounts
from db.background.relay import PostgresRelay
from db.messaging.inbox import PostgresInbox
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from tests.contract.store_sets import a_message, an_episode
from workers.relay import OutboxRelay
from workers.rq_queue import RqJobQueue

NOW = datetime(2026, 3, 2, 14, 0, tzinfo=UTC)


@pytest.fixture
def settings(database_url: str, redis_url: str, tmp_path: Path) -> dict[str, str]:
    return {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "PARLEY_HOME": str(tmp_path)}


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    async with Database(database_url) as database:
        yield database


@pytest.fixture
def stores(database: Database) -> PostgresStores:
    paper = PaperAccounts(starting_cash=Decimal(100_000))
    return PostgresStores(database, clock=SystemClock(), new_id=new_id, paper=paper)


@pytest.fixture
async def turn(database: Database) -> Turn:
    inbox = PostgresInbox(database, clock=SystemClock(), new_id=new_id)
    message = IncomingMessage(Thread("console", "w", "c", "t"), "1", Person("ann", "Ann"), "analyze AAPL")
    return (await inbox.accept_message(message)).turn


async def test_worker_runs_what_the_relay_put_then_all_is_stored_and_what_cannot_be_done_is_tried_later(
    stores: PostgresStores, database: Database, turn: Turn, settings: dict[str, str]
) -> None:
    episode = an_episode(turn, id=new_id(), at=NOW, text="why did we sell NVDA? 为什么卖出英伟达？", symbols=("NVDA",))
    async with stores.transaction(turn.tenant_id) as tx:
        conversation = await tx.conversations.lock(turn.conversation_id)
        await tx.conversations.save(replace(conversation, message_count=10))
        for number in range(10):
            await tx.messages.add_message(a_message(turn, id=new_id(), at=NOW, text=f"question {number}"))
        await tx.episodes.add_episode(episode)
        impossible = replace(summary_job(turn), key="no uuid", arguments={"conversation_id": "no uuid"})
        for job in (index_job(turn), summary_job(turn), impossible):
            await tx.outbox.add_job(job)
    outbox = PostgresRelay(database)

    async with queue(settings) as rq:
        assert await OutboxRelay(outbox, rq)() == 3
    assert await run_worker(settings) == 0

    async with stores.transaction(turn.tenant_id) as tx:
        summary = await tx.summaries.get(turn.conversation_id)
        assert await tx.episodes.vector_counts() == VectorCounts(1, {SentenceEmbedder.model: 1})
    assert summary is not None
    assert summary.covered_count == 4
    assert summary.text.splitlines()[-1] == "2026-03-02 ASKED Ann: question 3"
    assert await outbox.claim_jobs(limit=10, ttl=timedelta(0)) == ()
    assert await database.system_rows("SELECT failures, last_error, due_at > now() AS later FROM outbox", {}) == [
        {"failures": 1, "last_error": "ValueError: badly formed hexadecimal UUID string", "later": True}
    ]


@asynccontextmanager
async def queue(settings: dict[str, str]) -> AsyncIterator[RqJobQueue]:
    rq = RqJobQueue(Redis.from_url(settings["REDIS_URL"]))
    yield rq
    await rq.close()


async def run_worker(settings: dict[str, str]) -> int:
    """Run all that is in the queue in another process; return its exit code."""
    program = f"from workers.worker import run_worker; run_worker({settings['REDIS_URL']!r}, burst=True)"
    worker = await asyncio.create_subprocess_exec(sys.executable, "-c", program, env=os.environ | settings)
    async with asyncio.timeout(60):
        return await worker.wait()


def index_job(turn: Turn) -> Job:
    return index_episodes_job(new_id(), tenant_id=turn.tenant_id, key=str(turn.conversation_id), at=NOW)


def summary_job(turn: Turn) -> Job:
    return summarise_conversation_job(new_id(), tenant_id=turn.tenant_id, conversation_id=turn.conversation_id, at=NOW)
