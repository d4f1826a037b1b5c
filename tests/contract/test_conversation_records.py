from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.conversation.states import State
from bot.domain.conversation.threads import IncomingMessage, Person
from bot.domain.conversation.turns import Turn
from bot.domain.ids import DecisionId, derive_id
from bot.domain.memory.conversation_record import RecordQuery
from bot.domain.memory.episodes import Visibility
from bot.domain.trading.decisions import Action, DecisionStatus
from tests.contract.store_sets import ANN, StoreSet, a_message, a_reply, a_thread, overheard
from tests.contract.test_summaries import a_summary


async def talk_about(world: StoreSet, turn: Turn, *symbols: str) -> None:
    """Answer a turn about `symbols`, and count its two messages."""
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.turns.mark_answered(turn, at=world.clock.now())
        reply = a_reply(turn, at=world.clock.now())
        await tx.replies.add_reply(replace(reply, answer=replace(reply.answer, symbols=symbols)))
        conversation = await tx.conversations.lock(turn.conversation_id)
        focus = symbols[:1] or conversation.focus
        count = conversation.message_count + 2
        await tx.conversations.save(
            replace(conversation, focus=focus, message_count=count, last_active_at=world.clock.now())
        )


async def find(world: StoreSet, turn: Turn, query: RecordQuery) -> list[str]:
    async with world.stores.read(turn.tenant_id) as tx:
        return [each.thread.thread for each in await tx.records.find(query)]


async def test_what_is_known_of_a_conversation(world: StoreSet) -> None:
    thread = a_thread(1)
    turn, second = await world.turn(thread, "analyze IBM"), await world.turn(thread, "and AAPL?")
    await talk_about(world, turn, "IBM")
    await talk_about(world, second, "AAPL", "IBM")
    bought = await world.decision(turn, status=DecisionStatus.FILLED)
    held = await world.decision(turn)
    async with world.stores.transaction(turn.tenant_id) as tx:
        hold = replace(
            held, id=DecisionId(derive_id(held.id, "hold")), proposal=replace(held.proposal, action=Action.HOLD)
        )
        await tx.decisions.add_decision(hold)
        message = a_message(turn, id=world.new_id(), at=world.clock.now())
        await tx.messages.add_message(replace(message, state_after=State.COMPLETED))
        await tx.messages.add_message(replace(message, id=world.new_id(), state_after=State.IDLE))
        await tx.summaries.save(a_summary(world, turn.conversation_id), expected_covered_count=0)

    (record,) = await world.reading(turn.tenant_id).records.find(RecordQuery(limit=5))
    assert (record.id, record.thread, record.state) == (turn.conversation_id, thread, State.IDLE)
    assert (record.turns, record.messages) == (2, 4)
    assert (record.begun_by, record.first_words) == ("Ann", "analyze IBM")
    assert record.first_message_id == turn.platform_id
    assert (record.focus, sorted(record.symbols)) == (("AAPL",), ["AAPL", "IBM"])
    assert record.focus_at is not None
    assert record.focus_at <= record.last_active_at
    assert {each.id for each in record.decisions} == {bought.id, held.id}
    assert record.name_of(held.asked_by) == "Ann"
    assert record.summary.splitlines()[-1] == "SYMBOLS IBM, BRK.B"
    assert record.completed_at == message.created_at
    assert [each.id for each in record.pending(at=world.clock.now())] == [held.id]


