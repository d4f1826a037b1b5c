"""Limits on what one person may send: the first message above them is marked, the others count as answered by it."""

from dataclasses import replace
from datetime import timedelta
from itertools import count

import psycopg
import pytest

from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import (
    IncomingCommand,
    IncomingMessage,
    IncomingPress,
    Person,
    PersonLimits,
    Surplus,
    VerdictReading,
)
from bot.domain.conversation.turns import AcceptedInput, InputStatus
from bot.domain.ids import DecisionId
from bot.domain.trading.decisions import DecisionKey
from tests.contract.store_sets import ANN, CONSOLE, LONG, StoreSet, a_thread

BOB = replace(ANN, id="U2", name="Bob")
_NUMBERS = count(1)
LATER = "UPDATE person_pace SET paced_until = paced_until - interval '1 hour'"


async def says(
    world: StoreSet,
    limits: PersonLimits,
    *,
    by: Person = ANN,
    thread: int | None = None,
    reading: VerdictReading = VerdictReading.VERDICT,
) -> AcceptedInput:
    number = next(_NUMBERS)
    place = a_thread(number if thread is None else thread)
    message = IncomingMessage(place, f"l{number}", by, "analyze AAPL", reading=reading)
    return await world.inbox.accept_message(message, limits=limits)


async def claimed(world: StoreSet) -> list[Surplus | None]:
    """Claim and answer all that waits; return why each was a surplus, if it was."""
    found = []
    while claim := await world.claim():
        found.append(claim.turn.surplus)
        await world.answer(claim.turn)
        await world.leases.release(claim)
    return found


async def test_messages_above_the_pace_get_one_answer(world: StoreSet) -> None:
    accepted = [await says(world, PersonLimits(per_minute=3)) for _ in range(8)]

    assert [each.is_dropped for each in accepted] == [False] * 4 + [True] * 4
    assert await claimed(world) == [None, None, None, Surplus.PACE]


async def test_messages_above_what_may_wait_get_one_answer(world: StoreSet) -> None:
    for _ in range(6):
        await says(world, PersonLimits(waiting=2), thread=1)

    assert await claimed(world) == [None, None, Surplus.WAITING]


async def test_after_a_pause_messages_are_answered_and_the_next_burst_is_told_again(
    database_url: str, world: StoreSet
) -> None:
    limits = PersonLimits(per_minute=2)
    for _ in range(5):
        await says(world, limits)
    await claimed(world)
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as owner:
        await owner.execute(LATER)

    for _ in range(5):
        await says(world, limits)

    assert await claimed(world) == [None, None, Surplus.PACE]


async def test_one_persons_burst_limits_nobody_else_and_no_other_workspace(world: StoreSet) -> None:
    limits = PersonLimits(per_minute=1, waiting=1)
    for _ in range(4):
        await says(world, limits)
    elsewhere = IncomingMessage(a_thread(1, workspace="elsewhere"), "l", ANN, "analyze AAPL")

    others = [await says(world, limits, by=BOB), await world.inbox.accept_message(elsewhere, limits=limits)]

    assert [each.turn.status for each in others] == [InputStatus.ACCEPTED] * 2
    assert sorted(await claimed(world), key=str) == [None, None, None, Surplus.PACE]


async def test_presses_and_unlimited_messages_pass(world: StoreSet) -> None:
    for _ in range(5):
        await says(world, PersonLimits(per_minute=1))
    for number in range(5):
        await world.inbox.accept_press(IncomingPress(a_thread(1), f"p{number}", ANN, "confirm:x:1"))
        await says(world, PersonLimits(), by=BOB)

    world.clock.advance(2 * LONG)
    assert len(await claimed(world)) == 7


async def test_a_delivery_repeated_counts_once(world: StoreSet) -> None:
    message = IncomingMessage(a_thread(1), "again", ANN, "analyze AAPL")
    for _ in range(5):
        accepted = await world.inbox.accept_message(message, limits=PersonLimits(per_minute=2))

    assert not accepted.is_dropped
    assert await claimed(world) == [None]


async def test_dropped_messages_of_a_thread_do_not_hold_up_what_follows(world: StoreSet) -> None:
    for _ in range(5):
        await says(world, PersonLimits(per_minute=1), thread=1)
    await says(world, PersonLimits(per_minute=1), by=BOB, thread=1)

    assert await claimed(world) == [None, Surplus.PACE, None]


async def test_in_each_conversation_that_has_begun_the_person_is_told_once(world: StoreSet) -> None:
    limits = PersonLimits(per_minute=4)
    for thread in (1, 2, 3, 3):
        await says(world, limits, thread=thread)

    dropped = [(await says(world, limits, thread=thread)).is_dropped for thread in (1, 1, 2, 2, 3, 4, 1)]

    assert dropped == [False, True, False, True, False, True, True]
    assert [each for each in await claimed(world) if each] == [Surplus.PACE] * 3


