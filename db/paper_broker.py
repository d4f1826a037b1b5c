"""The paper account's broker: an order, its fill, the position and the cash change in one transaction."""

from decimal import Decimal

from bot.domain.ids import TenantId, derive_id
from bot.domain.trading.orders import Order, OrderReport, OrderStatus
from bot.domain.trading.paper import PaperExecution, execute_paper_order
from bot.errors import DuplicateError
from bot.ports import Clock
from db.pool import Database
from db.stores.base import Store, StoreSession, require_row
from db.stores.trading import accounts, fills, orders, positions

_FINAL = frozenset({OrderStatus.FILLED, OrderStatus.REJECTED})  # any other order has not been executed yet


class PaperBroker:
    """Implements `bot.ports.Broker` for paper accounts: executes each order at most once."""

    def __init__(self, database: Database, *, clock: Clock, commission: Decimal) -> None:
        """Execute on `database`; `commission` is flat, per filled order, in account currency."""
        self._database = database
        self._clock = clock
        self._commission = commission

    async def submit(self, order: Order) -> OrderReport:
        async with self._database.transaction(order.tenant_id) as conn:
            return await _OrderExecution(StoreSession(conn, order.tenant_id)).execute_order(
                order, clock=self._clock, commission=self._commission
            )

    async def find_order(self, *, tenant_id: TenantId, client_order_id: str) -> OrderReport | None:
        async with self._database.read(tenant_id) as conn:
            return await _OrderExecution(StoreSession(conn, tenant_id)).earlier_report(client_order_id)


class _OrderExecution(Store):
    """One transaction of the broker."""

    async def earlier_report(self, client_order_id: str) -> OrderReport | None:
        row = await self._fetch_one(orders.BY_CLIENT_ID, client_order_id=client_order_id)
        report = orders.report_from_row(row) if row else None
        return report if report and report.status in _FINAL else None

    async def execute_order(self, order: Order, *, clock: Clock, commission: Decimal) -> OrderReport:
        """Execute an order; return its report, or the earlier one if it was executed before.

        Locks the account first, always: orders of one account are executed one after another.
        """
        account = accounts.account_from_row(
            await require_row("account", self._fetch_one(accounts.LOCK, id=order.account_id))
        )
        stored = await self._store_order(order)
        if stored.status in _FINAL:
            return stored
        row = await self._fetch_one(positions.ONE, account_id=account.id, symbol=order.symbol)
        position = positions.position_from_row(row) if row else None
        execution = execute_paper_order(order, cash=account.cash, position=position, commission=commission)
        await self._execute(orders.REPORT, **orders.report_columns(execution.report))
        if execution.report.status is OrderStatus.FILLED:
            await self._book_fill(order, execution, clock=clock)
        return execution.report

    async def _store_order(self, order: Order) -> OrderReport:
        """Store the order unless its confirmation has done so; return the stored report, locked."""
        await self._execute(orders.ADD, **orders.order_columns(order))
        row = await self._fetch_one(orders.LOCK, client_order_id=order.client_order_id)
        if row is None:
            raise DuplicateError(decision=order.decision_id)
        return orders.report_from_row(row)

    async def _book_fill(self, order: Order, execution: PaperExecution, *, clock: Clock) -> None:
        report, key = execution.report, {"account_id": order.account_id, "symbol": order.symbol}
        await self._execute(
            fills.ADD,
            **key,
            id=derive_id(order.id, "fill"),
            order_id=order.id,
            side=order.side,
            shares=report.filled_shares,
            price=report.average_price,
            commission=report.commission,
            executed_at=report.executed_at,
            created_at=clock.now(),
        )
        await self._execute(accounts.SET_CASH, id=order.account_id, cash=execution.cash)
        if execution.position is None:
            await self._execute(positions.CLOSE, **key)
        else:
            await self._execute(positions.SAVE, **key, **positions.position_columns(execution.position))
