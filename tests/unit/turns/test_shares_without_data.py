"""A share that was named last counts though it has no data: what is said next of "it" is never done to another."""

import pytest

from tests.fakes.core import Talk
from tests.references import said
from tests.unit.turns.test_guesses import pick


@pytest.mark.parametrize("named", ["hows amzn been", "how is $FOOO doing", "0700.HK?", "亚马逊呢", "价格 比特币"])
@pytest.mark.parametrize("of_it", ["add that one too pls", "watch it", "buy 5 then", "跌破20提醒我", "加自选吧"])
async def test_what_is_asked_of_it_is_done_to_no_other_share(talk: Talk, named: str, of_it: str) -> None:
    await said(talk, "ann: price of ibm", f"ann: {named}")
    reply = await talk.say("ann", of_it)
    state = talk.memory.state
    assert (state.watched, state.alerts, state.decisions) == ({}, {}, {})
    assert [str(each) for each in reply.answer.guesses if "IBM" in str(each)]


async def test_the_older_share_is_meant_then_a_press_does_it(talk: Talk) -> None:
    await said(talk, "ann: price of ibm", "ann: hows amzn been")
    await talk.press("ann", pick(await talk.say("ann", "watch it"), "Put on the watch list: IBM"))
    await talk.answer_next()
    assert [each.symbol for each in talk.memory.state.watched.values()] == ["IBM"]


async def test_a_share_with_data_is_named_next_then_it_is_meant(talk: Talk) -> None:
    await said(talk, "ann: price of ibm", "ann: hows amzn been", "ann: price of fb", "ann: watch it")
    assert [each.symbol for each in talk.memory.state.watched.values()] == ["FB"]
