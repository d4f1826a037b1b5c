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
CANCELLED_BY = (
    "cancel all",
    "cancel both",
    "no to both",
    "neither of them",
    "/cancel both",
    "两个都不要了",
)
# Nothing may be traded after these, nor cancelled.
NEITHER = (
    "both",
    "all",
    "ok, all",
    "don't do both",
    "confirm both?",
    "should I confirm both?",
    "confirm both if it falls",
    "confirm all three, I mean two",
    "confirm msft and ibm",
    "confirm msft or apple",
    "confirm the ibm one",
    "cancel all but the apple one",
    "cancel both?",
    "两个都买吗？",
    "别都执行",
    "除了苹果都确认",
    "除了苹果都取消",
)


def statuses(talk: Talk) -> dict[str, DecisionStatus]:
    return {d.proposal.symbol: d.status for d in talk.decisions()}


@pytest.mark.parametrize("text", CONFIRMED)
async def test_all_are_meant_then_all_are_executed(talk: Talk, text: str) -> None:
    await talk.say("ann", TWO)
    reply = await talk.say("ann", text)
    assert statuses(talk) == {"MSFT": FILLED, "AAPL": FILLED}
    assert "10" in text_of(reply)
    assert text_of(reply).count("AAPL") == 1  # a line each


@pytest.mark.parametrize("text", CANCELLED_BY)
async def test_all_are_called_off_then_all_are_cancelled(talk: Talk, text: str) -> None:
    await talk.say("ann", TWO)
    await talk.say("ann", text)
    assert statuses(talk) == {"MSFT": CANCELLED, "AAPL": CANCELLED}


@pytest.mark.parametrize("text", NEITHER)
async def test_it_says_something_else_then_nothing_is_done(talk: Talk, text: str) -> None:
    await talk.say("ann", TWO)
    await talk.say("ann", text)
    assert statuses(talk) == {"MSFT": PROPOSED, "AAPL": PROPOSED}


@pytest.mark.parametrize(
    ("between", "text"),
    [
        ("how is FB?", "confirm all"),
        ("wait", "yes to both"),
        ("qwert zxcv", "do both"),
        ("which one is cheaper?", "全部确认"),
        ("cancel", "两个都买"),
    ],
)
async def test_something_came_between_then_read_back(talk: Talk, between: str, text: str) -> None:
    await talk.say("ann", TWO)
    await talk.say("ann", between)
    reply = await talk.say("ann", text)
    assert talk.orders_carried_out == 0
    await talk.press("ann", button(reply, GroupAction.CONFIRM_ALL))
    assert talk.orders_carried_out == 2


async def test_read_back_then_it_names_the_total_and_the_same_words_confirm(talk: Talk) -> None:
    await talk.say("ann", TWO)
    await talk.say("ann", "how is FB?")
    reply = await talk.say("ann", "confirm all")
    assert text_of(reply).startswith("That would buy 10 MSFT, buy 2 AAPL: $1,185.48 in all. Confirm all?")
    await talk.say("ann", "confirm all")
    assert talk.orders_carried_out == 2


@pytest.mark.parametrize("text", ["confirm all", "全部确认"])
async def test_asked_which_and_answered_with_all_then_executed(talk: Talk, text: str) -> None:
    await talk.say("ann", TWO)
    await talk.say("ann", "how is FB?")
    assert text_of(await talk.say("ann", "yes")).startswith("2 decisions are pending")
    await talk.say("ann", text)
    assert statuses(talk) == {"MSFT": FILLED, "AAPL": FILLED}


async def test_asked_which_and_answered_with_yes_again_then_asked_again(talk: Talk) -> None:
    await talk.say("ann", TWO)
    for _ in range(3):
        reply = await talk.say("ann", "yes")
        assert text_of(reply).startswith("2 decisions are pending")
        assert button(reply, GroupAction.CONFIRM_ALL)
    assert talk.orders_carried_out == 0


async def test_read_back_of_a_purchase_and_a_sale_then_they_are_not_set_off(talk: Talk) -> None:
    await talk.say("ann", "buy 5 IBM")
    await talk.say("ann", "yes")
    await talk.say("ann", "buy 10 msft and sell 5 ibm")
    await talk.say("ann", "how is FB?")
    assert "$274.50 spent and $1,015.35 received in all" in text_of(await talk.say("ann", "confirm both"))


async def test_more_is_pending_than_was_offered_then_read_back(talk: Talk) -> None:
    await talk.say("ann", "buy 3 ibm")
    await talk.say("ann", TWO)
    reply = await talk.say("ann", "confirm all")
    assert talk.orders_carried_out == 0
    assert text_of(reply).startswith("That would buy 3 IBM, buy 10 MSFT, buy 2 AAPL:")


async def test_two_are_meant_of_three_then_asked_which(talk: Talk) -> None:
    await talk.say("ann", "buy 3 ibm, 10 msft and 2 aapl")
    reply = await talk.say("ann", "confirm both")
    assert talk.orders_carried_out == 0
    assert text_of(reply).startswith("3 decisions are pending")


