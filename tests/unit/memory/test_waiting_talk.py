"""Talk that no worker has indexed is found by what it means, as if it were, and one message of several is quoted."""

from dataclasses import replace

import pytest

from adapters.embeddings.sentences import SentenceEmbedder
from bot.domain.memory.episodes import EpisodeKind
from bot.domain.memory.recall import RecallPolicy, RecallQuestion
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from tests.contract.store_sets import an_episode, fake_store_set

SAID = ("Dan: no trading on friday afternoons", "Mia: what is for lunch", "Dan: 季末最后一周谁都不许卖")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        (RecallQuestion(text="sell something late in the day on fridays"), SAID[0]),
        (RecallQuestion(text="quarter end selling", is_of_nearest=True), SAID[2]),
        (RecallQuestion(text="who audits the fund", is_of_nearest=True), None),
    ],
)
async def test_words_are_compared_by_their_meaning(question: RecallQuestion, found: str | None) -> None:
    world = fake_store_set()
    turn = await world.turn()
    async with world.stores.transaction(turn.tenant_id) as tx:
        talk = replace(an_episode(turn, id=world.new_id(), at=world.clock.now()), kind=EpisodeKind.TALK, turn_id=None)
        texts = ("\n".join(SAID),) if question.is_of_nearest else SAID
        for text in texts:
            said = replace(talk, id=world.new_id(), text=text, speakers=("Dan", "Mia"), messages=None)
            await tx.episodes.add_episode(said)
        conversation = await tx.conversations.get(turn.conversation_id)
    embedders = QuestionEmbedders(stores=world.stores, configured=SentenceEmbedder(), others=())
    recall = Recall(stores=world.stores, embedders=embedders, policy=RecallPolicy(), clock=world.clock)

    told = await recall(turn, conversation, question)

    assert [each.episode.text for each in told[:1]] == ([found] if found else [])
