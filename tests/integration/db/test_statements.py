"""How few statements a turn takes, what a read leaves behind, and what is found to be due."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from psycopg import AsyncCursor
from pydantic import SecretStr

from adapters.embeddings.hashing import HashingEmbedder
from benchmarks.counting import counted_database_use
from benchmarks.turn_time import LINES, Stopwatch, seconds_of
from bot.bootstrap.app import Runtime, running_app
from bot.domain.conversation.turns import WorkerScope
from bot.domain.memory.recall import RecallPolicy, RecallQuestion
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.trading_limits import LimitHolder, LimitQuery
from bot.memory.core_memory import memory_place
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from bot.messaging.outbound.platform_router import Platform
from bot.ports.meter import NoMeter
from bot.settings import Settings
from db.background.due_work import PostgresDueWork
from db.pool import Database
from db.sessions import SET, VERIFY
from db.stores.memory.core_memory import WITH_LIMITS
from db.stores.memory.episode_search import SEARCH
from tests.contract.store_sets import ANN, CONSOLE, StoreSet, a_job, a_thread

MOST_STATEMENTS, MOST_COMMITS = 24, 4  # two of which read what is noted on the share


async def test_decision_takes_few_statements_and_commits(database_url: str, redis_url: str, tmp_path: Path) -> None:
    watch = Stopwatch()
    platform = Platform(watch, watch, watch)
    scope = WorkerScope(frozenset({"benchmark"}))
    runtime = Runtime(scope=scope, platforms=lambda _: {"benchmark": platform}, meter=NoMeter())
    settings = Settings(
        database_url=SecretStr(database_url), redis_url=SecretStr(redis_url), parley_home=tmp_path, market_data="sample"
    )
    async with running_app(settings, runtime) as app:
        await seconds_of(LINES["ANALYZE"], "thread", app=app, watch=watch)
        with counted_database_use() as use:
            await seconds_of(LINES["DECIDE"], "thread", app=app, watch=watch)

    assert use.statements <= MOST_STATEMENTS + 1  # the poller may have looked meanwhile
    assert use.commits <= MOST_COMMITS


async def test_recall_takes_two_statements_and_core_memory_with_limits_one(
    world: StoreSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []
    execute = AsyncCursor.execute

    async def noted(cursor: Any, query: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - passed on
        if query not in {SET, VERIFY}:  # sent once by each new connection
            sent.append(query)
        return await execute(cursor, query, *args, **kwargs)

    turn = await world.turn(a_thread(1))
    conversation = await world.reading(turn.tenant_id).conversations.get(turn.conversation_id)
    embedders = QuestionEmbedders(stores=world.stores, configured=HashingEmbedder())
    recall = Recall(stores=world.stores, embedders=embedders, policy=RecallPolicy(), clock=world.clock)
    holder = LimitHolder(person_id=turn.person.id, conversation_id=turn.conversation_id)
    limits = LimitQuery(holder=holder, at=world.clock.now(), market_time=None)
    monkeypatch.setattr(AsyncCursor, "execute", noted)
    await recall(turn, conversation, RecallQuestion(text="what did Bob say about banks?"))
    of_recall = list(sent)
    sent.clear()
    await world.reading(turn.tenant_id).core_memory.load(memory_place(turn), limits=limits)

    assert of_recall[1:] == [SEARCH]  # after the one that sets the tenant
    assert sent[1:] == [WITH_LIMITS]


async def test_a_read_is_one_transaction_after_which_no_tenant_is_set(database_url: str, world: StoreSet) -> None:
    turn = await world.turn()
    instants, tenant = "SELECT now() AS at", "SELECT current_setting('parley.tenant_id', true) AS tenant"
    async with Database(database_url, app_connections=1) as database:
        async with database.read(turn.tenant_id) as conn:
            rows = [await (await conn.execute(instants)).fetchone() for _ in range(2)]
            inside = await (await conn.execute(tenant)).fetchone()
        outside = await database.app_row(tenant, {})

    assert rows[0] == rows[1]
    assert inside == {"tenant": str(turn.tenant_id)}
    assert outside == {"tenant": ""}


async def test_work_is_due_from_when_it_waits_until_it_is_claimed(world: StoreSet) -> None:
    due_work = PostgresDueWork(world.own_database, owner="o", scope=CONSOLE)
    elsewhere = PostgresDueWork(world.own_database, owner="o", scope=WorkerScope(frozenset({"discord"})))
    assert await due_work.channels() == ()

    turn = await world.turn(a_thread(1))
    decision = await world.decision(turn)
    assert await due_work.channels() == ("turn",)
    assert await elsewhere.channels() == ()

    await world.claim()
    assert await due_work.channels() == ()

    reply = await world.answer(turn, shows=decision)
    assert await due_work.channels() == ("reply",)
    await world.claim_delivery()
    assert await due_work.channels() == ()

    await world.deliveries.mark_delivered(reply, platform_id="p")
    cancelled = replace(decision, status=DecisionStatus.CANCELLED, decided_by=ANN.id, decided_at=world.clock.now())
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.decisions.save(cancelled, expected_status=DecisionStatus.PROPOSED)
        await tx.outbox.add_job(a_job(turn, id=world.new_id(), at=world.clock.now()))
    assert set(await due_work.channels()) == {"reply", "outbox"}
