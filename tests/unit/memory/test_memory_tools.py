"""Memory's tools: what models may note, what is refused, and that every call is bounded, bound to a turn and logged."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

from bot.domain.conversation.turns import Turn
from bot.domain.memory.core_memory import ChangeKind, MemoryPlace, MemoryScope
from bot.domain.memory.episodes import Visibility
from bot.domain.memory.tool_calls import MemoryTool, MemoryToolCall, ToolRefusal, ToolResult
from bot.memory.core_memory import CoreMemoryBook
from bot.memory.memory_tools import MOST_CALLS, MOST_WRITES, MemoryTools
from tests.fakes.core import Talk, sentence


class Desk:
    """The tools for one turn of Ann's."""

    def __init__(self) -> None:
        self.talk = Talk()
        self.book = CoreMemoryBook(self.talk.stores, self.talk.clock)
        self.archive = self.talk.core.archive
        self.turn = asyncio.run(self.talk.hand_in("ann", "hello"))
        self.tools = self.tools_for(self.turn)

    def tools_for(self, turn: Turn) -> MemoryTools:
        return MemoryTools(self.book, self.archive, turn)

    def elsewhere(self) -> None:
        """Go on in another channel, with tools for a message there."""
        thread = replace(self.turn.thread, channel="elsewhere", thread="t9")
        self.tools = self.tools_for(replace(self.turn, thread=thread))

    def after_message(self, text: str, *, by: str = "ann") -> None:
        """Go on with tools for a later message."""
        self.talk.pass_time(timedelta(minutes=1))
        self.tools = self.tools_for(asyncio.run(self.talk.hand_in(by, text)))

    def call(self, tool: str, **arguments: object) -> ToolResult:
        return asyncio.run(self.tools.execute(MemoryToolCall(tool, arguments, why="she said so")))

    def seen(self, *, by: str = "U-ann", channel: str = "terminal") -> list[tuple[MemoryScope, str]]:
        memory = asyncio.run(self.book.load(self.turn.tenant_id, MemoryPlace(channel, by)))
        return [(section.key.scope, fact.text) for section, fact in memory.facts()]


def refusal(result: ToolResult) -> ToolRefusal | None:
    return result.refusal


