import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta

import psycopg
import pytest

from bot.domain.conversation.turns import Turn
from bot.errors import DiskFullError, StoreUnavailableError
from db.notifications import PostgresNotifications
from db.pool import translate_errors
from tests.contract.store_sets import StoreSet, a_job, real_store_set

TERMINATE = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s
"""


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[StoreSet]:
    async with real_store_set(database_url) as opened:
        yield opened


async def break_connections(url: str) -> None:
    """What a restart of the database does to whoever is connected."""
    superuser = url.replace("parley_owner@", "postgres@")
    async with await psycopg.AsyncConnection.connect(superuser, autocommit=True) as conn:
        await conn.execute(TERMINATE, [conn.info.backend_pid])


async def test_database_restarted_between_two_statements_goes_unnoticed(database_url: str, world: StoreSet) -> None:
    turn = await world.turn()
    await asyncio.gather(*(world.turn() for _ in range(8)))  # several connections in the pool
    await break_connections(database_url)

    async with world.stores.transaction(turn.tenant_id) as tx:
        assert (await tx.turns.get(turn.id)).id == turn.id
    assert await world.claim() is not None


async def test_database_restarted_in_mid_transaction_is_unavailable_and_nothing_is_half_done(
    database_url: str,
    world: StoreSet,
) -> None:
    turn = await world.turn()

    async def interrupted() -> None:
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert await tx.turns.mark_answered(turn, at=world.clock.now())
            await break_connections(database_url)
            await tx.turns.get(turn.id)

    with pytest.raises(StoreUnavailableError):
        await interrupted()
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.turns.get(turn.id) == turn


async def test_cancelled_transaction_leaves_nothing_and_its_connection_usable(world: StoreSet) -> None:
    turn = await world.turn()
    begun = asyncio.Event()

    async def slow() -> None:
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.turns.mark_answered(turn, at=world.clock.now())
            begun.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(slow())
    await begun.wait()
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task

    for _ in range(12):  # more than the pool has connections
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert await tx.turns.get(turn.id) == turn


async def test_more_transactions_than_connections_wait_for_one_another(world: StoreSet) -> None:
    turn = await world.turn()

    async def read() -> Turn:
        async with world.stores.transaction(turn.tenant_id) as tx:
            await asyncio.sleep(0.01)
            return await tx.turns.get(turn.id)

    assert await asyncio.gather(*(read() for _ in range(50))) == [turn] * 50


async def test_full_disk_is_told_from_a_database_that_is_away() -> None:
    def fail(error: Exception) -> None:
        with translate_errors():
            raise error

    with pytest.raises(DiskFullError):
        fail(psycopg.errors.DiskFull("could not extend file: No space left on device"))
    with pytest.raises(StoreUnavailableError):
        fail(psycopg.errors.AdminShutdown("terminating connection due to administrator command"))


class TestWakeups:
    async def test_each_kind_of_writing_wakes(self, database_url: str, world: StoreSet) -> None:
        async with PostgresNotifications(database_url).listen() as channels:
            turn = await world.turn()
            assert await soon(channels) == "turn"
            await world.answer(turn)
            assert await soon(channels) == "reply"
            async with world.stores.transaction(turn.tenant_id) as tx:
                await tx.outbox.add_job(a_job(turn, id=world.new_id(), at=world.clock.now()))
            assert await soon(channels) == "outbox"

    async def test_second_delivery_wakes_nobody(self, database_url: str, world: StoreSet) -> None:
        await world.turn()
        async with PostgresNotifications(database_url).listen() as channels:
            await world.claim()
            with pytest.raises(TimeoutError):
                await soon(channels, within=timedelta(milliseconds=100))

    async def test_broken_connection_is_made_again_and_everything_woken(
        self, database_url: str, world: StoreSet
    ) -> None:
        async with PostgresNotifications(database_url).listen() as channels:
            waiting = asyncio.create_task(soon(channels))
            await asyncio.sleep(0.05)
            await break_connections(database_url)
            assert await waiting == "turn"
            assert [await soon(channels), await soon(channels)] == ["reply", "outbox"]
            await world.turn()
            assert await soon(channels) == "turn"

    async def test_nothing_is_left_open_when_nobody_waited(self, database_url: str) -> None:
        async with PostgresNotifications(database_url).listen():
            pass

        async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as conn:
            for _ in range(50):
                row = await (
                    await conn.execute("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
                ).fetchone()
                if row == (0,):
                    break
                await asyncio.sleep(0.02)
        assert row == (0,)

    async def test_database_away_at_the_start_is_said(self) -> None:
        with pytest.raises(StoreUnavailableError):
            async with PostgresNotifications("postgresql://nobody@127.0.0.1:1/none").listen():
                pass


async def soon(channels: AsyncIterator[str], *, within: timedelta = timedelta(seconds=10)) -> str:
    async with asyncio.timeout(within.total_seconds()):
        return await anext(channels)
