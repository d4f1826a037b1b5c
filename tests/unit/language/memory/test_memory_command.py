"""What stands behind /memory."""

import pytest

from bot.domain.memory.core_memory import MemoryScope, MemorySection
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.language.memory.command import read_memory_command

TEAM, CHANNEL, PERSON = MemoryScope
S = MemorySection


def stored(text: str, scope: MemoryScope, section: MemorySection, *, names_scope: bool = True) -> MemoryRequest:
    return MemoryRequest(MemoryAct.STORE, text, scope, section, is_scope_named=names_scope)


def help_on(act: str) -> MemoryRequest:
    return MemoryRequest(MemoryAct.HELP, act)


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("", MemoryRequest(MemoryAct.SHOW)),
        ("show", MemoryRequest(MemoryAct.SHOW)),
        ("me", MemoryRequest(MemoryAct.SHOW, scope=PERSON)),
        ("undo", MemoryRequest(MemoryAct.UNDO)),
        ("撤销", MemoryRequest(MemoryAct.UNDO)),
        ("history", MemoryRequest(MemoryAct.HISTORY)),
        ("as of 2026-03-01", MemoryRequest(MemoryAct.AS_OF, "2026-03-01")),
        ("delete 3", MemoryRequest(MemoryAct.FORGET, number=3)),
        ("删除 2", MemoryRequest(MemoryAct.FORGET, number=2)),
        ("delete tobacco", MemoryRequest(MemoryAct.FORGET, "tobacco")),
        ("delete me horizon", MemoryRequest(MemoryAct.FORGET_ALL, scope=PERSON, section=S.HORIZON)),
        ("clear me", MemoryRequest(MemoryAct.FORGET_ALL, scope=PERSON)),
        ("me horizon: 9 months", stored("9 months", PERSON, S.HORIZON)),
        ("horizon: 9 months", stored("9 months", PERSON, S.HORIZON, names_scope=False)),
        ("horizon 9 months", stored("9 months", PERSON, S.HORIZON, names_scope=False)),
        ("my risk is low", stored("low", PERSON, S.RISK_APPETITE)),
        ("channel preferences: no tobacco", stored("no tobacco", CHANNEL, S.PREFERENCES)),
        ("team: long only", stored("long only", TEAM, S.TEAM)),
        ("persona: be formal", stored("be formal", TEAM, S.PERSONA)),
        ("we never short", stored("we never short", CHANNEL, S.PREFERENCES, names_scope=False)),
        ("add I hate small caps", stored("I hate small caps", PERSON, S.PREFERENCES, names_scope=False)),
        ("team we buy no tobacco", stored("we buy no tobacco", TEAM, S.TEAM)),
        ("团队 我们不买烟草股", stored("我们不买烟草股", TEAM, S.TEAM)),
        ("the team buys no tobacco", stored("the team buys no tobacco", TEAM, S.TEAM, names_scope=False)),
        ("团队不买烟草股", stored("团队不买烟草股", TEAM, S.TEAM, names_scope=False)),
        ("channel we buy no tobacco", stored("we buy no tobacco", CHANNEL, S.PREFERENCES)),
        ("edit 1 I like rail", MemoryRequest(MemoryAct.EDIT, "I like rail", number=1)),
        ("change #2 to: 5 years", MemoryRequest(MemoryAct.EDIT, "5 years", number=2)),
        ("edit 12 5 years", MemoryRequest(MemoryAct.EDIT, "5 years", number=12)),
        ("修改 1 我喜欢铁路股", MemoryRequest(MemoryAct.EDIT, "我喜欢铁路股", number=1)),
        ("修改第二条为：五年", MemoryRequest(MemoryAct.EDIT, "五年", number=2)),
        ("delete number 3", MemoryRequest(MemoryAct.FORGET, number=3)),
        ("删除第一条", MemoryRequest(MemoryAct.FORGET, number=1)),
        ("undo 2", MemoryRequest(MemoryAct.UNDO, number=2)),
        ("撤销 2", MemoryRequest(MemoryAct.UNDO, number=2)),
        ("history 2", MemoryRequest(MemoryAct.HISTORY, number=2)),
        ("show me", MemoryRequest(MemoryAct.SHOW, scope=PERSON)),
        ("delete everything", MemoryRequest(MemoryAct.SHOW, is_explicit=False)),
        ("edit", help_on("edit")),
        ("edit my horizon", help_on("edit")),
        ("edit 1", help_on("edit")),
        ("修改", help_on("edit")),
        ("delete", help_on("delete")),
        ("删除", help_on("delete")),
        ("undo the last three", help_on("undo")),
        ("history of banks", help_on("history")),
        ("show tobacco", help_on("show")),
        ("add", help_on("add")),
        ("help", help_on("help")),
        ("?", help_on("help")),
        ("帮助", help_on("help")),
        ("as of", MemoryRequest(MemoryAct.AS_OF)),
        ("archive delete", MemoryRequest(MemoryAct.ARCHIVE, number=0)),
        ("archive", MemoryRequest(MemoryAct.ARCHIVE)),
        ("归档", MemoryRequest(MemoryAct.ARCHIVE)),
        ("archive: we met Acme", MemoryRequest(MemoryAct.ARCHIVE, "we met Acme")),
        ("归档 五月见过客户", MemoryRequest(MemoryAct.ARCHIVE, "五月见过客户")),
        ("archive delete 2", MemoryRequest(MemoryAct.ARCHIVE, number=2)),
        ("归档 删除 #3", MemoryRequest(MemoryAct.ARCHIVE, number=3)),
        ("archive delete the old files by June", MemoryRequest(MemoryAct.ARCHIVE, "delete the old files by June")),
        ("团队：只做多", stored("只做多", TEAM, S.TEAM)),
        ("我的期限：两年", stored("两年", PERSON, S.HORIZON)),
    ],
)
def test_command(text: str, request_: MemoryRequest) -> None:
    assert read_memory_command(tuple(text.split())) == request_
