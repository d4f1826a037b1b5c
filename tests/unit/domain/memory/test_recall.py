"""What is taken for an answer to a question, and what is only the least bad episode."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.domain.ids import ConversationId, TenantId
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.recall import EpisodeQuery, FoundEpisode, answers, rank
from bot.domain.memory.search_terms import query_terms

CONVERSATION = ConversationId(UUID(int=1))
AT = datetime(2026, 3, 2, tzinfo=UTC)


def is_answered(question: str, text: str, *, score: float, similarity: float | None = None) -> bool:
    episode = Episode(
        id=UUID(int=2),
        tenant_id=TenantId(UUID(int=3)),
        conversation_id=CONVERSATION,
        kind=EpisodeKind.TALK,
        text=text,
        channel="desk",
        speakers=(text.partition(":")[0],),
        said_from=AT,
        said_until=AT,
        created_at=AT,
    )
    model = "hashing-1" if similarity is None else "meaning-1"
    query = EpisodeQuery(conversation_id=CONVERSATION, channel="desk", terms=query_terms(question), model=model)
    found = FoundEpisode(episode=episode, text_score=score, vector_score=similarity)
    (best,) = rank([found], query, limit=1)
    return answers(best, query)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("孙雯在公布业绩之前怎么做？", "孙雯: 财报前我会先减一半"),
        ("汪洋的领导是谁？", "汪洋: 我们主管姓郑，管销售"),
        ("谁聊过黄金？", "孙雯: 黄金我配了一成"),
    ],
)
def test_chinese_words_in_common_then_a_smaller_share_answers(question: str, text: str) -> None:
    assert is_answered(question, text, score=0.26)
    assert not is_answered(question, text, score=0.2)


@pytest.mark.parametrize(
    ("question", "text"),
    [("孙雯住在哪个区？", "孙雯: 谷歌的广告收入还是很稳"), ("汪洋会说法语吗？", "汪洋: 现金留两成，也许可以抄底")],
)
def test_only_the_speakers_name_in_common_then_no_answer(question: str, text: str) -> None:
    assert not is_answered(question, text, score=0.6)


def test_english_needs_the_same_share_as_before() -> None:
    assert is_answered("who mentioned gold?", "Sue: gold is a tenth of it", score=0.35)
    assert not is_answered("who mentioned gold?", "Sue: gold is a tenth of it", score=0.34)


@pytest.mark.parametrize(
    ("score", "similarity", "is_enough"),
    [
        (0.4, 0.3, True),  # what is said in much the same words need not be near
        (0.3, 0.45, False),
        (0.0, 0.46, True),  # in other words
        (0.0, 0.45, False),
    ],
)
def test_vectors_of_meaning_then_words_and_similarity_count(
    score: float, similarity: float, *, is_enough: bool
) -> None:
    said = "Sue: a tenth of it lies in bullion"
    assert is_answered("who mentioned gold?", said, score=score, similarity=similarity) is is_enough


def test_vectors_of_meaning_then_a_chinese_question_needs_less_in_common() -> None:
    assert is_answered("谁聊过黄金？", "孙雯: 金子我配了一成", score=0.26, similarity=0.4)
    assert not is_answered("谁聊过黄金？", "孙雯: 金子我配了一成", score=0.25, similarity=0.4)
