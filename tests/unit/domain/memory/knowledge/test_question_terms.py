"""What questions look for in a team's files, in the words of the files."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.domain.conversation.threads import Person
from bot.domain.ids import TenantId
from bot.domain.memory.episodes import Episode
from bot.domain.memory.knowledge.bases import KnowledgeBase, KnowledgeDocument, passage_episode
from bot.domain.memory.knowledge.documents import DocumentPart
from bot.domain.memory.knowledge.question_terms import (
    covered_share,
    heading_score,
    in_words_of_files,
    mere_mention_score,
    question_terms,
    terms_to_look_up,
    with_text_scores,
    words_beside,
)
from bot.domain.memory.recall import FoundEpisode
from bot.domain.memory.search_terms import search_terms


@pytest.mark.parametrize(
    ("asked", "terms"),
    [("how much leverage may we use?", {"leverag"}), ("are we allowed to short?", {"short"}), ("may we?", {"may"})],
)
def test_words_that_only_ask_are_left_out_unless_nothing_else_is_asked(asked: str, terms: set[str]) -> None:
    assert question_terms(asked).keys() == terms


@pytest.mark.parametrize(
    ("asked", "written", "found"),
    [
        ("what is the cap?", "no more than 12 % may be exceeded", "exceed"),
        ("may we short?", "禁止裸卖空", "卖空"),
        ("我们能做空吗", "Naked short selling is prohibited", "short"),
        ("我们能做空吗", "禁止裸卖空", "卖空"),
        ("may we short?", "做空 and short selling", "short"),
    ],
)
def test_a_word_of_no_file_is_read_as_one_for_the_same(asked: str, written: str, found: str) -> None:
    vocabulary = terms_to_look_up(asked) & search_terms(written).keys()
    terms = in_words_of_files(question_terms(asked), vocabulary)
    assert found in terms
    assert sum(terms.values()) == pytest.approx(sum(question_terms(asked).values()))


def test_other_words_for_what_a_file_has_count_less() -> None:
    terms = question_terms("what limit is there?")
    vocabulary = {"limit", "exceed", "cap", "maximum"}
    assert words_beside(terms, vocabulary).keys() == {"exceed", "cap"}
    assert max(words_beside(terms, vocabulary).values()) < min(terms.values())


@pytest.mark.parametrize(
    ("asked", "written", "share"),
    [
        ("committee on cocoa futures", "the committee decided", 0.25),
        ("committee on banks", "the committee decided on banks", 1.0),
        ("差旅报销", "每日报送差异", 0.0),
    ],
)
def test_what_stands_in_no_file_counts_more_and_a_lone_character_nothing(
    asked: str, written: str, share: float
) -> None:
    said = search_terms(written).keys()
    assert covered_share(question_terms(asked), said, said) == pytest.approx(share)


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
