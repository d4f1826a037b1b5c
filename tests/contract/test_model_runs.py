"""Engine runs and turn logs, kept per conversation, in memory and in PostgreSQL."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from psycopg import errors

from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import LogEntry, Turn, TurnLog
from bot.domain.ids import ConversationId, TenantId
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from tests.contract.store_sets import StoreSet, a_proposal, a_thread
from tests.fakes.clock import NOON
from tests.fakes.model_stores import a_run

DISCUSSION = (
    AgentMessage(1, "filter", "decision", "AAPL needs its fundamentals. 需要基本面", ("AAPL", "MSFT")),
    AgentMessage(2, "validator", "decision", "The sum is <too> large.\nTry 3000."),
)
LOG = TurnLog(
    number=1,
    intent=Intent.DECIDE,
    entries=(LogEntry("route", 0.25, {"method": "rules"}), LogEntry("respond", 1_500.0)),
    at=NOON,
)

Found = tuple[EngineRun, tuple[AgentMessage, ...]] | None


async def add(world: StoreSet, turn: Turn, run: EngineRun, said: tuple[AgentMessage, ...] = DISCUSSION) -> None:
    await world.tx(turn.tenant_id).engine_runs.add_run(run, said, turn=turn)


async def found(
    world: StoreSet, tenant_id: TenantId, conversation_id: ConversationId, *, run_id: UUID | None = None
) -> Found:
    return await world.tx(tenant_id).engine_runs.discussion(conversation_id, run_id=run_id)


async def test_a_run_comes_back_as_added_with_what_was_said_in_order(world: StoreSet) -> None:
    turn, run = await world.turn(), a_run(id=world.new_id())
    await add(world, turn, run, (DISCUSSION[1], DISCUSSION[0]))
    assert await found(world, turn.tenant_id, turn.conversation_id) == (run, DISCUSSION)


async def test_without_an_id_the_latest_is_meant(world: StoreSet) -> None:
    turn = await world.turn()
    first, last = a_run(id=world.new_id()), a_run(id=world.new_id(), at=NOON + timedelta(seconds=1))
    await add(world, turn, last, ())
    await add(world, turn, first)
    assert await found(world, turn.tenant_id, turn.conversation_id) == (last, ())
    assert await found(world, turn.tenant_id, turn.conversation_id, run_id=first.id) == (first, DISCUSSION)
    assert await found(world, turn.tenant_id, turn.conversation_id, run_id=world.new_id()) is None


async def test_what_is_said_later_is_numbered_on_and_leaves_what_was_said(world: StoreSet) -> None:
    turn, run = await world.turn(), a_run(id=world.new_id())
    await add(world, turn, run)
    later = (AgentMessage(1, "person", "judge", "Bob: “No.”", ("AAPL",)), AgentMessage(2, "judge", "person", "Yes."))
    await world.tx(turn.tenant_id).engine_runs.add_messages(run.id, later)
    numbered = tuple(replace(each, number=each.number + len(DISCUSSION)) for each in later)
    assert await found(world, turn.tenant_id, turn.conversation_id) == (run, (*DISCUSSION, *numbered))


async def test_of_a_share_the_latest_run_that_speaks_of_it_is_meant(world: StoreSet) -> None:
    turn = await world.turn()
    first, last = a_run(id=world.new_id()), a_run(id=world.new_id(), at=NOON + timedelta(seconds=1))
    await add(world, turn, first)
    await add(world, turn, last, (AgentMessage(1, "bull", "judge", "IBM is cheap.", ("IBM",)),))

    async def runs_on(symbol: str) -> EngineRun | None:
        met = await world.tx(turn.tenant_id).engine_runs.discussion(turn.conversation_id, symbol=symbol)
        return met[0] if met else None

    assert [await runs_on(symbol) for symbol in ("MSFT", "IBM", "GOOG")] == [first, last, None]


async def test_strange_characters_are_replaced_rather_than_refused(real: StoreSet) -> None:
    turn = await real.turn()
    await add(real, turn, a_run(id=real.new_id()), (AgentMessage(1, "a\x00", "b", "c\x00\ud800", ("D\x00",)),))
    kept = await found(real, turn.tenant_id, turn.conversation_id)
    assert kept is not None
    assert kept[1] == (AgentMessage(1, "a\ufffd", "b", "c\ufffd?", ("D\ufffd",)),)


async def test_neither_another_conversation_nor_another_tenant_has_it(world: StoreSet) -> None:
    turn, run = await world.turn(a_thread(1)), a_run(id=world.new_id())
    beside, elsewhere = await world.turn(a_thread(2)), await world.turn(a_thread(1, workspace="elsewhere"))
    await add(world, turn, run)
    for other in (beside, elsewhere):
        assert await found(world, other.tenant_id, other.conversation_id, run_id=run.id) is None
    assert await found(world, elsewhere.tenant_id, turn.conversation_id) is None


async def test_a_decision_knows_the_run_it_came_out_of(world: StoreSet) -> None:
    turn, run = await world.turn(), a_run(id=world.new_id())
    await add(world, turn, run)
    decision = await world.decision(turn, proposal=a_proposal(run_id=run.id))
    assert (await world.tx(turn.tenant_id).decisions.get(decision.id)).proposal.run_id == run.id


async def test_a_decision_of_a_run_that_is_not_there_is_refused(world: StoreSet) -> None:
    turn = await world.turn()
    with pytest.raises((LookupError, errors.ForeignKeyViolation)):
        await world.decision(turn, proposal=a_proposal(run_id=world.new_id()))


async def test_a_log_comes_back_as_put_and_the_later_turns_counts(world: StoreSet) -> None:
    turn = await world.turn()
    again = replace(LOG, entries=(LogEntry("persist", 2.5),))
    later = TurnLog(number=2, intent=Intent.UNKNOWN, entries=(), at=NOON)
    logs = []
    for log in (
        LOG,
        again,
        later,
        replace(LOG, at=NOON + timedelta(hours=1)),
    ):  # the last comes late
        async with world.stores.transaction(turn.tenant_id) as tx:
            await tx.turn_logs.replace_log(turn, log)
            logs.append(await tx.turn_logs.last_log(turn.conversation_id))
    assert logs == [LOG, again, later, later]


async def test_another_conversation_or_tenant_has_no_log_of_it(world: StoreSet) -> None:
    turn, elsewhere = await world.turn(a_thread(1)), await world.turn(a_thread(1, workspace="elsewhere"))
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.turn_logs.replace_log(turn, LOG)
        assert await tx.turn_logs.last_log(a_thread(2).conversation_id) is None
    async with world.stores.transaction(elsewhere.tenant_id) as tx:
        assert await tx.turn_logs.last_log(elsewhere.conversation_id) is None
        assert await tx.turn_logs.last_log(turn.conversation_id) is None
