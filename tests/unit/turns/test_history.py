"""/history: the conversations of a channel, by share, by time and by id."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.domain.conversation.blocks import Quotations, plain_text
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Thread
from bot.domain.memory.summaries.summary import Summary
from tests.fakes.core import Talk, button, text_of
from tests.fakes.memory import ChannelVisibility

WIDTH, LINES = 42, 10


def first_shown(reply: Reply) -> str:
    return plain_text(reply.answer.blocks)


def in_details(reply: Reply) -> str:
    return plain_text(reply.answer.details)


def short_id(thread: str) -> str:
    return Thread("console", "home", "terminal", thread).conversation_id.hex[:8]


async def some_talk(talk: Talk) -> None:
    """Three conversations: on AAPL and IBM a month ago, with a trade on GOOG, and of small talk."""
    await talk.say("ann", "analyze AAPL", thread="t1")
    await talk.say("bob", "and IBM?", thread="t1")
    talk.clock.advance(timedelta(days=31))
    card = await talk.proposed("bob", thread="t2")
    await talk.press("bob", button(card, "confirm"), thread="t2")
    await talk.say("ann", "hello", thread="t3")


class TestLists:
    async def test_the_latest_first_with_what_they_were_about(self, talk: Talk) -> None:
        await some_talk(talk)
        shown = first_shown(await talk.say("ann", "/history", thread="t4")).splitlines()
        assert shown[0] == "3 conversations here, the latest first:"
        assert shown[1].startswith(f"• {short_id('t3')} 17:")
        assert [line.split(" ", 3)[3] for line in shown[1:3]] == ["Ann: “hello”", "Bob: GOOG · 1 decision"]
        assert shown[3] == f"• {short_id('t1')} 11-02 Ann: IBM, AAPL"

    async def test_of_a_share_then_only_those(self, talk: Talk) -> None:
        await some_talk(talk)
        reply = await talk.say("ann", "/history AAPL", thread="t4")
        assert "One conversation here:" in first_shown(reply)
        assert "IBM, AAPL" in first_shown(reply)

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("/history last month", ["AAPL"]),
            ("/history december", ["hello", "GOOG"]),
            ("/history 十一月", ["AAPL"]),
            ("/history autumn", ["AAPL"]),
            ("/history this week", ["hello", "GOOG"]),
            ("/history IBM today", []),
            ("/history in 2019", []),
        ],
    )
    async def test_of_a_time_by_the_calendar_and_not_by_the_market(
        self, talk: Talk, text: str, found: list[str]
    ) -> None:
        await some_talk(talk)
        shown = first_shown(await talk.say("ann", text, thread="t4"))
        listed = [line for line in shown.splitlines() if line.startswith("•")]
        assert [each for each in ("hello", "GOOG", "AAPL") if any(each in line for line in listed)] == found

    async def test_many_then_ten_short_lines_and_a_way_to_the_others(self, talk: Talk) -> None:
        for number in range(9):
            await talk.say("ann", "compare AAPL and IBM and MSFT", thread=f"t{number}")
        shown = first_shown(await talk.say("ann", "/history", thread="new"))
        assert "The latest 7 conversations here:" in shown
        assert "There are more: “next page”" in shown
        lines = [line for line in shown.splitlines() if line]
        assert sum(-(-len(line) // WIDTH) for line in lines) <= LINES + 1

    @pytest.mark.parametrize("turn_page", ["next page", "more", "/history page 2", "下一页"])
    async def test_many_then_the_pages_show_each_once(self, talk: Talk, turn_page: str) -> None:
        for number in range(9):
            await talk.say("ann", "analyze AAPL", thread=f"t{number}")
        first = first_shown(await talk.say("bob", "/history", thread="new"))
        second = first_shown(await talk.say("bob", turn_page, thread="new"))
        listed = [line.split(" ")[1] for line in (first + "\n" + second).splitlines() if line.startswith("•")]
        assert sorted(listed) == sorted(short_id(f"t{number}") for number in range(9))
        assert "8–9" in second

    async def test_next_page_keeps_to_what_was_asked_and_ends(self, talk: Talk) -> None:
        for number in range(8):
            await talk.say("ann", "analyze AAPL", thread=f"t{number}")
        await talk.say("ann", "analyze IBM", thread="ibm")
        await talk.say("bob", "/history AAPL", thread="new")
        assert "Ann: AAPL" in first_shown(await talk.say("bob", "next page", thread="new"))
        assert "There are no more" in first_shown(await talk.say("bob", "next page", thread="new"))

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("/history bob", ["hello", "IBM"]),
            ("/history BOB november", ["IBM"]),
            ("/history 和Bob", ["hello", "IBM"]),
            ("/history GOOG by Bob", []),
        ],
    )
    async def test_of_a_person_then_where_they_spoke(self, talk: Talk, text: str, found: list[str]) -> None:
        await talk.say("ann", "analyze AAPL", thread="t1")
        await talk.say("bob", "and IBM?", thread="t1")
        talk.clock.advance(timedelta(days=31))
        await talk.say("ann", "analyze GOOG", thread="t2")
        await talk.say("bob", "hello", thread="t3")
        shown = first_shown(await talk.say("ann", text, thread="t4"))
        listed = [line for line in shown.splitlines() if line.startswith("•")]
        assert [each for each in ("hello", "GOOG", "IBM") if any(each in line for line in listed)] == found


class TestOne:
    async def test_by_its_id_then_what_was_decided_and_when_it_ended(self, talk: Talk) -> None:
        await some_talk(talk)
        shown = first_shown(await talk.say("ann", f"/history {short_id('t2')}", thread="t4"))
        for words in (
            f"Conversation {short_id('t2')}, begun by Bob",
            "Ended 17:",
            "2 turns",
            "Discussed: GOOG",
        ):
            assert words in shown
        assert "Decided: buy 3 GOOG (carried out)" in shown
        assert "should I buy google" in shown

    async def test_by_the_platforms_id_of_its_thread(self, talk: Talk) -> None:
        await some_talk(talk)
        assert "begun by Ann" in first_shown(await talk.say("bob", "/history t1", thread="t4"))

    async def test_pending_then_told_apart_from_what_is_decided(self, talk: Talk) -> None:
        await talk.proposed("bob", thread="t2")
        shown = first_shown(await talk.say("ann", f"/history #{short_id('t2')}", thread="t4"))
        assert "Pending: buy 3 GOOG (Bob may confirm until 17:" in shown
        assert "Decided" not in shown
        assert "Open." in shown

    async def test_with_a_summary_then_it_is_in_the_details(self, talk: Talk) -> None:
        reply = await talk.say("ann", "analyze AAPL", thread="t1")
        summary = Summary(
            conversation_id=reply.thread.conversation_id,
            text="2026-03-02 WANTS Ann: likes banks",
            covered_count=2,
            increments=0,
            updated_at=talk.clock.now(),
        )
        async with talk.stores.transaction(reply.thread.tenant_id) as tx:
            await tx.summaries.save(summary, expected_covered_count=0)
        assert "Ann, 2026-03-02: likes banks" in in_details(await talk.say("ann", "/history t1", thread="t4"))
        assert "likes banks" in in_details(await talk.say("ann", "/history", thread="t5"))


class TestVisibility:
    async def elsewhere(self, talk: Talk) -> None:
        """Talk about AAPL in another channel."""
        await talk.say("ann", "analyze AAPL", thread="t1")
        state = talk.memory.state
        for key, each in state.conversations.items():
            state.conversations[key] = replace(each, thread=replace(each.thread, channel="elsewhere"))

    def know(self, talk: Talk, *, is_public: bool, since: datetime | None = None) -> None:
        (tenant_id,) = {each.tenant_id for each in talk.memory.state.conversations.values()}
        talk.memory.state.visibilities[tenant_id, "elsewhere"] = ChannelVisibility(is_public=is_public, since=since)

    async def test_of_a_channel_of_which_nothing_is_known_nothing_is_told(self, talk: Talk) -> None:
        await self.elsewhere(talk)
        assert "No conversation" in text_of(await talk.say("ann", "/history AAPL", thread="t2"))

    @pytest.mark.parametrize(("is_public", "shown"), [(True, True), (False, False)])
    async def test_of_a_public_one_it_is(self, talk: Talk, *, is_public: bool, shown: bool) -> None:
        await self.elsewhere(talk)
        self.know(talk, is_public=is_public)
        assert ("Ann: AAPL" in text_of(await talk.say("ann", "/history AAPL", thread="t2"))) is shown

    async def test_public_only_since_then_nothing_of_before(self, talk: Talk) -> None:
        await self.elsewhere(talk)
        self.know(talk, is_public=True, since=talk.clock.now())
        assert "No conversation" in text_of(await talk.say("ann", "/history AAPL", thread="t2"))


class TestLinks:
    async def test_first_message_of_a_conversation_has_its_link(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def link_to(_: object, thread: Thread, message_id: str) -> str:
            return f"https://chat.example/{thread.thread}/{message_id}"

        await talk.say("ann", "analyze AAPL", thread="t1")
        monkeypatch.setattr(type(talk.ports.message_links), "link_to", link_to)
        (_, quotations, whole) = (await talk.say("ann", "/history t1", thread="t2")).answer.blocks
        assert "the time above leads to the first" in plain_text((whole,))
        assert isinstance(quotations, Quotations)
        assert quotations.items[0].link == "https://chat.example/t1/m1"
        assert quotations.items[0].text == "analyze AAPL"

    async def test_without_an_address_then_the_command_that_prints_all(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def link_to(_: object, thread: Thread, message_id: str) -> str:
            return f"parley:{thread.thread}#{message_id}"

        await talk.say("ann", "analyze AAPL", thread="t1")
        monkeypatch.setattr(type(talk.ports.message_links), "link_to", link_to)
        shown = first_shown(await talk.say("ann", "/history t1", thread="t2"))
        assert f"2 messages in all: “parley export {short_id('t1')} --format markdown” prints them." in shown
