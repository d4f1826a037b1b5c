"""Whoever says much waits for themselves: others' messages come before the rest of a burst, and find a place."""

import asyncio
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from itertools import count

import psycopg

from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import Claim, Turn
from tests.contract.store_sets import ANN, CONSOLE, LONG, StoreSet, a_thread

BOB = replace(ANN, id="U2", name="Bob")
_NUMBERS = count(1)


async def says(world: StoreSet, person: Person, thread: Thread) -> Turn:
    message = IncomingMessage(thread, f"f{next(_NUMBERS)}", person, "analyze AAPL")
    return (await world.inbox.accept_message(message)).turn


async def claims(world: StoreSet, limit: int, running: Collection[Turn] = ()) -> tuple[Claim, ...]:
    return await world.leases.claim_turns(owner="o", scope=CONSOLE, ttl=LONG, limit=limit, running=running)


async def answered(world: StoreSet, claim: Claim) -> None:
    await world.answer(claim.turn)
    await world.leases.release(claim)


async def test_a_question_stands_before_a_burst_in_many_threads(world: StoreSet) -> None:
    for number in range(30):
        await says(world, ANN, a_thread(number))
    question = await says(world, BOB, a_thread(99))

    (first,) = await claims(world, 1)
    (second,) = await claims(world, 1)

    assert first.turn.person == ANN
    assert second.turn.id == question.id


async def test_a_question_stands_before_a_burst_in_one_thread(world: StoreSet) -> None:
    burst = [await says(world, ANN, a_thread(1)) for _ in range(10)]
    question = await says(world, BOB, a_thread(2))
    (first,) = await claims(world, 1)
    await answered(world, first)

    following = [next(iter(await claims(world, 1))) for _ in range(2)]

    assert first.turn.id == burst[0].id
    assert {each.turn.id for each in following} == {question.id, burst[1].id}


async def test_two_people_with_bursts_take_turns(world: StoreSet) -> None:
    for person, first in ((ANN, 0), (BOB, 100)):
        for number in range(10):
            await says(world, person, a_thread(first + number))

    order = [next(iter(await claims(world, 1))).turn.person.id for _ in range(12)]

    assert all(set(order[place : place + 3]) == {ANN.id, BOB.id} for place in range(10))


async def test_messages_of_a_conversation_keep_their_order_whoever_wrote_them(world: StoreSet) -> None:
    turns = [await says(world, person, a_thread(1)) for person in (ANN, ANN, BOB, ANN, BOB)]
    await says(world, ANN, a_thread(2))
    order = []
    while found := await claims(world, 9):
        for claim in found:
            order.append(claim.turn.id)
            await answered(world, claim)

    assert [each for each in order if each in {turn.id for turn in turns}] == [turn.id for turn in turns]
    assert len(order) == 6


async def test_one_person_leaves_places_to_others(world: StoreSet) -> None:
    for number in range(40):
        await says(world, ANN, a_thread(number))
    taken = [claim.turn for claim in await claims(world, 16)]
    assert len(taken) == 9  # and 7 are left
    assert await claims(world, 7, taken) == ()
    question = await says(world, BOB, a_thread(99))

    (claim,) = await claims(world, 7, taken)

    assert claim.turn.id == question.id


async def test_one_workspace_leaves_places_to_others(world: StoreSet) -> None:
    for number in range(40):
        await says(world, replace(ANN, id=f"U{number}"), a_thread(number))
    taken = [claim.turn for claim in await claims(world, 16)]
    assert len(taken) == 13
    question = await says(world, ANN, a_thread(99, workspace="elsewhere"))

    (claim,) = await claims(world, 3, taken)

    assert claim.turn.id == question.id


# Many people of one workspace wait, each in a conversation; the queue alone shows them.
CROWD = """
INSERT INTO queued_turn (tenant_id, conversation_id, turn_id, person_id, start_tag)
SELECT q.tenant_id, gen_random_uuid(), q.turn_id, 'crowd ' || n, q.start_tag
  FROM queued_turn q, generate_series(1, %(count)s) n WHERE q.turn_id = %(like)s
"""


async def test_behind_thousands_of_one_workspace_another_finds_the_empty_place(
    database_url: str, world: StoreSet
) -> None:
    first = [await says(world, replace(ANN, id=f"U{number}"), a_thread(number)) for number in range(7)]
    taken = [claim.turn for claim in await claims(world, 8)]
    assert {turn.id for turn in taken} == {turn.id for turn in first}
    waiting = await says(world, replace(ANN, id="U100"), a_thread(100))
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as owner:
        await owner.execute(CROWD, {"like": waiting.id, "count": 1_500})
    assert await claims(world, 1, taken) == ()
    question = await says(world, ANN, a_thread(1, workspace="elsewhere"))

    (claim,) = await claims(world, 1, taken)

    assert claim.turn.id == question.id


async def test_a_withdrawn_first_message_gives_way_to_the_next(world: StoreSet) -> None:
    first = await says(world, ANN, a_thread(1))
    second = await says(world, ANN, a_thread(1))

    assert await world.inbox.message_deleted(a_thread(1), message_id=first.platform_id) == first.id

    (claim,) = await claims(world, 1)
    assert claim.turn.id == second.id


async def test_messages_that_come_and_go_at_the_same_time_are_all_answered(world: StoreSet) -> None:
    """Whatever is withdrawn, answered and added at once, the first message of a conversation can be claimed."""
    expected: set[object] = set()
    seen = Counter[object]()

    async def talk(thread: Thread, person: Person) -> None:
        for number in range(8):
            turn = await says(world, person, thread)
            if number % 3 == 1 and await world.inbox.message_deleted(thread, message_id=turn.platform_id):
                continue
            expected.add(turn.id)

    async def answer_all(done: asyncio.Event) -> None:
        while True:
            is_last = done.is_set()
            found = await claims(world, 2)
            for claim in found:
                seen[claim.turn.id] += 1
                await answered(world, claim)
            if is_last and not found:
                return

    done = asyncio.Event()
    runners = [asyncio.create_task(answer_all(done)) for _ in range(2)]
    await asyncio.gather(*(talk(a_thread(number % 2), person) for number in range(4) for person in (ANN, BOB)))
    done.set()
    await asyncio.gather(*runners)
    await answer_all(done)

    assert expected <= set(seen)
    assert set(seen.values()) == {1}
