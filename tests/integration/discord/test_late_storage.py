"""What is stored on Discord after its person was told that this is in doubt: handled all the same, once."""

import asyncio

import pytest

from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.threads import IncomingCommand, IncomingPress, PersonLimits
from bot.domain.conversation.turns import AcceptedInput
from tests.fakes.discord import DiscordPerson, FakeDiscord
from tests.fakes.loop_time import LoopTime
from tests.integration.discord.harness import CONFIRM, LONG, answered, ephemeral_message, started, thread_of
from tests.integration.discord.recorded_core import SharedRecords


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Until it is set, what has been stored is not known to be."""
    known = asyncio.Event()
    accept_press, accept_command = SharedRecords.accept_press, SharedRecords.accept_command

    async def press_late(self: SharedRecords, press: IncomingPress) -> AcceptedInput:
        stored = await accept_press(self, press)
        await known.wait()
        return stored

    async def command_late(
        self: SharedRecords, command: IncomingCommand, *, limits: PersonLimits | None = None
    ) -> PendingThread:
        stored = await accept_command(self, command, limits=limits)
        await known.wait()
        return stored

    monkeypatch.setattr(SharedRecords, "accept_press", press_late)
    monkeypatch.setattr(SharedRecords, "accept_command", command_late)
    return known


async def test_press_is_carried_out_once(fake: FakeDiscord, ann: DiscordPerson, known: asyncio.Event) -> None:
    async with started(fake) as bot:
        thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} decide AAPL"))
        card = await answered(fake, thread, "decide AAPL")
        ann.presses(card, "Confirm")
        await fake.until(lambda: bot.memory.pressed)
        LoopTime().advance(LONG)
        told = await ephemeral_message(fake, ann)
        assert "/pending" in told
        assert (bot.memory.pressed, bot.memory.handled) == ([CONFIRM], [])

        known.set()
        await fake.until(lambda: bot.memory.handled)

    assert bot.memory.handled == [CONFIRM]


async def test_command_opens_its_thread(fake: FakeDiscord, ann: DiscordPerson, known: asyncio.Event) -> None:
    async with started(fake) as bot:
        ann.uses_command(fake.channel, "analyze", symbol="AAPL")
        await fake.until(lambda: bot.memory.openings)
        LoopTime().advance(LONG)
        assert "make sure in time" in await ephemeral_message(fake, ann)
        assert fake.channel.messages == []

        known.set()
        await fake.until(lambda: bot.memory.texts)

    assert bot.memory.texts == ["/analyze AAPL"]
