"""Confirm all and cancel all, typed: the rules of a typed "yes", for several decisions; and one named among several."""

import asyncio

import pytest

from bot.domain.conversation.buttons import GroupAction
from bot.domain.conversation.threads import Address
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.execution.broker import BrokerOrder
from bot.domain.trading.execution.orders import AccountOrder
from bot.errors import StoreUnavailableError
from tests.fakes.core import Talk, button, sentence, text_of

TWO = "buy 10 msft and 2 aapl"
FILLED, PROPOSED, CANCELLED = DecisionStatus.FILLED, DecisionStatus.PROPOSED, DecisionStatus.CANCELLED

CONFIRMED = (
    "confirm all",
    "Confirm both!",
    "do both of them",
    "ok, buy both",
    "go ahead with both",
    "confirm msft and apple",
    "/confirm all",
    "两个都确认",
    "两笔都执行吧",
    "确认微软和苹果",
)
# Nothing may be traded after these, nor cancelled.


def statuses(talk: Talk) -> dict[str, DecisionStatus]:
    return {d.proposal.symbol: d.status for d in talk.decisions()}


@pytest.mark.parametrize("text", CONFIRMED)
async def test_all_are_meant_then_all_are_executed(talk: Talk, text: str) -> None:
    await talk.say("ann", TWO)
    reply = await talk.say("ann", text)
    assert statuses(talk) == {"MSFT": FILLED, "AAPL": FILLED}
    assert "10" in text_of(reply)
    assert text_of(reply).count("AAPL") == 1  # a line each


async def test_asked_which_and_answered_with_yes_again_then_asked_again(talk: Talk) -> None:
    await talk.say("ann", TWO)
    for _ in range(3):
        reply = await talk.say("ann", "yes")
        assert text_of(reply).startswith("2 decisions are pending")
        assert button(reply, GroupAction.CONFIRM_ALL)
    assert talk.orders_carried_out == 0


async def test_somebody_else_spoke_since_then_read_back(talk: Talk) -> None:
    await talk.say_in_channel("ann", TWO, address=Address.PARLEY)
    await talk.say_in_channel("bob", "hm, I would rather wait for earnings")
    assert text_of(await talk.say("ann", "confirm all")).startswith("That would buy")
    assert talk.orders_carried_out == 0


@pytest.mark.parametrize("text", ["confirm all", "do both", "neither of them", "全部取消"])
async def test_said_of_all_in_a_channel_then_answered_without_a_mention(talk: Talk, text: str) -> None:
    await talk.say_in_channel("ann", TWO, address=Address.PARLEY)
    assert await talk.say_in_channel("ann", text)
    assert PROPOSED not in statuses(talk).values()


@pytest.mark.parametrize("text", ["do both of you agree?", "cancel all my meetings"])
async def test_said_to_people_in_a_channel_then_silent(talk: Talk, text: str) -> None:
    await talk.say_in_channel("ann", TWO, address=Address.PARLEY)
    assert await talk.say_in_channel("ann", text) is None
    assert await talk.say_in_channel("bob", "confirm all") is None
    assert statuses(talk) == {"MSFT": PROPOSED, "AAPL": PROPOSED}


async def test_it_dies_between_two_then_the_next_attempt_does_the_rest_and_tells_both(talk: Talk) -> None:
    await talk.say("ann", TWO)
    turn = await talk.hand_in("ann", "confirm all")
    submit = talk.broker.submit

    async def dying(order: AccountOrder) -> BrokerOrder:
        talk.broker.submit = submit  # type: ignore[method-assign] # the next process
        raise StoreUnavailableError(store=order.symbol)

    talk.broker.submit = dying  # type: ignore[method-assign]
    with pytest.raises(StoreUnavailableError):
        await talk.answer_next()
    assert talk.orders_carried_out == 0
    await talk.say_in_channel("bob", "oh no")  # what was begun is carried on

    await talk.answer_next()

    assert talk.orders_carried_out == 2
    assert text_of(talk.reply(turn)).startswith(sentence("group-confirm", done=2, count=2))


async def test_it_dies_and_the_other_is_cancelled_then_the_next_attempt_leaves_that(talk: Talk) -> None:
    shown = await talk.say("ann", TWO)
    turn = await talk.hand_in("ann", "confirm all")
    submit = talk.broker.submit

    async def dying(order: AccountOrder) -> BrokerOrder:
        talk.broker.submit = submit  # type: ignore[method-assign] # the next process
        raise StoreUnavailableError(store=order.symbol)

    talk.broker.submit = dying  # type: ignore[method-assign]
    with pytest.raises(StoreUnavailableError):
        await talk.answer_next()
    await talk.press("ann", button(shown, "cancel", at=1))

    await talk.answer_next()

    assert statuses(talk) == {"MSFT": FILLED, "AAPL": CANCELLED}
    assert "bought 10 MSFT" in text_of(talk.reply(turn))


async def test_pressed_while_the_typed_one_is_answered_then_each_is_executed_once(talk: Talk) -> None:
    shown = await talk.say("ann", TWO)
    await talk.hand_in("ann", "confirm all")
    press = talk.press("ann", button(shown, GroupAction.CONFIRM_ALL))
    await asyncio.gather(talk.answer_next(), press)
    assert statuses(talk) == {"MSFT": FILLED, "AAPL": FILLED}
    assert talk.orders_carried_out == 2


THREE = "buy 3 ibm, 10 msft and 2 aapl"
ALL_BUT_APPLE = (
    "confirm all but apple",
    "confirm all except the AAPL one",
    "Confirm everything, but not Apple",
    "yes to all of them except for aapl please",
    "confirm the rest, not apple",
    "ok keep AAPL. confirm the others",
    "leave apple out; go ahead with the others",
    "apart from apple, confirm them all",
    "除了苹果都确认",
    "除苹果以外，全部执行",
    "全部确认，不包括AAPL",
    "苹果先不动，其余的确认",
)


@pytest.mark.parametrize("text", ALL_BUT_APPLE)
async def test_all_but_one_then_the_others_are_read_back_and_only_those_confirmed(talk: Talk, text: str) -> None:
    await talk.say("ann", THREE)
    reply = await talk.say("ann", text)
    assert talk.orders_carried_out == 0
    assert {d.proposal.symbol for d in reply.answer.decisions} == {"IBM", "MSFT"}
    await talk.say("ann", "yes")
    assert statuses(talk) == {"IBM": FILLED, "MSFT": FILLED, "AAPL": PROPOSED}


@pytest.mark.parametrize("text", ["make the msft one 80", "msft 那单改成 80 股吧"])
async def test_the_share_that_is_pending_is_named_below_another_card_then_its_size_changes(
    talk: Talk, text: str
) -> None:
    await talk.say("ann", "buy 50 msft and 5 goog")
    await talk.say("bob", "why goog?")
    await talk.say("ann", "cancel google")
    await talk.say("ann", text)
    assert [each.proposal.shares for each in talk.decisions() if each.status is DecisionStatus.PROPOSED] == [80]
