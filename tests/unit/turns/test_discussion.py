"""What agents said to each other, as a person reads it in the thread."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from adapters.discord.outbound import render as discord
from adapters.slack.outbound import render as slack
from bot.domain.conversation.blocks import plain_text
from bot.domain.text.locale import Language
from bot.domain.trading.decision_result import AgentMessage
from tests.fakes.core import Talk, sentence, text_of
from tests.fakes.engine import RUN, TALK, ScriptedEngine


def heading(message_id: str, language: Language = Language.ENGLISH) -> str:
    return sentence(message_id, language, engine="dual", at="2026-11-22 12:00 UTC")


def talking(*said: AgentMessage) -> Talk:
    """A workspace whose agents say this."""
    return Talk(engines=(ScriptedEngine(discussion=said),))


async def shown(said: Sequence[AgentMessage]) -> list[str]:
    talk = talking(*said)
    await talk.proposed()
    return text_of(await talk.say("ann", "/discussion")).split("\n\n")


async def test_each_message_says_who_said_it_to_whom() -> None:
    opening, first, second = await shown(TALK)
    assert opening == heading("discussion-opening")
    assert first == "Filter → Decision agent: GOOG needs fundamentals: its valuation is in doubt."
    assert second == "Decision agent → Filter: A price-earnings ratio of 23 is no obstacle."


async def test_what_is_long_is_continued_on_the_next_page() -> None:
    texts = await shown([AgentMessage(1, "filter", "decision", "x" * 5_000)])
    assert len("".join(texts)) < 2_000
    assert texts[-1] == sentence("discussion-page", number=1, pages=5)


async def test_when_the_agents_were_silent_then_said() -> None:
    assert await shown([]) == [heading("discussion-silent")]


async def test_when_no_model_was_asked_here_then_says_which_command_asks_one() -> None:
    talk = talking(*TALK)
    await talk.proposed(thread="other")
    text = plain_text((await talk.say("ann", "/discussion")).answer.blocks)
    assert text == sentence("discussion-none")
    assert "/analyze" in text


async def test_the_latest_run_is_shown() -> None:
    talk = talking(*TALK)
    first = await talk.proposed()
    async with talk.stores.transaction(first.thread.tenant_id) as tx:
        later = replace(RUN, id=uuid4(), at=RUN.at + timedelta(hours=1))
        turn = talk.memory.state.turns[first.turn_id]
        await tx.engine_runs.add_run(later, [AgentMessage(1, "filter", "decision", "Later.")], turn=turn)
    assert "Later." in text_of(await talk.say("ann", "/discussion"))


@pytest.mark.parametrize(
    "evil", ["<@U123> <!channel> @everyone", "[x](https://evil.example)", "# big\n> quote", "|| s"]
)
async def test_a_models_words_are_text_wherever_they_are_shown(evil: str) -> None:
    talk = talking(AgentMessage(1, "filter", "decision", evil))
    await talk.proposed()
    reply = await talk.say("ann", "/discussion")
    for message in slack.answer(reply):
        texts = [block["text"] for block in message.blocks if block["type"] == "section"]
        assert texts
        assert all(text["type"] == "plain_text" or text["verbatim"] for text in texts)
        assert "<" not in str(texts)
    for posted in discord.answer(reply):
        assert "](http" not in posted.content.replace("\\]", "")
        assert "@everyone" not in posted.content
        assert "\n# " not in posted.content
