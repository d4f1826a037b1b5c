"""Definitions through whole turns: two lines, and nothing else changes."""

from tests.fakes.core import Talk, sentence


async def test_two_lines_and_the_topic_stays(talk: Talk) -> None:
    await talk.say("ann", "analyze AAPL")
    reply = await talk.say("ann", "what is a stop loss")
    assert reply.answer.brief == f"{sentence('glossary-stop')}\n{sentence('glossary-use-stop')}"
    assert not reply.answer.details
    assert (await talk.say("ann", "what if it falls 10 %")).answer.symbols == ("AAPL",)


async def test_what_counts_as_high_of_the_figure_spoken_of(talk: Talk) -> None:
    await talk.say("ann", "hello")
    assert (await talk.say("ann", "what counts as high?")).answer.brief == sentence("glossary-level-of-what")
    await talk.say("ann", "what is RSI?")
    reply = await talk.say("ann", "and what counts as high?")
    assert reply.answer.brief.endswith(sentence("glossary-use-rsi"))