async def test_found_by_channel_id_symbol_and_time(world: StoreSet) -> None:
    threads = [replace(a_thread(number), channel=f"C{number % 2}") for number in (1, 2, 3)]
    turns = [await world.turn(each) for each in threads]
    for turn, symbols in zip(turns, (("IBM",), ("IBM", "AAPL"), ()), strict=True):
        await talk_about(world, turn, *symbols)
    unanswered = await world.turn(replace(a_thread(4), channel="C1"))
    stranger = await world.turn(replace(a_thread(5, workspace="elsewhere"), channel="C1"))
    await talk_about(world, stranger, "IBM")
    async with world.stores.transaction(turns[1].tenant_id) as tx:
        for name, text in (("Carol Lee", "so do I"), ("Dan", "")):
            person = Person(id=name, name=name)
            await tx.overheard.add(overheard(threads[1], text, id=name, at=world.clock.now(), person=person))
    first, second, third = (each.thread for each in threads)
    now = world.clock.now()
    hour = timedelta(hours=1)
    for query, found in (
        (RecordQuery(limit=9), [third, second, first]),
        (RecordQuery(limit=2), [third, second]),
        (RecordQuery(limit=2, offset=1), [second, first]),
        (RecordQuery(limit=2, offset=3), []),
        (RecordQuery(limit=9, channels=("C1",)), [third, first]),
        (RecordQuery(limit=9, channels=()), []),
        (RecordQuery(limit=9, symbols=("IBM",)), [second, first]),
        (RecordQuery(limit=9, symbols=("AAPL", "FB")), [second]),
        (RecordQuery(limit=9, symbols=("AAPL",), channels=("C1",)), []),
        (RecordQuery(limit=9, conversation_id=turns[1].conversation_id), [second]),
        (RecordQuery(limit=9, without=turns[1].conversation_id), [third, first]),
        (RecordQuery(limit=9, speaker="ann"), [third, second, first]),
        (RecordQuery(limit=9, speaker="An"), []),
        (RecordQuery(limit=9, speaker="carol"), [second]),  # who was only overheard
        (RecordQuery(limit=9, speaker="dan"), []),  # of whom nothing was kept
        (RecordQuery(limit=9, id_prefix=turns[0].conversation_id.hex[:9].upper()), [first]),
        (RecordQuery(limit=9, id_prefix=turns[0].conversation_id.hex[:4]), []),
        (RecordQuery(limit=9, id_prefix=third), [third]),
        (RecordQuery(limit=9, id_prefix=stranger.conversation_id.hex), []),
        (RecordQuery(limit=9, id_prefix=unanswered.conversation_id.hex), []),
        (RecordQuery(limit=9, since=now - hour, until=now + hour), [third, second, first]),
        (RecordQuery(limit=9, since=now + hour), []),
        (RecordQuery(limit=9, until=now - hour), []),
        (RecordQuery(limit=9, symbols=("IBM",), since=now - hour, until=now + hour), [second, first]),
        (RecordQuery(limit=9, symbols=("IBM",), since=now + hour), []),
    ):
        assert await find(world, turns[0], query) == found, query


@pytest.mark.parametrize(("count", "found"), [(20, 1), (21, 0)])
async def test_a_list_of_very_many_shares_is_about_none(world: StoreSet, count: int, found: int) -> None:
    turn = await world.turn()
    await talk_about(world, turn, *(f"S{number}" for number in range(count)))
    assert len(await find(world, turn, RecordQuery(limit=1, symbols=("S3",)))) == found


async def test_of_other_channels_those_that_are_known_to_be_public(world: StoreSet) -> None:
    mine = await world.turn(replace(a_thread(1), channel="C-mine"))
    await talk_about(world, mine, "IBM")
    for number, visibility in enumerate(Visibility, 2):
        thread = replace(a_thread(number), channel=f"C-{visibility}")
        message = IncomingMessage(thread, f"m {visibility}", ANN, "analyze IBM", visibility=visibility)
        await talk_about(world, (await world.inbox.accept_message(message)).turn, "IBM")
    query = RecordQuery(limit=9, channels=("C-mine",), symbols=("IBM",))
    async with world.stores.read(mine.tenant_id) as tx:
        here = await tx.records.find(query)
        wider = await tx.records.find(replace(query, with_public=True))
    assert [each.thread.channel for each in here] == ["C-mine"]
    assert [each.thread.channel for each in wider] == ["C-public", "C-mine"]