async def test_two_are_named_of_three_then_those(talk: Talk) -> None:
    await talk.say("ann", "buy 3 ibm, 10 msft and 2 aapl")
    await talk.say("ann", "confirm ibm and apple")
    assert statuses(talk) == {"IBM": FILLED, "MSFT": PROPOSED, "AAPL": FILLED}


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


async def test_one_is_left_then_all_is_read_back(talk: Talk) -> None:
    shown = await talk.say("ann", TWO)
    await talk.press("ann", button(shown, "confirm"))
    reply = await talk.say("ann", "confirm all")
    assert statuses(talk) == {"MSFT": FILLED, "AAPL": PROPOSED}
    assert text_of(reply).startswith("That would buy 2 AAPL for $910.98: confirm?")


async def test_another_persons_decisions_then_not_confirmed(talk: Talk) -> None:
    await talk.say("ann", TWO)
    assert text_of(await talk.say("bob", "confirm all")).startswith(sentence("error-not-your-decision"))
    assert talk.orders_carried_out == 0


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


ONE_NAMED = (
    "confirm the apple one",
    "confirm the AAPL one please",
    "buy the apple one",
    "苹果那个确认",
    "苹果那只可以",
)


@pytest.mark.parametrize("text", ONE_NAMED)
async def test_one_is_named_then_only_that_one_is_executed(talk: Talk, text: str) -> None:
    await talk.say("ann", TWO)
    await talk.say("ann", text)
    assert statuses(talk) == {"MSFT": PROPOSED, "AAPL": FILLED}


@pytest.mark.parametrize(
    "text",
    ["the apple one", "not the apple one", "the apple one?", "cancel the apple one", "不买苹果那个", "苹果那个吗"],
)
async def test_one_is_named_and_not_confirmed_then_nothing_is_traded(talk: Talk, text: str) -> None:
    await talk.say("ann", TWO)
    await talk.say("ann", text)
    assert talk.orders_carried_out == 0


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


@pytest.mark.parametrize("text", ALL_BUT_APPLE[:2])
async def test_all_but_one_and_pressed_then_never_the_excepted_one(talk: Talk, text: str) -> None:
    await talk.say("ann", THREE)
    reply = await talk.say("ann", text)
    await talk.press("ann", button(reply, GroupAction.CONFIRM_ALL))
    assert statuses(talk) == {"IBM": FILLED, "MSFT": FILLED, "AAPL": PROPOSED}


async def test_all_but_two_then_one_is_left(talk: Talk) -> None:
    await talk.say("ann", THREE)
    reply = await talk.say("ann", "confirm all except apple and microsoft")
    assert text_of(reply).startswith("That would buy 3 IBM")
    await talk.say("ann", "yes")
    assert statuses(talk) == {"IBM": FILLED, "MSFT": PROPOSED, "AAPL": PROPOSED}


@pytest.mark.parametrize(
    "text",
    [
        "confirm all but apple?",
        "confirm all but the cheap one",
        "confirm all but apple if it falls",
        "don't confirm all but apple",
        "confirm the others",
        "all but apple",
        "除了苹果都取消",
        "除了苹果都确认吗",
    ],
)
async def test_an_exception_that_confirms_nothing_then_a_yes_confirms_nothing(talk: Talk, text: str) -> None:
    await talk.say("ann", THREE)
    await talk.say("ann", text)
    await talk.say("ann", "yes")
    assert talk.orders_carried_out == 0


@pytest.mark.parametrize(("named", "yes"), [("confirm ibm and apple", "yes"), ("确认IBM和苹果", "是")])
@pytest.mark.parametrize("again", [False, True])
async def test_two_are_read_back_then_yes_means_those(talk: Talk, named: str, yes: str, *, again: bool) -> None:
    await talk.say("ann", THREE)
    await talk.say("ann", "how is FB?")
    await talk.say("ann", named)
    await talk.say("ann", "confirm all" if again else yes)
    assert statuses(talk) == {"IBM": FILLED, "MSFT": PROPOSED, "AAPL": FILLED}


async def test_two_of_three_are_read_back_and_something_comes_between_then_asked_which(talk: Talk) -> None:
    await talk.say("ann", THREE)
    await talk.say("ann", "how is FB?")
    await talk.say("ann", "confirm ibm and apple")
    await talk.say("ann", "and what is the price of IBM?")
    await talk.say("ann", "yes")
    assert talk.orders_carried_out == 0


async def test_one_of_three_is_read_back_then_all_is_read_back_too(talk: Talk) -> None:
    await talk.say("ann", THREE)
    await talk.say("ann", "how is FB?")
    await talk.say("ann", "the ibm one, yes")
    await talk.say("ann", "confirm all")
    assert talk.orders_carried_out == 0


@pytest.mark.parametrize("text", ["make the msft one 80", "msft 那单改成 80 股吧"])
async def test_the_share_that_is_pending_is_named_below_another_card_then_its_size_changes(
    talk: Talk, text: str
) -> None:
    await talk.say("ann", "buy 50 msft and 5 goog")
    await talk.say("bob", "why goog?")
    await talk.say("ann", "cancel google")
    await talk.say("ann", text)
    assert [each.proposal.shares for each in talk.decisions() if each.status is DecisionStatus.PROPOSED] == [80]
