"""The paper broker: fills market orders at once at the reference price, on books of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.domain.trading.execution.broker import AccountKey, BrokerOrder, execute_paper_order, key_of
from bot.domain.trading.execution.orders import AccountOrder, OrderStatus
from bot.ports import PaperBooks

_ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class PaperBroker:
    """Implements `bot.ports.Broker` for paper accounts."""

    books: PaperBooks
    commission: Decimal  # flat, per filled order, in account currency

    async def submit(self, order: AccountOrder) -> BrokerOrder:
        """Execute an order; return it as it was executed before if it was. Raises: StoreUnavailableError.

        The account is locked first, always: orders of one account are executed one after another.
        """
        async with self.books.change(key_of(order)) as account:
            known = await account.find_order(order.client_order_id)
            if known is not None:
                return known
            held = (await account.positions()).get(order.symbol, _ZERO)
            execution = execute_paper_order(order, cash=await account.cash(), held=held, commission=self.commission)
            await account.save_order(execution.order)
            if execution.order.status is OrderStatus.FILLED:
                await account.save_holdings(cash=execution.cash, symbol=order.symbol, shares=execution.shares)
            return execution.order

    async def find_order(self, account: AccountKey, client_order_id: str) -> BrokerOrder | None:
        async with self.books.read(account) as books:
            return await books.find_order(client_order_id)

    async def cancel(self, account: AccountKey, client_order_id: str) -> BrokerOrder | None:
        async with self.books.change(account) as books:
            order = await books.find_order(client_order_id)
            if order is None or not order.is_open:
                return order
            cancelled = replace(order, status=OrderStatus.CANCELLED)
            await books.save_order(cancelled)
            return cancelled

    async def open_orders(self, account: AccountKey) -> tuple[BrokerOrder, ...]:
        async with self.books.read(account) as books:
            return await books.open_orders()

    async def positions(self, account: AccountKey) -> Mapping[str, Decimal]:
        async with self.books.read(account) as books:
            return await books.positions()

    async def cash(self, account: AccountKey) -> Decimal:
        async with self.books.read(account) as books:
            return await books.cash()
