"""Slash commands, as people use them in Slack."""

import asyncio

import pytest

from bot.domain.conversation.threads import Surplus
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.integration.slack.harness import SlackAdapterProcess

TYPED = (
    ("/parley", "", "/help"),
    ("/parley", "status", "/status"),
    ("/parley", "analyze  aapl &amp; ibm", "/analyze aapl & ibm"),
    ("/parley", "持仓", "/portfolio"),
    ("/parley", "should I buy google?", "should I buy google?"),
    ("/portfolio", "", "/portfolio"),
    ("/analyze", "payload", "/analyze payload"),  # which Bolt takes for a form field
    ("/review", "30", "/review 30"),
)


class TestCommands:
    async def test_command_opens_a_thread_and_is_its_first_message(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        ack = await ann.types_command(channel, "/analyze", "AAPL")
        await bot.app.background.wait_all()

        assert (ack.ok, ack.payload) == (True, None)
        (root,) = slack.from_app(channel)
        assert root.text == f"{ann.mention}: /analyze AAPL"  # without the mention she would not follow the thread
        (turn,) = bot.book.messages
        assert (turn.text, turn.thread) == ("/analyze AAPL", bot.thread(channel.id, root.ts))
        assert (turn.person.id, turn.person.name) == (ann.id, "ann")

    async def test_command_says_what_a_message_would(
        self, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        for command, typed, _ in TYPED:
            await ann.types_command(channel, command, typed)
            await bot.app.background.wait_all()

        assert bot.book.texts == [said for _, _, said in TYPED]

    async def test_command_in_direct_messages_is_a_message_there(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        await ann.types_command(ann.direct, "/portfolio")
        await ann.types_command(ann.direct, "/explain")

        assert bot.book.texts == ["/portfolio", "/explain"]
        assert {turn.thread for turn in bot.book.messages} == {bot.thread(ann.direct.id)}
        assert len(slack.called("conversations.info")) == 1

    async def test_command_in_direct_messages_of_others_is_answered_in_private(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        elsewhere = slack.add_channel("ann-and-bob", kind="im", bot=False)
        await ann.types_command(elsewhere, "/portfolio")

        await slack.wait_for_ephemeral(ann, "not part of this conversation")
        assert bot.book.turns == {}

    @pytest.mark.parametrize("command", ["/analyze", "/decide", "/explain"])
    async def test_command_without_argument_gets_help_and_no_thread(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson, *, command: str
    ) -> None:
        await ann.types_command(channel, command)
        await slack.wait_for_ephemeral(ann, f"`{command} AAPL`")

        assert slack.from_app(channel) == []
        assert bot.book.openings == {}

    async def test_command_where_we_are_no_member_says_how_to_invite_us(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        foreign = slack.add_channel("elsewhere", bot=False)
        ack = await ann.types_command(foreign, "/analyze", "AAPL")

        assert ack.ok
        await slack.wait_for_ephemeral(ann, "/invite @Parley")
        assert bot.book.messages == []

    async def test_app_lacks_a_scope_then_the_command_says_which(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        slack.workspace.app.scopes.discard("chat:write")
        await ann.types_command(channel, "/analyze", "AAPL")

        await slack.wait_for_ephemeral(ann, "lacks the permission chat:write")
        assert bot.book.messages == []

    async def test_command_above_the_limit_opens_no_thread_and_only_its_person_is_told(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        for surplus, words in (Surplus.PACE, "3 messages a minute"), (Surplus.WAITING, "4 of your messages"):
            bot.book.surplus = surplus
            ack = await ann.types_command(channel, "/analyze", "AAPL")
            await bot.app.background.wait_all()
            assert words in str(ack.payload)

        assert slack.from_app(channel) == []
        assert bot.book.messages == []

    async def test_command_when_store_is_down_then_the_person_is_told(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        bot.book.failures = 1
        ack = await ann.types_command(channel, "/analyze", "AAPL")

        assert ack.ok
        await slack.wait_for_ephemeral(ann, "could not make sure in time")
        assert bot.book.openings == {}

    async def test_command_when_store_answers_late_then_in_doubt_and_its_thread_is_opened(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        ann: SlackPerson,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("adapters.slack.inbound.command_handler.STORE_SECONDS", 0.1)
        bot.book.late = asyncio.Event()
        ack = await ann.types_command(channel, "/analyze", "AAPL")
        assert ack.ok
        await slack.wait_for_ephemeral(ann, "could not make sure in time")
        assert slack.from_app(channel) == []

        bot.book.late.set()
        await bot.app.background.wait_all()
        assert "/analyze AAPL" in slack.from_app(channel)[0].text
        assert bot.book.texts == ["/analyze AAPL"]

    async def test_what_is_found_late_about_a_command_is_told_late(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.slack.inbound.command_handler.STORE_SECONDS", 0.1)
        slack.faults.add(kind="slow", method="users.info", seconds=0.3)
        elsewhere = slack.add_channel("ann-and-bob", kind="im", bot=False)
        await ann.types_command(elsewhere, "/analyze", "AAPL")
        await slack.wait_for_ephemeral(ann, "not part of this conversation")

        assert bot.book.texts == []

    async def test_lost_answer_to_the_opening_does_not_open_two_threads(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        slack.faults.add(kind="lost_answer", method="chat.postMessage")
        await ann.types_command(channel, "/analyze", "AAPL")
        await bot.app.background.wait_all()
        assert bot.book.messages == []

        (pending,) = bot.book.openings.values()
        await bot.gateway.thread_opener.open_thread(pending)  # as the sweeper does

        assert len(slack.from_app(channel)) == 1
        assert bot.book.texts == ["/analyze AAPL"]
