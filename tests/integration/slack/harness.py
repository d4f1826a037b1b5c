"""The Slack adapter as a process runs it, over an in-memory core."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar, cast
from uuid import uuid4

from adapters.slack.api import SlackApi
from adapters.slack.app import SlackApp
from adapters.slack.inbound.handler_services import HandlerServices
from adapters.slack.inbound.socket_mode import SocketMode
from adapters.slack.outbound.message import SlackMessage
from adapters.slack.outbound.transport import SlackTransport
from adapters.slack.people import SlackPeople
from adapters.slack.tokens import InstalledTokens, SingleToken
from adapters.web.server import WebServer
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import is_look, parse_button
from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.threads import (
    Address,
    IncomingCommand,
    IncomingMessage,
    IncomingPress,
    Person,
    PersonLimits,
    Surplus,
    Thread,
)
from bot.domain.conversation.turns import AcceptedInput, InputKind, Turn
from bot.domain.ids import DecisionId, TenantId, TurnId
from bot.domain.text.locale import Locale
from bot.errors import StoreUnavailableError, UnknownDecisionError
from bot.locales import Catalogue
from bot.messaging.departures import Departures
from bot.messaging.inbound.gateway import AdjustFormBuilder, AppHome, InboundGateway, ThreadOpener
from bot.messaging.inbound.intake import Intake
from bot.messaging.outbound.poster import Poster
from bot.ports import DirectMessages, NoMeter
from bot.presentation.forms import AdjustForm
from bot.turns.presses import PressHandler
from tests.fakes.clock import WallClock
from tests.fakes.memory import InMemoryDatabase
from tests.fakes.platform_stores import FakePostings
from tests.fakes.slack import FakeSlack, FakeSlackChannel, FakeSlackMessage, SlackPerson
from tests.fakes.stores import FakeStores
from tests.integration.platform_inputs import DECISION, FORM, PrefilledMemoryForm, proposal_reply, stored_turn

_T = TypeVar("_T")
SAY = Catalogue()
CLOCK = WallClock()
LONG = 60  # seconds


class SlackMeter(NoMeter):
    def __init__(self) -> None:
        self.acks: list[float] = []
        self.errors: Counter[str] = Counter()

    def error(self, kind: str) -> None:
        self.errors[kind] += 1

    def acknowledged(self, platform: str, seconds: float) -> None:  # noqa: ARG002 - there is but one here
        self.acks.append(seconds)


@dataclass
class RecordedGateway:
    """An in-memory gateway that stores, executes and counts inputs; shared by all processes of a test."""

    duplicates: int = 0  # deliveries of what was stored already
    failures: int = 0  # how many of the next calls find the store down
    slow: asyncio.Event | None = None  # until then, messages that address the bot are not stored
    late: asyncio.Event | None = None  # until then, what has been stored is not known to be
    press_error: Exception | None = None
    surplus: Surplus | None = None  # which limit whoever types commands is above
    limits: PersonLimits = field(default_factory=lambda: PersonLimits(per_minute=3, waiting=4))
    turns: dict[tuple[object, ...], Turn] = field(default_factory=dict)
    openings: dict[str, PendingThread] = field(default_factory=dict)
    changes: list[tuple[str, Thread, str, str]] = field(default_factory=list)
    handled: list[str] = field(default_factory=list)  # button ids, in the order of their handling
    enrolled: list[Thread] = field(default_factory=list)
    asked: list[Thread] = field(default_factory=list)  # where it was asked whether we take part
    overheard: list[str] = field(default_factory=list)
    answered_channels: set[str] = field(default_factory=set)  # all that is said there is for the bot
    private: set[tuple[TenantId, str]] = field(default_factory=set)  # channels noted as private
    proposed_in: Thread | None = None
    postings: FakePostings = field(default_factory=lambda: FakePostings(InMemoryDatabase(), clock=CLOCK))

    @property
    def texts(self) -> list[str]:
        return [turn.text for turn in self.turns.values()]

    @property
    def messages(self) -> list[Turn]:
        return [turn for turn in self.turns.values() if turn.kind is InputKind.MESSAGE]

    @property
    def presses_taken(self) -> list[Turn]:
        return [turn for turn in self.turns.values() if turn.kind is InputKind.PRESS]

    # --- intake ---

    def is_surplus_press(self, person: object, button_id: str) -> bool:
        return bool(person and self.surplus) and is_look(parse_button(button_id))

    async def register_workspace(self, thread: Thread) -> None:
        self.enrolled.append(thread)

    async def accept_message(self, message: IncomingMessage) -> AcceptedInput:
        if self.slow is not None and message.address is Address.PARLEY:
            await self.slow.wait()
        return await self._late(self._take(message))

    async def hear_message(self, message: IncomingMessage) -> AcceptedInput | None:
        self._up()
        if message.address is Address.OTHERS:
            self.overheard.append(message.text)
            return None
        return await self.accept_message(message)

    async def answers_everything(self, thread: Thread) -> bool:
        self._up()
        return thread.channel in self.answered_channels

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        return await self._late(self._take(press))

    async def accept_command(self, command: IncomingCommand) -> PendingThread:
        self._up()
        new = PendingThread(
            id=uuid4(),
            place=command.place,
            command_id=command.command_id,
            person=command.person,
            text=command.text,
            accepted_at=CLOCK.now(),
            is_opened=self.surplus is not None,
            surplus=self.surplus,
        )
        return await self._late(self.openings.setdefault(command.command_id, new))

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        self._up()
        self.changes.append(("edited", thread, message_id, text))
        return True

    async def message_deleted(self, thread: Thread, *, message_id: str) -> None:
        self._up()
        self.changes.append(("deleted", thread, message_id, ""))

    async def note_private(self, tenant_id: TenantId, channels: Collection[str]) -> None:
        self._up()
        self.private.update((tenant_id, channel) for channel in channels)

    async def is_participant(self, thread: Thread) -> bool:
        self._up()
        self.asked.append(thread)
        return any(turn.thread == thread for turn in self.turns.values())

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        if self.proposed_in is None or self.proposed_in.tenant_id != tenant_id:
            raise UnknownDecisionError(id=decision_id)
        return self.proposed_in

    async def turn_thread(self, tenant_id: TenantId, turn_id: TurnId) -> Thread:
        found = (turn.thread for turn in self.turns.values() if (turn.tenant_id, turn.id) == (tenant_id, turn_id))
        if (thread := next(found, None)) is None:
            raise UnknownDecisionError(id=turn_id)
        return thread

    def _take(self, incoming: IncomingMessage | IncomingPress) -> AcceptedInput:
        self._up()
        made = stored_turn(incoming, number=len(self.turns) + 1)
        turn = self.turns.setdefault((made.kind, made.tenant_id, made.thread.channel, made.platform_id), made)
        self.duplicates += turn is not made
        return AcceptedInput(turn, turn is made, 0)

    async def _late(self, stored: _T) -> _T:
        if self.late is not None:
            await self.late.wait()
        return stored

    def _up(self) -> None:
        if self.failures:
            self.failures -= 1
            raise StoreUnavailableError

    # --- presses ---

    async def handle_press(self, turn: Turn) -> None:
        if self.press_error is not None:
            raise self.press_error
        self.handled.append(turn.text)

    # --- openings ---

    async def mark_opened(self, pending: PendingThread) -> None:
        assert pending.command_id in self.openings


@dataclass
class FormAndHomeStub:
    """Answers for forms and Homes, and forgets installations."""

    form_error: Exception | None = None
    gone: list[str | None] = field(default_factory=list)

    async def forget_installation(
        self,
        team_id: str | None,
        enterprise_id: str | None,  # noqa: ARG002 - there are no organisations here
        *,
        at: datetime | None = None,
    ) -> None:
        assert at is not None
        self.gone.append(team_id)

    async def build_form(
        self,
        tenant_id: TenantId,  # noqa: ARG002 - one form will do
        decision_id: DecisionId,
        version: int,  # noqa: ARG002 - one form will do
        locale: Locale,  # noqa: ARG002 - one form will do
        *,
        person_id: str | None = None,
    ) -> AdjustForm:
        if self.form_error is not None:
            raise self.form_error
        assert decision_id == DECISION
        assert person_id is not None
        return FORM

    async def __call__(self, tenant_id: TenantId, person_id: str, locale: Locale) -> Answer:  # noqa: ARG002 - one Home will do
        return Answer(
            blocks=(Paragraph(f"home of {person_id} in {locale.language}"),),
            buttons=(Button(f"confirm:{DECISION}:1", "Confirm"),),
        )


@dataclass
class SlackAdapterProcess:
    """One bot process, and what it is made of."""

    slack: FakeSlack
    book: RecordedGateway
    stub: FormAndHomeStub
    meter: SlackMeter
    api: SlackApi
    people: SlackPeople
    surface: SlackTransport
    poster: Poster[SlackMessage]
    app: SlackApp
    gateway: InboundGateway
    url: str = ""
    socket: SocketMode | None = None

    def thread(self, channel: str, name: str = "") -> Thread:
        return Thread("slack", self.slack.workspace.id, channel, name)


@asynccontextmanager
async def running(
    slack: FakeSlack, *, book: RecordedGateway | None = None, http: bool = True, token: str | None = None
) -> AsyncIterator[SlackAdapterProcess]:
    """Run one bot process, with events by HTTP or by Socket Mode."""
    book = book or RecordedGateway()
    async with AsyncExitStack() as stack:
        api = SlackApi(SingleToken(token or slack.bot_token, base_url=slack.api_url), base_url=slack.api_url)
        stack.push_async_callback(api.close)
        surface, people = SlackTransport(api, SAY), SlackPeople(api)
        poster = Poster(surface, book.postings)
        threads = ThreadOpener({"slack": poster}, cast("Any", book), cast("Any", book))
        stub, meter = FormAndHomeStub(), SlackMeter()
        gateway = InboundGateway(
            intake=cast("Intake", book),
            press_handler=cast("PressHandler", book),
            thread_opener=threads,
            adjust_form_builder=cast("AdjustFormBuilder", stub),
            memory_form_builder=PrefilledMemoryForm(),
            app_home=cast("AppHome", stub),
            departures=Departures(FakeStores(InMemoryDatabase(), clock=WallClock())),
            direct_messages=cast("DirectMessages", book),
            suggest_symbols=lambda _: [],
        )
        uninstalls = cast("InstalledTokens", stub)
        lent = HandlerServices(gateway=gateway, api=api, people=people, texts=SAY, meter=meter, uninstalls=uninstalls)
        app = await stack.enter_async_context(SlackApp(lent))
        process = SlackAdapterProcess(slack, book, stub, meter, api, people, surface, poster, app, gateway)
        if http:
            server = WebServer("127.0.0.1", 0, app.routes(signing_secret=slack.app.signing_secret))
            await stack.enter_async_context(server)
            process.url = f"http://127.0.0.1:{server.port}/slack/events"
            slack.receive_at(*slack.http.urls, process.url)
        else:
            process.socket = await stack.enter_async_context(app.socket_mode(app_token=slack.app.app_token))
            receiving = asyncio.create_task(process.socket.receive_events())
            stack.callback(receiving.cancel)
            await slack.wait_for(lambda: process.socket is not None and process.socket.is_connected)
        yield process
        await slack.settle()  # what we said ourselves is told to us as well


def reply_in(
    thread: Thread, *, to: str, text: str = "an answer", buttons: tuple[Button, ...] = (), is_private: bool = False
) -> Reply:
    """A reply to be shown."""
    answer = Answer(blocks=(Paragraph(text),), buttons=buttons, is_private=is_private)
    return proposal_reply(TurnId(uuid4()), thread, Person(to, to), answer)


BUTTONS = tuple(
    Button(f"{kind}:{DECISION}:1", label)
    for kind, label in (("confirm", "Confirm"), ("cancel", "Cancel"), ("adjust", "Adjust…"))
)


async def card(bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson) -> FakeSlackMessage:
    """An answer with buttons, in a thread of ann's."""
    root = await ann.says(channel, "hello")
    thread = bot.thread(channel.id, "" if channel.kind == "im" else root.ts)
    reply = reply_in(thread, to=ann.id, buttons=BUTTONS)
    for number, content in enumerate(bot.surface.render_answer(reply), start=1):
        await bot.surface.post(reply.thread, content, mark=MessageMark(reply.id, number))
    await bot.slack.settle()
    return bot.slack.from_app(channel)[-1]
