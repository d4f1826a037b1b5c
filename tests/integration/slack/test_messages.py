"""What people say in Slack, over its real protocol: stored once, before it is acknowledged."""

import asyncio
from typing import Any

import pytest

from adapters.slack.outbound.transport import SlackTransport
from adapters.slack.people import SlackPeople
from bot.ports import MessageTransport, People
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.integration.slack.harness import RecordedGateway, SlackAdapterProcess, running


def fit(people: SlackPeople, surface: SlackTransport) -> tuple[People, MessageTransport[Any]]:
    """Core and adapter fit each other; the type checker sees to it."""
    return people, surface


class TestMentions:
    @pytest.mark.parametrize("mention_first", [True, False])
    async def test_mention_when_delivered_as_both_events_four_times_then_stored_once(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        ann: SlackPerson,
        *,
        mention_first: bool,
    ) -> None:
        slack.world.mention_first = mention_first
        slack.faults.add(kind="duplicate", event="app_mention", copies=4)
        slack.faults.add(kind="duplicate", event="message", copies=4)

        message = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()

        (turn,) = bot.book.messages
        assert turn.text == "analyze AAPL"
        assert turn.thread == bot.thread(channel.id, message.ts)
        assert (turn.platform_id, turn.person.id) == (message.ts, ann.id)
        assert bot.book.duplicates == 7
        assert len(bot.meter.acks) == 8
        assert slack.violations == []

    async def test_storing_asks_slack_once_whose_the_token_is_and_nothing_else(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        for symbol in ("AAPL", "IBM"):
            await ann.says(channel, f"{slack.workspace.mention} analyze {symbol}")
            await slack.settle()

        assert bot.book.texts == ["analyze AAPL", "analyze IBM"]
        assert [call.method for call in slack.calls] == ["auth.test"]


class TestThreads:
    async def test_follow_up_needs_no_mention_where_we_take_part(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        root = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()
        bob = slack.add_person("bob")
        await bob.says(channel, "and google?", thread_ts=root.ts)
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL", "and google?"]
        assert {turn.thread.thread for turn in bot.book.messages} == {root.ts}
        assert bot.book.asked == []  # it was known from the mention

    async def test_follow_up_that_comes_while_the_mention_is_being_stored_is_heard(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        bot.book.slow = asyncio.Event()
        root = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await ann.says(channel, "analyze GOOG", thread_ts=root.ts)
        await asyncio.sleep(0.1)  # both are delivered, and neither is stored
        assert bot.book.texts == []
        bot.book.slow.set()
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL", "analyze GOOG"]

    async def test_follow_up_that_slack_delivers_before_the_mention_is_heard(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        earlier = await ann.says(channel, "lunch?")
        await ann.says(channel, "noon", thread_ts=earlier.ts)
        await slack.settle()
        for event in ("app_mention", "message"):
            slack.faults.add(event=event, kind="retry_only")
        root = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL", thread_ts=earlier.ts)
        await ann.says(channel, "analyze GOOG", thread_ts=earlier.ts)
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL", "analyze GOOG"]  # and not what was said before the mention
        assert bot.book.messages[0].platform_id == root.ts

    async def test_what_is_said_to_somebody_else_is_left_to_them(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        root = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        bob = slack.add_person("bob")
        await ann.says(channel, f"<@{bob.id}> lunch at noon?", thread_ts=root.ts)
        await ann.says(channel, f"{slack.workspace.mention} ask <@{bob.id}> why", thread_ts=root.ts)
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL", f"ask @{bob.id} why"]

    async def test_after_a_restart_the_store_knows_the_threads(
        self, slack: FakeSlack, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        book = RecordedGateway()
        async with running(slack, book=book):
            root = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
            await slack.settle()
        slack.receive_at()
        async with running(slack, book=book):
            for text in ("why?", "go on"):
                await ann.says(channel, text, thread_ts=root.ts)
                await slack.settle()

        assert book.texts == ["analyze AAPL", "why?", "go on"]
        assert len(book.asked) == 1

    async def test_talk_among_others_is_not_taken_in(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        root = await ann.says(channel, "lunch?")
        await ann.says(channel, "noon", thread_ts=root.ts)
        await slack.settle()

        assert bot.book.turns == {}
        assert slack.violations == []


class TestPrivacy:
    @pytest.mark.parametrize("subtype", [None, "channel_convert_to_private"])
    async def test_channel_that_turned_private_is_noted_by_any_of_its_messages(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        ann: SlackPerson,
        subtype: str | None,
    ) -> None:
        await ann.says(channel, "lunch?")
        await slack.settle()
        assert bot.book.private == set()

        channel.kind = "private"
        await ann.says(channel, "made this channel *private*", subtype=subtype)
        await slack.settle()

        assert bot.book.private == {(bot.thread(channel.id, "").tenant_id, channel.id)}
        assert bot.book.texts == []

    async def test_change_or_another_bots_message_in_a_private_channel_notes_it(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        said = await ann.says(channel, "lunch?")
        await slack.settle()
        channel.kind = "private"
        for change in (ann.edits(said, "lunch"), ann.deletes(said), slack.add_bot("news").says(channel, "IBM up")):
            bot.book.private.clear()
            await change
            await slack.settle()
            assert [place for _, place in bot.book.private] == [channel.id]


class TestDirectMessages:
    async def test_opened_direct_messages_of_an_agent_show_prompts_in_the_persons_language(
        self, slack: FakeSlack, bot: SlackAdapterProcess
    ) -> None:
        shown = {}
        for name, locale in (("ann", "en-GB"), ("li", "zh-CN")):
            person = slack.add_person(name, locale=locale)
            await person.opens_home("messages")
            await slack.settle()
            await bot.app.background.wait_all()
            shown[name] = slack.workspace.statuses[-1]
            assert (shown[name]["channel"], shown[name]["thread_ts"]) == (person.direct.id, "")

        assert [prompt["message"] for prompt in shown["ann"]["prompts"]][:1] == ["analyze AAPL"]
        assert [prompt["message"] for prompt in shown["li"]["prompts"]][:1] == ["分析苹果"]
        assert bot.meter.errors == {}

    async def test_an_assistant_app_has_its_prompts_in_the_pane_only_and_nothing_counts_as_an_error(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        slack.app.is_agent = False
        await ann.opens_home("messages")
        await slack.settle()
        await bot.app.background.wait_all()

        assert slack.workspace.statuses == []
        assert bot.meter.errors == {}

    async def test_assistant_pane_is_a_thread_with_prompts(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        slack.app.is_agent = False
        root = await ann.starts_assistant_thread()
        await slack.settle()
        await bot.app.background.wait_all()
        await ann.says(ann.direct, "analyze AAPL", thread_ts=root.ts)
        await slack.settle()

        (prompts,) = slack.workspace.statuses
        assert (prompts["channel"], prompts["thread_ts"]) == (ann.direct.id, root.ts)
        assert len(prompts["prompts"]) == 3
        assert [turn.thread for turn in bot.book.messages] == [bot.thread(ann.direct.id, root.ts)]


class TestChanges:
    async def test_edit_is_handed_on_with_the_new_text(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()
        await ann.edits(message, f"{slack.workspace.mention} analyze IBM &amp; AAPL")
        await slack.settle()

        thread = bot.thread(channel.id, message.ts)
        assert bot.book.changes == [("edited", thread, message.ts, "analyze IBM & AAPL")]

    @pytest.mark.parametrize("has_replies", [True, False])
    async def test_deletion_is_handed_on(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        ann: SlackPerson,
        *,
        has_replies: bool,
    ) -> None:
        message = await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        if has_replies:
            await ann.says(channel, "please", thread_ts=message.ts)
        await slack.settle()
        await ann.deletes(message)
        await slack.settle()

        assert bot.book.changes == [("deleted", bot.thread(channel.id, message.ts), message.ts, "")]


class TestStoreDown:
    async def test_event_when_store_is_down_then_refused_and_taken_at_the_retry(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        bot.book.failures = 1
        await ann.says(ann.direct, "analyze AAPL")
        await slack.settle()

        assert bot.book.texts == ["analyze AAPL"]
        assert [v.kind for v in slack.violations] == ["bad_status"]
        assert "503" in slack.violations[0].detail
        assert [parcel.retry for parcel in slack.parcels] == [0, 1]

    async def test_line_between_people_when_store_is_down_then_nothing_is_said(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        bot.book.failures = 1
        await ann.says(channel, "lunch at noon?")
        await slack.settle()

        assert [v.kind for v in slack.violations] == ["bad_status"]  # refused, so that Slack delivers it again
        assert [each.text for each in channel.messages] == ["lunch at noon?"]

    async def test_event_when_store_answers_late_then_refused_and_stored_once(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.slack.inbound.event_handler.EVENT_SECONDS", 0.1)
        bot.book.late = asyncio.Event()
        await ann.says(ann.direct, "analyze AAPL")
        await slack.wait_for(lambda: bot.meter.errors["StoreUnavailableError"] > 0)
        bot.book.late.set()
        await slack.settle()
        await bot.app.background.wait_all()

        assert bot.book.texts == ["analyze AAPL"]
        assert bot.book.duplicates >= 1  # Slack has delivered it again
        assert {v.kind for v in slack.violations} == {"bad_status"}


async def test_removed_app_is_forgotten(slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson) -> None:
    await ann.says(ann.direct, "hello")  # by now it is known whose the token is
    await slack.settle()
    slack.world.uninstall(slack.workspace)
    await slack.settle()

    assert bot.stub.gone == [slack.workspace.id] * 2  # once for the app, once for its token


async def test_a_slow_store_keeps_no_other_thread_waiting(
    slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
) -> None:
    bot.book.late = asyncio.Event()
    await ann.says(ann.direct, "slow")
    await slack.wait_for(lambda: bot.book.texts)
    stored, bot.book.late = bot.book.late, None
    for number in range(20):
        await ann.says(channel, f"{slack.workspace.mention} message {number}")
    await slack.wait_for(lambda: len(set(bot.book.texts)) == 21)
    assert slack.parcels[0].acked_at is None

    stored.set()
    await slack.settle()
    assert len(bot.book.texts) == 21
