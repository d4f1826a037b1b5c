import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from unittest.mock import AsyncMock

import psycopg
import pytest

from bot.domain.conversation.threads import IncomingMessage
from bot.domain.conversation.turns import Turn
from bot.domain.trading.decisions import DecisionStatus
from bot.errors import DiskFullError, StoreUnavailableError
from db.notifications import PostgresNotifications
from db.pool import Database, translate_errors
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from tests.contract.store_sets import ANN, CONSOLE, LONG, StoreSet, a_job, a_thread

TERMINATE = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s
"""

LISTENERS = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'
"""
PATIENCE = 60.0  # seconds


async def break_connections(url: str) -> None:
    """What a restart of the database does to whoever is connected."""
    superuser = url.replace("parley_owner@", "postgres@")
    async with await psycopg.AsyncConnection.connect(superuser, autocommit=True) as conn:
        await conn.execute(TERMINATE, [conn.info.backend_pid])


async def test_database_restarted_between_two_statements_goes_unnoticed(database_url: str, world: StoreSet) -> None:
    turn = await world.turn()
    await asyncio.gather(*(world.turn() for _ in range(8)))  # several connections in the pool
    await break_connections(database_url)

    assert (await world.tx(turn.tenant_id).turns.get(turn.id)).id == turn.id
    assert await world.claim() is not None


async def test_database_restarted_in_mid_transaction_is_unavailable_and_nothing_is_half_done(
    database_url: str, world: StoreSet
) -> None:
    turn = await world.turn()

    async def interrupted() -> None:
        async with world.stores.transaction(turn.tenant_id) as tx:
            assert await tx.turns.mark_answered(turn, at=world.clock.now())
            await break_connections(database_url)
            await tx.turns.get(turn.id)

    with pytest.raises(StoreUnavailableError):
        await interrupted()
    assert await world.tx(turn.tenant_id).turns.get(turn.id) == turn


async def test_table_changed_by_a_newer_version_then_unavailable_at_most_once(
    database_url: str, world: StoreSet
) -> None:
    """What is prepared on a connection fails once its table has a new column: all connections are made anew."""
    turn = await world.turn()

    async def read() -> None:
        await world.reading(turn.tenant_id).turns.get(turn.id)

    for _ in range(10):  # prepared on several connections
        await asyncio.gather(*(read() for _ in range(6)))
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as conn:
        await conn.execute("ALTER TABLE turn ADD COLUMN of_tomorrow integer")

    failures = 0
    for _ in range(12):
        try:
            await read()
        except StoreUnavailableError:
            failures += 1
    assert failures == 1


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
        assert await world.tx(turn.tenant_id).turns.get(turn.id) == turn


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
            await world.tx(turn.tenant_id).outbox.add_job(a_job(turn, id=world.new_id(), at=world.clock.now()))
            assert await soon(channels) == "outbox"

    async def test_second_delivery_and_claim_wake_nobody(self, database_url: str, world: StoreSet) -> None:
        message = IncomingMessage(a_thread(), "1", ANN, "analyze AAPL")
        turn = (await world.inbox.accept_message(message)).turn
        async with PostgresNotifications(database_url).listen() as channels:
            await world.inbox.accept_message(message)
            await world.claim()
            await world.tx(turn.tenant_id).outbox.add_job(a_job(turn, id=world.new_id(), at=world.clock.now()))
            assert await soon(channels) == "outbox"  # and nothing before it

    async def test_broken_connection_is_made_again_and_everything_woken(
        self, database_url: str, world: StoreSet
    ) -> None:
        async with PostgresNotifications(database_url).listen() as channels:
            waiting = asyncio.create_task(soon(channels))
            await asyncio.sleep(0)
            await break_connections(database_url)
            assert await waiting == "turn"
            assert [await soon(channels) for _ in range(3)] == ["analysis", "reply", "outbox"]
            await world.turn()
            assert await soon(channels) == "turn"

    async def test_nothing_is_left_open_when_nobody_waited(self, database_url: str) -> None:
        async with PostgresNotifications(database_url).listen():
            pass

        async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as conn:
            async with asyncio.timeout(PATIENCE):
                while await (await conn.execute(LISTENERS)).fetchone() != (0,):  # noqa: ASYNC110 - the server's doing
                    await asyncio.sleep(0.02)

    async def test_database_away_at_the_start_is_said(self) -> None:
        with pytest.raises(StoreUnavailableError):
            async with PostgresNotifications("postgresql://nobody@127.0.0.1:1/none").listen():
                pass


async def soon(channels: AsyncIterator[str]) -> str:
    async with asyncio.timeout(PATIENCE):
        return await anext(channels)


