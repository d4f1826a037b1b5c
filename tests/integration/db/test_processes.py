"""A process that dies loses what it held at once; one that lives, or that registered nothing, keeps it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import psycopg
import pytest

from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import IncomingCommand, IncomingPress
from bot.domain.conversation.turns import WorkerScope
from bot.domain.ids import derive_id
from bot.domain.trading.decisions import DecisionStatus
from db.background.due_work import CHANNELS_OF_A_DEATH, PostgresDueWork
from db.background.relay import PostgresRelay
from db.messaging.inbox import PostgresInbox
from db.messaging.postings import PostgresPostings
from db.notifications import BURY, PostgresNotifications
from tests.contract.store_sets import ANN, CONSOLE, LONG, StoreSet, a_job, a_thread
from tests.integration.db.test_database import break_connections
from tests.waiting import PATIENCE

NO_GRACE = timedelta(0)
PAST = "UPDATE process SET missing_since = missing_since - interval '1 minute'"


@asynccontextmanager
async def living(url: str, owner: str) -> AsyncIterator[None]:
    """A process of this name lives until the end of the block."""
    async with PostgresNotifications(url, owner=owner).listen():
        yield


async def bury(world: StoreSet, *, grace: timedelta = NO_GRACE) -> object:
    """Look twice, as the poller does: what is missing the first time is dead the second time."""
    for _ in range(2):
        row = await world.own_database.system_row(BURY, {"grace": grace})
    return row["latest"] if row else None


async def death(world: StoreSet) -> None:
    """Wait until the server has noticed that a session has ended, and its process is found dead."""
    async with asyncio.timeout(PATIENCE):
        while await bury(world) is None:  # noqa: ASYNC110 - the server's doing
            await asyncio.sleep(0.02)


async def test_dead_process_loses_its_leases_of_every_kind(database_url: str, world: StoreSet) -> None:
    relay = PostgresRelay(world.own_database, owner="dead")
    async with living(database_url, "dead"):
        answered = await world.turn(a_thread(1))
        decision = await world.decision(answered)
        shown = await world.answer(answered, shows=decision)
        assert await world.claim_delivery("dead")
        await world.deliveries.mark_delivered(shown, platform_id="p")
        cancelled = replace(decision, status=DecisionStatus.CANCELLED, decided_by=ANN.id, decided_at=world.clock.now())
        async with world.stores.transaction(answered.tenant_id) as tx:
            assert await tx.decisions.save(cancelled, expected_status=DecisionStatus.PROPOSED)
            await tx.outbox.add_job(a_job(answered, id=world.new_id(), at=world.clock.now()))
        assert await world.claim_delivery("dead")  # the refresh
        await world.answer(await world.turn(a_thread(2)))
        assert isinstance(await world.claim_delivery("dead"), Reply)
        waiting = await world.turn(a_thread(3))
        held = await world.claimed("dead")
        assert await relay.claim_jobs(limit=9, ttl=LONG)
        assert await bury(world) is None
        assert await world.claim("another") is None
    await death(world)

    claim = await world.claimed("another")
    assert claim.turn.id == waiting.id
    assert not await world.leases.renew(held, ttl=LONG)
    deliveries = await world.deliveries.claim_deliveries(owner="another", scope=CONSOLE, ttl=LONG, limit=9)
    assert len(deliveries) == 2
    assert len(await relay.claim_jobs(limit=9, ttl=LONG)) == 1


async def test_presses_and_commands_of_a_dead_process_are_abandoned_at_once(database_url: str, world: StoreSet) -> None:
    inbox = PostgresInbox(world.own_database, clock=world.clock, new_id=world.new_id, origin="dead")
    scope = WorkerScope(frozenset({"console"}))
    async with living(database_url, "dead"):
        press = (await inbox.accept_press(IncomingPress(a_thread(1), "p", ANN, "confirm:x:1"))).turn
        command = await inbox.accept_command(IncomingCommand(replace(a_thread(1), thread=""), "c", ANN, "/pending"))
        await bury(world)
        assert await world.leases.claim_presses(scope=scope, older_than=LONG, ttl=LONG) == ()
        assert await world.openings.abandoned_threads(scope=scope, older_than=LONG) == ()
    await death(world)

    assert [each.id for each in await world.leases.claim_presses(scope=scope, older_than=LONG, ttl=LONG)] == [press.id]
    assert [each.id for each in await world.openings.abandoned_threads(scope=scope, older_than=LONG)] == [command.id]


async def test_answers_of_a_dead_terminal_are_another_ones_at_once(database_url: str, world: StoreSet) -> None:
    inbox = PostgresInbox(world.own_database, clock=world.clock, new_id=world.new_id, origin="dead")
    async with living(database_url, "dead"):
        press = (await inbox.accept_press(IncomingPress(a_thread(1), "p", ANN, "confirm:x:1"))).turn
        reply = await world.answer(press)
        terminal = WorkerScope(frozenset({"console"}), {press.conversation_id})
        assert await world.claim_delivery("another", terminal) is None
    await death(world)

    found = await world.claim_delivery("another", terminal)
    assert isinstance(found, Reply)
    assert found.id == reply.id


async def test_an_attempt_to_post_ends_a_little_after_its_process(database_url: str, world: StoreSet) -> None:
    postings = PostgresPostings(world.own_database, owner="dead")
    turn = await world.turn()
    mark = MessageMark(derive_id(turn.id, "reply"))
    async with living(database_url, "dead"):
        await postings.begin_attempt(turn.thread, mark, is_final=True)
    await death(world)
    assert (await world.postings.begin_attempt(turn.thread, mark, is_final=True)).is_under_way
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as owner:
        await owner.execute(PAST)

    assert not (await world.postings.begin_attempt(turn.thread, mark, is_final=True)).is_under_way


async def test_a_living_process_whose_connection_breaks_is_registered_again_within_the_grace(
    database_url: str, world: StoreSet
) -> None:
    await world.turn(a_thread(1))
    async with PostgresNotifications(database_url, owner="alive").listen() as channels:
        claim = await world.claimed("alive")
        waiting = asyncio.ensure_future(anext(channels))
        await asyncio.sleep(0)
        await break_connections(database_url)
        await bury(world, grace=LONG)
        await waiting  # it has connected again

        assert await bury(world) is None
        assert await world.leases.renew(claim, ttl=LONG)


async def test_one_that_comes_back_after_it_was_thought_dead_lives_under_its_name_again(
    database_url: str, world: StoreSet
) -> None:
    name = uuid4().hex
    turn = await world.turn(a_thread(1))
    async with living(database_url, name):
        lost = await world.claim(name)
    await death(world)
    async with living(database_url, name):
        again = await world.claim(name)
        assert lost is not None
        assert again is not None
        assert (again.turn.id, again.fence) == (turn.id, lost.fence + 1)
        assert not await world.leases.renew(lost, ttl=LONG)  # the same owner, and an older fence
        assert await bury(world) is None
        assert await world.leases.renew(again, ttl=LONG)


@pytest.mark.parametrize("lookers", [2, 8])
async def test_several_that_look_at_once_find_one_death(database_url: str, world: StoreSet, lookers: int) -> None:
    await world.turn(a_thread(1))
    async with living(database_url, "dead"):
        await world.claim("dead")
    await asyncio.gather(*(death(world) for _ in range(lookers)))

    assert await world.claim("another") is not None


async def test_every_process_hears_of_a_death_once(database_url: str, world: StoreSet) -> None:
    watchers = [PostgresDueWork(world.own_database, owner=name, scope=CONSOLE) for name in ("a", "b")]
    async with living(database_url, "dead"):
        assert [await each.channels() for each in watchers] == [(), ()]
    await death(world)

    assert [await each.channels() for each in watchers] == [CHANNELS_OF_A_DEATH] * 2
    assert [await each.channels() for each in watchers] == [(), ()]
