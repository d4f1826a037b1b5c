"""Anything in any order over the real database, with processes that die in between: cash, shares, orders conserved.

    make test ARGS="tests/integration/db/test_trading_machine.py"
    PARLEY_TEST_ROUNDS=full make test ARGS="tests/integration/db/test_trading_machine.py -n 0 -o log_cli=true"

The account is computed apart, by a few lines that know the decisions, the market and its corporate actions alone.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from itertools import count
from typing import Any, Final
from unittest.mock import patch

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from psycopg.rows import dict_row

from adapters.documents.reader import FileReader
from adapters.embeddings.hashing import HashingEmbedder
from adapters.market.instruments import load_instruments
from bot.bootstrap.conversation import ConversationCore, ConversationPorts
from bot.context.policy import Policy
from bot.context.signal import Signal
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.conversation.turns import InputKind, Turn, WorkerScope
from bot.domain.ids import DecisionId, TenantId
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import STATUS_TRANSITIONS, Decision, DecisionStatus
from bot.domain.trading.execution.orders import Side
from bot.engines.rules.engine import RulesEngine
from bot.locales import Catalogue
from bot.messaging.inbound.gateway import ThreadOpener
from bot.messaging.inbound.intake import Intake
from bot.messaging.inbound.listener import Listener
from bot.ports.meter import NoMeter
from bot.recovery import CrashRecovery
from db.pool import Connection, Database
from tests.contract.store_sets import COMMISSION, EXPIRED, StoreSet, real_store_set
from tests.fakes.core_ports import (
    AdjustableMarket,
    ComputedLinks,
    ProcessKilled,
    RecordingProgress,
    UnchangedPeople,
    calendar,
)
from tests.fakes.shared_files import FakeSharedFiles
from tests.rounds import full_rounds

D = Decimal
STEPS: Final = full_rounds(few=60, all_of_them=10_000)
STEPS_OF_A_RUN: Final = 30
CENT: Final = D("0.01")
STARTING_CASH: Final = D(100_000)
ACTIONS: Final = (
    CorporateAction("GOOG", date(2013, 2, 4), ActionKind.SPLIT, D(2)),
    CorporateAction("GOOG", date(2013, 2, 6), ActionKind.DIVIDEND, D("0.375")),
    CorporateAction("IBM", date(2013, 2, 6), ActionKind.DIVIDEND, D("0.85")),
    CorporateAction("MSFT", date(2013, 2, 5), ActionKind.DIVIDEND, D("0.23")),
    CorporateAction("MSFT", date(2013, 2, 11), ActionKind.SPLIT, D(3)),
    CorporateAction("IBM", date(2013, 2, 14), ActionKind.DIVIDEND, D("0.333")),
)
SAID: Final = (
    *(
        "should I buy google? at most $3,000",
        "buy 7 IBM",
        "buy 33 shares of MSFT",
        "buy $20,000 of GOOG",
        "buy 900 IBM",
    ),
    *(
        "should I buy GOOG, IBM and MSFT?",
        "sell half of google",
        "sell all my IBM",
        "sell everything",
        "make it $2,000",
    ),
    *("no limits any more", "/pending", "why?"),
)
ORDERS: Final = ("buy 5 IBM", "buy 21 GOOG", "buy 33 MSFT", "sell 2 IBM", "sell 9 GOOG", "sell all my MSFT")
VERDICTS: Final = ("yes", "ok, do it", "confirm IBM", "confirm all", "cancel", "cancel all", "执行吧")
_NUMBERS: Final = count(1)

people = st.sampled_from(["ann", "bob"])
threads = st.sampled_from(["one", "two"])

# Rows that must not be: an order without its approval or by another person or too late, two orders or fills of one
# decision, an order that says something else than its fills or its decision, a turn without its one answer.
WRONG: Final = {
    "not approved": """
        SELECT o.id FROM trade_order o
          LEFT JOIN approval a
                 ON a.tenant_id = o.tenant_id AND a.decision_id = o.decision_id AND a.outcome = 'confirmed'
          LEFT JOIN decision d ON d.tenant_id = a.tenant_id AND d.id = a.decision_id AND d.version = a.version
         WHERE o.tenant_id = %(tenant)s
           AND (d.id IS NULL OR a.decided_by <> d.asked_by OR a.decided_at >= d.expires_at OR d.action = 'hold'
                OR o.symbol <> d.symbol OR o.shares > d.shares OR (o.side = 'buy') <> (d.cash_change > 0))""",
    "beyond a cap without the second question": """
        SELECT o.id FROM trade_order o
          JOIN approval a ON a.tenant_id = o.tenant_id AND a.decision_id = o.decision_id
          JOIN turn t ON t.tenant_id = a.tenant_id AND t.id = a.turn_id
          JOIN decision d ON d.tenant_id = a.tenant_id AND d.id = a.decision_id AND d.version = a.version
         WHERE o.tenant_id = %(tenant)s
           AND d.reasons @? '$[*].code ? (@ == "exceeds_position_cap" || @ == "exceeds_loss_cap")'
           AND NOT starts_with(t.text, 'confirm_beyond_cap:')""",
    "confirmed without an order": """
        SELECT a.decision_id FROM approval a
          LEFT JOIN trade_order o ON o.tenant_id = a.tenant_id AND o.decision_id = a.decision_id
         WHERE a.tenant_id = %(tenant)s AND (a.outcome = 'confirmed') <> (o.id IS NOT NULL)""",
    "order against its fills": """
        SELECT o.id FROM trade_order o LEFT JOIN fill f ON f.tenant_id = o.tenant_id AND f.order_id = o.id
         WHERE o.tenant_id = %(tenant)s
         GROUP BY o.id, o.filled_shares, o.status
        HAVING coalesce(sum(f.shares), 0) <> o.filled_shares OR (o.status = 'filled') <> (count(f.id) = 1)""",
    "order against its decision": """
        SELECT o.id FROM trade_order o JOIN decision d ON d.tenant_id = o.tenant_id AND d.id = o.decision_id
          JOIN approval a ON a.tenant_id = d.tenant_id AND a.decision_id = d.id AND a.version = d.version
         WHERE o.tenant_id = %(tenant)s AND o.status <> d.status""",
    "turn without its one answer": """
        SELECT t.id FROM turn t
          LEFT JOIN reply r ON r.tenant_id = t.tenant_id AND r.turn_id = t.id AND r.occasion = 'answer'
         WHERE t.tenant_id = %(tenant)s GROUP BY t.id, t.status HAVING t.status <> 'answered' OR count(r.id) <> 1""",
    "confirmed twice": """
        SELECT decision_id FROM trade_order WHERE tenant_id = %(tenant)s GROUP BY decision_id HAVING count(*) > 1""",
    "confirmed and not audited": """
        SELECT o.id FROM trade_order o WHERE o.tenant_id = %(tenant)s AND (
            SELECT count(*) FROM audit u WHERE u.tenant_id = o.tenant_id AND u.subject = o.decision_id
                                           AND u.kind = 'confirmed') <> 1""",
}

# Without these a long round has shown nothing.
HAPPENED: Final = """
SELECT (SELECT count(*) FROM fill WHERE side = 'buy') AS bought,
       (SELECT count(*) FROM fill WHERE side = 'sell') AS sold,
       (SELECT count(*) FROM decision WHERE status = 'cancelled') AS cancelled,
       (SELECT count(*) FROM decision WHERE status = 'expired') AS expired,
       (SELECT count(*) FROM decision WHERE status = 'superseded') AS superseded,
       (SELECT count(*) FROM corporate_action WHERE kind = 'dividend') AS dividends,
       (SELECT count(*) FROM corporate_action WHERE kind = 'split') AS splits