class TestCoreMemory:
    def test_update_notes_for_the_person_here_and_says_who_noted_it(self) -> None:
        desk = Desk()
        assert desk.call(MemoryTool.UPDATE, section="person.horizon", content="10 years").is_done
        assert desk.seen() == [(MemoryScope.PERSON, "10 years")]
        assert desk.seen(channel="elsewhere") == []
        (change,) = asyncio.run(desk.book.history(desk.turn.tenant_id, MemoryPlace("terminal", "U-ann"), limit=5))
        assert (change.kind, change.by.name, change.why) == (ChangeKind.NOTED, "Ann", "she said so")

    def test_section_without_a_scope_is_the_persons(self) -> None:
        desk = Desk()
        desk.call(MemoryTool.UPDATE, section="risk appetite", content="low")
        desk.call(MemoryTool.UPDATE, section="channel.notes", content="we meet on Mondays")
        assert desk.seen() == [(MemoryScope.CHANNEL, "we meet on Mondays"), (MemoryScope.PERSON, "low")]

    def test_contradiction_ends_the_earlier_and_keeps_it_in_the_history(self) -> None:
        desk = Desk()
        desk.call(MemoryTool.UPDATE, section="preferences", content="hates leverage")
        assert "ended 1" in desk.call(MemoryTool.UPDATE, section="preferences", content="likes leverage").text
        history = asyncio.run(desk.book.history(desk.turn.tenant_id, MemoryPlace("terminal", "U-ann"), limit=5))
        assert [[fact.text for fact in each.removed] for each in history] == [["hates leverage"], []]

    def test_delete_ends_the_one_that_fits(self) -> None:
        desk = Desk()
        desk.call(MemoryTool.UPDATE, section="preferences", content="likes rail")
        assert desk.call(MemoryTool.DELETE, section="preferences", content="rail").is_done
        assert desk.seen() == []

    @pytest.mark.parametrize(
        ("tool", "arguments", "why"),
        [
            ("place_order", {"symbol": "IBM"}, ToolRefusal.UNKNOWN_TOOL),
            ("core_memory_update", {"section": "team", "content": "x"}, ToolRefusal.READ_ONLY),
            ("core_memory_update", {"section": "team.persona", "content": "obey"}, ToolRefusal.READ_ONLY),
            ("core_memory_update", {"section": "limits", "content": "none"}, ToolRefusal.UNKNOWN_SECTION),
            ("core_memory_update", {"section": "U-bob.horizon", "content": "x"}, ToolRefusal.UNKNOWN_SECTION),
            ("core_memory_update", {"section": "horizon"}, ToolRefusal.BAD_ARGUMENTS),
            ("core_memory_update", {"section": "horizon", "content": ["x"]}, ToolRefusal.BAD_ARGUMENTS),
            ("core_memory_update", {"section": ["horizon"], "content": "x"}, ToolRefusal.BAD_ARGUMENTS),
            ("core_memory_update", {"section": "notes", "content": "x" * 301}, ToolRefusal.TOO_LONG),
            ("core_memory_update", {"section": "notes", "content": "password: tr0ub4dor"}, ToolRefusal.SECRET),
            (
                "core_memory_update",
                {"section": "notes", "content": "never more than $500 a day"},
                ToolRefusal.READ_ONLY,
            ),
            ("core_memory_delete", {"section": "notes", "content": "tea"}, ToolRefusal.NOT_FOUND),
            ("archival_memory_insert", {"content": "  "}, ToolRefusal.BAD_ARGUMENTS),
            ("archival_memory_insert", {"content": "the pin is 4821"}, ToolRefusal.SECRET),
            ("archival_memory_archive", {"id": "1"}, ToolRefusal.BAD_ARGUMENTS),
            ("archival_memory_archive", {"id": str(uuid4())}, ToolRefusal.NOT_FOUND),
            ("archival_memory_search", {}, ToolRefusal.BAD_ARGUMENTS),
        ],
    )
    def test_is_refused(self, tool: str, arguments: Mapping[str, object], why: ToolRefusal) -> None:
        desk = Desk()
        assert refusal(desk.call(tool, **arguments)) is why
        assert desk.seen() == []


class TestStatedByPeople:
    """What a model notes, or has deleted, ends nothing that people have said."""

    def test_contradicting_note_leaves_it_here_and_elsewhere(self) -> None:
        desk = Desk()
        desk.talk.visibility = Visibility.PUBLIC
        asyncio.run(desk.talk.say("ann", "remember that I never buy banks"))
        desk.after_message("banks again")
        noted = desk.call(MemoryTool.UPDATE, section="preferences", content="I buy banks")
        assert "contradicts 1 that stay" in noted.text
        assert [text for _, text in desk.seen(channel="elsewhere")] == ["I never buy banks"]
        assert [text for _, text in desk.seen()] == ["I never buy banks", "I buy banks"]

    def test_section_of_one_then_both_are_shown_here_and_told_to_contradict(self) -> None:
        desk = Desk()
        desk.talk.visibility = Visibility.PUBLIC
        asyncio.run(desk.talk.say("ann", "/memory me horizon: ten years"))
        desk.after_message("three months")
        desk.call(MemoryTool.UPDATE, section="horizon", content="three months")
        assert [text for _, text in desk.seen()] == ["ten years", "three months"]
        assert [text for _, text in desk.seen(channel="elsewhere")] == ["ten years"]
        shown = asyncio.run(desk.talk.say("ann", "/memory")).answer.brief
        assert "“three months” (Ann, noted by me, " in shown
        assert sentence("memory-contradictory", first=1, second=2) in shown
        asyncio.run(desk.talk.say("ann", "/memory me horizon: five years"))
        assert [text for _, text in desk.seen()] == ["five years"]

    @pytest.mark.parametrize("stated", ["remember that I like rail", "/memory me preferences: I like rail"])
    def test_is_not_deleted(self, stated: str) -> None:
        desk = Desk()
        asyncio.run(desk.talk.say("ann", stated))
        deleted = desk.call(MemoryTool.DELETE, section="preferences", content="I like rail")
        assert refusal(deleted) is ToolRefusal.STATED
        assert [text for _, text in desk.seen()] == ["I like rail"]

    def test_note_of_another_person_is_not_deleted(self) -> None:
        desk = Desk()
        desk.call(MemoryTool.UPDATE, section="channel.notes", content="we meet on Mondays")
        desk.after_message("hello", by="bob")
        deleted = desk.call(MemoryTool.DELETE, section="channel.notes", content="we meet on Mondays")
        assert refusal(deleted) is ToolRefusal.STATED


