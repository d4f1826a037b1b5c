"""Talk that the prompt tells anyway is not recalled beside it."""

from dataclasses import replace
from datetime import timedelta

from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.threads import Thread
from bot.domain.memory.episodes import EpisodeKind
from bot.domain.memory.recall import RecallPolicy, RecallQuestion
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from tests.contract.store_sets import an_episode, fake_store_set
from tests.unit.domain.memory.messages import overheard
from tests.unit.memory.test_recall_metrics import Embedder


async def test_talk_of_this_conversation_since_then_is_left_out() -> None:
    world = fake_store_set()
    now = world.clock.now()
    here = await world.turn(Thread("slack", "T1", "C1", "here"))
    there = await world.turn(Thread("slack", "T1", "C1", "there"))
    async with world.stores.transaction(here.tenant_id) as tx:
        for turn, text, hours in ((here, "early", 2), (here, "late", 1), (there, "elsewhere", 1)):
            at = now - timedelta(hours=hours)
            talk = replace(an_episode(turn, id=world.new_id(), at=at), kind=EpisodeKind.TALK, turn_id=None)
            said = replace(talk, text=f"Bob: banks look dear, {text} words", speakers=("Bob",), messages=None)
            await tx.episodes.add_episode(
                replace(said, said_from=at, said_until=at, conversation_id=turn.conversation_id)
            )
        conversation = await tx.conversations.get(here.conversation_id)
    embedders = QuestionEmbedders(stores=world.stores, configured=Embedder(), others=())  # type: ignore[arg-type]
    recall = Recall(stores=world.stores, embedders=embedders, policy=RecallPolicy(), clock=world.clock)
    question = RecallQuestion(text="banks dear?", talk_shown_since=now - timedelta(hours=1))

    found = await recall(here, conversation, question)

    assert {each.episode.text.split()[-2] for each in found} == {"early", "elsewhere"}


def test_what_a_prompt_tells_begins_with_its_window_and_the_first_that_was_overheard() -> None:
    first, second = overheard("one"), replace(overheard("two"), said_at=overheard("two").said_at + timedelta(hours=1))
    known = ConversationContext(first_shown=4, overheard=(first, second))

    question = known.without_shown(RecallQuestion(text="banks?"))

    assert (question.first_shown, question.talk_shown_since) == (4, first.said_at)
    assert ConversationContext().without_shown(question) == RecallQuestion(text="banks?")
