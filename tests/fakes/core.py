"""The conversation core over in-memory stores and the sample market, with helpers that send messages and presses."""

import asyncio
import copy
from collections.abc import Awaitable, Callable, Hashable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from adapters.documents.reader import FileReader
from adapters.embeddings.hashing import HashingEmbedder
from adapters.market.instruments import load_instruments
from adapters.market.news.market_with_news import MarketWithNews
from bot.bootstrap.conversation import ConversationCore, ConversationPorts
from bot.context.policy import Policy
from bot.context.signal import Signal
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.history import Message
from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.threads import Address, IncomingMessage, IncomingPress, Person, Thread
from bot.domain.conversation.turns import Claim, Conversation, InputStatus, Turn, WorkerScope
from bot.domain.memory.episodes import Visibility
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decisions import Decision
from bot.engines.registry import EngineParts, build_engines
from bot.locales import Catalogue
from bot.memory.analysts import SharedAnalystMemory
from bot.messaging.departures import Departures
from bot.messaging.inbound.gateway import ThreadOpener
from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.listener import Listener
from bot.messaging.outbound.deliverer import Deliverer
from bot.ports import Engine, MarketData, NewsSource
from bot.ports.meter import NoMeter
from bot.recovery import CrashRecovery
from bot.turns.runner import TurnRunner
from tests.fakes.broker import FakeBroker, FakePaperBooks
from tests.fakes.clock import NOON, SteppingClock, new_ids
from tests.fakes.core_ports import (
    AdjustableMarket,
    ComputedLinks,
    InterruptibleDatabase,
    PollingSignal,
    RecordingChannel,
    RecordingProgress,
    UnchangedPeople,
    calendar,
)
from tests.fakes.invariants import check_broker_agrees, check_invariants
from tests.fakes.platform_stores import FakePendingThreads
from tests.fakes.queues import FakeDeliveries, FakeInbox, FakeLeases, FakeSweeper
from tests.fakes.shared_files import FakeSharedFiles
from tests.fakes.stores import FakeStores

SAY = Catalogue()
SERVING = WorkerScope(frozenset({"console"}))
LEASE = timedelta(minutes=5)