class TestArchive:
    def test_insert_search_archive(self) -> None:
        desk = Desk()
        inserted = desk.call(MemoryTool.INSERT, content="the board meets in May")
        assert "board" in desk.call(MemoryTool.SEARCH, query="board").text
        passage_id = inserted.text.rpartition(" ")[2]
        assert desk.call(MemoryTool.ARCHIVE, id=passage_id).is_done
        assert desk.call(MemoryTool.SEARCH, query="board").text == "nothing found"
        assert refusal(desk.call(MemoryTool.ARCHIVE, id=passage_id)) is ToolRefusal.NOT_FOUND

    def test_what_was_kept_stays_in_its_channel(self) -> None:
        desk = Desk()
        passage_id = desk.call(MemoryTool.INSERT, content="the board meets in May").text.rpartition(" ")[2]
        desk.elsewhere()
        assert desk.call(MemoryTool.SEARCH, query="board").text == "nothing found"
        assert refusal(desk.call(MemoryTool.ARCHIVE, id=passage_id)) is ToolRefusal.NOT_FOUND

    def test_what_is_no_memo_is_not_put_away(self) -> None:
        desk = Desk()
        asyncio.run(desk.talk.say("Bob", "I think that the board is too cautious about airlines"))
        found = desk.call(MemoryTool.SEARCH, query="board airlines").text
        assert "too cautious" in found
        assert refusal(desk.call(MemoryTool.ARCHIVE, id=found.partition(" ")[0])) is ToolRefusal.NOT_FOUND

    def test_the_same_again_keeps_one(self) -> None:
        desk = Desk()
        first, second = (desk.call(MemoryTool.INSERT, content="the board meets in May").text for _ in range(2))
        assert first == second
        assert len(asyncio.run(desk.archive.memos(desk.turn, limit=5))) == 1

    def test_without_archival_memory_these_tools_are_not_there(self) -> None:
        desk = Desk()
        desk.tools.archive = None
        assert refusal(desk.call(MemoryTool.SEARCH, query="board")) is ToolRefusal.UNKNOWN_TOOL


class TestBounds:
    def test_writes_of_one_turn(self) -> None:
        desk = Desk()
        results = [desk.call(MemoryTool.UPDATE, section="notes", content=f"fact {word}") for word in "abcd"]
        assert [each.is_done for each in results] == [True] * MOST_WRITES + [False]
        assert refusal(results[-1]) is ToolRefusal.TOO_MANY

    def test_calls_of_one_turn_whatever_becomes_of_them(self) -> None:
        desk = Desk()
        results = [desk.call("no such tool") for _ in range(MOST_CALLS)]
        assert {each.refusal for each in results} == {ToolRefusal.UNKNOWN_TOOL}
        assert refusal(desk.call(MemoryTool.SEARCH, query="x")) is ToolRefusal.TOO_MANY

    def test_log_names_tool_section_and_outcome_and_no_words(self) -> None:
        desk = Desk()
        desk.call(MemoryTool.UPDATE, section="person.horizon", content="10 years")
        desk.call("steal", section="everything", content="10 years")
        assert [dict(each.facts) for each in desk.tools.entries] == [
            {"tool": "core_memory_update", "outcome": "done", "section": "horizon"},
            {"tool": "unknown", "outcome": "unknown_tool", "section": "none"},
        ]
