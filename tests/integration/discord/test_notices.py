"""Why an answer does not come is told in place, to everybody who meets it, and to nobody else."""

import pytest

from tests.fakes.discord import (
    DiscordPerson,
    FakeDiscord,
    FakeDiscordChannel,
    FakeDiscordMessage,
    Permission,
    deny,
    rest_messages,
)
from tests.fakes.discord.events import channel_event
from tests.fakes.discord.model import FakeDiscordUser, Json
from tests.fakes.discord.payloads import message_json
from tests.integration.discord.harness import answered, opening_of, refused, started, thread_of

OPEN = "POST /channels/{}/messages/{}/threads"


def withdraw(fake: FakeDiscord, channel: FakeDiscordChannel, *permissions: Permission) -> None:
    """Take permissions away from Parley in a channel, of which Discord tells the gateway."""
    with fake.state.lock:
        deny(fake.bot, channel, *permissions)
        fake.state.dispatch(channel_event("CHANNEL_UPDATE", channel, fake.bot))


def notices(fake: FakeDiscord, channel: FakeDiscordChannel, words: str) -> list[str]:
    return [each.content for each in channel.messages if each.author is fake.bot and words in each.content]


async def test_everybody_who_mentions_it_is_told_the_permission(fake: FakeDiscord, ann: DiscordPerson) -> None:
    bob = fake.add_person("bob", locale="zh-CN")
    async with started(fake) as bot:
        withdraw(fake, fake.channel, Permission.CREATE_PUBLIC_THREADS)
        asked = [each.says(fake.channel, f"{fake.bot.mention} analyze AAPL") for each in (ann, bob, ann)]
        await fake.until(lambda: len(notices(fake, fake.channel, "**Create Public Threads**")) == 3)
        await fake.until(lambda: len(bot.memory.unreachable) == 3)

        told = [each.reference for each in fake.channel.messages if each.author is fake.bot]
        assert set(told) == set(asked)
    refused(fake, "50013")


async def test_nothing_may_be_said_in_the_channel_then_it_is_said_directly_once(
    fake: FakeDiscord, ann: DiscordPerson
) -> None:
    async with started(fake) as bot:
        withdraw(fake, fake.channel, Permission.SEND_MESSAGES, Permission.CREATE_PUBLIC_THREADS)
        for _ in range(3):
            ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
        await fake.until(lambda: len(bot.memory.unreachable) == 3)

        (notice,) = notices(fake, ann.direct, "I need")
        assert f"<#{fake.channel.id}>" in notice
        assert "**Send Messages**, **Create Public Threads**" in notice
        assert notices(fake, fake.channel, "") == []
    refused(fake, "50013")


async def test_person_takes_no_direct_messages_then_the_log_says_it(
    fake: FakeDiscord, ann: DiscordPerson, caplog: pytest.LogCaptureFixture
) -> None:
    ann.user.accepts_direct = False
    async with started(fake) as bot:
        withdraw(fake, fake.channel, Permission.SEND_MESSAGES, Permission.CREATE_PUBLIC_THREADS)
        ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
        await fake.until(lambda: bot.memory.unreachable)

        assert "Parley lacks the permissions: Send Messages, Create Public Threads" in caplog.text
        assert "nor could that be said to anybody" in caplog.text
    refused(fake, "50013", "50007")


async def test_permission_is_withdrawn_after_a_command_then_only_its_person_is_told(
    fake: FakeDiscord, ann: DiscordPerson
) -> None:
    async with started(fake) as bot:
        bot.is_answering = False
        await opening_of(fake, ann.uses_command(fake.channel, "analyze", symbol="AAPL"))
        withdraw(fake, fake.channel, Permission.CREATE_PUBLIC_THREADS)
        bot.is_answering = True
        await fake.until(lambda: ann.ephemerals, what="a private notice")

        assert "**Create Public Threads**" in ann.ephemerals[0].content
        assert notices(fake, fake.channel, "Create Public Threads") == []
    refused(fake, "50013")


async def test_permission_is_missing_at_a_command_then_it_is_refused_with_the_name(
    fake: FakeDiscord, ann: DiscordPerson
) -> None:
    async with started(fake) as bot:
        withdraw(fake, fake.channel, Permission.EMBED_LINKS)
        ann.uses_command(fake.channel, "analyze", symbol="AAPL")
        await fake.until(lambda: ann.ephemerals, what="a private notice")

        assert "I need **Embed Links** in this channel" in ann.ephemerals[0].content
        assert bot.memory.texts == []


@pytest.mark.faults
async def test_no_more_threads_may_be_opened_then_it_says_when_and_answers_then(
    fake: FakeDiscord, ann: DiscordPerson
) -> None:
    fake.limits.set(OPEN, limit=1, per=8.0)  # Parley itself waits for 6 s
    async with started(fake) as bot:
        first = ann.says(fake.channel, f"{fake.bot.mention} first")
        await answered(fake, await thread_of(fake, first), "first")
        second = ann.says(fake.channel, f"{fake.bot.mention} second")
        await fake.until(lambda: notices(fake, fake.channel, "no more threads"), what="the notice")
        assert second.thread is None
        await answered(fake, await thread_of(fake, second), "second")

        (notice,) = [each for each in fake.channel.messages if each.author is fake.bot]
        assert notice.reference is second
        assert ":R>" in notice.content
        assert bot.memory.unreachable == []
        assert [call.status for call in fake.called(OPEN)] == [201, 201]  # Discord was not asked in vain


@pytest.mark.faults
async def test_many_wait_for_a_thread_then_each_is_told_as_fast_as_discord_allows(
    fake: FakeDiscord, ann: DiscordPerson
) -> None:
    fake.limits.set(OPEN, limit=1, per=60.0)
    fake.limits.set("POST /channels/{}/messages", limit=1, per=7.0)  # more than Parley itself waits for
    async with started(fake) as bot:
        first = ann.says(fake.channel, f"{fake.bot.mention} first")
        await answered(fake, await thread_of(fake, first), "first")
        waiting = [ann.says(fake.channel, f"{fake.bot.mention} {number}") for number in ("second", "third")]
        await fake.until(lambda: len(notices(fake, fake.channel, "no more threads")) == 2, what="both notices")

        assert {each.reference for each in fake.channel.messages if each.author is fake.bot} == set(waiting)
        assert bot.memory.unreachable == []


async def test_message_that_was_missed_cannot_be_read_then_the_other_channels_are_read_back(
    fake: FakeDiscord, ann: DiscordPerson, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = fake.add_channel("other")

    def without_author(message: FakeDiscordMessage, viewer: FakeDiscordUser) -> Json:
        body = message_json(message, viewer)
        return {**body, "author": None} if message.channel is other else body

    monkeypatch.setattr(rest_messages, "message_json", without_author)
    ann.says(other, f"{fake.bot.mention} unreadable")
    ann.says(fake.channel, f"{fake.bot.mention} readable")
    async with started(fake) as bot:
        await fake.until(lambda: "readable" in bot.memory.texts)

    assert "is not all read back: TypeError in" in caplog.text
    assert "unreadable" not in caplog.text
