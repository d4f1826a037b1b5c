"""What questions look for in a team's files, in the words of the files."""

import pytest

from bot.domain.memory.knowledge.question_terms import (
    covered_share,
    in_words_of_files,
    question_terms,
    terms_to_look_up,
    words_beside,
)
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
