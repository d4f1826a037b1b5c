import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.conversation.turns import WorkerScope
from bot.domain.ids import TurnId
from bot.errors import LeaseLostError
from tests.contract.store_sets import CONSOLE, EXPIRED, LONG, StoreSet, a_thread


async def test_claim_returns_the_first_unanswered_message_and_counts_the_attempt(world: StoreSet) -> None:
    await world.press(a_thread(1))  # never claimed
    first = await world.turn(a_thread(1))
    await world.turn(a_thread(1))

    claim = await world.claimed()
    assert (claim.turn.id, claim.turn.attempts, claim.owner) == (first.id, 1, "runner")
    assert await world.claim("another") is None


async def test_after_release_the_next_turn_is_claimed_with_a_higher_fence(world: StoreSet) -> None:
    await world.turn(a_thread(1))
    second = await world.turn(a_thread(1))
    first = await world.claimed()
    await world.answer(first.turn)
    await world.leases.release(first)

    claim = await world.claimed("another")
    assert claim.turn.id == second.id
    assert claim.fence > first.fence


async def test_an_attempt_that_an_outage_ended_does_not_count(world: StoreSet) -> None:
    turn = await world.turn(a_thread(1))
    first = await world.claimed()
    await world.leases.release(first, counts_as_attempt=False)

    claim = await world.claimed("another")
    assert (claim.turn.id, claim.turn.attempts) == (turn.id, 1)


async def test_expired_lease_is_claimed_by_another_and_lost_by_the_first(world: StoreSet) -> None:
    turn = await world.turn(a_thread(1))
    slow = await world.claimed("slow", ttl=EXPIRED)

    quick = await world.claimed("quick")
    assert (quick.turn.id, quick.turn.attempts) == (turn.id, 2)
    assert not await world.leases.renew(slow, ttl=LONG)
    await world.leases.release(slow)  # gives nothing away
    with pytest.raises(LeaseLostError):
        await world.tx(turn.tenant_id).conversations.check_fence(slow)
    assert (await world.tx(turn.tenant_id).conversations.check_fence(quick)).id == turn.conversation_id


async def test_renewed_lease_is_kept(world: StoreSet) -> None:
    await world.turn(a_thread(1))
    claim = await world.claimed(ttl=EXPIRED)

    assert await world.leases.renew(claim, ttl=LONG)

    assert await world.claim("another") is None


async def test_the_same_owner_with_an_older_fence_or_another_owner_does_not_hold_the_lease(world: StoreSet) -> None:
    await world.turn(a_thread(1))
    old = await world.claimed("same", ttl=EXPIRED)
    impostor = replace(await world.claimed("same"), owner="impostor")

    for claim in (old, impostor):
        assert not await world.leases.renew(claim, ttl=LONG)
        with pytest.raises(LeaseLostError):
            await world.tx(claim.turn.tenant_id).conversations.check_fence(claim)


async def test_claims_are_limited_to_what_a_process_serves(world: StoreSet) -> None:
    turn = await world.turn(a_thread(1))
    await world.turn(a_thread(2, platform="slack"))
    elsewhere = WorkerScope(frozenset({"console"}), frozenset({a_thread(9).conversation_id}))
    mine = WorkerScope(frozenset({"console"}), {turn.conversation_id})

    assert not await world.leases.claim_turns(owner="o", scope=WorkerScope(frozenset({"discord"})), ttl=LONG)
    assert not await world.leases.claim_turns(owner="o", scope=elsewhere, ttl=LONG)
    (claim,) = await world.leases.claim_turns(owner="o", scope=mine, ttl=LONG)
    assert claim is not None
    assert claim.turn.id == turn.id


async def test_twenty_runners_keep_order_and_answer_each_turn_once(world: StoreSet) -> None:
    turns = [await world.turn(a_thread(n % 10)) for n in range(60)]
    begun: list[tuple[object, int]] = []
    busy: set[object] = set()

    async def runner(name: str) -> None:
        while claim := await world.claim(name):
            conversation = claim.turn.conversation_id
            assert conversation not in busy
            busy.add(conversation)
            begun.append((conversation, claim.turn.number))
            await world.answer(claim.turn)
            busy.remove(conversation)
            await world.leases.release(claim)

    # A runner stops when it finds everything leased; the others go on.
    await asyncio.gather(*(runner(f"r{n}") for n in range(20)))
    await runner("last")

    assert len(begun) == len(set(begun)) == len(turns)
    for conversation in {each for each, _ in begun}:
        assert [number for each, number in begun if each == conversation] == list(range(1, 7))


async def test_abandoned_presses_are_those_old_and_unanswered(world: StoreSet) -> None:
    left = await world.press(a_thread(1))
    handled = await world.press(a_thread(1))
    await world.answer(handled)

    assert await world.leases.claim_presses(scope=CONSOLE, older_than=LONG, ttl=LONG) == ()
    world.clock.advance(2 * LONG)
    fresh = await world.press(a_thread(2))
    found = await world.leases.claim_presses(scope=CONSOLE, older_than=LONG, ttl=LONG, limit=9)
    assert [turn.id for turn in found] == [left.id]
    assert fresh.id not in {turn.id for turn in found}


async def test_an_abandoned_press_is_claimed_by_one_until_its_claim_has_expired(world: StoreSet) -> None:
    presses = [await world.press(a_thread(number)) for number in range(6)]
    world.clock.advance(2 * LONG)

    async def claim(ttl: timedelta = LONG) -> list[TurnId]:
        found = await world.leases.claim_presses(scope=CONSOLE, older_than=LONG, ttl=ttl, limit=2)
        return [turn.id for turn in found]

    assert await claim(EXPIRED) == [presses[0].id, presses[1].id]
    claimed = await asyncio.gather(*(claim() for _ in range(5)))

    assert sorted(each for some in claimed for each in some) == sorted(turn.id for turn in presses)
    assert await claim() == []


async def test_several_conversations_are_claimed_at_once_those_that_have_waited_longest_first(world: StoreSet) -> None:
    turns = [await world.turn(a_thread(number)) for number in (1, 2, 3)]
    await world.turn(a_thread(1))  # behind the first: only one of a conversation

    claims = await world.leases.claim_turns(owner="o", scope=CONSOLE, ttl=LONG, limit=2)
    rest = await world.leases.claim_turns(owner="o", scope=CONSOLE, ttl=LONG, limit=2)

    assert [claim.turn.id for claim in claims] == [turns[0].id, turns[1].id]
    assert [claim.turn.id for claim in rest] == [turns[2].id]


@pytest.mark.parametrize("ends_lease", [True, False])
async def test_a_stored_answer_ends_the_lease_only_if_it_says_so(world: StoreSet, *, ends_lease: bool) -> None:
    await world.turn(a_thread(1))
    second = await world.turn(a_thread(1))
    claim = await world.claimed()
    await world.answer(claim.turn)
    async with world.stores.transaction(claim.turn.tenant_id) as tx:
        conversation = await tx.conversations.check_fence(claim)
        await tx.conversations.save(conversation, ends_lease=ends_lease)

    following = await world.claim("another")

    assert (following.turn.id if following else None) == (second.id if ends_lease else None)
