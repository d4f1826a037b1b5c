"""The Discord adapter when sockets drop, processes share a token, or the database is away."""

import asyncio
from collections.abc import Callable
from functools import partial
from uuid import uuid4

import discord
import pytest
from discord.http import Route

from adapters.discord.inbound import message_handler
from adapters.discord.inbound.gateway_client import make_gateway_client
from adapters.discord.inbound.guild_changes import store_with_retry
from bot.errors import SettingsError, StoreUnavailableError
from tests.fakes.discord import DiscordPerson, FakeDiscord
from tests.integration.discord.harness import (
    CONFIRM,
    RecordingMeter,
    answered,
    in_thread,
    make_bot,
    opening_of,
    refused,
    running,
    started,
    thread_of,
)
from tests.integration.discord.recorded_core import SharedRecords


def is_offered_twice(memory: SharedRecords, text: str) -> bool:
    return memory.offered[text] >= 2


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
            ann.says(fake.channel, f"{fake.bot.mention} last")
            for text in (CONFIRM, "/portfolio", "last"):
                await fake.until(partial(is_offered_twice, memory, text), what=f"{text} at both processes")

        assert memory.texts == ["analyze AAPL", "/portfolio", "last"]
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
            await fake.until(partial(is_offered_twice, memory, "/analyze AAPL"))
            ann.says(thread, "and GOOG")
            await answered(fake, thread, "said and GOOG")

        assert memory.texts == ["/analyze AAPL", "and GOOG"]
        assert len(memory.openings) == 1
        assert fake.channel.messages == [root]
        assert [message.author for message in thread.messages] == [fake.bot, ann.user, fake.bot]

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
            ann.says(fake.channel, f"{fake.bot.mention} last")
            await fake.until(lambda: "last" in bot.memory.texts)

        assert bot.memory.texts == ["analyze AAPL", "last"]
        assert bot.memory.handled == [CONFIRM]


class TestGateway:
    async def test_dropped_sockets_lose_nothing_and_repeat_nothing(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        async with started(fake) as bot:
            for number in range(3):
                fake.gateway.drop()
                ann.says(ann.direct, f"number {number}")
                await fake.until(lambda: fake.gateway.connected == number + 2 and fake.connected)  # noqa: B023 - awaited within the round
            await fake.until(lambda: len(bot.memory.texts) == 3)
            await fake.until(lambda: bot.discord.is_connected)
            await fake.until(lambda: len(ann.direct.messages) == 6)

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
            await fake.until(lambda: len(bot.memory.texts) == 5)

        assert set(bot.memory.texts[2:]) == {"missed in a thread", "missed in a channel", "missed in private"}

    async def test_what_was_said_during_a_restart_is_read_back(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        memory = SharedRecords()
        async with started(fake, memory):
            pass
        said = ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
        async with started(fake, memory):
            await answered(fake, await thread_of(fake, said), "analyze AAPL")

        assert memory.texts == ["analyze AAPL"]

    async def test_what_is_said_while_a_session_begins_comes_after_what_was_missed(
        self, fake: FakeDiscord, ann: DiscordPerson
    ) -> None:
        ann.says(fake.channel, f"{fake.bot.mention} early")
        bot = make_bot(fake, SharedRecords())
        bot.is_held = True
        async with running(bot):
            await fake.until(lambda: bot.discord.is_connected)
            ann.says(fake.channel, f"{fake.bot.mention} late")
            await fake.until(lambda: any(fake.state.commands.values()))
            ann.uses_command(ann.direct, "portfolio")  # does not wait: what was said before it has arrived, too
            await fake.until(lambda: bot.memory.texts)
            bot.is_held = False
            await fake.until(lambda: len(bot.memory.texts) == 3)

        assert bot.memory.texts == ["/portfolio", "early", "late"]

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
    async def test_messages_wait_for_it_in_order(
        self, fake: FakeDiscord, ann: DiscordPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.discord.inbound.guild_changes._FIRST_PAUSE", 0.05)
        meter = RecordingMeter()
        async with started(fake, meter=meter) as bot:
            bot.memory.away = True
            for number in range(5):
                ann.says(ann.direct, f"number {number}")
            await fake.until(lambda: bot.memory.offered["number 0"] >= 2, what="a second try")
            bot.memory.away = False
            await fake.until(lambda: len(bot.memory.texts) == 5)

        assert bot.memory.texts == [f"number {number}" for number in range(5)]
        assert len(meter.acknowledgements) == 5

    async def test_what_could_not_be_stored_for_long_is_told_once(
        self, fake: FakeDiscord, ann: DiscordPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        given_up: list[float] = []

        async def briefly(store: Callable[[], object], *, received_at: float) -> object:
            try:
                return await store_with_retry(store, received_at=received_at, patience=0.2)  # type: ignore[arg-type]
            except StoreUnavailableError:
                given_up.append(received_at)
                raise

        monkeypatch.setattr(message_handler, "store_with_retry", briefly)
        async with started(fake) as bot:
            bot.memory.away = True
            ann.says(ann.direct, "one")
            ann.says(ann.direct, "two")
            await answered(fake, ann.direct, "my database has been away")
            await fake.until(lambda: len(given_up) == 2)
            bot.memory.away = False
            ann.says(ann.direct, "three")
            await answered(fake, ann.direct, "said three")

        assert [m.author for m in ann.direct.messages] == [ann.user, ann.user, fake.bot, ann.user, fake.bot]

    async def test_nothing_is_said_of_what_people_said_to_each_other(
        self, fake: FakeDiscord, ann: DiscordPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        given_up: list[float] = []

        async def not_at_all(_store: Callable[[], object], *, received_at: float) -> object:
            given_up.append(received_at)
            raise StoreUnavailableError

        monkeypatch.setattr(message_handler, "store_with_retry", not_at_all)
        async with started(fake):
            ann.says(fake.channel, "lunch at noon?")
            ann.says(fake.channel, "I sold my IBM yesterday")
            await fake.until(lambda: len(given_up) == 2)
            ann.says(fake.channel, f"{fake.bot.mention} price of IBM")
            await answered(fake, fake.channel, "my database has been away")

        assert [m.author for m in fake.channel.messages] == [ann.user, ann.user, ann.user, fake.bot]


class TestSharded:
    async def test_client_of_many_connections_hears_as_well(self, fake: FakeDiscord, ann: DiscordPerson) -> None:
        bot = make_bot(fake, SharedRecords())
        handlers = bot.discord.handlers(bot.gateway)
        Route.BASE = fake.api_url
        client = make_gateway_client(handlers, message_content=True, shards=2, connected=asyncio.Event())
        client._connection.guild_ready_timeout = 0.1  # noqa: SLF001
        await client.login(fake.token)
        bot.discord.connection.use_client(client, handlers.interactions.channels)
        connection = asyncio.create_task(client.connect())
        try:
            await fake.until_ready()
            ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL")
            await fake.until(lambda: bot.memory.texts == ["analyze AAPL"])
        finally:
            await client.close()
            await connection
            await handlers.background.close()

        assert isinstance(client, discord.AutoShardedClient)
