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