class Talk:
    """The whole core of one workspace, with a person in each name."""

    def __init__(
        self,
        policy: Policy | None = None,
        *,
        engines: tuple[Engine, ...] | None = None,  # None: those that need no model
        news: tuple[NewsSource, ...] = (),
        live: tuple[MarketData, datetime] | None = None,  # a market in place of the sample, and the time there
    ) -> None:
        self.policy = policy or Policy(lease_ttl=LEASE)
        self.memory = InterruptibleDatabase()
        self.clock = SteppingClock(live[1] if live else NOON)
        self.new_id = new_ids(self.clock)
        self.market = AdjustableMarket()
        self.progress = RecordingProgress()
        self.channel = RecordingChannel()
        self.people = UnchangedPeople()
        self.files = FakeSharedFiles()
        self.broker = FakeBroker(FakePaperBooks(self.memory), self.policy.commission)
        self.stores = FakeStores(self.memory, clock=self.clock)
        self.leases = FakeLeases(self.memory, clock=self.clock)
        self.signal = PollingSignal()
        inbox = FakeInbox(self.memory, clock=self.clock, new_id=self.new_id)
        market = live[0] if live else self.market
        instruments = load_instruments(market.symbols())
        listener = Listener(
            stores=self.stores,
            instruments=instruments,
            clock=self.clock,
            max_characters=self.policy.max_message_characters,
        )
        self.intake = Intake(inbox, listener, self.progress, SAY, NoMeter())
        self.ports = ConversationPorts(
            stores=self.stores,
            market=MarketWithNews(market, news) if news else market,
            calendar=calendar(),
            instruments=instruments,
            inbox=inbox,
            broker=self.broker,
            engines=self._without_model() if engines is None else engines,
            progress=self.progress,
            people=self.people,
            message_links=ComputedLinks(),
            embedder=HashingEmbedder(),
            admins=self.people,
            shared_files=self.files,
            document_reader=FileReader(),
            stop_signal=Signal(),
            meter=NoMeter(),
            texts=SAY,
            policy=self.policy,
            clock=self.clock,
            new_id=self.new_id,
        )
        self.core = ConversationCore(self.ports)
        self.execute = self.core.execute
        self.presses = self.core.press_handler
        self.open_threads = ThreadOpener({}, self.intake, FakePendingThreads(self.memory, clock=self.clock))
        self.handlers: dict[Any, Any] = dict(self.core.handlers)  # a test may put in its own
        self.manager = self.core.manager(self.handlers)
        self.recovery = CrashRecovery(
            stores=self.stores,
            sweeper=FakeSweeper(self.memory, clock=self.clock, new_id=self.new_id),
            leases=self.leases,
            execute=self.execute,
            press_handler=self.presses,
            notices=self.core.notices,
            pending_threads=FakePendingThreads(self.memory, clock=self.clock),
            thread_opener=self.open_threads,
            clock=self.clock,
        )
        self._numbers = count(1)
        self.visibility = Visibility.UNKNOWN  # of the channel, as it is told from now on

    def go_on_from(self, earlier: "Talk") -> None:
        """Begin where another workspace has got to, which stays as it is: so one beginning serves many tests."""
        self.memory.state, self.clock.at = earlier.memory.state, earlier.clock.at
        self._numbers = copy.copy(earlier._numbers)  # noqa: SLF001 - of the same class

    # --- what people do ---

    def _without_model(self) -> tuple[Engine, ...]:
        parts = EngineParts(
            clock=self.clock,
            new_id=self.new_id,
            client=None,
            allowed_hosts=frozenset(),
            analyst_memory=SharedAnalystMemory(self.stores, self.market, calendar()),
        )
        return build_engines(parts)

    async def say(self, name: str, text: str, *, thread: str = "main") -> Reply:
        """Say something, have it answered, and return the answer."""
        turn = await self.hand_in(name, text, thread=thread)
        while (await self.turn(turn)).status is InputStatus.ACCEPTED:
            await self.answer_next()
        return self.reply(turn)

    async def say_in_channel(
        self, name: str, text: str, *, address: Address = Address.OPEN, thread: str = "main"
    ) -> Reply | None:
        """Say something in a channel's thread, and return the answer; None: there is none."""
        person = _person(name, None)
        message = IncomingMessage(_thread(thread), f"m{next(self._numbers)}", person, text, address)
        accepted = await self.intake.hear_message(message)
        if accepted is None:
            return None
        while (await self.turn(accepted.turn)).status is InputStatus.ACCEPTED:
            await self.answer_next()
        return self.reply(accepted.turn)

    async def press(self, name: str, button: Button | str, *, thread: str = "main", press_id: str = "") -> Reply:
        """Press a button, by its id or itself, and return the answer."""
        turn = await self.hand_in_press(name, button, thread=thread, press_id=press_id)
        await self.presses.handle_press(turn)
        return self.reply(turn)

    async def hand_in(self, name: str, text: str, *, thread: str = "main", language: Language | None = None) -> Turn:
        """Send a message and leave it unanswered."""
        person, message_id = _person(name, language), f"m{next(self._numbers)}"
        message = IncomingMessage(_thread(thread), message_id, person, text, visibility=self.visibility)
        return (await self.intake.accept_message(message)).turn

    async def hand_in_press(self, name: str, button: Button | str, *, thread: str = "main", press_id: str = "") -> Turn:
        button_id = button if isinstance(button, str) else button.id
        press = IncomingPress(_thread(thread), press_id or f"p{next(self._numbers)}", _person(name), button_id)
        return (await self.intake.accept_press(press)).turn

    async def proposed(
        self, name: str = "ann", text: str = "should I buy google for at most $3,000?", *, thread: str = "main"
    ) -> Reply:
        """Ask for a proposal that can be confirmed, and see that it is one."""
        reply = await self.say(name, text, thread=thread)
        assert [kind for button in reply.answer.buttons if (kind := button.id.partition(":")[0]) == "confirm"]
        return reply

    # --- what the process does ---

    async def claim(self, owner: str = "runner") -> Claim | None:
        return next(iter(await self.leases.claim_turns(owner=owner, scope=SERVING, ttl=self.policy.lease_ttl)), None)

    async def answer_next(self) -> None:
        """Answer the oldest waiting message, as the runner does."""
        claim = await self.claim()
        assert claim is not None
        try:
            await self.manager.answer_turn(claim)
        finally:
            await self.leases.release(claim)

    def runner(self, answer: Callable[[Claim], Awaitable[None]] | None = None, *, concurrency: int = 4) -> TurnRunner:
        return TurnRunner(
            leases=self.leases,
            answer_turn=answer or self.manager.answer_turn,
            scope=SERVING,
            owner="runner",
            policy=self.policy,
            signal=self.signal,
            concurrency=concurrency,
        )

    def deliverer(self) -> Deliverer:
        return Deliverer(
            deliveries=FakeDeliveries(self.memory, clock=self.clock),
            channel=self.channel,
            refresh_reply=self.core.refresh_reply,
            departures=Departures(self.stores),
            scope=SERVING,
            owner="deliverer",
            signal=PollingSignal(),
            meter=NoMeter(),
            clock=self.clock,
        )

    async def deliver_all(self) -> None:
        """Deliver every stored reply, and show again what has changed."""
        delivering = asyncio.create_task(self.deliverer().deliver_replies())
        while self._is_delivery_due():  # noqa: ASYNC110 - in memory nobody is waited for
            await asyncio.sleep(0)
        delivering.cancel()
        await asyncio.gather(delivering, return_exceptions=True)

    def _is_delivery_due(self) -> bool:
        state = self.memory.state
        due = {key for key, (wanted, done) in state.redraws.items() if wanted > done}
        is_stale = any(state.redraws_put_off.get(each, self.clock.now()) <= self.clock.now() for each in due)
        return is_stale or len(state.delivered) < len(state.replies)

    def pass_time(self, by: timedelta) -> None:
        self.clock.advance(by)

    # --- what is stored ---

    async def turn(self, turn: Turn) -> Turn:
        await asyncio.sleep(0)
        return self.memory.state.turns[turn.id]

    def reply(self, turn: Turn) -> Reply:
        """The one answer to a message or press."""
        (found,) = self.replies(turn)
        return found

    def replies(self, turn: Turn) -> list[Reply]:
        return [
            reply
            for reply in self.memory.state.replies.values()
            if reply.turn_id == turn.id and reply.occasion == ANSWER
        ]

    def notices(self) -> list[Reply]:
        """Return the replies that answer no input."""
        return [reply for reply in self.memory.state.replies.values() if reply.occasion != ANSWER]

    def conversation(self, thread: str = "main") -> Conversation:
        return self.memory.state.conversations[_thread(thread).conversation_id]

    def messages(self, thread: str = "main") -> tuple[Message, ...]:
        return self.memory.state.messages.get(_thread(thread).conversation_id, ())

    def decisions(self) -> list[Decision]:
        """Every version of every decision, in the order of their making."""
        return list(self.memory.state.decisions.values())

    @property
    def account(self) -> Account:
        (found,) = self.memory.state.accounts.values()
        return found

    def position(self, symbol: str) -> Position | None:
        return self.memory.state.positions.get((self.account.id, symbol))

    @property
    def orders_carried_out(self) -> int:
        """How many orders the broker has filled, whole or in part."""
        return sum(bool(each.fills) for each in self.memory.state.paper_orders.values())

    def check_invariants(self) -> None:
        """Check what must hold after any message, press or kill."""
        check_invariants(self.memory.state)
        check_broker_agrees(self.memory.state)


def text_of(reply: Reply) -> str:
    """The whole answer, details included."""
    return reply.answer.whole_text


def button(reply: Reply, kind: str, *, at: int = 0) -> Button:
    """The `at`-th button of this kind under a reply."""
    return [each for each in reply.answer.buttons if each.id.startswith(f"{kind}:")][at]


def sentence(message_id: str, language: Language = Language.ENGLISH, **variables: Hashable) -> str:
    """What the catalogue says, so that a test is not about wording."""
    return SAY.render(Locale(language), message_id, **variables)


def _thread(name: str) -> Thread:
    return Thread("console", "home", "terminal", name)


def _person(name: str, language: Language | None = None) -> Person:
    return Person(f"U-{name}", name.capitalize(), language)
