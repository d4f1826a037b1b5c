"""Transactions that need the same rows: one order of locks where two often meet, another try where they collide."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.errors import ConcurrentUpdateError, StoreUnavailableError, TransactionConflictError
from bot.trading.decision_records import expire_decisions, record_decisions
from bot.turns.runner import retry_on_conflict
from tests.contract.store_sets import StoreSet

WAITING = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted) AS is_waiting"


async def until_somebody_waits(world: StoreSet) -> None:
    """Return when a transaction waits for a lock."""
    async with asyncio.timeout(60):
        while not (row := await world.own_database.system_row(WAITING, {})) or not row["is_waiting"]:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_transactions_that_wait_for_each_other_then_one_is_ended_and_done_again(world: StoreSet) -> None:
    turn = await world.turn()
    one, two = await world.decision(turn), await world.decision(turn)
    both_hold_one = asyncio.Barrier(2)
    conflicts: list[ConcurrentUpdateError] = []

    async def cancel_both(first: Decision, second: Decision) -> None:
        is_first_try = True

        async def cancel() -> None:
            nonlocal is_first_try
            async with world.stores.transaction(turn.tenant_id) as tx:
                await tx.decisions.save(as_cancelled(first), expected_status=DecisionStatus.PROPOSED)
                if is_first_try:
                    is_first_try = False
                    await both_hold_one.wait()
                await tx.decisions.save(as_cancelled(second), expected_status=DecisionStatus.PROPOSED)

        try:
            await cancel()
        except TransactionConflictError as error:
            conflicts.append(error)
            await retry_on_conflict(cancel)

    await asyncio.gather(cancel_both(one, two), cancel_both(two, one))

    assert len(conflicts) in {1, 2}  # both, if both look for the cause of their waiting in the same instant
    assert isinstance(conflicts[0], StoreUnavailableError)  # who knows no conflicts takes it for a database away
    async with world.stores.read(turn.tenant_id) as tx:
        assert {(await tx.decisions.get(each.id)).status for each in (one, two)} == {DecisionStatus.CANCELLED}


async def test_expiry_and_an_answer_that_supersedes_in_one_conversation_then_one_after_the_other(
    world: StoreSet,
) -> None:
    turn = await world.turn()
    old = await world.decision(turn, expires_at=world.clock.now() + timedelta(seconds=1))
    new = replace(old, version=2, expires_at=old.expires_at + timedelta(minutes=30))
    at = old.expires_at

    async def expire() -> tuple[Decision, ...]:
        async with world.stores.transaction(turn.tenant_id) as tx:
            return await expire_decisions(tx, turn.conversation_id, at=at)

    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.conversations.lock(turn.conversation_id)
        expiring = asyncio.create_task(expire())
        await until_somebody_waits(world)
        await record_decisions(tx, (new,), superseded=(old,))

    assert await expiring == ()
    async with world.stores.read(turn.tenant_id) as tx:
        assert (await tx.decisions.get(old.id, version=1)).status is DecisionStatus.SUPERSEDED
        assert (await tx.decisions.get(old.id)).is_pending(at=at)


def as_cancelled(decision: Decision) -> Decision:
    return replace(
        decision, status=DecisionStatus.CANCELLED, decided_by=decision.asked_by, decided_at=decision.created_at
    )
