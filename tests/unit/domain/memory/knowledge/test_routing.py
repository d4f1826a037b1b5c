"""The base that a message is about, by rules."""

from uuid import UUID

import pytest

from bot.domain.ids import TenantId
from bot.domain.memory.knowledge.bases import BaseContents, KnowledgeBase
from bot.domain.memory.knowledge.routing import GENERAL, KnowledgeRoute, route_by_rules, terms_beside_name
from bot.domain.memory.search_terms import query_terms, search_terms

TENANT = TenantId(UUID(int=1))


def a_base(name: str, text: str, asked: str) -> BaseContents:
    matched = frozenset(query_terms(asked)) & frozenset(search_terms(text))
    return BaseContents(base=KnowledgeBase(tenant_id=TENANT, name=name), matched=matched)


def route(asked: str, *, asks_documents: bool = False, **bases: str) -> KnowledgeRoute:
    contents = [a_base(name.replace("_", " "), text, asked) for name, text in bases.items()]
    return route_by_rules(asked, contents, asks_documents=asks_documents)


def test_without_bases_nothing_is_asked() -> None:
    found = route("what does our mandate say about leverage?", asks_documents=True)
    assert (found.kb, found.is_sure, found.needs_model) == (GENERAL, True, False)


@pytest.mark.parametrize(
    ("asked", "kb", "reason"),
    [
        ("what does our mandate say about gold?", "mandate", "named"),
        ("what does the handbook say about overtime?", "handbook", "named"),
        ("章程怎么规定加班？", "章程", "named"),
    ],
)
def test_base_that_is_named_is_asked(asked: str, kb: str, reason: str) -> None:
    found = route(asked, asks_documents=True, mandate="no leverage", handbook="overtime is paid", 章程="加班须批准")
    assert (found.kb, found.reason, found.is_sure) == (kb, reason, True)


def test_only_base_is_asked_for_what_is_written() -> None:
    found = route("is gold allowed under our policy?", asks_documents=True, mandate="no leverage")
    assert (found.kb, found.reason) == ("mandate", "only_base")


def test_words_of_a_base_speak_for_it() -> None:
    found = route("may partners borrow shares?", mandate="partners never borrow shares", handbook="overtime is paid")
    assert (found.kb, found.reason, found.is_sure) == ("mandate", "vocabulary", True)


def test_two_bases_with_the_words_are_left_to_a_model() -> None:
    found = route("may partners borrow shares?", one="partners never borrow shares", two="partners borrow shares")
    assert (found.reason, found.is_sure, found.needs_model) == ("several", False, True)


@pytest.mark.parametrize("asked", ["buy 10 AAPL", "how is the weather?", "今天天气怎么样？", "thanks"])
def test_what_is_about_nothing_written_asks_no_base(asked: str) -> None:
    found = route(asked, mandate="We borrow no money.", handbook="overtime is paid", 章程="加班须批准")
    assert (found.kb, found.worker) == (GENERAL, GENERAL)


def test_a_name_within_a_word_leaves_no_letters_of_it() -> None:
    asked = "what do our documents say about orders?"
    assert "s" not in terms_beside_name(asked, a_base("order", "", asked))


def test_terms_are_those_beside_the_name() -> None:
    asked = "我们的投资指引对杠杆怎么说？"
    found = terms_beside_name(asked, a_base("投资指引", "", asked))
    assert "杠杆" in found
    assert not {"投资", "指引", "引对"} & found.keys()
