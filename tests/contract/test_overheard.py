"""What people say to each other in a thread, in memory and in PostgreSQL."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.domain.conversation.channels import ChannelSettings, ListeningSituation, ListenMode, OverheardMessage
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import Turn
from tests.contract.store_sets import ANN, StoreSet, a_reply, a_thread

BOB = Person("U2", "Bob")
SECOND = timedelta(seconds=1)


def a_message(thread: Thread, person: Person = ANN, message_id: str = "h1") -> IncomingMessage:
    return IncomingMessage(thread, message_id, person, "lunch?")


async def hear(world: StoreSet, message: IncomingMessage, *, at: datetime, text: str | None = None) -> None:
    heard = OverheardMessage(
        thread=message.thread,
        message_id=message.message_id,
        person=message.person,
        text=message.text if text is None else text,
        said_at=at,
    )
    await world.tx(message.thread.tenant_id).overheard.add(heard)


async def situation(world: StoreSet, message: IncomingMessage) -> ListeningSituation:
    return await world.reading(message.thread.tenant_id).overheard.situation(message, at=world.clock.now())


async def heard_texts(world: StoreSet, turn: Turn, *, count: int = 10) -> list[str]:
    found = await world.reading(turn.tenant_id).overheard.latest(
        turn.conversation_id, since=turn.accepted_at, count=count
    )
    return [each.text for each in found]


async def test_thread_without_parley_then_nothing_is_known_of_it(world: StoreSet) -> None:
    assert await situation(world, a_message(a_thread(7))) == ListeningSituation()


async def test_speaker_who_was_answered_last_until_another_speaks(world: StoreSet) -> None:
    turn = await world.turn()
    by_ann, by_bob = a_message(turn.thread), a_message(turn.thread, BOB, "h2")
    assert (await situation(world, by_ann)).is_speaker_answered
    assert not (await situation(world, by_bob)).is_speaker_answered

    await hear(world, by_ann, at=world.clock.now())
    assert (await situation(world, a_message(turn.thread, message_id="h3"))).is_speaker_answered

    await hear(world, by_bob, at=world.clock.now(), text="")
    assert not (await situation(world, a_message(turn.thread, message_id="h3"))).is_speaker_answered


async def test_message_heard_before_is_known_as_repeated(world: StoreSet) -> None:
    turn = await world.turn()
    message = a_message(turn.thread)
    await hear(world, message, at=world.clock.now())
    await hear(world, replace(message, text="another text"), at=world.clock.now())
    assert (await situation(world, message)).is_repeated
    assert await heard_texts(world, turn) == ["lunch?"]


async def test_question_and_pending_decisions_of_the_speaker(world: StoreSet) -> None:
    turn = await world.turn()
    await world.decision(turn)
    reply = a_reply(turn, at=world.clock.now())
    await world.tx(turn.tenant_id).replies.add_reply(replace(reply, answer=replace(reply.answer, has_question=True)))
    found = await situation(world, a_message(turn.thread))
    assert (found.has_asked, found.pending, found.is_participant) == (True, 1, True)
    assert (await situation(world, a_message(turn.thread, BOB))).pending == 0


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (ChannelSettings(), (ListenMode.THREAD, True)),
        (ChannelSettings(listen=ListenMode.MENTION, overhear=False), (ListenMode.MENTION, False)),
        (ChannelSettings(listen=ListenMode.ALL, overhear=True), (ListenMode.ALL, True)),
    ],
)
async def test_settings_of_the_channel(
    world: StoreSet, settings: ChannelSettings, expected: tuple[ListenMode, bool]
) -> None:
    turn = await world.turn()
    await world.tx(turn.tenant_id).channels.store_settings(
        turn.thread.channel, settings, by=ANN.id, at=world.clock.now()
    )
    found = await situation(world, a_message(turn.thread))
    assert (found.mode, found.keeps_text) == expected


async def test_latest_ones_with_text_in_order(world: StoreSet) -> None:
    turn = await world.turn()
    for number, text in enumerate(["one", "", "two", "three"], start=1):
        message = a_message(turn.thread, message_id=f"h{number}")
        await hear(world, message, at=turn.accepted_at + number * SECOND, text=text)
    assert await heard_texts(world, turn, count=2) == ["two", "three"]


async def test_somebody_has_spoken_since_though_the_text_is_not_kept(world: StoreSet) -> None:
    turn = await world.turn()
    await hear(world, a_message(turn.thread, BOB), at=turn.accepted_at + SECOND, text="")
    async with world.stores.read(turn.tenant_id) as tx:
        spoken = [
            await tx.overheard.has_anyone_spoken(turn.conversation_id, since=turn.accepted_at + seconds * SECOND)
            for seconds in (0, 2)
        ]
    assert spoken == [True, False]


async def test_edited_or_deleted_with_the_platforms_message(world: StoreSet) -> None:
    turn = await world.turn()
    await hear(world, a_message(turn.thread), at=world.clock.now())
    assert not await world.inbox.message_edited(turn.thread, message_id="h1", text="dinner?\0")
    assert await heard_texts(world, turn) == ["dinner?\ufffd"]

    assert await world.inbox.message_deleted(turn.thread, message_id="h1") is None
    await world.inbox.message_edited(turn.thread, message_id="h1", text="again")
    assert await heard_texts(world, turn) == []