async def test_a_read_that_failed_once_works_again_on_the_same_connection(database_url: str, world: StoreSet) -> None:
    turn = await world.turn()
    async with Database(database_url, app_connections=1) as database:
        stores = PostgresStores(database, clock=world.clock, new_id=world.new_id, paper=PaperAccounts())

        async def read() -> None:
            async with stores.read(turn.tenant_id) as tx:
                await tx.turn_logs.last_log(turn.conversation_id)

        async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as owner:
            for _ in range(2):  # from the third time on it is prepared
                await read()
            await owner.execute("ALTER TABLE turn_log RENAME TO away")
            with pytest.raises(psycopg.Error):
                await read()
            await owner.execute("ALTER TABLE away RENAME TO turn_log")
            for _ in range(4):
                await read()


async def test_a_turn_that_cannot_be_read_holds_up_no_other_conversation(
    database_url: str, world: StoreSet, caplog: pytest.LogCaptureFixture
) -> None:
    odd, *others = [await world.turn(a_thread(number)) for number in range(3)]
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as owner:
        await owner.execute("UPDATE turn SET person_language = 'tlh' WHERE id = %s", [odd.id])

    claims = await world.leases.claim_turns(owner="runner", scope=CONSOLE, ttl=LONG, limit=5)

    assert [claim.turn.id for claim in claims] == [turn.id for turn in others]
    assert f"turn {odd.id} cannot be read" in caplog.text


async def test_turns_that_a_busy_database_does_not_show_are_free_again_and_count_no_attempt(
    world: StoreSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [await world.turn(a_thread(number)) for number in range(3)]
    with monkeypatch.context() as patches:
        patches.setattr(world.own_database, "app_row", AsyncMock(side_effect=StoreUnavailableError))
        assert await world.leases.claim_turns(owner="runner", scope=CONSOLE, ttl=LONG, limit=5) == ()

    claims = await world.leases.claim_turns(owner="runner", scope=CONSOLE, ttl=LONG, limit=5)

    assert [(claim.turn.id, claim.turn.attempts) for claim in claims] == [(turn.id, 1) for turn in turns]


async def test_a_reply_that_cannot_be_read_holds_up_no_other_conversation_and_is_tried_again_later(
    database_url: str, world: StoreSet, caplog: pytest.LogCaptureFixture
) -> None:
    odd, *others = [await world.answer(await world.turn(a_thread(number))) for number in range(3)]
    unknown = """UPDATE reply SET answer = jsonb_set(answer, '{blocks}', '[{"block": "hologram"}]') WHERE id = %s"""
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as owner:
        await owner.execute(unknown, [odd.id])

        found = await world.deliveries.claim_deliveries(owner="deliverer", scope=CONSOLE, ttl=LONG, limit=5)
        left = await (
            await owner.execute("SELECT lease_until, retry_at > now() FROM reply WHERE id = %s", [odd.id])
        ).fetchone()

    assert found == tuple(others)
    assert left == (None, True)
    assert f"reply {odd.id} cannot be read" in caplog.text


async def test_a_decision_that_changes_while_its_card_is_shown_anew_is_shown_once_more_at_once(
    database_url: str, world: StoreSet
) -> None:
    turn, decision = await world.proposed()
    reply = await world.answer(turn, shows=decision)
    await world.claim_delivery()
    await world.deliveries.mark_delivered(reply, platform_id="p")
    confirmed = await world.confirmed(decision)
    async with world.stores.transaction(turn.tenant_id) as tx:
        unknown = replace(confirmed, status=DecisionStatus.UNKNOWN)
        assert await tx.decisions.save(unknown, expected_status=DecisionStatus.CONFIRMED)
    refresh = await world.claim_refresh()
    assert refresh is not None
    async with world.stores.transaction(turn.tenant_id) as tx:
        rejected = replace(confirmed, status=DecisionStatus.REJECTED)
        assert await tx.decisions.save(rejected, expected_status=DecisionStatus.UNKNOWN)

    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as listener:
        await listener.execute("LISTEN parley")
        await world.deliveries.mark_refreshed(refresh)
        notified = [each.payload async for each in listener.notifies(timeout=PATIENCE, stop_after=1)]

    assert notified == ["reply"]
    assert await world.claim_refresh() is not None


async def test_a_store_that_collects_a_row_while_reading_is_a_defect(world: StoreSet) -> None:
    turn = await world.turn()
    with pytest.raises(RuntimeError, match="audit"):
        await world.reading(turn.tenant_id).audit.add_entry("pressed", subject=turn.id, by=ANN.id, facts={})
