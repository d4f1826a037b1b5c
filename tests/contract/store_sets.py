"""All stores, in memory or in PostgreSQL, and builders of records for them."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import count
from operator import attrgetter
from typing import cast
from uuid import UUID

from bot.domain.accounting.ledger import BookedAction
from bot.domain.accounting.roll_forward import AccountValue, RolledForward
from bot.domain.conversation.blocks import Button, Card, Paragraph
from bot.domain.conversation.channels import OverheardMessage
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.posting import PendingRefresh
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.conversation.turns import Claim, Turn, WorkerScope
from bot.domain.ids import DecisionId, TenantId, derive_id
from bot.domain.jobs import Job
from bot.domain.market.price_history import ActionKind
from bot.domain.memory.episodes import Episode, EpisodeKind, MessageSpan
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal, Reason
from bot.domain.trading.execution.broker import BrokerOrder
from bot.domain.trading.execution.orders import AccountOrder, OrderReport, OrderStatus, Side
from bot.ports import (
    Deliveries,
    Inbox,
    Leases,
    NewId,
    PendingThreads,
    Postings,
    Relay,
    Stores,
    Sweeper,
    Transaction,
    TurnLeases,
)
from bot.trading.reconcile import Reconciliation
from db.background.relay import PostgresRelay
from db.background.sweeper import PostgresSweeper, UpkeepSettings
from db.leases import PostgresAnalysisLeases, PostgresLeases
from db.messaging.deliveries import PostgresDeliveries
from db.messaging.inbox import PostgresInbox
from db.messaging.postings import PostgresPostings
from db.messaging.threads import PostgresPendingThreads
from db.paper_books import PostgresPaperBooks
from db.pool import Database
from db.stores.trading.accounts import PaperAccounts
from db.stores.transaction import PostgresStores
from tests.fakes.broker import FakeBroker, FakePaperBooks
from tests.fakes.clock import WallClock, new_ids
from tests.fakes.memory import InMemoryDatabase
from tests.fakes.platform_stores import FakePendingThreads, FakePostings
from tests.fakes.queues import FakeAnalysisLeases, FakeDeliveries, FakeInbox, FakeLeases, FakeRelay, FakeSweeper
from tests.fakes.stores import FakeStores

ANN = Person("U1", "Ann", Language.ENGLISH)
CONSOLE = WorkerScope(frozenset({"console"}))
LONG = timedelta(minutes=5)
HERE = "deliverer"
EXPIRED = timedelta(seconds=-1)  # of a lease or a pause: it is over as soon as it begins
CLOSE = datetime(2013, 1, 31, 21, 0, tzinfo=UTC)
COMMISSION = Decimal("1.00")
_NUMBERS = count(1)


@dataclass(frozen=True, slots=True)
class _EachCall:
    begin: Callable[[], AbstractAsyncContextManager[Transaction]]
    path: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> "_EachCall":
        return _EachCall(self.begin, (*self.path, name))

    async def __call__(self, *args: object, **kwargs: object) -> object:
        async with self.begin() as tx:
            return await attrgetter(".".join(self.path))(tx)(*args, **kwargs)


@dataclass(frozen=True, slots=True)
class StoreSet:
    """Every port that a store fulfils."""

    stores: Stores
    inbox: Inbox
    leases: Leases
    analysis_leases: TurnLeases
    deliveries: Deliveries
    deliveries_after_grace: Deliveries  # when a process that has taken messages in has had its time to deliver first
    relay: Relay
    sweeper: Sweeper
    openings: PendingThreads
    postings: Postings
    broker: FakeBroker  # over the books in memory, or in PostgreSQL
    clock: WallClock
    new_id: NewId
    database: Database | None = field(default=None)

    @property
    def own_database(self) -> Database:
        """The database, of stores that have one."""
        assert self.database is not None
        return self.database

    def tx(self, tenant_id: TenantId) -> Transaction:
        """The stores of one tenant; each call is a transaction of its own."""
        return cast("Transaction", _EachCall(lambda: self.stores.transaction(tenant_id)))

    def reading(self, tenant_id: TenantId) -> Transaction:
        """Likewise, in transactions that only read."""
        return cast("Transaction", _EachCall(lambda: self.stores.read(tenant_id)))

    async def turn(self, thread: Thread | None = None, text: str = "analyze AAPL") -> Turn:
        """Accept a message and return its turn; in a conversation of its own unless `thread` is given."""
        number = next(_NUMBERS)
        message = IncomingMessage(thread or a_thread(number), f"m{number}", ANN, text)
        return (await self.inbox.accept_message(message)).turn

    async def press(self, thread: Thread, button: str = "confirm:x:1") -> Turn:
        return (await self.inbox.accept_press(IncomingPress(thread, f"p{next(_NUMBERS)}", ANN, button))).turn

    async def claim(self, owner: str = "runner", ttl: timedelta = LONG) -> Claim | None:
        return next(iter(await self.leases.claim_turns(owner=owner, scope=CONSOLE, ttl=ttl)), None)

    async def claimed(self, owner: str = "runner", ttl: timedelta = LONG) -> Claim:
        """Claim a turn that there is."""
        claim = await self.claim(owner, ttl)
        assert claim is not None
        return claim

    async def claim_delivery(
        self, owner: str = "deliverer", scope: WorkerScope = CONSOLE, ttl: timedelta = LONG
    ) -> Reply | PendingRefresh | None:
        return next(iter(await self.deliveries.claim_deliveries(owner=owner, scope=scope, ttl=ttl)), None)

    async def claim_refresh(self, ttl: timedelta = LONG) -> PendingRefresh | None:
        claimed = await self.claim_delivery(ttl=ttl)
        assert not isinstance(claimed, Reply)
        return claimed

    async def answer(self, turn: Turn, *, shows: Decision | None = None, is_private: bool = False) -> Reply:
        """Answer a turn as the persisting step does; with a decision and its button, if it shows one."""
        reply = a_reply(turn, at=self.clock.now())
        reply = replace(reply, answer=replace(reply.answer, is_private=is_private))
        if shows is not None:
            confirm = Button(f"confirm:{shows.id}:{shows.version}", "Confirm")
            reply = replace(reply, answer=replace(reply.answer, decisions=(shows,), buttons=(confirm,)))
        async with self.stores.transaction(turn.tenant_id) as tx:
            await tx.turns.mark_answered(turn, at=self.clock.now())
            await tx.replies.add_reply(reply)
        return reply

    async def decision(self, turn: Turn, **changes: object) -> Decision:
        """A proposed decision that is stored."""
        async with self.stores.transaction(turn.tenant_id) as tx:
            account = await tx.accounts.default(market="sample")
            made = a_decision(turn, at=self.clock.now(), account_id=account.id, id=self.new_id())
            made = replace(made, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business
            await tx.decisions.add_decision(made)
        return made

    async def proposed(self) -> tuple[Turn, Decision]:
        turn = await self.turn()
        return turn, await self.decision(turn)

    async def shown(self, **changes: object) -> tuple[Decision, Reply]:
        """A proposed decision, and the delivered answer that shows it."""
        turn = await self.turn()
        decision = await self.decision(turn, **changes)
        reply = await self.answer(turn, shows=decision)
        await self.deliveries.mark_delivered(reply, platform_id="17.1")
        return decision, reply

    async def confirmed(self, decision: Decision) -> Decision:
        """Confirm through a press of its own."""
        async with self.stores.transaction(decision.tenant_id) as tx:
            thread = (await tx.conversations.get(decision.conversation_id)).thread
        press = await self.press(thread)
        yes = replace(decision, status=DecisionStatus.CONFIRMED, decided_by=ANN.id, decided_at=press.accepted_at)
        async with self.stores.transaction(decision.tenant_id) as tx:
            assert await tx.decisions.save(yes, expected_status=DecisionStatus.PROPOSED)
            await tx.decisions.record_approval(yes, turn_id=press.id)
        return yes

    async def decided(self, decision: Decision, status: DecisionStatus) -> Decision:
        """Give a decision its next status."""
        async with self.stores.transaction(decision.tenant_id) as tx:
            assert await tx.decisions.save(replace(decision, status=status), expected_status=decision.status)
        return replace(decision, status=status)

    async def order(
        self, turn: Turn, side: Side = Side.BUY, shares: Decimal = Decimal(10), price: Decimal = Decimal("455.49")
    ) -> AccountOrder:
        """A confirmed decision's order, stored and not yet sent."""
        decision = await self.confirmed(await self.decision(turn))
        order = an_order(decision, side=side, shares=shares, price=price)
        async with self.stores.transaction(turn.tenant_id) as tx:
            assert await tx.accounts.add_order(order)
        return order

    async def trade(self, order: AccountOrder) -> OrderReport:
        """Send a stored order to the broker, and book what it reports."""
        return await self.book(order, await self.broker.submit(order))

    async def book(self, order: AccountOrder, broker_order: BrokerOrder) -> OrderReport:
        async with self.stores.transaction(order.tenant_id) as tx:
            return (await tx.accounts.book_order(order, broker_order)).report

    def reconciliation(self) -> Reconciliation:
        """Compare our ledger with the broker's books."""
        return Reconciliation(self.stores, self.broker, self.sweeper, self.clock, pause_seconds=0)


