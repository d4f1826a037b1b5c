"""Processes of the Discord adapter over an in-memory core that echoes what people say."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Any, cast
from unittest.mock import patch

from discord import Client

from adapters.discord.app import DiscordApp
from adapters.discord.inbound import connection
from adapters.discord.inbound.gateway_client import GatewayHandlers, SessionStartLimiter, make_gateway_client
from adapters.discord.outbound.message import DiscordMessage
from adapters.discord.rest import DiscordOptions
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.text.locale import Language
from bot.errors import RateLimitedError, UnreachableError
from bot.locales import Catalogue
from bot.messaging.departures import Departures
from bot.messaging.inbound.gateway import AdjustFormBuilder, AppHome, InboundGateway, ThreadOpener
from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.listener import Listener
from bot.messaging.outbound.live_progress import LiveProgress
from bot.messaging.outbound.poster import PostedChannel, Poster
from bot.ports import Meter, NoMeter
from bot.turns.presses import PressHandler
from tests.fakes.clock import WallClock
from tests.fakes.discord import DiscordPerson, FakeDiscord, FakeDiscordChannel, FakeDiscordMessage, Interaction
from tests.fakes.memory import InMemoryDatabase
from tests.fakes.stores import FakeStores
from tests.integration.discord.recorded_core import PrefilledForms, SharedRecords
from tests.integration.platform_inputs import DECISION, PrefilledMemoryForm, proposal_reply

SAY = Catalogue()
LONG = 60.0  # seconds
CONFIRM = f"confirm:{DECISION}:1"
ADJUST = f"adjust:{DECISION}:1"


@dataclass
class BotProcess:
    """One process: the adapter, and a core that answers."""

    discord: DiscordApp
    memory: SharedRecords
    channel: PostedChannel[DiscordMessage]
    lines: LiveProgress[DiscordMessage]
    gateway: InboundGateway
    is_answering: bool = True
    is_held: bool = False  # whether its session is kept from being ready
    client: Client | None = None
    handlers: GatewayHandlers | None = None

    async def answer(self) -> None:
        """Answer whatever is stored, each once over all processes."""
        while True:
            await asyncio.sleep(0.02)
            for turn in list(self.memory.turns):
                if self.is_answering and turn.kind is InputKind.MESSAGE and turn.id not in self.memory.answered:
                    self.memory.answered.add(turn.id)
                    await self._deliver(turn)

    async def _deliver(self, turn: Turn) -> None:
        """Deliver as the application does: later if it has to wait, never if that is impossible."""
        try:
            await self.channel.deliver(reply_to(turn, await self.spoken_to(turn)))
        except RateLimitedError as error:
            asyncio.get_running_loop().call_later(error.retry_after, self.memory.answered.discard, turn.id)
        except UnreachableError as error:
            self.memory.unreachable.append(f"{turn.text}: {error.facts}")

    async def spoken_to(self, turn: Turn) -> Language:
        return (await self.discord.people.person(turn)).language or Language.ENGLISH


@dataclass
class PrivatePressAnswers:
    """Answers presses in private."""

    memory: SharedRecords
    channel: PostedChannel[DiscordMessage]

    async def handle_press(self, turn: Turn) -> None:
        self.memory.handled.append(turn.text)
        await self.channel.deliver(reply_to(turn, Language.ENGLISH, is_private=True))


def reply_to(turn: Turn, language: Language, *, is_private: bool = False) -> Reply:
    """The answer to a turn: what it says, and buttons."""
    text = f"@everyone {turn.person.name} said {turn.text} ({language})".replace(":", "·")  # a colon may be escaped
    buttons = (Button(CONFIRM, "Confirm"), Button(ADJUST, "Adjust…"))
    answer = Answer(blocks=(Paragraph(text),), buttons=() if is_private else buttons, is_private=is_private)
    reply = proposal_reply(turn.id, turn.thread, turn.person, answer, language=language)
    return replace(reply, turn_number=turn.number)  # the first says whether follow-ups need a mention


def make_bot(
    fake: FakeDiscord,
    memory: SharedRecords,
    *,
    forms: PrefilledForms | None = None,
    guild_id: int | None = None,
    meter: Meter | None = None,
) -> BotProcess:
    app = DiscordApp(
        options=DiscordOptions(token=fake.token, api_url=fake.api_url, guild_id=guild_id),
        texts=SAY,
        meter=meter or NoMeter(),
    )
    poster = Poster(app.transport, memory.postings)
    channel, lines = PostedChannel(app.transport, poster), LiveProgress(poster)
    intake = Intake(memory, cast("Listener", memory), lines, SAY, meter or NoMeter())
    gateway = InboundGateway(
        intake=intake,
        press_handler=cast("PressHandler", PrivatePressAnswers(memory, channel)),
        thread_opener=ThreadOpener({"discord": poster}, intake, memory),
        adjust_form_builder=cast("AdjustFormBuilder", forms or PrefilledForms()),
        memory_form_builder=PrefilledMemoryForm(),
        app_home=cast("AppHome", None),
        departures=Departures(FakeStores(InMemoryDatabase(), clock=WallClock())),
        direct_messages=memory,
        suggest_symbols=suggest,
    )
    return BotProcess(app, memory, channel, lines, gateway)


def suggest(text: str) -> list[tuple[str, str]]:
    known = [("AAPL · Apple Inc.", "AAPL"), ("GOOG · Alphabet Inc.", "GOOG")]
    if text == "boom":
        raise RuntimeError(text)
    return [each for each in known if text.lower() in each[0].lower()] * (30 if text == "a" else 1)


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


@asynccontextmanager
async def running(bot: BotProcess) -> AsyncIterator[BotProcess]:
    """Run one process; at the end nothing of it is left."""

    def make_client(handlers: GatewayHandlers, **options: Any) -> Client:  # noqa: ANN401 - as the real one
        bot.handlers, bot.client = handlers, make_gateway_client(handlers, **options)
        be_ready_soon(bot, bot.client)
        return bot.client

    with patch.object(connection, "make_gateway_client", make_client):
        async with _running(bot):
            yield bot


@asynccontextmanager
async def _running(bot: BotProcess) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(bot.discord.receive_events(bot.gateway)), asyncio.create_task(bot.answer())]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task


def be_ready_soon(bot: BotProcess, client: Client) -> None:
    """Let a session be ready when it has heard of every server, and not only when 2 s have passed since the last."""
    state = client._connection  # noqa: SLF001 - discord.py has an option for the 2 s, and none for this
    be_ready = state._delay_ready  # noqa: SLF001
    state.guild_ready_timeout = 0.01

    async def delay_ready() -> None:
        while bot.is_held or any(guild.unavailable for guild in state.guilds):  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.005)
        await be_ready()

    state._delay_ready = delay_ready  # type: ignore[method-assign]  # noqa: SLF001


@asynccontextmanager
async def started(fake: FakeDiscord, memory: SharedRecords | None = None, **more: object) -> AsyncIterator[BotProcess]:
    """Run one process and wait until its commands are registered and what was missed is read back."""
    bot = make_bot(fake, memory or SharedRecords(), **more)  # type: ignore[arg-type]
    bot.discord.session_starts = SessionStartLimiter(
        now=partial(next, count(0.0, 1_000.0))
    )  # nobody has to wait for a session
    async with running(bot):
        await fake.until(lambda: bot.client is not None and bot.client.is_ready(), what="a session")
        await asyncio.sleep(0)  # what begins when it is ready is a task by now
        assert bot.handlers is not None
        await bot.handlers.background.wait_all()
        yield bot


@asynccontextmanager
async def strict_discord() -> AsyncIterator[FakeDiscord]:
    """Yield a slow Discord; afterwards only the rules in `refused` were broken, and only who used a command pinged."""
    async with FakeDiscord(speed=0.05) as discord_:
        yield discord_
        assert [str(each) for each in discord_.violations] == []
        ours = [each for each in discord_.state.messages() if each.author is discord_.bot]
        assert {ping for each in ours for ping in each.pings if not each.content.startswith(f"{ping} ")} == set()


def refused(fake: FakeDiscord, *kinds: str) -> None:
    """Take refusals of these codes, of which there was one at least, for what the test was about."""
    expected = [each for each in fake.violations if each.kind in kinds or any(f"({k})" in each.detail for k in kinds)]
    assert expected
    fake.state.recorded = [each for each in fake.state.recorded if each not in expected]


async def answered(fake: FakeDiscord, channel: FakeDiscordChannel, words: str) -> FakeDiscordMessage:
    """The bot's message in `channel` that holds `words`."""

    def found() -> FakeDiscordMessage | None:
        return next((m for m in channel.messages if words in m.content and m.author is fake.bot), None)

    return await fake.until(found, what=f"an answer with {words!r}")


async def thread_of(fake: FakeDiscord, message: FakeDiscordMessage) -> FakeDiscordChannel:
    return await fake.until(lambda: message.thread, what="a thread")


async def opening_of(fake: FakeDiscord, asked: Interaction) -> FakeDiscordMessage:
    """The message on which the thread of a command hangs, once it says who asked."""

    def found() -> FakeDiscordMessage | None:
        return asked.original if asked.original and asked.original.content else None

    return await fake.until(found, what="an opening")


async def ephemeral_message(fake: FakeDiscord, person: DiscordPerson) -> str:
    """Return the ephemeral message to this person."""
    return await fake.until(lambda: next((each.content for each in person.ephemerals), None), what="a whisper")


async def in_thread(fake: FakeDiscord, ann: DiscordPerson, bot: BotProcess) -> Thread:
    thread = await thread_of(fake, ann.says(fake.channel, f"{fake.bot.mention} analyze AAPL"))
    await answered(fake, thread, "analyze AAPL")
    return bot.memory.turns[0].thread
