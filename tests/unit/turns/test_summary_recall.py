"""What no message found tells is answered from the summaries of conversations that the asker may see."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.memory.summaries.summary import Statement, StatementKind, Summary, SummaryContent
from bot.domain.text.locale import Language
from tests.fakes.core import Talk, sentence, text_of
from tests.fakes.memory import ChannelVisibility

NOTHING = sentence("recall-nothing", speaker="none", span="none", first="", last="")


async def summarised(talk: Talk, *notes: str, channel: str = "terminal") -> None:
    """Let Bob say something in another thread, whose summary holds these notes instead."""
    await talk.say("Bob", "good morning", thread="other")
    conversation = talk.conversation("other")
    on = talk.clock.now().date()
    statements = tuple(Statement(kind=StatementKind.SAID, by="Bob", text=note, messages=(0,), on=on) for note in notes)
    content = SummaryContent(statements=statements)
    summary = Summary(
        conversation_id=conversation.id,
        text=str(content),
        covered_count=6,
        increments=0,
        updated_at=talk.clock.now(),
        content=content,
    )
    (vector,) = await talk.ports.embedder.embed([summary.text])
    async with talk.stores.transaction(conversation.tenant_id) as tx:
        await tx.summaries.save(summary, expected_covered_count=0)
        await tx.summaries.set_embedding(summary, embedding=vector, model=talk.ports.embedder.model)
    state = talk.memory.state
    thread = replace(conversation.thread, channel=channel)
    state.conversations[conversation.id] = replace(state.conversations[conversation.id], thread=thread)
    talk.pass_time(timedelta(days=7))


@pytest.mark.parametrize(
    ("asked", "note", "heading"),
    [
        (
            "what did we discuss about regional lenders in the other thread?",
            "regional lenders carry too many property loans",
            sentence("recall-in-summary"),
        ),
        ("我们讨论过光伏补贴吗？", "光伏补贴可能取消", sentence("recall-in-summary", Language.CHINESE)),
    ],
)
async def test_summary_tells_then_who_when_and_that_it_is_one(talk: Talk, asked: str, note: str, heading: str) -> None:
    await summarised(talk, note, "likes tea")
    reply = await talk.say("ann", asked)
    shown = text_of(reply)
    assert heading in shown
    assert f"• Bob, 2026-11-02: “{note}”" in shown
    assert "tea" not in shown
    (source,) = reply.answer.sources
    assert (source.episode, source.by) == (talk.conversation("other").id, ("Bob",))
    assert f"{source.at:%Y-%m-%d}" == "2026-11-02"


async def test_message_tells_then_that_is_quoted(talk: Talk) -> None:
    await summarised(talk, "regional lenders carry too many property loans")
    await talk.say("Carol", "regional lenders scare me", thread="third")
    shown = text_of(await talk.say("ann", "what did we say about regional lenders?"))
    assert "Carol" in shown
    assert sentence("recall-in-summary") not in shown


@pytest.mark.parametrize(
    "asked",
    [
        "what did we say about uranium mining?",
        "what did Carol say about regional lenders?",
        "what did we say about regional lenders in March?",
    ],
)
async def test_other_topic_person_or_time_then_nothing(talk: Talk, asked: str) -> None:
    await summarised(talk, "regional lenders carry too many property loans")
    assert sentence("recall-in-summary") not in text_of(await talk.say("ann", asked))


async def test_conversation_of_another_channel_only_while_that_is_public(talk: Talk) -> None:
    await summarised(talk, "regional lenders carry too many property loans", channel="elsewhere")
    asked = "what did we say about regional lenders?"
    assert text_of(await talk.say("ann", asked)).startswith(NOTHING)

    key = (talk.conversation().tenant_id, "elsewhere")
    talk.memory.state.visibilities[key] = ChannelVisibility(is_public=True, since=None)
    assert sentence("recall-in-summary") in text_of(await talk.say("ann", asked))
    talk.memory.state.visibilities[key] = ChannelVisibility(is_public=False, since=talk.clock.now(), needs_hiding=True)
    assert text_of(await talk.say("ann", asked)) == NOTHING


async def test_secret_in_a_summary_is_not_told(talk: Talk) -> None:
    await summarised(talk, "the broker password: tr0ub4dor")
    assert "tr0ub4dor" not in text_of(await talk.say("ann", "what did we say about the broker password?"))
