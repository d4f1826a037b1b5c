"""The Discord adapter when things go wrong: lost answers, rate limits, dropped sockets, two processes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import discord
import pytest
from discord.http import Route

from adapters.discord.inbound import message_handler
from adapters.discord.inbound.gateway_client import make_gateway_client
from adapters.discord.inbound.ordered_intake import store_with_retry
from adapters.discord.outbound.message import DiscordMessage, mark_line
from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.threads import Thread
from bot.domain.text.locale import Language
from bot.errors import MessageGoneError, RateLimitedError, SettingsError, UnreachableError
from bot.ports import NoMeter
from tests.fakes.discord import DiscordPerson, FakeDiscord, Permission, deny
from tests.fakes.discord.posting import set_archived
from tests.integration.discord.harness import (
    CONFIRM,
    BotProcess,
    SharedRecords,
    answered,
    make_bot,
    opening_of,
    refused,
    reply_to,
    running,
    started,
    strict_discord,
    thread_of,
)

POST = "POST /channels/{}/messages"
EDIT = "PATCH /channels/{}/messages/{}"
LONG_AGO = timedelta(minutes=5)


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with strict_discord() as discord_:
        yield discord_


@pytest.fixture
def ann(fake: FakeDiscord) -> DiscordPerson:
    return fake.add_person("ann")


class RecordingMeter(NoMeter):
    def __init__(self) -> None:
        self.waits: list[float] = []
        self.acknowledgements: list[float] = []

    def rate_limited(self, platform: str, seconds: float) -> None:
        assert platform == "discord"
        self.waits.append(seconds)

    def acknowledged(self, platform: str, seconds: float) -> None:
        assert platform == "discord"
        self.acknowledgements.append(seconds)


def channel_of(fake: FakeDiscord) -> Thread:
    return Thread("discord", str(fake.guild.id), str(fake.channel.id), "")


def shown(to_be: MessageMark, text: str = "hello") -> DiscordMessage:
    return DiscordMessage(f"{text}\n{mark_line(to_be.subject, to_be.part)}")


async def in_thread(fake: FakeDiscord, ann: DiscordPerson, bot: BotProcess) -> Thread:
    thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL"))
    await answered(fake, thread, "analyze AAPL")
    return bot.memory.turns[0].thread


class TestTwoProcesses:
    async def test_every_event_is_stored_once_and_answered_once(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        memory = SharedRecords()
        async with started(fake, memory), started(fake, memory):
            thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL"))
            card = await answered(fake, thread, "analyze AAPL")
            ann.presses(card, "Confirm")
            await fake.until(lambda: ann.ephemerals)
            ann.uses_command(ann.direct, "portfolio")
            await answered(fake, ann.direct, "said /portfolio")
            await asyncio.sleep(0.3)

        assert memory.texts == ["analyze AAPL", "/portfolio"]
        assert memory.pressed == memory.handled == [CONFIRM]
        assert len(thread.messages) == 1
        assert len(ann.direct.messages) == 1
        assert len(ann.ephemerals) == 1

    async def test_command_opens_one_thread_though_both_acknowledge_it(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        memory = SharedRecords()
        async with started(fake, memory), started(fake, memory):
            asked = ann.uses_command(fake.channel, "analyze", symbol="AAPL")
            root = await opening_of(fake, asked)
            thread = await thread_of(fake, root)
            await answered(fake, thread, "said /analyze AAPL")
            await asyncio.sleep(0.5)

        assert len(memory.turns) == len(memory.openings) == 1
        assert fake.channel.messages == [root]
        assert len(thread.messages) == 1

    async def test_event_delivered_twice_is_taken_in_once(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        fake.faults.add(route="DISPATCH MESSAGE_CREATE", kind="duplicate")
        fake.faults.add(route="DISPATCH INTERACTION_CREATE", kind="duplicate", times=2)
        async with started(fake) as bot:
            thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL"))
            card = await answered(fake, thread, "analyze AAPL")
            ann.presses(card, "Confirm")
            await fake.until(lambda: bot.memory.handled)
            ann.presses(card, "Adjust…")
            await fake.until(lambda: ann.modals)
            await asyncio.sleep(0.2)

        assert bot.memory.texts == ["analyze AAPL"]
        assert bot.memory.handled == [CONFIRM]


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

    async def test_burst_beyond_the_rate_limit_keeps_its_order(self, fake: FakeDiscord) -> None:
        fake.limits.set(POST, limit=2, per=0.4)
        async with started(fake) as bot:
            marks = [MessageMark(uuid4()) for _ in range(7)]
            for number, to_be in enumerate(marks):
                await bot.discord.transport.post(channel_of(fake), shown(to_be, f"part {number}"), mark=to_be)

        lines = [message.content.partition("\n")[0] for message in fake.channel.messages]
        assert lines == [f"part {number}" for number in range(7)]

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

    async def test_locked_thread_is_unreachable(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            place, to_be = await in_thread(fake, ann, bot), MessageMark(uuid4())
            set_archived(fake.state, fake.state.channels[int(place.thread)], archived=True, locked=True)
            with pytest.raises(UnreachableError):
                await bot.discord.transport.post(place, shown(to_be), mark=to_be)
        refused(fake, "50083", "50013", "160005")

    @pytest.mark.parametrize("right", [Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES])
    async def test_channel_without_the_rights_is_unreachable(self, fake: FakeDiscord, right: Permission) -> None:
        async with started(fake) as bot:
            deny(fake.bot, fake.channel, right)
            to_be = MessageMark(uuid4())
            with pytest.raises(UnreachableError):
                await bot.discord.transport.post(channel_of(fake), shown(to_be), mark=to_be)
        refused(fake, "50001", "50013")

    async def test_thread_that_may_not_be_opened_is_unreachable(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            bot.is_answering = False
            said = ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
            await fake.until(lambda: bot.memory.turns)
            deny(fake.bot, fake.channel, Permission.CREATE_PUBLIC_THREADS)
            to_be = MessageMark(uuid4())
            with pytest.raises(UnreachableError):
                await bot.discord.transport.post(bot.memory.turns[0].thread, shown(to_be), mark=to_be)

        assert said.thread is None
        refused(fake, "50013")

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

    async def test_live_line_becomes_the_answer(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
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


class TestGateway:
    async def test_dropped_sockets_lose_nothing_and_repeat_nothing(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            for number in range(3):
                fake.gateway.drop()
                await asyncio.sleep(0.1)
                ann.says(ann.direct, f"number {number}")
                await fake.until(lambda: fake.connected, within=20.0)
            await fake.until(lambda: len(bot.memory.texts) == 3, within=20.0)
            await fake.until(lambda: bot.discord.is_connected, within=20.0)
            await fake.until(lambda: len(ann.direct.messages) == 6, within=20.0)

        assert bot.memory.texts == ["number 0", "number 1", "number 2"]
        assert len(fake.state.identifies) == 1

    async def test_what_was_said_while_no_session_was_there_is_read_back(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        async with started(fake) as bot:
            place = await in_thread(fake, ann, bot)
            ann.says(ann.direct, "hello")
            await fake.until(lambda: len(bot.memory.turns) == 2)
            fake.faults.add(route="DISPATCH MESSAGE_CREATE", kind="lost", times=3)
            ann.says(fake.state.channels[int(place.thread)], "missed in a thread")
            ann.says(fake.channel, f"{fake.bot.mention} missed in a channel")
            ann.says(ann.direct, "missed in private")
            fake.faults.clear()
            fake.gateway.invalidate()
            await fake.until(lambda: len(bot.memory.texts) == 5, within=20.0)

        assert set(bot.memory.texts[2:]) == {"missed in a thread", "missed in a channel", "missed in private"}

    async def test_what_was_said_during_a_restart_is_read_back(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        memory = SharedRecords()
        async with started(fake, memory):
            pass
        said = ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
        async with started(fake, memory):
            await answered(fake, await fake.until(lambda: said.thread, within=10.0), "analyze AAPL")

        assert memory.texts == ["analyze AAPL"]

    async def test_wrong_token_ends_with_what_to_do(self, fake: FakeDiscord) -> None:
        bot = make_bot(fake, SharedRecords())
        fake.state.token = str(uuid4())
        with pytest.raises(SettingsError, match="Reset Token"):
            await bot.discord.receive_events(bot.gateway)
        refused(fake, "0")

    async def test_readiness_follows_the_connection(self, fake: FakeDiscord) -> None:
        bot = make_bot(fake, SharedRecords())
        assert not bot.discord.is_connected
        async with running(bot):
            await fake.until(lambda: bot.discord.is_connected)
            await bot.discord.check_connection()
        assert not bot.discord.is_connected


class TestDatabaseAway:
    async def test_messages_wait_for_it_in_order(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        meter = RecordingMeter()
        async with started(fake, meter=meter) as bot:
            bot.memory.away = True
            for number in range(5):
                ann.says(ann.direct, f"number {number}")
            await asyncio.sleep(0.7)
            bot.memory.away = False
            await fake.until(lambda: len(bot.memory.texts) == 5)

        assert bot.memory.texts == [f"number {number}" for number in range(5)]
        assert len(meter.acknowledgements) == 5

    async def test_what_could_not_be_stored_for_long_is_told_once(
        self, fake: FakeDiscord, ann: DiscordPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def briefly(store: Callable[[], object], *, received_at: float) -> object:
            return await store_with_retry(store, received_at=received_at, patience=0.2)  # type: ignore[arg-type]

        monkeypatch.setattr(message_handler, "store_with_retry", briefly)
        async with started(fake) as bot:
            bot.memory.away = True
            ann.says(ann.direct, "one")
            ann.says(ann.direct, "two")
            await answered(fake, ann.direct, "my database has been away")
            await asyncio.sleep(0.5)

        assert [m.author for m in ann.direct.messages] == [ann.user, ann.user, fake.bot]


class TestSharded:
    async def test_client_of_many_connections_hears_as_well(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        bot = make_bot(fake, SharedRecords())
        inbound = bot.discord.inbound(bot.gateway)
        Route.BASE = fake.api_url
        client = make_gateway_client(
            inbound.handlers, message_content=True, shards=2, on_connection_change=lambda **_: None
        )
        await client.login(fake.token)
        bot.discord.connection.use_client(client, inbound.channels)
        connection = asyncio.create_task(client.connect())
        try:
            await fake.until_ready()
            ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
            await fake.until(lambda: bot.memory.texts == ["analyze AAPL"])
        finally:
            await client.close()
            await connection
            await inbound.handlers.background.close()

        assert isinstance(client, discord.AutoShardedClient)
