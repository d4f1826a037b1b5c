"""A thousand symbols in one message: one answer of bounded length, and nothing is proposed or traded by mistake."""

import string
from itertools import cycle, islice, product

import pytest

from bot.domain.conversation.states import Intent
from bot.turns.instrument_resolver import MAX_SYMBOLS
from tests.fakes.core import Talk

COUNT = 1_000
UNKNOWN = tuple("".join(each) for each in islice(product(string.ascii_uppercase, repeat=3), COUNT))  # some are shares
KNOWN = tuple(islice(cycle(("AAPL", "FB", "GOOG", "IBM", "MSFT")), COUNT))
BRIEF_LINES, BRIEF_CHARACTERS, TEXT_CHARACTERS = 60, 2_000, 12_000


def many(symbols: tuple[str, ...], template: str) -> str:
    """Return a message with all of them: "分析 {、}" joins them by 、 in that place."""
    before, _, rest = template.partition("{")
    separator, _, after = rest.partition("}")
    return before + separator.join(symbols) + after


async def answered(talk: Talk, text: str) -> str:
    reply = await talk.say("ann", text)
    assert reply.answer.brief
    assert len(reply.answer.brief) < BRIEF_CHARACTERS
    assert len(reply.answer.brief.splitlines()) < BRIEF_LINES
    assert len(reply.answer.whole_text) < TEXT_CHARACTERS
    assert "went wrong" not in reply.answer.brief
    assert reply.intent is not Intent.CONFIRM
    return reply.answer.brief


@pytest.mark.parametrize("symbols", [UNKNOWN, KNOWN], ids=["unknown", "known"])
@pytest.mark.parametrize(
    "template",
    [
        "analyze { }",
        "should I buy { or }?",
        "${ $}",
        "分析 { }",
        "比较{、}",
    ],
)
async def test_asked_about_then_one_bounded_answer(talk: Talk, symbols: tuple[str, ...], template: str) -> None:
    await answered(talk, many(symbols, template))


@pytest.mark.parametrize("symbols", [UNKNOWN, KNOWN], ids=["unknown", "known"])
@pytest.mark.parametrize(
    "template",
    [
        "buy 1 of each of { }",
        "buy 1 {, 1 }",
        "各买一股 { }",
        "{、}全部卖出",
    ],
)
async def test_to_be_traded_then_one_bounded_answer_and_no_order(
    talk: Talk, symbols: tuple[str, ...], template: str
) -> None:
    await answered(talk, many(symbols, template))

    assert talk.orders_carried_out == 0
    assert len(talk.decisions()) <= MAX_SYMBOLS
