"""What messages ask of the knowledge bases."""

import pytest

from bot.domain.memory.knowledge.requests import KnowledgeAct, KnowledgeRequest
from bot.domain.text.normalise import normalise
from bot.language.knowledge.requests import find_knowledge_request, read_knowledge_request

ADD, REMOVE, LIST, HOW = KnowledgeAct.ADD, KnowledgeAct.REMOVE, KnowledgeAct.LIST, KnowledgeAct.HOW


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("add this file to our mandate base", (ADD, "mandate", "", False)),
        ("Please add the attached pdf to the handbook for the team", (ADD, "handbook", "", True)),
        ("put this into the knowledge base", (ADD, "", "", False)),
        ("add this document to mandate as Mandate 2026", (ADD, "mandate", "Mandate 2026", False)),
        ("add ./rules.md to our handbook", (ADD, "handbook", "", False)),
        ("把这个文件加入知识库", (ADD, "", "", False)),
        ("请把这份文件加到我们的投资指引知识库", (ADD, "投资指引", "", False)),
        ("把附件存到授权书，给团队", (ADD, "授权书", "", True)),
        ("remove the old memo from the mandate base", (REMOVE, "mandate", "old memo", False)),
        ("delete our mandate knowledge base", (REMOVE, "mandate", "", False)),
        ("从投资指引知识库删除旧版", (REMOVE, "投资指引", "旧版", False)),
        ("what's in our knowledge base?", (LIST, "", "", False)),
        ("知识库里有哪些文件？", (LIST, "", "", False)),
    ],
)
def test_request_in_words(said: str, expected: tuple[KnowledgeAct, str, str, bool]) -> None:
    found = find_knowledge_request(normalise(said))
    assert found is not None
    assert _parts(read_knowledge_request(found.rest, paths=["./rules.md"])) == expected


@pytest.mark.parametrize(
    "said",
    [
        *("add 10 shares to the position", "buy 10 AAPL", "add IBM to my portfolio", "remove my limits", "删除限额"),
        *("what is our base case?", "加入100股苹果", "what does our mandate say about leverage?", "add a stop at 700"),
        *("remember that our base is New York", "把止损加到 700"),
    ],
)
def test_other_messages_are_none(said: str) -> None:
    assert find_knowledge_request(normalise(said)) is None


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("", (LIST, "", "", False)),
        ("list", (LIST, "", "", False)),
        ("add mandate ./rules.md", (ADD, "mandate", "", False)),
        ('add "risk bible" as Risk 2026 for the team', (ADD, "risk bible", "Risk 2026", True)),
        ("添加投资指引", (ADD, "投资指引", "", False)),
        ("加入 投资指引 标题为 2026版", (ADD, "投资指引", "2026版", False)),
        ("remove mandate Old memo", (REMOVE, "mandate", "Old memo", False)),
        ('remove "risk bible" Risk 2026', (REMOVE, "risk bible", "Risk 2026", False)),
        ("mandate", (HOW, "", "", False)),
    ],
)
def test_command(rest: str, expected: tuple[KnowledgeAct, str, str, bool]) -> None:
    assert _parts(read_knowledge_request(rest, paths=["./rules.md"])) == expected


def _parts(request: KnowledgeRequest) -> tuple[KnowledgeAct, str, str, bool]:
    return request.act, request.base, request.title, request.is_for_team