def fake_store_set(memory: InMemoryDatabase | None = None) -> StoreSet:
    memory = memory or InMemoryDatabase()
    clock = WallClock()
    new_id = new_ids(clock)
    return StoreSet(
        stores=FakeStores(memory, clock=clock),
        inbox=FakeInbox(memory, clock=clock, new_id=new_id, origin=HERE),
        leases=FakeLeases(memory, clock=clock),
        analysis_leases=FakeAnalysisLeases(memory, clock=clock),
        deliveries=FakeDeliveries(memory, clock=clock, own_first=LONG),
        deliveries_after_grace=FakeDeliveries(memory, clock=clock, own_first=EXPIRED),
        relay=FakeRelay(memory, clock=clock),
        sweeper=FakeSweeper(memory, clock=clock, new_id=new_id, embedding_model="hash-1"),
        openings=FakePendingThreads(memory, clock=clock),
        postings=FakePostings(memory, clock=clock),
        broker=FakeBroker(FakePaperBooks(memory), COMMISSION),
        clock=clock,
        new_id=new_id,
    )


@asynccontextmanager
async def real_store_set(url: str) -> AsyncIterator[StoreSet]:
    async with Database(url) as database:
        yield store_set_of(database)


def store_set_of(database: Database) -> StoreSet:
    clock = WallClock()
    new_id = new_ids(clock)
    return StoreSet(
        stores=PostgresStores(database, clock=clock, new_id=new_id, paper=PaperAccounts()),
        inbox=PostgresInbox(database, clock=clock, new_id=new_id, origin=HERE),
        leases=PostgresLeases(database, clock=clock),
        analysis_leases=PostgresAnalysisLeases(database),
        deliveries=PostgresDeliveries(database, origin_grace=LONG),
        deliveries_after_grace=PostgresDeliveries(database, origin_grace=EXPIRED),
        relay=PostgresRelay(database),
        sweeper=PostgresSweeper(database, clock=clock, new_id=new_id, upkeep=UpkeepSettings(embedding_model="hash-1")),
        openings=PostgresPendingThreads(database, clock=clock),
        postings=PostgresPostings(database),
        broker=FakeBroker(PostgresPaperBooks(database), COMMISSION),
        clock=clock,
        new_id=new_id,
        database=database,
    )