"""


def _after(status: DecisionStatus) -> set[DecisionStatus]:
    """Return everything that may yet become of a decision."""
    found = {to for before, to in STATUS_TRANSITIONS if before is status}
    return found.union(*(_after(each) for each in found))


@dataclass
class PlainAccount:
    """What the account must hold, by rules as plain as possible."""

    cash: Decimal = STARTING_CASH
    shares: dict[str, Decimal] = field(default_factory=lambda: defaultdict(Decimal))
    day: date | None = None

    def trade(self, symbol: str, side: Side, shares: Decimal, price: Decimal) -> None:
        signed = shares if side is Side.BUY else -shares
        self.cash -= signed * price + COMMISSION
        self.shares[symbol] += signed

    def go_to(self, day: date) -> None:
        """Let dividends and splits come, in the order of their days; there are no fractions of shares."""
        for each in sorted(ACTIONS, key=lambda action: action.ex_date):
            if self.day is not None and self.day < each.ex_date <= day:
                if each.kind is ActionKind.SPLIT:
                    self.shares[each.symbol] *= each.value
                else:
                    self.cash += (self.shares[each.symbol] * each.value).quantize(CENT, ROUND_HALF_UP)
        self.day = day

    @property
    def held(self) -> dict[str, Decimal]:
        return {symbol: shares for symbol, shares in self.shares.items() if shares}


@dataclass
class Edges:
    """The beginnings and ends of transactions, at which a process may die."""

    left: int | None = None  # None: it lives

    def pass_one(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise ProcessKilled

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Die, if at all, before a transaction, before its commit, or after it; likewise around single statements."""
        transaction, app_row, system_rows = Database.transaction, Database.app_row, Database.system_rows

        @asynccontextmanager
        async def watched_transaction(
            database: Database, tenant_id: TenantId, *, is_durable: bool = True
        ) -> AsyncIterator[Connection]:
            self.pass_one()
            async with transaction(database, tenant_id, is_durable=is_durable) as conn:
                yield conn
                self.pass_one()
            self.pass_one()

        async def watched_app_row(database: Database, *arguments: Any) -> Any:  # noqa: ANN401 - passed on
            self.pass_one()
            row = await app_row(database, *arguments)
            self.pass_one()
            return row

        async def watched_system_rows(database: Database, *arguments: Any) -> Any:  # noqa: ANN401 - passed on
            self.pass_one()
            return await system_rows(database, *arguments)

        with (
            patch.object(Database, "transaction", watched_transaction),
            patch.object(Database, "app_row", watched_app_row),
            patch.object(Database, "system_rows", watched_system_rows),
        ):
            yield


