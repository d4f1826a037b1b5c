"""What is picked below "Did you mean" is learnt by its workspace: from one's own words, unless that is turned off."""

from datetime import timedelta

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.requests.trades import Order
from bot.domain.conversation.requests.watching import Watch
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.reading.parses import Kind
from tests.fakes.core import Talk, sentence, text_of
from tests.fakes.platform_stores import FakePickedReadings

pytestmark = pytest.mark.virtual_time

SLANG, ALIKE = "chuck goog on the corkboard", "chuck ibm on the corkboard please"
ORDER_SLANG, ORDER_ALIKE = "谷歌上车遛个弯", "苹果上车遛个弯"


def kinds(talk: Talk) -> list[str]:
    return [kind for kind, _ in talk.memory.state.picked_readings.values()]


def watched(talk: Talk) -> list[str]:
    return [share.symbol for share in talk.memory.state.watched.values()]


def is_asked_back(reply: Reply) -> bool:
    return bool(reply.answer.guesses)


async def pick(talk: Talk, text: str, *, by: str = "ann") -> None:
    """Say something unclear, and press the button of the order or of the watch list that is meant."""
    reply = await talk.say("ann", text)
    assert is_asked_back(reply)
    await talk.press(by, reply.answer.buttons[_meant(reply)].id)
    await talk.answer_next()


def _meant(reply: Reply) -> int:
    return next(place for place, each in enumerate(reply.answer.guesses) if isinstance(each, Watch | Order))


async def test_picked_once_then_the_same_and_the_like_are_understood(talk: Talk) -> None:
    await pick(talk, SLANG)
    assert kinds(talk) == [Kind.WATCH_ADD]
    assert watched(talk) == ["GOOG"]
    assert not is_asked_back(await talk.say("bob", ALIKE))
    assert watched(talk) == ["GOOG", "IBM"]


async def test_an_order_that_was_picked_is_a_card_the_next_time_and_nothing_more(talk: Talk) -> None:
    await pick(talk, ORDER_SLANG)
    reply = await talk.say("bob", ORDER_ALIKE)
    assert not is_asked_back(reply)
    assert {each.proposal.symbol for each in talk.decisions()} == {"GOOG", "AAPL"}
    assert talk.orders_carried_out == 0


async def test_none_of_these_teaches_nothing(talk: Talk) -> None:
    reply = await talk.say("ann", SLANG)
    await talk.press("ann", reply.answer.buttons[-1].id)
    assert kinds(talk) == []
    assert is_asked_back(await talk.say("ann", ALIKE, thread="other"))


async def test_what_somebody_else_meant_teaches_nothing(talk: Talk) -> None:
    await pick(talk, SLANG, by="bob")
    assert kinds(talk) == []


async def test_when_learning_is_off_then_nothing_is_kept(talk: Talk) -> None:
    await talk.say("ann", "hello")
    reply = await talk.say("bob", "/settings learn off")
    assert text_of(reply) == sentence("settings-changed-learn", by="Bob", value=sentence("settings-learn-is-off"))
    await pick(talk, SLANG)
    assert kinds(talk) == []


async def test_turned_off_then_what_was_learnt_rests_until_it_is_on_again(talk: Talk) -> None:
    await pick(talk, SLANG)
    await talk.say("ann", "/设置 学习 关", thread="other")
    assert is_asked_back(await talk.say("ann", ALIKE, thread="other"))
    await talk.say("ann", "/settings learn on")
    assert not is_asked_back(await talk.say("ann", ALIKE))


async def test_the_message_is_deleted_then_its_example_is_gone(talk: Talk) -> None:
    reply = await talk.say("ann", SLANG)
    await talk.press("ann", reply.answer.buttons[_meant(reply)].id)
    await talk.answer_next()
    turn = talk.memory.state.turns[next(iter(talk.memory.state.picked_readings))]
    await talk.intake.message_deleted(turn.thread, message_id=turn.platform_id)
    assert kinds(talk) == []
    assert is_asked_back(await talk.say("ann", ALIKE, thread="other"))


async def test_another_workspace_learns_nothing_of_it(talk: Talk) -> None:
    await pick(talk, SLANG)
    there = IncomingMessage(Thread("console", "elsewhere", "terminal", "main"), "e1", Person("U-eve", "Eve"), SLANG)
    turn = (await talk.intake.accept_message(there)).turn
    await talk.answer_next()
    assert is_asked_back(talk.reply(turn))


async def test_examples_are_read_once_and_again_only_when_something_was_picked(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads = 0
    newest = FakePickedReadings.newest

    async def counted(self: FakePickedReadings) -> object:
        nonlocal loads
        loads += 1
        return await newest(self)

    monkeypatch.setattr(FakePickedReadings, "newest", counted)
    await talk.say("ann", "hello")
    assert loads == 0
    await pick(talk, SLANG)
    for _ in range(3):
        await talk.say("ann", "how is ibm doing")
    assert loads == 1
    talk.pass_time(timedelta(minutes=1))
    await pick(talk, "苹果摆到橱窗里")
    await talk.say("ann", "how is ibm doing")
    assert loads == 2
