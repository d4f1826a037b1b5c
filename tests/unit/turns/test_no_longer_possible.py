"""Decisions that the account or a limit no longer allows: not offered, and ended where nothing is held."""

from decimal import Decimal

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.trading.decisions import DecisionStatus
from bot.domain.trading.execution.orders import Rejection
from tests.fakes.core import Talk, text_of

PROPOSED, WITHDRAWN, FILLED = DecisionStatus.PROPOSED, DecisionStatus.WITHDRAWN, DecisionStatus.FILLED


def status(talk: Talk, symbol: str, *, by: str = "ann") -> DecisionStatus:
    return [d.status for d in talk.decisions() if d.proposal.symbol == symbol and d.asked_by.endswith(by)][-1]


@pytest.mark.parametrize("yes", ["yes", "confirm", "confirm the IBM one", "全部确认"])
async def test_a_new_limit_forbids_it_then_it_is_not_offered(talk: Talk, yes: str) -> None:
    await talk.say("ann", "buy 12 IBM")
    await talk.say("ann", "no more than $1,000 in anything from here on")
    reply = await talk.say("ann", yes)
    assert "That would buy" not in text_of(reply)
    assert not [
        each for each in reply.answer.buttons if each.id.endswith("confirm") or each.label.startswith("Confirm")
    ]
    assert any(each.label.startswith(("Cancel", "取消")) for each in reply.answer.buttons)
    await talk.say("ann", yes)
    assert (talk.orders_carried_out, status(talk, "IBM")) == (0, PROPOSED)


@pytest.mark.parametrize("yes", ["confirm all", "yes", "全部确认"])
async def test_a_new_limit_forbids_one_of_two_then_only_the_other_is_read_back(talk: Talk, yes: str) -> None:
    await talk.say("ann", "buy 12 IBM and 10 MSFT")
    await talk.say("ann", "no more than $1,000 in anything from here on")
    reply = await talk.say("ann", yes)
    assert [d.proposal.symbol for d in reply.answer.decisions] == ["MSFT"]
    assert "12" in text_of(reply)
    await talk.say("ann", "yes" if yes != "全部确认" else "是")
    assert (status(talk, "MSFT"), status(talk, "IBM")) == (FILLED, PROPOSED)


async def held_and_sold_elsewhere(talk: Talk, order: str) -> Reply:
    """Ann's sale of 4 IBM is pending when bob sells all of them."""
    await talk.say("ann", "buy 4 IBM")
    await talk.say("ann", "yes")
    card = await talk.say("ann", order)
    await talk.say("bob", "sell all IBM")
    await talk.say("bob", "yes")
    return card


@pytest.mark.parametrize("order", ["sell all IBM", "sell 2 IBM"])
@pytest.mark.parametrize("yes", ["yes", "确认", "confirm all"])
async def test_nothing_is_held_any_more_then_said_and_withdrawn(talk: Talk, order: str, yes: str) -> None:
    await held_and_sold_elsewhere(talk, order)
    text = text_of(await talk.say("ann", yes))
    assert "no IBM is held any more" in text or "已不再持有 IBM" in text
    assert status(talk, "IBM") is WITHDRAWN
    assert "sell" not in text_of(await talk.say("ann", "/pending"))


@pytest.mark.parametrize("order", ["sell all IBM", "sell 2 IBM"])
async def test_nothing_is_held_any_more_and_pressed_then_a_plain_sentence(talk: Talk, order: str) -> None:
    card = await held_and_sold_elsewhere(talk, order)
    text = text_of(await talk.press("ann", card.answer.buttons[0].id))
    assert "no IBM is held any more" in text
    assert "target" not in text
    assert status(talk, "IBM") is WITHDRAWN


async def test_a_part_of_a_whole_sale_is_left_then_asked_again_about_that(talk: Talk) -> None:
    await talk.say("ann", "buy 4 IBM")
    await talk.say("ann", "yes")
    card = await talk.say("ann", "sell all IBM")
    await talk.say("bob", "sell 3 IBM")
    await talk.say("bob", "yes")
    text = text_of(await talk.press("ann", card.answer.buttons[0].id))
    assert "you hold 1 now" in text
    assert status(talk, "IBM") is PROPOSED
    await talk.say("ann", "yes")
    assert talk.position("IBM") is None


@pytest.mark.parametrize(
    "text", ["what failed and why?", "why did it fail?", "which one failed?", "哪笔失败了，为什么？"]
)
async def test_one_of_two_orders_was_rejected_then_that_one_with_its_reason(talk: Talk, text: str) -> None:
    await talk.say("ann", "buy 4 IBM")
    await talk.say("ann", "yes")
    talk.broker.rejection = Rejection("insufficient_cash", required=Decimal(62), available=Decimal(5))
    await talk.say("ann", "buy 2 FB")
    await talk.say("ann", "yes")
    said = text_of(await talk.say("ann", text))
    assert "FB" in said
    assert "62" in said
    assert "IBM" not in said
