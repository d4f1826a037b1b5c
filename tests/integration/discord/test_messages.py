"""What people say to the Discord adapter, and what they see."""

import pytest

from bot.domain.conversation.threads import Thread
from tests.fakes.discord import DiscordPerson, FakeDiscord
from tests.integration.discord.harness import answered, started, thread_of
from tests.integration.discord.recorded_core import SharedRecords


class TestMessages:
    async def test_mention_in_a_channel_is_answered_in_a_thread_of_that_message(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            said = ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL, {ann.mention}")
            thread = await thread_of(fake, said)
            await answered(fake, thread, "Ann said analyze AAPL, @Ann")

        (turn,) = bot.memory.turns
        assert turn.thread == Thread("discord", str(fake.guild.id), str(fake.channel.id), str(said.id))
        assert (turn.platform_id, turn.person.id) == (str(said.id), str(ann.id))
        assert thread.name == "analyze AAPL, @Ann · Ann"
        assert fake.channel.messages == [said]

    async def test_follow_up_in_a_thread_needs_no_mention(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        bob = fake.add_person("bob")
        async with started(fake) as bot:
            thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL"))
            await answered(fake, thread, "analyze AAPL")
            bob.says(thread, "and <:moon:123>?")
            reply = await answered(fake, thread, "Bob said and ·moon·?")

        assert len({turn.thread for turn in bot.memory.turns}) == 1
        assert "mention me" not in reply.content

    async def test_what_is_said_to_somebody_else_is_left_to_them(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        bob = fake.add_person("bob")
        async with started(fake) as bot:
            thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL"))
            await answered(fake, thread, "analyze AAPL")
            ann.says(thread, f"{bob.mention} lunch at noon?")
            ann.says(thread, "and GOOG")
            await answered(fake, thread, "and GOOG")

        assert bot.memory.texts == ["analyze AAPL", "and GOOG"]

    async def test_bare_mention_asks_for_help(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            ann.says(fake.channel, f"{fake.bot.mention}")
            await fake.until(lambda: bot.memory.texts == ["/help"])

    async def test_reply_to_one_of_our_messages_is_for_us(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL"))
            ours = await answered(fake, thread, "analyze AAPL")
            ann.says(fake.channel, "why?", reply_to=ours)
            await fake.until(lambda: "why?" in bot.memory.texts)

    async def test_what_is_not_for_us_is_not_taken_in(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        robot = fake.add_person("robot", is_bot=True)
        async with started(fake) as bot:
            elsewhere = ann.starts_thread(fake.channel, "lunch")
            ann.says(elsewhere, "pizza?")
            ann.says(fake.channel, "hello all")
            robot.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
            ann.says(fake.channel, f"{fake.bot.mention} last")
            await fake.until(lambda: bot.memory.texts)

        assert bot.memory.texts == ["last"]

    async def test_direct_messages_are_one_conversation(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            ann.says(ann.direct, "analyze AAPL")
            await answered(fake, ann.direct, "said analyze AAPL")
            ann.says(ann.direct, "why?")
            await answered(fake, ann.direct, "said why?")

        threads = {turn.thread for turn in bot.memory.turns}
        assert threads == {Thread("discord", f"dm-{ann.id}", str(ann.direct.id), "")}

    async def test_edits_and_deletions_are_handed_on_where_we_take_part(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            said = ann.says(fake.channel, f"{fake.bot.mention} analyze APPL")
            other = ann.says(fake.channel, "lunch?")
            thread = await thread_of(fake, said)
            await answered(fake, thread, "APPL")
            follow_up = ann.says(thread, "and GOOG")
            await fake.until(lambda: "and GOOG" in bot.memory.texts)
            ann.edits(other, "dinner?")
            ann.edits(said, f"{fake.bot.mention} analyze AAPL")
            ann.deletes(follow_up)
            ann.deletes(other)
            await fake.until(lambda: bot.memory.deletions)
            await fake.until(lambda: bot.memory.edits)

        assert bot.memory.edits == [(str(said.id), "analyze AAPL")]
        assert bot.memory.deletions == [str(follow_up.id)]

    async def test_direct_message_deleted_after_a_restart_is_handed_on(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        memory = SharedRecords()
        async with started(fake, memory):
            said = ann.says(ann.direct, "analyze AAPL")
            await answered(fake, ann.direct, "analyze AAPL")
        async with started(fake, memory):
            ann.deletes(said)
            await fake.until(lambda: memory.deletions == [str(said.id)])

    async def test_thread_that_another_process_took_in_is_named_after_its_message(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        memory = SharedRecords()
        async with started(fake, memory) as first:
            first.is_answering = False
            said = ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
            await fake.until(lambda: memory.turns)
        async with started(fake, memory):
            thread = await thread_of(fake, said)
            await answered(fake, thread, "analyze AAPL")

        assert thread.name == "analyze AAPL · Ann"


class TestWithoutMessageContent:
    async def test_follow_ups_need_a_mention_and_the_first_answer_says_so(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        fake.application.message_content = False
        async with started(fake) as bot:
            thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL"))
            first = await answered(fake, thread, "analyze AAPL")
            ann.says(thread, "unheard")
            ann.says(thread, "why?", reply_to=first)
            second = await answered(fake, thread, "said why?")
            ann.says(ann.direct, "hello")
            await answered(fake, ann.direct, "said hello")

        assert bot.memory.texts == ["analyze AAPL", "why?", "hello"]
        assert "mention me or reply" in first.content
        assert "mention me or reply" not in second.content

    async def test_gateway_that_refuses_the_intent_is_asked_without_it(
        self, fake: FakeDiscord, ann: DiscordPerson, caplog: pytest.LogCaptureFixture
    ) -> None:
        fake.application.message_content = False
        async with started(fake) as bot:
            ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
            await fake.until(lambda: bot.memory.texts)

        told = [record for record in caplog.records if "Message Content Intent" in record.getMessage()]
        assert len(told) == 1
        assert fake.violations == []
