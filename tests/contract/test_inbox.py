import asyncio

from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person
from bot.domain.conversation.turns import InputKind, InputStatus
from bot.domain.text.locale import Language
from tests.contract.store_sets import ANN, StoreSet, a_thread


async def test_accept_stores_what_was_said_and_by_whom(world: StoreSet) -> None:
    thread = a_thread(1)

    accepted = await world.inbox.accept_message(IncomingMessage(thread, "m1", ANN, "买入 AAPL 📈"))

    turn = accepted.turn
    assert accepted.is_new
    assert (turn.thread, turn.person, turn.text) == (thread, ANN, "买入 AAPL 📈")
    assert (turn.number, turn.kind, turn.status, turn.attempts) == (1, InputKind.MESSAGE, InputStatus.ACCEPTED, 0)
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.turns.get(turn.id) == turn
        conversation = await tx.conversations.get(turn.conversation_id)
    assert (conversation.thread, conversation.message_count) == (thread, 0)


async def test_accept_of_a_second_delivery_changes_nothing(world: StoreSet) -> None:
    first = await world.inbox.accept_message(IncomingMessage(a_thread(1), "m1", ANN, "as first delivered"))

    second = await world.inbox.accept_message(
        IncomingMessage(a_thread(1), "m1", Person("U1", "Ann B."), "as delivered later")
    )

    assert not second.is_new
    assert second.turn == first.turn


async def test_concurrent_deliveries_of_one_message_make_one_turn(world: StoreSet) -> None:
    message = IncomingMessage(a_thread(1), "m1", ANN, "analyze AAPL")

    accepted = await asyncio.gather(*(world.inbox.accept_message(message) for _ in range(50)))

    assert sum(each.is_new for each in accepted) == 1
    assert {each.turn.id for each in accepted} == {accepted[0].turn.id}
    later = await world.inbox.accept_message(IncomingMessage(a_thread(1), "m2", ANN, "and GOOG"))
    assert later.turn.number == 2  # refused deliveries use up no number


async def test_concurrent_messages_of_one_conversation_are_numbered_without_gaps(world: StoreSet) -> None:
    messages = [IncomingMessage(a_thread(1), f"m{n}", ANN, "hi") for n in range(20)]

    accepted = await asyncio.gather(*map(world.inbox.accept_message, messages))

    assert sorted(each.turn.number for each in accepted) == list(range(1, 21))
    assert sorted(each.turns_ahead for each in accepted) == list(range(20))


async def test_press_takes_a_number_of_the_same_counter_and_is_not_ahead_of_messages(world: StoreSet) -> None:
    await world.turn(a_thread(1))

    press = await world.inbox.accept_press(IncomingPress(a_thread(1), "p1", ANN, "confirm:x:1"))
    message = await world.inbox.accept_message(IncomingMessage(a_thread(1), "m-later", ANN, "hi"))

    assert (press.turn.number, press.turn.kind, press.turn.text) == (2, InputKind.PRESS, "confirm:x:1")
    assert (message.turn.number, message.turns_ahead) == (3, 1)


async def test_a_press_and_a_message_may_share_an_id(world: StoreSet) -> None:
    message = await world.inbox.accept_message(IncomingMessage(a_thread(1), "same", ANN, "hi"))
    press = await world.inbox.accept_press(IncomingPress(a_thread(1), "same", ANN, "why:1"))

    assert press.is_new
    assert press.turn.id != message.turn.id


async def test_characters_that_cannot_be_stored_are_replaced_not_refused(world: StoreSet) -> None:
    hostile = Person("U1", "Ann\x00", Language.ENGLISH)

    accepted = await world.inbox.accept_message(
        IncomingMessage(a_thread(1), "m1", hostile, "a\x00b\ud800c'); DROP TABLE turn;--")
    )

    assert accepted.turn.text == "a\ufffdb?c'); DROP TABLE turn;--"
    assert accepted.turn.person.name == "Ann\ufffd"


async def test_workspaces_with_the_same_ids_are_kept_apart(world: StoreSet) -> None:
    here = await world.inbox.accept_message(IncomingMessage(a_thread(1, workspace="a"), "m1", ANN, "hi"))
    there = await world.inbox.accept_message(IncomingMessage(a_thread(1, workspace="b"), "m1", ANN, "hi"))

    assert here.is_new
    assert there.is_new
    assert here.turn.tenant_id != there.turn.tenant_id


async def test_enrolled_workspace_has_an_account_before_its_first_message(world: StoreSet) -> None:
    thread = a_thread(1)

    await world.inbox.register_workspace(thread)
    await world.inbox.register_workspace(thread)

    assert (await world.tx(thread.tenant_id).accounts.default(market="sample")).tenant_id == thread.tenant_id
    assert (await world.turn(thread)).number == 1


async def test_a_very_long_message_is_stored_whole(world: StoreSet) -> None:
    text = "涨" * 100_000

    turn = await world.turn(text=text)

    assert turn.text == text


async def test_who_has_to_wait_is_told_the_language_of_the_talk_or_of_the_channel(world: StoreSet) -> None:
    lin = Person("U2", "Lin", Language.CHINESE)
    first = await world.inbox.accept_message(IncomingMessage(a_thread(1), "m1", lin, "分析 AAPL"))
    second = await world.inbox.accept_message(IncomingMessage(a_thread(1), "m2", Person("U1", "Ann"), "AAPL?"))
    async with world.stores.transaction(first.turn.tenant_id) as tx:
        settings, at = ChannelSettings(language=Language.ENGLISH), world.clock.now()
        await tx.channels.store_settings(first.turn.thread.channel, settings, by="U1", at=at)
    third = await world.inbox.accept_message(IncomingMessage(a_thread(1), "m3", lin, "AAPL?"))
    assert [(each.turns_ahead, each.language) for each in (second, third)] == [
        (1, Language.CHINESE),
        (2, Language.ENGLISH),
    ]
