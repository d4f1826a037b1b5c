"""How much of a question passages cover that no worker has indexed yet."""

from datetime import UTC, datetime
from uuid import UUID

from bot.domain.conversation.threads import Person
from bot.domain.ids import TenantId
from bot.domain.memory.episodes import Episode
from bot.domain.memory.knowledge.bases import KnowledgeBase, KnowledgeDocument, passage_episode
from bot.domain.memory.knowledge.documents import DocumentPart
from bot.domain.memory.knowledge.question_terms import (
    heading_score,
    mere_mention_score,
    question_terms,
    with_text_scores,
)
from bot.domain.memory.recall import FoundEpisode

DOCUMENT = KnowledgeDocument(
    base=KnowledgeBase(tenant_id=TenantId(UUID(int=1)), name="mandate"),
    title="Fund mandate",
    file_name="mandate.pdf",
    digest="d1",
    pages=3,
    passages=3,
    added_by=Person("U1", "Ann"),
    added_at=datetime(2026, 11, 2, tzinfo=UTC),
)


def passages(*texts: str, heading: str = "") -> list[Episode]:
    told = [DocumentPart(text=each, heading=heading, page="1") for each in texts]
    return [passage_episode(DOCUMENT, each, number=number) for number, each in enumerate(told)]


def scores(asked: str, *texts: str) -> list[float]:
    waiting = [FoundEpisode(episode=each, is_indexed=False) for each in passages(*texts)]
    return [each.text_score for each in with_text_scores(waiting, question_terms(asked))]


def test_a_rare_word_counts_more_than_one_of_every_passage() -> None:
    about, *others = scores("fund leverage", "Leverage is capped.", "The fund buys.", "The fund sells.", "The fund.")
    assert about > max(others) > 0


def test_the_title_which_every_passage_has_is_no_part_of_it() -> None:
    assert scores("the mandate fund", "No gold.") == [0.0]


def test_an_indexed_passage_keeps_its_score() -> None:
    (episode,) = passages("No gold.")
    (found,) = with_text_scores([FoundEpisode(episode=episode, text_score=0.3)], question_terms("gold"))
    assert found.text_score == 0.3


def test_a_heading_that_is_asked_for_counts() -> None:
    (whole,), (half,) = passages("x", heading="Next meeting"), passages("x", heading="Next steps")
    terms = question_terms("when is the next meeting?")
    assert heading_score(whole, terms) > heading_score(half, terms) > heading_score(passages("x")[0], terms) == 0


def test_the_only_word_of_a_question_said_once_is_no_rule_on_it_where_others_say_it_too() -> None:
    mention, other = passages("It earns 5 % of its revenue.", "34 times earnings.")
    (rule,) = passages("Nothing is bought before.", heading="Earnings")
    terms = question_terms("our rule on earnings?")
    assert mere_mention_score(mention, terms, [mention, other]) > 0
    assert mere_mention_score(mention, terms, [mention]) == 0
    assert mere_mention_score(rule, terms, [rule, mention]) == 0
