"""Definitions through whole turns: two lines, and nothing else changes."""

import pytest

from bot.domain.conversation.states import Intent, State
from tests.fakes.core import Talk, sentence
from tests.fakes.phone import phone_lines


async def test_two_lines_and_the_topic_stays(talk: Talk) -> None:
    await talk.say("ann", "analyze AAPL")
    reply = await talk.say("ann", "what is a stop loss")
    assert reply.answer.brief == f"{sentence('glossary-stop')}\n{sentence('glossary-use-stop')}"
    assert not reply.answer.details
    assert (await talk.say("ann", "what if it falls 10 %")).answer.symbols == ("AAPL",)


async def test_what_is_pending_stays_and_a_yes_after_it_is_read_back(talk: Talk) -> None:
    await talk.proposed()
    reply = await talk.say("ann", "置信度是什么意思")
    assert reply.answer.brief.startswith("置信度：")
    assert reply.state is State.AWAITING_CONFIRM
    read_back = await talk.say("ann", "yes")
    assert read_back.intent is Intent.CONFIRM
    assert read_back.state is State.AWAITING_CONFIRM


async def test_a_word_that_is_no_term_is_said_to_be_none(talk: Talk) -> None:
    await talk.say("ann", "hello")
    reply = await talk.say("ann", "what does contango mean?")
    assert reply.answer.brief == sentence("glossary-unknown", word="contango")


@pytest.mark.parametrize("text", ["what's the difference between a stop and a limit", "RSI、MACD和ATR是什么"])
async def test_several_terms_in_ten_lines_or_so(talk: Talk, text: str) -> None:
    await talk.say("ann", "hello")
    assert len(phone_lines((await talk.say("ann", text)).answer.brief)) <= 22


async def test_what_counts_as_high_of_the_figure_spoken_of(talk: Talk) -> None:
    await talk.say("ann", "hello")
    assert (await talk.say("ann", "what counts as high?")).answer.brief == sentence("glossary-level-of-what")
    await talk.say("ann", "what is RSI?")
    reply = await talk.say("ann", "and what counts as high?")
    assert reply.answer.brief.endswith(sentence("glossary-use-rsi"))
