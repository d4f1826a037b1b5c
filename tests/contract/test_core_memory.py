"""Core memory, in memory and in PostgreSQL: versions, what is seen from where, history and undo."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.ids import LimitId
from bot.domain.memory.core_memory import (
    ChangeKind,
    ChangeNote,
    CoreMemory,
    MemoryChange,
    MemoryFact,
    MemoryPlace,
    MemoryScope,
    MemorySection,
)
from bot.domain.memory.memory_changes import undone, with_fact, without_facts
from bot.domain.trading.trading_limits import (
    LimitHolder,
    LimitMeasure,
    LimitQuery,
    LimitScope,
    LimitTerms,
    TradingLimit,
)
from bot.errors import ConcurrentUpdateError
from tests.contract.store_sets import StoreSet

ANN = Person("U1", "Ann")
BOB = Person("U2", "Bob")
HERE = MemoryPlace("terminal", ANN.id)


def a_fact(world: StoreSet, text: str, *, by: Person = ANN, only_in: str | None = None) -> MemoryFact:
    return MemoryFact(id=world.new_id(), text=text, by=by, since=world.clock.now(), only_in=only_in)


def a_note(world: StoreSet, *, by: Person = ANN, kind: ChangeKind = ChangeKind.STATED) -> ChangeNote:
    return ChangeNote(id=world.new_id(), kind=kind, by=by, at=world.clock.now(), why="said so")


async def store_fact(  # noqa: PLR0913 - what differs between tests
    world: StoreSet,
    turn: Turn,
    text: str,
    *,
    scope: MemoryScope = MemoryScope.PERSON,
    section: MemorySection = MemorySection.PREFERENCES,
    place: MemoryPlace = HERE,
    by: Person = ANN,
    only_in: str | None = None,
) -> MemoryChange:
    async with world.stores.transaction(turn.tenant_id) as tx:
        (before,) = await tx.core_memory.sections([place.key(scope, section)])
        change = with_fact(before, a_fact(world, text, by=by, only_in=only_in), a_note(world, by=by))
        await tx.core_memory.add_change(replace(change, turn_id=turn.id))
    return replace(change, turn_id=turn.id)


async def load(world: StoreSet, turn: Turn, place: MemoryPlace = HERE, *, as_of: datetime | None = None) -> CoreMemory:
    return await world.reading(turn.tenant_id).core_memory.load(place, as_of=as_of)


def texts(memory: CoreMemory) -> list[str]:
    return [fact.text for _, fact in memory.facts()]


async def test_a_change_comes_back_exactly(world: StoreSet) -> None:
    turn = await world.turn()
    stored = await store_fact(world, turn, "I hate leverage \N{MONEY BAG}")
    async with world.stores.read(turn.tenant_id) as tx:
        assert await tx.core_memory.changes_of_turn(turn.id) == (stored,)
        assert await tx.core_memory.history(HERE, limit=5) == (stored,)
    assert (await load(world, turn)).sections == (stored.section_after,)


async def test_place_decides_what_is_seen(world: StoreSet) -> None:
    turn = await world.turn()
    await store_fact(world, turn, "of the team", scope=MemoryScope.TEAM, section=MemorySection.TEAM)
    await store_fact(world, turn, "of the channel", scope=MemoryScope.CHANNEL)
    await store_fact(world, turn, "of Ann")
    await store_fact(world, turn, "noted here", section=MemorySection.NOTES, only_in="terminal")

    assert texts(await load(world, turn)) == ["of the team", "of the channel", "of Ann", "noted here"]
    assert texts(await load(world, turn, MemoryPlace("elsewhere", ANN.id))) == ["of the team", "of Ann"]
    assert texts(await load(world, turn, MemoryPlace("terminal", BOB.id))) == ["of the team", "of the channel"]


async def test_guest_sees_nothing_of_the_team_nor_its_history(world: StoreSet) -> None:
    turn = await world.turn()
    await store_fact(world, turn, "of the team", scope=MemoryScope.TEAM, section=MemorySection.TEAM)
    own = await store_fact(world, turn, "of the channel", scope=MemoryScope.CHANNEL)

    guest = MemoryPlace("terminal", ANN.id, is_guest=True)
    assert texts(await load(world, turn, guest)) == ["of the channel"]
    async with world.stores.read(turn.tenant_id) as tx:
        assert await tx.core_memory.history(guest, limit=5) == (own,)
        assert await tx.core_memory.undoable_changes(guest, limit=5) == (own,)


async def test_as_of_a_time_then_what_was_true_then(world: StoreSet) -> None:
    turn = await world.turn()
    first = await store_fact(world, turn, "3 months", section=MemorySection.HORIZON)
    await store_fact(world, turn, "5 years", section=MemorySection.HORIZON)
    assert texts(await load(world, turn)) == ["5 years"]
    assert texts(await load(world, turn, as_of=first.at)) == ["3 months"]
    assert texts(await load(world, turn, as_of=first.at - timedelta(days=1))) == []


async def test_what_is_shown_elsewhere_is_neither_in_the_history_nor_undone_here(world: StoreSet) -> None:
    turn = await world.turn()
    seen = await store_fact(world, turn, "everywhere")
    here = await store_fact(world, turn, "here", only_in="terminal")
    await store_fact(world, turn, "in private", only_in="D1")
    async with world.stores.read(turn.tenant_id) as tx:
        assert await tx.core_memory.history(HERE, limit=5) == (here, seen)
        assert await tx.core_memory.undoable_changes(HERE, limit=5) == (here, seen)


async def test_history_of_a_span_of_a_page_and_of_one_section_newest_first(world: StoreSet) -> None:
    turn = await world.turn()
    one, two, three = [
        await store_fact(world, turn, f"{each} years", section=MemorySection.HORIZON) for each in (1, 2, 3)
    ]
    assert (two.removed, three.removed) == (one.added, two.added)
    async with world.stores.read(turn.tenant_id) as tx:
        assert await tx.core_memory.history(HERE, limit=5) == (three, two, one)
        assert await tx.core_memory.history(HERE, limit=5, after=one.at) == (three, two)
        assert await tx.core_memory.history(HERE, limit=5, before=three.at) == (two, one)
        assert await tx.core_memory.history(HERE, limit=1, skip=1) == (two,)
    await store_fact(world, turn, "I hate leverage")
    async with world.stores.read(turn.tenant_id) as tx:
        assert await tx.core_memory.changes_since(one.key, since=one.at, limit=5) == (three, two)
        assert await tx.core_memory.changes_since(one.key, since=one.at, limit=1) == (three,)


async def test_same_version_twice_then_the_second_is_refused(world: StoreSet) -> None:
    turn = await world.turn()
    key = HERE.key(MemoryScope.TEAM, MemorySection.TEAM)
    (empty,) = await world.reading(turn.tenant_id).core_memory.sections([key])

    async def write(text: str) -> bool:
        try:
            await world.tx(turn.tenant_id).core_memory.add_change(with_fact(empty, a_fact(world, text), a_note(world)))
        except ConcurrentUpdateError:
            return False
        return True

    assert sorted(await asyncio.gather(*(write(f"text {n}") for n in range(4)))) == [False, False, False, True]


async def test_undo_is_a_further_version_and_works_once(world: StoreSet) -> None:
    turn = await world.turn()
    stored = await store_fact(world, turn, "we trade banks", scope=MemoryScope.CHANNEL)
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.core_memory.undoable_changes(MemoryPlace("terminal", BOB.id), limit=5) == ()
        (change,) = await tx.core_memory.undoable_changes(HERE, limit=5)
        (section,) = await tx.core_memory.sections([change.key])
        back = undone(section, change, a_note(world, kind=ChangeKind.UNDONE))
        assert change == stored
        assert back is not None
        await tx.core_memory.add_change(back)
    assert texts(await load(world, turn)) == []
    async with world.stores.read(turn.tenant_id) as tx:
        assert await tx.core_memory.undoable_changes(HERE, limit=5) == ()
        assert [each.version for each in await tx.core_memory.history(HERE, limit=5)] == [2, 1]
    with pytest.raises(ConcurrentUpdateError):
        await world.tx(turn.tenant_id).core_memory.add_change(replace(back, id=world.new_id(), version=3))


async def test_deleted_fact_is_gone_and_in_the_history(world: StoreSet) -> None:
    turn = await world.turn()
    kept, gone = await store_fact(world, turn, "kept"), await store_fact(world, turn, "gone")
    async with world.stores.transaction(turn.tenant_id) as tx:
        (section,) = await tx.core_memory.sections([kept.key])
        await tx.core_memory.add_change(without_facts(section, {gone.added[0].id}, a_note(world)))
    assert texts(await load(world, turn)) == ["kept"]
    assert (await world.reading(turn.tenant_id).core_memory.history(HERE, limit=1))[0].removed == gone.added


async def test_limits_come_with_it(world: StoreSet) -> None:
    turn = await world.turn()
    limit = TradingLimit(
        id=LimitId(world.new_id()),
        terms=LimitTerms(measure=LimitMeasure.TRADE, value=Decimal(3_000), scope=LimitScope.PERSON),
        stated_by=ANN,
        stated_at=world.clock.now(),
        conversation_id=turn.conversation_id,
        channel=turn.thread.channel,
    )
    query = LimitQuery(
        holder=LimitHolder(person_id=ANN.id, conversation_id=turn.conversation_id),
        at=world.clock.now(),
        market_time=None,
    )
    assert (await world.reading(turn.tenant_id).core_memory.load(HERE, limits=query)).is_empty
    await world.tx(turn.tenant_id).limits.add_limit(limit)
    await store_fact(world, turn, "I hate leverage")
    found = await world.reading(turn.tenant_id).core_memory.load(HERE, limits=query)
    assert texts(found) == ["I hate leverage"]
    assert [each.limit.id for each in found.limits] == [limit.id]
