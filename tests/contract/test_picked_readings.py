"""What was picked of unclear messages, in memory and in PostgreSQL: of one workspace, and gone with the words."""

from datetime import timedelta

import pytest

from bot.domain.conversation.readings import PickedReading
from bot.domain.conversation.turns import Turn
from tests.contract.store_sets import StoreSet, a_thread

SAID = "hang goog on the corkboard"


async def pick(world: StoreSet, turn: Turn, kind: str = "watch-add", text: str = SAID) -> None:
    world.clock.advance(timedelta(seconds=1))
    await world.tx(turn.tenant_id).picked_readings.add(PickedReading(turn.id, text, kind), at=world.clock.now())


async def newest(world: StoreSet, turn: Turn) -> tuple[PickedReading, ...]:
    return await world.reading(turn.tenant_id).picked_readings.newest()


async def version(world: StoreSet, turn: Turn) -> str | None:
    return (await world.reading(turn.tenant_id).conversations.get_in_channel(turn.conversation_id)).picked_version


async def learn(world: StoreSet, turn: Turn, *, is_on: bool | None) -> bool | None:
    await world.tx(turn.tenant_id).channels.set_learning(is_on=is_on)
    return (await world.reading(turn.tenant_id).channels.get_settings("anywhere")).learn


async def test_newest_first_and_the_last_pick_of_a_message_counts(world: StoreSet) -> None:
    one, two = await world.turn(text=SAID), await world.turn(text="yolo")
    await pick(world, one)
    await pick(world, two, "order", "yolo")
    assert [each.kind for each in await newest(world, one)] == ["order", "watch-add"]
    await pick(world, one, "analyze")
    assert await newest(world, one) == (PickedReading(one.id, SAID, "analyze"), PickedReading(two.id, "yolo", "order"))


async def test_version_changes_with_every_pick_and_is_none_without(world: StoreSet) -> None:
    one, two = await world.turn(text=SAID), await world.turn(text=SAID)
    assert await version(world, one) is None
    found = []
    for turn, kind in ((one, "order"), (two, "order"), (one, "analyze")):
        await pick(world, turn, kind)
        found.append(await version(world, one))
    assert None not in found
    assert len(set(found)) == 3


async def test_while_learning_is_off_there_is_no_version(world: StoreSet) -> None:
    turn, there = await world.turn(text=SAID), await world.turn(a_thread(1, workspace="elsewhere"), text=SAID)
    await pick(world, turn)
    await pick(world, there)
    assert await learn(world, turn, is_on=False) is False
    assert await version(world, turn) is None
    assert await version(world, there) is not None
    assert await learn(world, turn, is_on=None) is None
    assert await version(world, turn) is not None


@pytest.mark.parametrize("text", ["stick it", None])
async def test_words_changed_or_deleted_then_nothing_is_known_of_what_they_meant(
    world: StoreSet, text: str | None
) -> None:
    turn = await world.turn(text=SAID)
    await pick(world, turn)
    await world.tx(turn.tenant_id).turns.mark_answered(turn, at=world.clock.now())
    if text is None:
        await world.inbox.message_deleted(turn.thread, message_id=turn.platform_id)
    else:
        await world.inbox.message_edited(turn.thread, message_id=turn.platform_id, text=text)
    assert await newest(world, turn) == ()
    await pick(world, turn)  # by a press that was under way
    assert await newest(world, turn) == ()