async def test_what_was_offered_before_a_dropped_message_is_offered_no_more(world: StoreSet) -> None:
    limits = PersonLimits(per_minute=1)
    asked = (await says(world, limits, thread=1)).turn
    async with world.stores.transaction(asked.tenant_id) as tx:
        before = await tx.conversations.lock(asked.conversation_id)
        await tx.conversations.save(replace(before, offered=(DecisionKey(DecisionId(world.new_id()), 1),)))

    dropped = [await says(world, limits, thread=1) for _ in range(2)][-1]

    assert dropped.is_dropped
    after = await world.reading(asked.tenant_id).conversations.get(asked.conversation_id)
    assert (after.offered, after.dropped_turn) == ((), dropped.turn.number)


async def test_where_ones_decision_is_pending_no_verdict_is_dropped_and_too_much_may_wait(world: StoreSet) -> None:
    asked = (await says(world, PersonLimits(per_minute=1), thread=1)).turn
    await world.decision(asked)
    await world.answer(asked)
    for _ in range(3):
        await says(world, PersonLimits(per_minute=1))

    limits = PersonLimits(per_minute=1, waiting=3)
    said = [await says(world, limits, thread=1) for _ in range(4)]

    assert [each.turn.status for each in said] == [InputStatus.ACCEPTED] * 4
    assert (await claimed(world)).count(Surplus.WAITING) == 2


@pytest.mark.parametrize(
    ("reading", "answered", "dropped"),
    [
        (VerdictReading.VERDICT, [None] * 4, 0),
        (VerdictReading.UNCLEAR, [Surplus.PACE] * 4, 0),
        (VerdictReading.OTHER, [Surplus.PACE], 3),
    ],
)
async def test_a_pending_decision_exempts_what_can_be_a_verdict_and_lets_nothing_unclear_be_dropped(
    world: StoreSet, reading: VerdictReading, answered: list[Surplus | None], dropped: int
) -> None:
    limits = PersonLimits(per_minute=1)
    asked = (await says(world, limits, thread=1)).turn
    await world.decision(asked)
    await world.answer(asked)

    said = [await says(world, limits, thread=1, reading=reading) for _ in range(4)]

    assert sum(each.is_dropped for each in said) == dropped
    assert await claimed(world) == answered


async def test_a_decision_that_is_over_or_anothers_lets_nothing_pass(world: StoreSet) -> None:
    limits = PersonLimits(per_minute=1)
    asked = (await says(world, limits, thread=1)).turn
    await world.decision(asked)
    await says(world, limits, by=BOB)
    assert [(await says(world, limits, by=BOB, thread=1)).is_dropped for _ in range(2)] == [False, True]

    world.clock.advance(timedelta(days=1))
    assert [(await says(world, limits, thread=1)).is_dropped for _ in range(2)] == [False, True]


async def types(world: StoreSet, limits: PersonLimits | None) -> PendingThread:
    place = replace(a_thread(1), thread="")
    command = IncomingCommand(place, f"c{next(_NUMBERS)}", ANN, "/analyze AAPL")
    return await world.inbox.accept_command(command, limits=limits)


async def test_commands_above_the_pace_open_no_thread(world: StoreSet) -> None:
    typed = [await types(world, PersonLimits(per_minute=3)) for _ in range(6)]

    assert [each.surplus for each in typed] == [None] * 3 + [Surplus.PACE] * 3
    assert [each.is_opened for each in typed] == [False] * 3 + [True] * 3
    left = await world.openings.abandoned_threads(scope=CONSOLE, older_than=-LONG)
    assert {each.id for each in left} == {each.id for each in typed[:3]}


async def test_commands_above_what_may_wait_open_no_thread(world: StoreSet) -> None:
    limits = PersonLimits(waiting=2)
    assert (await types(world, limits)).surplus is None
    for _ in range(2):
        await says(world, limits)

    assert (await types(world, limits)).surplus is Surplus.WAITING
    await claimed(world)
    assert (await types(world, limits)).surplus is None


async def test_commands_whose_threads_are_not_opened_yet_wait_too(world: StoreSet) -> None:
    limits = PersonLimits(waiting=3)
    typed = [await types(world, limits) for _ in range(5)]
    assert [each.surplus for each in typed] == [None] * 3 + [Surplus.WAITING] * 2
    assert (await says(world, limits)).turn.surplus is Surplus.WAITING
    assert await claimed(world) == [Surplus.WAITING]
    await world.openings.mark_opened(typed[0])
    assert (await types(world, limits)).surplus is None
    assert (await says(world, limits, by=BOB)).turn.surplus is None


async def test_a_command_repeated_counts_once_and_is_no_message_above_the_limits(world: StoreSet) -> None:
    command = IncomingCommand(replace(a_thread(1), thread=""), "again", ANN, "/analyze AAPL")
    limits = PersonLimits(per_minute=1)
    typed = [await world.inbox.accept_command(command, limits=limits) for _ in range(3)]

    assert [each.surplus for each in typed] == [None] * 3
    assert [each.is_new for each in typed] == [True, False, False]
    assert (await says(world, limits)).turn.surplus is Surplus.PACE
    assert (await claimed(world)) == [Surplus.PACE]
