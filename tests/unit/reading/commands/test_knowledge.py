"""What messages ask of the knowledge bases."""

import pytest

from bot.domain.conversation.requests.memory import (
    AddKnowledge,
    KnowledgeRequest,
    RemoveKnowledge,
    ShowKnowledge,
    ShowKnowledgeHelp,
)
from bot.domain.text.normalise import normalise
from bot.reading.commands.knowledge import is_knowledge_request, read_knowledge_request


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("add this file to our mandate base", AddKnowledge(base="mandate")),
        ("Please add the attached pdf to the handbook for the team", AddKnowledge(base="handbook", is_for_team=True)),
        ("put this into the knowledge base", AddKnowledge()),
        ("add this document to mandate as Mandate 2026", AddKnowledge(base="mandate", title="Mandate 2026")),
        ("add ./rules.md to our handbook", AddKnowledge(base="handbook")),
        ("把这个文件加入知识库", AddKnowledge()),
        ("请把这份文件加到我们的投资指引知识库", AddKnowledge(base="投资指引")),
        ("把附件存到授权书，给团队", AddKnowledge(base="授权书", is_for_team=True)),
        ("remove the old memo from the mandate base", RemoveKnowledge(base="mandate", title="old memo")),
        ("delete our mandate knowledge base", RemoveKnowledge(base="mandate")),
        ("从投资指引知识库删除旧版", RemoveKnowledge(base="投资指引", title="旧版")),
        ("what's in our knowledge base?", ShowKnowledge()),
        ("知识库里有哪些文件？", ShowKnowledge()),
    ],
)
def test_request_in_words(said: str, expected: KnowledgeRequest) -> None:
    assert is_knowledge_request(normalise(said))
    assert read_knowledge_request(said, paths=["./rules.md"]) == expected


@pytest.mark.parametrize(
    "said",
    [
        *("add 10 shares to the position", "buy 10 AAPL", "add IBM to my portfolio", "remove my limits", "删除限额"),
        *("what is our base case?", "加入100股苹果", "what does our mandate say about leverage?", "add a stop at 700"),
        *("remember that our base is New York", "把止损加到 700"),
    ],
)
def test_other_messages_are_none(said: str) -> None:
    assert not is_knowledge_request(normalise(said))


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("", ShowKnowledge()),
        ("list", ShowKnowledge()),
        ("add mandate ./rules.md", AddKnowledge(base="mandate")),
        (
            'add "risk bible" as Risk 2026 for the team',
            AddKnowledge(base="risk bible", title="Risk 2026", is_for_team=True),
        ),
        ("添加投资指引", AddKnowledge(base="投资指引")),
        ("加入 投资指引 标题为 2026版", AddKnowledge(base="投资指引", title="2026版")),
        ("remove mandate Old memo", RemoveKnowledge(base="mandate", title="Old memo")),
        ('remove "risk bible" Risk 2026', RemoveKnowledge(base="risk bible", title="Risk 2026")),
        ("mandate", ShowKnowledgeHelp()),
    ],
)
def test_command(rest: str, expected: KnowledgeRequest) -> None:
    assert read_knowledge_request(rest, paths=["./rules.md"]) == expected
