"""What stands behind /memory."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.memory import (
    ArchiveMemo,
    EditNote,
    ForgetAllNotes,
    ForgetNote,
    ForgetNotes,
    KeepMemo,
    MemoryRefusal,
    NoteRequest,
    RefuseMemoryRequest,
    Remember,
    ShowMemory,
    ShowMemoryAsOf,
    ShowMemoryHelp,
    ShowMemoryHistory,
    ShowMemos,
    UndoMemoryChange,
)
from bot.domain.memory.core_memory import MemoryScope, MemorySection
from bot.reading.commands.memory import read_memory_command
from bot.reading.recognisers.note_places import section_of

NOW = datetime(2026, 5, 20, 15, tzinfo=UTC)
MARCH_1 = datetime(2026, 3, 1, tzinfo=UTC)
TEAM, CHANNEL, PERSON = MemoryScope
S = MemorySection


def stored(text: str, scope: MemoryScope, section: MemorySection, *, names_scope: bool = True) -> Remember:
    """Return a statement to be kept, whatever its section would be in the channel."""
    in_channel = section_of(text, CHANNEL)
    return Remember(text=text, scope=scope, section=section, channel_section=in_channel, is_scope_named=names_scope)


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("", ShowMemory()),
        ("show", ShowMemory()),
        ("me", ShowMemory(scope=PERSON)),
        ("undo", UndoMemoryChange()),
        ("撤销", UndoMemoryChange()),
        ("history", ShowMemoryHistory()),
        ("as of 2026-03-01", ShowMemoryAsOf(since=MARCH_1, until=MARCH_1 + timedelta(days=1))),
        ("delete 3", ForgetNote(3)),
        ("删除 2", ForgetNote(2)),
        ("delete tobacco", ForgetNotes("tobacco")),
        ("delete me horizon", ForgetAllNotes(scope=PERSON, section=S.HORIZON)),
        ("clear me", ForgetAllNotes(scope=PERSON)),
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
        ("edit 1 I like rail", EditNote(1, "I like rail")),
        ("change #2 to: 5 years", EditNote(2, "5 years")),
        ("edit 12 5 years", EditNote(12, "5 years")),
        ("修改 1 我喜欢铁路股", EditNote(1, "我喜欢铁路股")),
        ("修改第二条为：五年", EditNote(2, "五年")),
        ("delete number 3", ForgetNote(3)),
        ("删除第一条", ForgetNote(1)),
        ("undo 2", UndoMemoryChange(2)),
        ("撤销 2", UndoMemoryChange(2)),
        ("history 2", ShowMemoryHistory(2)),
        ("show me", ShowMemory(scope=PERSON)),
        ("delete everything", RefuseMemoryRequest(MemoryRefusal.FORGET_WHAT)),
        ("edit", ShowMemoryHelp("edit")),
        ("edit my horizon", ShowMemoryHelp("edit")),
        ("edit 1", ShowMemoryHelp("edit")),
        ("修改", ShowMemoryHelp("edit")),
        ("delete", ShowMemoryHelp("delete")),
        ("删除", ShowMemoryHelp("delete")),
        ("undo the last three", ShowMemoryHelp("undo")),
        ("history of banks", ShowMemoryHelp("history")),
        ("show tobacco", ShowMemoryHelp("show")),
        ("add", ShowMemoryHelp("add")),
        ("help", ShowMemoryHelp("help")),
        ("?", ShowMemoryHelp("help")),
        ("帮助", ShowMemoryHelp("help")),
        ("as of", ShowMemoryAsOf()),
        ("archive delete", ArchiveMemo(0)),
        ("archive", ShowMemos()),
        ("归档", ShowMemos()),
        ("archive: we met Acme", KeepMemo("we met Acme")),
        ("归档 五月见过客户", KeepMemo("五月见过客户")),
        ("archive delete 2", ArchiveMemo(2)),
        ("归档 删除 #3", ArchiveMemo(3)),
        ("archive delete the old files by June", KeepMemo("delete the old files by June")),
        ("团队：只做多", stored("只做多", TEAM, S.TEAM)),
        ("我的期限：两年", stored("两年", PERSON, S.HORIZON)),
    ],
)
def test_command(text: str, request_: NoteRequest) -> None:
    message = MessageFacts(text=f"/memory {text}", at=NOW, zone=UTC, market_time=NOW, asker="Ann")
    assert read_memory_command(text, message) == request_
