"""A share that is dropped before another is asked about gets no card."""

import pytest

from tests.fakes.core import Talk


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("drop Google, should I buy IBM?", "IBM"),
        ("ok forget about MSFT for now. Should I buy AAPL?", "AAPL"),
        ("never mind IBM; buy 2 GOOG", "GOOG"),
        ("忘掉谷歌，买IBM吧", "IBM"),
        ("不聊谷歌了，要不要买IBM？", "IBM"),
    ],
)
async def test_dropped_then_only_the_other_is_proposed(talk: Talk, text: str, symbol: str) -> None:
    reply = await talk.say("ann", text)
    assert {each.proposal.symbol for each in reply.answer.decisions} == {symbol}


@pytest.mark.parametrize("text", ["leave me alone, IBM!", "forget it, buy 3 IBM", "drop by the way, how is IBM?"])
async def test_nothing_dropped_then_read_as_before(talk: Talk, text: str) -> None:
    assert (await talk.say("ann", text)).answer.symbols in {("IBM",), ()}


@pytest.mark.parametrize("text", ["drop 5 IBM, buy 2 GOOG", "skip half of my IBM, buy 2 GOOG", "忘掉5股IBM，买2股谷歌"])
async def test_more_than_a_name_is_dropped_then_nothing_is_left_out(talk: Talk, text: str) -> None:
    assert "IBM" in (await talk.say("ann", text)).answer.symbols


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("I forgot to buy IBM, buy 5 IBM", "IBM 5"),
        ("oh, we almost forgot: buy 2 GOOG", "GOOG 2"),
        ("我忘了买苹果，买3股苹果", "AAPL 3"),
    ],
)
async def test_order_was_forgotten_before_then_it_is_proposed_now(talk: Talk, text: str, order: str) -> None:
    reply = await talk.say("ann", text)
    assert [f"{each.proposal.symbol} {each.proposal.shares}" for each in reply.answer.decisions] == [order]


@pytest.mark.parametrize(
    "text",
    ["I forgot to buy Apple, buy 5 IBM", "I forgot to buy 10 IBM, buy 5 IBM", "I forgot to sell IBM, buy 5 IBM"],
)
async def test_another_order_was_forgotten_then_none_is_proposed(talk: Talk, text: str) -> None:
    assert not (await talk.say("ann", text)).answer.decisions
