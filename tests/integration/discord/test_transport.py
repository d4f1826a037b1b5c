"""What the Discord adapter shows when answers are lost, limits are reached, or rights are missing."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from adapters.discord.outbound.message import DiscordMessage, mark_line
from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.threads import Thread
from bot.domain.text.locale import Language
from bot.errors import MessageGoneError, RateLimitedError, UnreachableError
from bot.messaging.outbound import live_progress
from tests.fakes.discord import DiscordPerson, FakeDiscord, Permission, deny
from tests.fakes.discord.posting import set_archived
from tests.integration.discord.harness import (
    CONFIRM,
    RecordingMeter,
    answered,
    in_thread,
    make_bot,
    refused,
    reply_to,
    started,
    thread_of,
)
from tests.integration.discord.recorded_core import SharedRecords

POST = "POST /channels/{}/messages"
OPEN = "POST /channels/{}/messages/{}/threads"
LONG_AGO = timedelta(minutes=5)


def channel_of(fake: FakeDiscord) -> Thread:
    return Thread("discord", str(fake.guild.id), str(fake.channel.id), "")


def shown(to_be: MessageMark, text: str = "hello") -> DiscordMessage:
    return DiscordMessage(f"{text}\n{mark_line(to_be.subject, to_be.part)}")


class TestSurface:
    async def test_lost_answer_is_found_by_its_mark(self, fake: FakeDiscord) -> None:
        async with started(fake) as bot:
            surface, place, to_be = bot.discord.transport, channel_of(fake), MessageMark(uuid4())
            fake.faults.add(route=POST, kind="lost_answer")
            with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever says that nothing is known
                await surface.post(place, shown(to_be), mark=to_be)
            found = await surface.find_message(place, mark=to_be, since=datetime.now(UTC) - LONG_AGO)
            other = await surface.find_message(
                place, mark=MessageMark(to_be.subject, 2), since=datetime.now(UTC) - LONG_AGO
            )

        assert not isinstance(caught.value, RateLimitedError | UnreachableError)
        (message,) = fake.channel.messages
        assert (found, other) == (str(message.id), None)

    async def test_lost_answer_that_is_posted_again_is_the_same_message(self, fake: FakeDiscord) -> None:
        async with started(fake) as bot:
            surface, place, to_be = bot.discord.transport, channel_of(fake), MessageMark(uuid4())
            first = await surface.post(place, shown(to_be), mark=to_be)
            again = await surface.post(place, shown(to_be), mark=to_be)

        assert first == again
        assert len(fake.channel.messages) == 1

    async def test_failed_answer_is_repeated_by_the_library_without_a_second_message(self, fake: FakeDiscord) -> None:
        async with started(fake) as bot:
            to_be = MessageMark(uuid4())
            fake.faults.add(route=POST, kind="failed_answer", status=502)
            await bot.discord.transport.post(channel_of(fake), shown(to_be), mark=to_be)

        assert len(fake.channel.messages) == 1

    async def test_rate_limit_delays_and_is_counted(self, fake: FakeDiscord) -> None:
        meter = RecordingMeter()
        async with started(fake, meter=meter) as bot:
            to_be = MessageMark(uuid4())
            fake.faults.add(route=POST, kind="rate_limited", seconds=0.3)
            await bot.discord.transport.post(channel_of(fake), shown(to_be), mark=to_be)

        assert len(fake.channel.messages) == 1
        assert len(meter.waits) == 1

    async def test_long_rate_limit_is_handed_to_the_caller(self, fake: FakeDiscord) -> None:
        async with started(fake) as bot:
            to_be = MessageMark(uuid4())
            fake.faults.add(route=POST, kind="rate_limited", seconds=90.0)
            with pytest.raises(RateLimitedError) as caught:
                await bot.discord.transport.post(channel_of(fake), shown(to_be), mark=to_be)

        assert caught.value.retry_after == pytest.approx(90.0, abs=1.0)
        assert fake.channel.messages == []

    async def test_before_the_login_everything_has_to_wait(self, fake: FakeDiscord) -> None:
        to_be = MessageMark(uuid4())
        with pytest.raises(RateLimitedError):
            await make_bot(fake, SharedRecords()).discord.transport.post(channel_of(fake), shown(to_be), mark=to_be)

    async def test_removed_message_is_gone_and_its_successor_is_another(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            surface, place, to_be = bot.discord.transport, channel_of(fake), MessageMark(uuid4())
            first = await surface.post(place, shown(to_be), mark=to_be)
            ann.deletes(fake.channel.messages[0])
            with pytest.raises(MessageGoneError):
                await surface.edit(place, first, shown(to_be, "changed"), mark=to_be)
            await surface.post(place, shown(to_be, "changed"), mark=to_be)

        assert [message.content.partition("\n")[0] for message in fake.channel.messages] == ["changed"]
        refused(fake, "10008")

    async def test_message_in_an_archived_thread_can_still_be_edited(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            place = await in_thread(fake, ann, bot)
            channel = fake.state.channels[int(place.thread)]
            set_archived(fake.state, channel, archived=True)
            message = channel.messages[-1]
            await bot.discord.transport.edit(
                place, str(message.id), DiscordMessage("changed"), mark=MessageMark(uuid4())
            )

        assert message.content == "changed"
        refused(fake, "50083")

    @pytest.mark.parametrize("right", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
    async def test_channel_without_the_rights_is_unreachable(self, fake: FakeDiscord, right: Permission) -> None:
        async with started(fake) as bot:
            deny(fake.bot, fake.channel, right)
            to_be = MessageMark(uuid4())
            with pytest.raises(UnreachableError):
                await bot.discord.transport.post(channel_of(fake), shown(to_be), mark=to_be)
        refused(fake, "50001", "50013")

    async def test_thread_of_a_deleted_message_is_unreachable(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            bot.is_answering = False
            said = ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
            await fake.until(lambda: bot.memory.turns)
            ann.deletes(said)
            to_be = MessageMark(uuid4())
            with pytest.raises(UnreachableError):
                await bot.discord.transport.post(bot.memory.turns[0].thread, shown(to_be), mark=to_be)
        refused(fake, "10008")

    async def test_whisper_after_the_token_has_gone_is_an_ordinary_message(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            place = await in_thread(fake, ann, bot)
            card = fake.state.channels[int(place.thread)].messages[-1]
            ann.presses(card, "Confirm")
            await fake.until(lambda: ann.ephemerals)
            fake.clock.advance(20 * 60)
            turn = next(turn for turn in bot.memory.turns if turn.text == CONFIRM)
            await bot.channel.deliver(reply_to(turn, Language.ENGLISH, is_private=True))

        assert "confirm·" in card.channel.messages[-1].content
        refused(fake, "50027")

    async def test_live_line_becomes_the_answer(
        self, fake: FakeDiscord, ann: DiscordPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(live_progress, "_FIRST_POST_SECONDS", 0.05)
        async with started(fake) as bot:
            bot.is_answering = False
            said = ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
            (turn,) = await fake.until(lambda: bot.memory.turns)
            await bot.lines.show_step(turn, "reading prices", language=Language.ENGLISH)
            thread = await thread_of(fake, said)
            line = await answered(fake, thread, "reading prices")
            await bot.lines.end_progress(turn)
            labels = [button["label"] for button in line.buttons]
            await bot.channel.deliver(reply_to(turn, Language.ENGLISH))

        assert labels == ["Stop"]
        assert thread.messages == [line]
        assert "said analyze AAPL" in line.content