@dataclass
class Office:
    """What all runs share: the database, its stores, and the event loop."""

    runner: asyncio.Runner
    world: StoreSet
    edges: Edges
    connection: "psycopg.Connection[dict[str, Any]]"
    steps: int = 0


class TradingMachine(RuleBasedStateMachine):
    """Two people in two conversations of a workspace of their own."""

    def __init__(self, office: Office) -> None:
        super().__init__()
        self.office, self.world = office, office.world
        self.workspace = f"machine-{next(_NUMBERS)}"
        self.tenant_id = self.thread("one").tenant_id
        self.scope = WorkerScope(
            frozenset({"console"}), frozenset(self.thread(each).conversation_id for each in ("one", "two"))
        )
        self.market = AdjustableMarket()
        self.market.actions = ACTIONS
        self.apart = PlainAccount()
        self.applied: set[DecisionId] = set()
        self.seen: dict[tuple[DecisionId, int], DecisionStatus] = {}
        self.buttons: list[str] = []
        self._build()

    def _build(self) -> None:
        """Start a process."""
        world, clock, texts, progress = self.world, self.world.clock, Catalogue(), RecordingProgress()
        instruments = load_instruments(self.market.symbols())
        policy = Policy(commission=COMMISSION, lease_ttl=EXPIRED)  # whoever died leaves no lease
        listener = Listener(stores=world.stores, instruments=instruments, clock=clock, max_characters=8_000)
        self.intake = Intake(world.inbox, listener, progress, texts, NoMeter())
        self.core = ConversationCore(
            ConversationPorts(
                stores=world.stores,
                market=self.market,
                calendar=calendar(),
                instruments=instruments,
                inbox=world.inbox,
                broker=world.broker,
                engines=(RulesEngine(),),
                progress=progress,
                people=UnchangedPeople(),
                admins=UnchangedPeople(),
                shared_files=FakeSharedFiles(),
                document_reader=FileReader(),
                message_links=ComputedLinks(),
                embedder=HashingEmbedder(),
                stop_signal=Signal(),
                meter=NoMeter(),
                texts=texts,
                policy=policy,
                clock=clock,
                new_id=world.new_id,
            )
        )
        self.manager = self.core.manager(self.core.handlers)
        self.recovery = CrashRecovery(
            stores=world.stores,
            sweeper=world.sweeper,
            leases=world.leases,
            execute=self.core.execute,
            press_handler=self.core.press_handler,
            notices=self.core.notices,
            pending_threads=world.openings,
            thread_opener=ThreadOpener({}, self.intake, world.openings),
            clock=clock,
        )

    @initialize()
    def hold_some_shares(self) -> None:
        for text in ("buy 5 IBM", "buy 21 GOOG", "buy 33 MSFT"):
            self.order_and_confirm("ann", "one", text, None)

    # --- what people do ---

    @rule(name=people, thread=threads, text=st.sampled_from(SAID))
    def ask(self, name: str, thread: str, text: str) -> None:
        self.do(self.says(name, thread, text))

    @rule(name=people, thread=threads, text=st.sampled_from(VERDICTS))
    def decide(self, name: str, thread: str, text: str) -> None:
        self.do(self.says(name, thread, text))

    @precondition(lambda self: self.buttons)
    @rule(name=people, thread=threads, data=st.data(), times=st.integers(1, 4))
    def press(self, name: str, thread: str, data: st.DataObject, times: int) -> None:
        """Press a button of late, perhaps another person's, several times at once."""
        button = data.draw(st.sampled_from(self.buttons[-16:]))
        self.do(*(self.presses(name, thread, button) for _ in range(times)))

    @precondition(lambda self: self.buttons)
    @rule(name=people, data=st.data(), amount=st.sampled_from(["500", "2,000", "50000", "0", "x"]))
    def adjust(self, name: str, data: st.DataObject, amount: str) -> None:
        button = data.draw(st.sampled_from(self.buttons[-16:]))
        self.do(self.presses(name, "one", f"adjust:{button.partition(':')[2]}:{amount}:"))

    @precondition(lambda self: self.buttons)
    @rule(name=people, data=st.data())
    def press_what_is_stale(self, name: str, data: st.DataObject) -> None:
        self.do(self.presses(name, "two", data.draw(st.sampled_from(self.buttons))))

    @precondition(lambda self: self.buttons)
    @rule(edges=st.integers(0, 30), data=st.data(), name=people, text=st.sampled_from((*SAID, *VERDICTS)))
    def die_in_the_middle(self, edges: int, data: st.DataObject, name: str, text: str) -> None:
        button = data.draw(st.sampled_from(self.buttons[-16:]))
        self.do(self.says(name, "one", text), self.presses(name, "one", button), dying_after=edges)

    @rule(name=people, thread=threads, text=st.sampled_from(ORDERS), edges=st.none() | st.integers(0, 16))
    def trade(self, name: str, thread: str, text: str, edges: int | None) -> None:
        self.order_and_confirm(name, thread, text, edges)

    def order_and_confirm(self, name: str, thread: str, text: str, edges: int | None) -> None:
        known = len(self.buttons)
        self.do(self.says(name, thread, text))
        for button in [each for each in self.buttons[known:] if each.startswith("confirm:")]:
            self.do(self.presses(name, thread, button), self.presses(name, thread, button), dying_after=edges)

    # --- what the world does ---

    @rule(sessions=st.integers(1, 3), edges=st.none() | st.integers(0, 12))
    def advance(self, sessions: int, edges: int | None) -> None:
        self.do(self.says("ann", "one", f"/advance {sessions}"), dying_after=edges)

    @rule(symbol=st.sampled_from(["GOOG", "IBM", "MSFT"]), percent=st.sampled_from([-3, -1, 0, 1, 4]))
    def move_price(self, symbol: str, percent: int) -> None:
        price = self.run(self.price_of(symbol))
        self.market.prices[symbol] = (price * (100 + percent) / 100).quantize(CENT)

    @rule(minutes=st.sampled_from([1, 16, 31]))
    def pass_time(self, minutes: int) -> None:
        self.world.clock.advance(timedelta(minutes=minutes))

    @rule()
    def sweep(self) -> None:
        self.run(self.recovery.expire_decisions())

    # --- what must hold ---

    @invariant()
    def account_is_what_was_computed_apart(self) -> None:
        self.office.steps += 1
        self.run(self._follow())
        account = self.rows("SELECT cash, id FROM account WHERE tenant_id = %(tenant)s")
        held = self.rows("SELECT symbol, shares FROM position WHERE tenant_id = %(tenant)s")
        assert [each["cash"] for each in account] in ([], [self.apart.cash])
        assert {each["symbol"]: each["shares"] for each in held} == self.apart.held
        assert self.apart.cash >= 0

    @invariant()
    def nothing_is_wrong_among_orders_approvals_and_answers(self) -> None:
        assert {what: found for what, sql in WRONG.items() if (found := self.rows(sql))} == {}

    @invariant()
    def no_decision_comes_back(self) -> None:
        for row in self.rows("SELECT id, version, status FROM decision WHERE tenant_id = %(tenant)s"):
            key, status = (row["id"], row["version"]), DecisionStatus(row["status"])
            before = self.seen.get(key, DecisionStatus.PROPOSED)
            assert status is before or status in _after(before)
            assert status not in {DecisionStatus.CONFIRMED, DecisionStatus.SUBMITTED, DecisionStatus.UNKNOWN}
            self.seen[key] = status

    # --- how it is driven ---

    def thread(self, name: str) -> Thread:
        return Thread("console", self.workspace, "terminal", name)

    def rows(self, sql: str) -> list[dict[str, Any]]:
        return self.office.connection.execute(sql.encode(), {"tenant": self.tenant_id}).fetchall()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401 - whatever it returns
        return self.office.runner.run(work)

    async def says(self, name: str, thread: str, text: str) -> Turn:
        message = IncomingMessage(self.thread(thread), f"m{next(_NUMBERS)}", _person(name), text)
        return (await self.intake.accept_message(message)).turn

    async def presses(self, name: str, thread: str, button: str) -> Turn:
        press = IncomingPress(self.thread(thread), f"p{next(_NUMBERS)}", _person(name), button)
        return (await self.intake.accept_press(press)).turn

    def do(self, *inputs: Coroutine[Any, Any, Turn], dying_after: int | None = None) -> None:
        """Take inputs in, work on them all, and, where the process died, again in the next one."""
        turns = self.run(_in_order(inputs))
        self.office.edges.left = dying_after
        try:
            self.run(self._work(turns))
        except ProcessKilled:
            self._build()
        finally:
            self.office.edges.left = None
        self.run(self._recover())
        for row in self.rows("SELECT answer FROM reply WHERE tenant_id = %(tenant)s ORDER BY seq DESC LIMIT 4"):
            assert "Something went wrong on our side" not in str(row["answer"])
            self.buttons += [each["id"] for each in row["answer"]["buttons"] if each["id"] not in self.buttons]

    async def _work(self, turns: list[Turn]) -> None:
        presses = [self.core.press_handler.handle_press(turn) for turn in turns if turn.kind is InputKind.PRESS]
        for outcome in await asyncio.gather(*presses, self._answer_all(), return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome

    async def _answer_all(self) -> None:
        while claims := await self.world.leases.claim_turns(owner="runner", scope=self.scope, ttl=EXPIRED):
            await self.manager.answer_turn(claims[0])

    async def _recover(self) -> None:
        await self._answer_all()
        self.world.clock.advance(timedelta(seconds=11))
        await self.recovery.finish_decisions()
        await self.recovery.handle_abandoned_presses(self.scope)

    async def _follow(self) -> None:
        """Do apart what was done: go to the account's day, then carry out the decisions that were newly filled."""
        times = self.rows("SELECT market_time FROM account WHERE tenant_id = %(tenant)s")
        time = times[0]["market_time"] if times else None
        self.apart.go_to(market_date(time or await self.market.now()))
        filled = self.rows(
            "SELECT id FROM decision WHERE tenant_id = %(tenant)s AND status = 'filled' ORDER BY decided_at, id"
        )
        async with self.world.stores.read(self.tenant_id) as tx:
            new = [await tx.decisions.get(row["id"]) for row in filled if row["id"] not in self.applied]
        for each in new:
            await self._carry_out(each, time)
            self.applied.add(each.id)
        if new or times:
            await self.core.roll_forward.catch_up(await self._account())

    async def _carry_out(self, decision: Decision, time: datetime | None) -> None:
        proposal = decision.proposal
        assert proposal.side is not None
        price = (await self.market.quote(proposal.symbol, as_of=time)).price
        self.apart.trade(proposal.symbol, proposal.side, proposal.shares, price)

    async def _account(self) -> Any:  # noqa: ANN401 - an account
        account, _ = await self.world.reading(self.tenant_id).accounts.holdings(market="sample")
        return account

    async def price_of(self, symbol: str) -> Decimal:
        account = await self._account_time()
        return (await self.market.quote(symbol, as_of=account)).price

    async def _account_time(self) -> datetime | None:
        times = self.rows("SELECT market_time FROM account WHERE tenant_id = %(tenant)s")
        time: datetime | None = times[0]["market_time"] if times else None
        return time


async def _in_order(inputs: tuple[Coroutine[Any, Any, Turn], ...]) -> list[Turn]:
    return [await each for each in inputs]


def _person(name: str) -> Person:
    return Person(name, name.title(), Language.ENGLISH)


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    edges = Edges()
    with (
        asyncio.Runner() as runner,
        psycopg.connect(database_url, autocommit=True, row_factory=dict_row) as connection,
        edges.watched(),
    ):
        opened = real_store_set(database_url)
        yield Office(runner, runner.run(opened.__aenter__()), edges, connection)
        runner.run(opened.__aexit__(None, None, None))


@pytest.mark.timeout(0)
def test_trading_conserves_everything_whatever_happens(office: Office) -> None:
    rounds = settings(
        max_examples=max(STEPS // STEPS_OF_A_RUN, 1),
        stateful_step_count=STEPS_OF_A_RUN,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(partial(TradingMachine, office), settings=rounds)  # type: ignore[arg-type]
    happened = office.connection.execute(HAPPENED).fetchone()
    assert happened is not None
    assert all(happened.values()) or STEPS < 1_000, happened
    logging.getLogger(__name__).warning("%d steps: %s", office.steps, happened)
