"""A broker that misbehaves on demand: the paper broker, whose answers, fills and refusals a test decides."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from random import Random

from adapters.broker.paper import PaperBroker
from bot.domain.ids import AccountId
from bot.domain.trading.execution.broker import (
    AccountKey,
    BrokerFill,
    BrokerOrder,
    accept_paper_order,
    fill_paper_order,
    key_of,
)
from bot.domain.trading.execution.orders import AccountOrder, OrderStatus, Rejection
from bot.errors import BrokerUnavailableError, StoreUnavailableError
from bot.ports import PaperAccount, PaperBooks
from tests.fakes.memory import InMemoryDatabase, StoredState

ZERO = Decimal(0)


@dataclass
class FakeBroker:
    """`Broker` over the paper broker and its books, in memory or in PostgreSQL."""

    books: PaperBooks
    commission: Decimal = ZERO
    lose_answers: int = 0  # of the next so many submissions: carried out, and then no answer
    lose_database: int = 0  # after the next so many submissions: carried out, and our process can do no more
    silent_about_orders: bool = False  # there is no answer to what became of an order
    is_down: bool = False  # every call ends in a server error, before anything is done
    lose_rate: float = 0.0  # of all submissions: without an answer, half of them before the order was taken
    holds_fills: bool = False  # orders are accepted, and filled by `fill`
    rejection: Rejection | None = None  # of every order, while it is set
    calls: list[str] = field(default_factory=list)  # the names of the methods called
    random: Random = field(default_factory=lambda: Random(7))  # noqa: S311 - the same faults in every run

    @property
    def paper(self) -> PaperBroker:
        """The broker as it is when it behaves."""
        return PaperBroker(self.books, self.commission)

    async def submit(self, order: AccountOrder) -> BrokerOrder:
        self._begin("submit")
        is_lost = self.random.random() < self.lose_rate
        if is_lost and self.random.random() < 0.5:
            raise BrokerUnavailableError(problem="timeout, and the order never arrived")
        taken = await self._take(order)
        if is_lost or self.lose_answers > 0:
            self.lose_answers = max(self.lose_answers - 1, 0)
            raise BrokerUnavailableError(problem="the answer was lost")
        if self.lose_database > 0:
            self.lose_database -= 1
            raise StoreUnavailableError(store="PostgreSQL")
        return taken

    async def find_order(self, account: AccountKey, client_order_id: str) -> BrokerOrder | None:
        self._begin("find_order")
        if self.silent_about_orders:
            raise BrokerUnavailableError(problem="timeout")
        return await self.paper.find_order(account, client_order_id)

    async def cancel(self, account: AccountKey, client_order_id: str) -> BrokerOrder | None:
        self._begin("cancel")
        return await self.paper.cancel(account, client_order_id)

    async def open_orders(self, account: AccountKey) -> tuple[BrokerOrder, ...]:
        self._begin("open_orders")
        return await self.paper.open_orders(account)

    async def positions(self, account: AccountKey) -> Mapping[str, Decimal]:
        self._begin("positions")
        return await self.paper.positions(account)

    async def cash(self, account: AccountKey) -> Decimal:
        self._begin("cash")
        return await self.paper.cash(account)

    async def fill(self, order: AccountOrder, shares: Decimal, *, executed_at: datetime | None = None) -> None:
        """Fill a part of an order that was accepted, at its reference price; the first part pays the commission.

        `executed_at` is the market time; None: that of the price.
        """
        async with self.books.change(key_of(order)) as account:
            accepted = await account.find_order(order.client_order_id)
            assert accepted is not None
            number = len(accepted.fills) + 1
            fill = BrokerFill(
                id=f"{order.client_order_id}/{number}",
                shares=shares,
                price=order.reference_price,
                commission=self.commission if number == 1 else ZERO,
                executed_at=executed_at or order.reference_as_of,
            )
            held = (await account.positions()).get(order.symbol, ZERO)
            done = fill_paper_order(accepted, fill, cash=await account.cash(), held=held)
            await account.save_order(done.order)
            await account.save_holdings(cash=done.cash, symbol=order.symbol, shares=done.shares)

    async def add_shares(self, key: AccountKey, symbol: str, shares: Decimal) -> None:
        """Change what is held at the broker, behind our back."""
        async with self.books.change(key) as account:
            held = (await account.positions()).get(symbol, ZERO)
            await account.save_holdings(cash=await account.cash(), symbol=symbol, shares=held + shares)

    def _begin(self, call: str) -> None:
        self.calls.append(call)
        if self.is_down:
            raise BrokerUnavailableError(problem="503")

    async def _take(self, order: AccountOrder) -> BrokerOrder:
        if self.rejection is None and not self.holds_fills:
            return await self.paper.submit(order)
        async with self.books.change(key_of(order)) as account:
            known = await account.find_order(order.client_order_id)
            if known is None:
                held = (await account.positions()).get(order.symbol, ZERO)
                known = accept_paper_order(order, cash=await account.cash(), held=held, commission=self.commission)
                if self.rejection is not None:
                    known = replace(known, status=OrderStatus.REJECTED, rejection=self.rejection)
                await account.save_order(known)
            return known


class FakePaperBooks:
    """`PaperBooks`, in memory."""

    def __init__(self, memory: InMemoryDatabase) -> None:
        self._memory = memory

    def change(self, account: AccountKey) -> AbstractAsyncContextManager[PaperAccount]:
        return self._begin(account)

    def read(self, account: AccountKey) -> AbstractAsyncContextManager[PaperAccount]:
        return self._begin(account)

    @asynccontextmanager
    async def _begin(self, account: AccountKey) -> AsyncIterator["_FakePaperAccount"]:
        async with self._memory.transaction() as state:
            stored = state.accounts.get(account.account_id)
            if stored is None or stored.tenant_id != account.tenant_id:
                raise LookupError(account)
            yield _FakePaperAccount(state, account.account_id)


@dataclass
class _FakePaperAccount:
    """`PaperAccount`, in memory."""

    state: StoredState
    account_id: AccountId

    async def cash(self) -> Decimal:
        return paper_cash(self.state, self.account_id)

    async def positions(self) -> Mapping[str, Decimal]:
        held = sorted(self.state.paper_positions.items(), key=lambda item: item[0][1])
        return {symbol: shares for (account, symbol), shares in held if account == self.account_id}

    async def find_order(self, client_order_id: str) -> BrokerOrder | None:
        return self.state.paper_orders.get((self.account_id, client_order_id))

    async def open_orders(self) -> tuple[BrokerOrder, ...]:
        orders = sorted(self.state.paper_orders.items(), key=lambda item: item[0][1])
        return tuple(each for (account, _), each in orders if account == self.account_id and each.is_open)

    async def save_order(self, order: BrokerOrder) -> None:
        self.state.paper_orders[self.account_id, order.client_order_id] = order

    async def save_holdings(self, *, cash: Decimal, symbol: str, shares: Decimal) -> None:
        self.state.paper_cash[self.account_id] = cash
        self.state.paper_positions.pop((self.account_id, symbol), None)
        if shares:
            self.state.paper_positions[self.account_id, symbol] = shares


def paper_cash(state: StoredState, account_id: AccountId) -> Decimal:
    """Return the cash at the paper broker, where an account is opened with its starting cash."""
    return state.paper_cash.get(account_id, state.accounts[account_id].starting_cash)
