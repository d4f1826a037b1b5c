"""The paper account's broker: an order, its fill, the position and the cash change in one transaction."""

from decimal import Decimal

from bot.domain.ids import TenantId, derive_id
from bot.domain.trading.orders import Order, OrderReport, OrderStatus
from bot.domain.trading.paper import Execution, execute
from bot.errors import DuplicateError
from bot.ports import Clock
from db.pool import Database
from db.stores.base import Store, require_row
from db.stores.trading import accounts, fills, orders, positions

_FINAL = frozenset({OrderStatus.FILLED, OrderStatus.REJECTED})  # all else has not reached us yet


class PaperBroker:
    """Carries out orders on paper accounts, each at most once."""

    def __init__(self, database: Database, *, clock: Clock, commission: Decimal) -> None:
        """Trade on `database`; `commission` is flat, per filled order, in account currency."""
        self._database = database
        self._clock = clock
        self._commission = commission

    async def submit(self, order: Order) -> OrderReport:
        """Carry out `order`, or return what became of it if it was sent before. Never carries it out twice."""
        async with self._database.transaction(order.tenant_id) as conn:
            return await _OrderExecution(conn, order.tenant_id).execute_order(
                order, clock=self._clock, commission=self._commission
            )

    async def find(self, *, tenant_id: TenantId, client_order_id: str) -> OrderReport | None:
        """Return our word on an order, or None if we have never had it."""
        async with self._database.transaction(tenant_id) as conn:
            return await _OrderExecution(conn, tenant_id).earlier_report(client_order_id)


class _OrderExecution(Store):
    """One transaction of the broker."""

    async def earlier_report(self, client_order_id: str) -> OrderReport | None:
        row = await self._fetch_one(orders.BY_CLIENT_ID, client_order_id=client_order_id)
        report = orders.report_from_row(row) if row else None
        return report if report and report.status in _FINAL else None

    async def execute_order(self, order: Order, *, clock: Clock, commission: Decimal) -> OrderReport:
        """Lock the account first, always: orders of one account are carried out one after another."""
        account = accounts.account_from_row(
            await require_row("account", self._fetch_one(accounts.LOCK, id=order.account_id))
        )
        stored = await self._store_order(order)
        if stored.status in _FINAL:
            return stored
        held = await self._fetch_one(positions.ONE, account_id=account.id, symbol=order.symbol)
        position = positions.position_from_row(held) if held else None
        done = execute(order, cash=account.cash, position=position, commission=commission)
        await self._execute(orders.REPORT, **orders.report_columns(done.report))
        if done.report.status is OrderStatus.FILLED:
            await self._book_fill(order, done, clock=clock)
        return done.report

    async def _store_order(self, order: Order) -> OrderReport:
        """Return what is stored of the order; it is stored with its confirmation, or else here."""
        await self._execute(orders.ADD, **orders.order_columns(order))
        row = await self._fetch_one(orders.LOCK, client_order_id=order.client_order_id)
        if row is None:
            raise DuplicateError(decision=order.decision_id)
        return orders.report_from_row(row)

    async def _book_fill(self, order: Order, done: Execution, *, clock: Clock) -> None:
        report, account = done.report, {"account_id": order.account_id, "symbol": order.symbol}
        await self._execute(
            fills.ADD,
            **account,
            id=derive_id(order.id, "fill"),
            order_id=order.id,
            side=order.side,
            shares=report.filled_shares,
            price=report.average_price,
            commission=report.commission,
            executed_at=report.executed_at,
            created_at=clock.now(),
        )
        await self._execute(accounts.SET_CASH, id=order.account_id, cash=done.cash)
        if done.position is None:
            await self._execute(positions.CLOSE, **account)
        else:
            held = done.position
            await self._execute(
                positions.SAVE,
                **account,
                shares=held.shares,
                average_cost=held.average_cost,
                opened_at=held.opened_at,
            )
