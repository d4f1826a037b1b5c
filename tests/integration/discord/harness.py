"""The Discord adapter over an in-memory core that echoes what people say."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from itertools import count
from typing import cast
from uuid import UUID, uuid4

from adapters.discord.app import DiscordApp
from adapters.discord.inbound.session_limits import SessionStartLimiter
from adapters.discord.options import DiscordOptions
from adapters.discord.outbound.message import DiscordMessage
from bot.context.signal import Signal
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.posting import MessageMark, PendingThread, Posting
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, IncomingPress, Thread
from bot.domain.conversation.turns import AcceptedInput, InputKind, InputStatus, Turn
from bot.domain.ids import DecisionId, TenantId, TurnId, derive_id
from bot.domain.text.locale import Language, Locale
from bot.errors import DecisionError, StaleDecisionError, StoreUnavailableError, UnknownDecisionError
from bot.locales import Catalogue
from bot.messaging.inbound.adjust_form_builder import AdjustFormBuilder
from bot.messaging.inbound.app_home import AppHome
from bot.messaging.inbound.gateway import InboundGateway
from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.thread_opener import ThreadOpener
from bot.messaging.outbound.live_progress import LiveProgress
from bot.messaging.outbound.posted_channel import PostedChannel
from bot.messaging.outbound.poster import Poster
from bot.ports import Meter, NoMeter
from bot.presentation.adjust_form import AdjustForm
from bot.turns.presses import PressHandler
from tests.fakes.discord import DiscordPerson, FakeDiscord, FakeDiscordChannel, FakeDiscordMessage, Interaction

SAY = Catalogue()
DECISION = DecisionId(UUID("0192f7a0-0000-7000-8000-00000000000a"))
CONFIRM = f"confirm:{DECISION}:1"
ADJUST = f"adjust:{DECISION}:1"


@dataclass
class SharedRecords:
    """The records that all processes share."""

    turns: list[Turn] = field(default_factory=list)
    openings: list[PendingThread] = field(default_factory=list)
    postings: dict[tuple[Thread, MessageMark], str | None] = field(default_factory=dict)
    edits: list[tuple[str, str]] = field(default_factory=list)
    deletions: list[str] = field(default_factory=list)
    away: bool = False
    handled: list[str] = field(default_factory=list)
    answered: set[UUID] = field(default_factory=set)

    def check(self) -> None:
        if self.away:
            raise StoreUnavailableError

    @property
    def texts(self) -> list[str]:
        return [turn.text for turn in self.turns if turn.kind is InputKind.MESSAGE]

    @property
    def pressed(self) -> list[str]:
        return [turn.text for turn in self.turns if turn.kind is InputKind.PRESS]


@dataclass
class RecordedDirectMessages:
    memory: SharedRecords

    async def latest_threads(self, platform: str, *, limit: int) -> tuple[Thread, ...]:
        self.memory.check()
        found = {turn.thread for turn in self.memory.turns if not turn.thread.thread}
        return tuple([each for each in found if each.platform == platform][:limit])


@dataclass
class RecordedInbox:
    memory: SharedRecords

    async def register_workspace(self, thread: Thread) -> None:
        """Nothing to be made known."""

    async def accept_message(self, message: IncomingMessage) -> AcceptedInput:
        return await self._accept(
            InputKind.MESSAGE, message.thread, (message.message_id, message.text), person=message.person
        )

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        return await self._accept(InputKind.PRESS, press.thread, (press.press_id, press.button_id), person=press.person)

    async def accept_command(self, command: IncomingCommand) -> PendingThread:
        self.memory.check()
        await asyncio.sleep(0)
        for pending in self.memory.openings:
            if (pending.place, pending.command_id) == (command.place, command.command_id):
                return replace(pending, is_new=False)
        made = PendingThread(
            id=uuid4(),
            place=command.place,
            command_id=command.command_id,
            person=command.person,
            text=command.text,
            accepted_at=datetime.now(UTC),
        )
        self.memory.openings.append(made)
        return made

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        assert any(turn.thread == thread for turn in self.memory.turns)
        self.memory.edits.append((message_id, text))
        return True

    async def message_deleted(self, thread: Thread, *, message_id: str) -> TurnId | None:
        assert any(turn.thread == thread for turn in self.memory.turns)
        self.memory.deletions.append(message_id)
        return None

    async def is_participant(self, thread: Thread) -> bool:
        self.memory.check()
        return any(turn.thread == thread for turn in self.memory.turns)

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        raise UnknownDecisionError(id=decision_id, tenant=tenant_id)

    async def _accept(self, kind: InputKind, thread: Thread, said: tuple[str, str], *, person: object) -> AcceptedInput:
        self.memory.check()
        await asyncio.sleep(0)
        for turn in self.memory.turns:
            if (turn.thread.channel, turn.platform_id, turn.kind) == (thread.channel, said[0], kind):
                return AcceptedInput(turn, is_new=False, turns_ahead=0)
        made = Turn(
            id=TurnId(uuid4()),
            tenant_id=thread.tenant_id,
            conversation_id=thread.conversation_id,
            thread=thread,
            number=1 + sum(turn.thread == thread for turn in self.memory.turns),
            kind=kind,
            platform_id=said[0],
            person=person,  # type: ignore[arg-type]
            text=said[1],
            status=InputStatus.ACCEPTED,
            accepted_at=datetime.now(UTC),
        )
        self.memory.turns.append(made)
        return AcceptedInput(made, is_new=True, turns_ahead=0)


@dataclass
class RecordedPostings:
    """Postings without concurrent attempts: no attempt has to wait."""

    memory: SharedRecords

    async def begin_attempt(self, thread: Thread, mark: MessageMark, *, is_final: bool) -> Posting:
        is_new = (thread, mark) not in self.memory.postings
        self.memory.postings.setdefault((thread, mark), None)
        platform_id = self.memory.postings[thread, mark]
        return Posting(mark, is_new, datetime.now(UTC), is_final=is_final, platform_id=platform_id)

    async def retry_attempt(self, posting: Posting, thread: Thread) -> bool:
        return (thread, posting.mark) in self.memory.postings

    async def attempt_ended(self, thread: Thread, mark: MessageMark) -> None:
        """Nothing to be noted."""

    async def mark_posted(self, thread: Thread, mark: MessageMark, *, platform_id: str) -> None:
        self.memory.postings[thread, mark] = platform_id

    async def count_parts(self, thread: Thread, subject: UUID) -> int:
        shown = (mark for (place, mark), platform_id in self.memory.postings.items() if place == thread and platform_id)
        return max((mark.part for mark in shown if mark.subject == subject), default=0)

    async def mark_withdrawn(self, thread: Thread, mark: MessageMark) -> None:
        self.memory.postings.pop((thread, mark), None)


@dataclass
class RecordedPendingThreads:
    memory: SharedRecords

    async def abandoned_threads(self, **_: object) -> tuple[PendingThread, ...]:
        return ()

    async def mark_opened(self, pending: PendingThread) -> None:
        at = [each.id for each in self.memory.openings].index(pending.id)
        self.memory.openings[at] = replace(pending, is_opened=True)


@dataclass
class PrefilledForms:
    error: DecisionError | None = None

    async def build_form(
        self,
        tenant_id: TenantId,
        decision_id: DecisionId,
        version: int,
        locale: Locale,
        *,
        person_id: str | None = None,
    ) -> AdjustForm:
        assert (decision_id, version) == (DECISION, 1)
        assert all((tenant_id, locale, person_id))
        if self.error:
            raise self.error
        return AdjustForm(
            title="Adjust AAPL",
            symbol="AAPL",
            amount=Decimal("2500.00"),
            currency="USD",
            amount_label="Amount",
            amount_hint="In dollars",
            note_label="Note",
            note_hint="Why",
            submit="Send",
            cancel="Leave",
        )


def stale() -> PrefilledForms:
    return PrefilledForms(StaleDecisionError())


@dataclass
class BotProcess:
    """One process: the adapter, and a core that answers."""

    discord: DiscordApp
    memory: SharedRecords
    channel: PostedChannel[DiscordMessage]
    lines: LiveProgress[DiscordMessage]
    gateway: InboundGateway
    is_answering: bool = True

    async def answer(self) -> None:
        """Answer whatever is stored, each once over all processes."""
        while True:
            await asyncio.sleep(0.02)
            for turn in list(self.memory.turns):
                if self.is_answering and turn.kind is InputKind.MESSAGE and turn.id not in self.memory.answered:
                    self.memory.answered.add(turn.id)
                    await self.channel.deliver(reply_to(turn, await self.spoken_to(turn)))

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
    return Reply(
        id=derive_id(turn.id, "reply"),
        thread=turn.thread,
        turn_number=turn.number,
        turn_id=turn.id,
        person=turn.person,
        intent=Intent.DECIDE,
        confidence=Decimal(1),
        state=State.AWAITING_CONFIRM,
        language=language,
        answer=Answer(blocks=(Paragraph(text),), buttons=() if is_private else buttons, is_private=is_private),
        created_at=datetime.now(UTC),
    )


def make_bot(
    fake: FakeDiscord,
    memory: SharedRecords,
    *,
    forms: PrefilledForms | None = None,
    guild_id: int | None = None,
    meter: Meter | None = None,
) -> BotProcess:
    discord = DiscordApp(
        options=DiscordOptions(token=fake.token, api_url=fake.api_url, guild_id=guild_id),
        texts=SAY,
        meter=meter or NoMeter(),
    )
    poster = Poster(discord.transport, RecordedPostings(memory))
    channel, lines = PostedChannel(discord.transport, poster), LiveProgress(poster)
    intake = Intake(RecordedInbox(memory), lines, SAY, Signal(), meter or NoMeter())
    openings = RecordedPendingThreads(memory)
    gateway = InboundGateway(
        intake=intake,
        press_handler=cast("PressHandler", PrivatePressAnswers(memory, channel)),
        thread_opener=ThreadOpener({"discord": poster}, intake, openings),
        adjust_form_builder=cast("AdjustFormBuilder", forms or PrefilledForms()),
        app_home=cast("AppHome", None),
        direct_messages=RecordedDirectMessages(memory),
        suggest_symbols=suggest,
    )
    return BotProcess(discord, memory, channel, lines, gateway)


def suggest(text: str) -> list[tuple[str, str]]:
    known = [("AAPL · Apple Inc.", "AAPL"), ("GOOG · Alphabet Inc.", "GOOG")]
    if text == "boom":
        raise RuntimeError(text)
    return [each for each in known if text.lower() in each[0].lower()] * (30 if text == "a" else 1)


@asynccontextmanager
async def running(bot: BotProcess) -> AsyncIterator[BotProcess]:
    """Run one process; at the end nothing of it is left."""
    tasks = [asyncio.create_task(bot.discord.receive_events(bot.gateway)), asyncio.create_task(bot.answer())]
    try:
        yield bot
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task


@asynccontextmanager
async def started(fake: FakeDiscord, memory: SharedRecords | None = None, **more: object) -> AsyncIterator[BotProcess]:
    """Run one process and wait until Discord knows it and its commands."""
    before = fake.connected
    bot = make_bot(fake, memory or SharedRecords(), **more)  # type: ignore[arg-type]
    bot.discord.session_starts = SessionStartLimiter(
        now=partial(next, count(0.0, 1_000.0))
    )  # nobody has to wait for a session
    async with running(bot):
        await fake.until_ready(before + 1)
        await fake.until(lambda: bot.discord.is_connected, what="a connected adapter")
        await fake.until(lambda: any(fake.state.commands.values()), what="registered commands")
        yield bot


@asynccontextmanager
async def strict_discord() -> AsyncIterator[FakeDiscord]:
    """Yield a Discord; afterwards only the rules in `refused` were broken, and nobody was pinged."""
    async with FakeDiscord() as discord_:
        yield discord_
        assert [str(each) for each in discord_.violations] == []
        pinged = {ping for each in discord_.state.messages() if each.author is discord_.bot for ping in each.pings}
        assert pinged == set()


def refused(fake: FakeDiscord, *kinds: str) -> None:
    """Take refusals of these codes, of which there was one at least, for what the test was about."""
    expected = [each for each in fake.violations if each.kind in kinds or any(f"({k})" in each.detail for k in kinds)]
    assert expected
    fake.state.recorded = [each for each in fake.state.recorded if each not in expected]


async def answered(fake: FakeDiscord, channel: FakeDiscordChannel, words: str) -> FakeDiscordMessage:
    """The bot's message in `channel` that holds `words`."""

    def found() -> FakeDiscordMessage | None:
        return next((m for m in channel.messages if words in m.content and m.author is fake.bot), None)

    return await fake.until(found, within=15.0, what=f"an answer with {words!r}")


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