def a_thread(number: int = 1, *, workspace: str = "home", platform: str = "console") -> Thread:
    return Thread(platform, workspace, "terminal", f"thread-{number}")


def a_proposal(**changes: object) -> Proposal:
    proposal = Proposal(
        symbol="AAPL",
        action=Action.INCREASE,
        target_cash_amount=Decimal("4554.90"),
        cash_change=Decimal("4554.90"),
        shares=Decimal(10),
        price=Decimal("455.49"),
        price_as_of=CLOSE,
        price_source="sample",
        confidence=Decimal("0.65"),
        reasons=(
            Reason("above_sma200", 0.1, {"sma": Decimal("577.1230")}, {"on": "2013-01-31"}),
            Reason("rsi_low", -0.3),
        ),
        engine="rules",
        tags=("trend", "oversold"),
        stop_price=Decimal("420.00"),
        stop_is_stated=True,
        max_cash=Decimal(5000),
        fallback=None,
    )
    return replace(proposal, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


def a_decision(turn: Turn, *, at: datetime, account_id: UUID, id: UUID) -> Decision:  # noqa: A002 - the field's name
    return Decision(
        id=DecisionId(id),
        version=1,
        tenant_id=turn.tenant_id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        account_id=account_id,  # type: ignore[arg-type] # a plain UUID here
        asked_by=turn.person.id,
        proposal=a_proposal(),
        status=DecisionStatus.PROPOSED,
        created_at=at,
        expires_at=at + timedelta(minutes=30),
    )


def an_order(decision: Decision, *, side: Side, shares: Decimal, price: Decimal) -> AccountOrder:
    order_id = derive_id(decision.id, "order")
    return AccountOrder(
        id=order_id,
        client_order_id=f"parley-{order_id.hex}",
        tenant_id=decision.tenant_id,
        account_id=decision.account_id,
        decision_id=decision.id,
        symbol=decision.proposal.symbol,
        side=side,
        shares=shares,
        reference_price=price,
        reference_as_of=CLOSE,
        status=OrderStatus.NEW,
        created_at=decision.created_at,
    )


def a_roll(**changes: object) -> RolledForward:
    """Book a dividend on 10 AAPL, and the value of one session."""
    dividend = BookedAction(
        symbol="AAPL",
        ex_date=date(2013, 2, 7),
        kind=ActionKind.DIVIDEND,
        value=Decimal("2.65"),
        shares=Decimal(10),
        cash=Decimal("26.50"),
        booked_at=CLOSE,
    )
    value = AccountValue(session=date(2013, 2, 7), cash=Decimal(100), positions=Decimal("4682.20"))
    rolled = RolledForward(actions=(dividend,), values=(value,), positions={})
    return replace(rolled, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


def a_reply(turn: Turn, *, at: datetime) -> Reply:
    card = Card(title="AAPL $455.49", footer="not investment advice")
    return Reply(
        id=derive_id(turn.id, "reply"),
        thread=turn.thread,
        turn_number=turn.number,
        turn_id=turn.id,
        person=turn.person,
        intent=Intent.ANALYZE,
        confidence=Decimal("0.90"),
        state=State.IDLE,
        language=Language.CHINESE,
        answer=Answer(blocks=(Paragraph("苹果"), card), symbols=("AAPL",), buttons=(Button("why:1", "Why?"),)),
        created_at=at,
    )


def a_message(turn: Turn, *, id: UUID, at: datetime, text: str = "hello") -> Message:  # noqa: A002 - the field's name
    return Message(
        id=id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        role=Role.USER,
        author="Ann",
        text=text,
        intent=Intent.ANALYZE,
        state_before=State.IDLE,
        state_after=State.ANALYZING,
        created_at=at,
    )


def an_episode(
    turn: Turn,
    *,
    id: UUID,  # noqa: A002 - the field's name
    at: datetime,
    decision: Decision | None = None,
    **changes: object,
) -> Episode:
    episode = Episode(
        id=id,
        tenant_id=turn.tenant_id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        kind=EpisodeKind.DECISION if decision else EpisodeKind.EXCHANGE,
        text="should I buy?",
        channel=turn.thread.channel,
        speakers=(turn.person.name,),
        speaker_ids=(turn.person.id,),
        symbols=("AAPL",),
        tags=("trend",),
        messages=MessageSpan(0, 1),
        said_from=turn.accepted_at,
        said_until=at,
        decision_id=decision.id if decision else None,
        decision_version=decision.version if decision else None,
        context={"close": "455.49"},
        created_at=at,
        market_time=CLOSE if decision else None,
        link_message_id=turn.platform_id,
        language=Language.ENGLISH,
    )
    return replace(episode, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


def overheard(thread: Thread, text: str, *, id: str, at: datetime, **changes: object) -> OverheardMessage:  # noqa: A002 - the platform's id
    said = OverheardMessage(thread=thread, message_id=id, person=ANN, text=text, said_at=at)
    return replace(said, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


def a_job(turn: Turn, *, id: UUID, at: datetime, key: str = "k") -> Job:  # noqa: A002 - the field's name
    return Job(id=id, tenant_id=turn.tenant_id, name="index_episodes", key=key, arguments={"a": "b"}, created_at=at)
