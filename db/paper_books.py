"""The paper broker's books in PostgreSQL."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal
from operator import itemgetter

from bot.domain.trading.execution.broker import AccountKey, BrokerFill, BrokerOrder
from db.pool import Database, Row
from db.rows import RowType
from db.stores.base import Store, StoreSession
from db.stores.trading.orders import REJECTION

LOCK = """
SELECT cash FROM paper_account WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s FOR NO KEY UPDATE
"""
CASH = "SELECT cash FROM paper_account WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s"
POSITIONS = """
SELECT symbol, shares FROM paper_position
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s ORDER BY symbol
"""
# One row per fill, or one without a fill.
_ORDERS = """
SELECT o.*, f.id AS fill_id, f.shares AS fill_shares, f.price, f.commission, f.executed_at
  FROM paper_order o
  LEFT JOIN paper_fill f ON f.tenant_id = o.tenant_id AND f.client_order_id = o.client_order_id
 WHERE o.tenant_id = %(tenant_id)s AND o.account_id = %(account_id)s
"""
ORDER = f"{_ORDERS} AND o.client_order_id = %(client_order_id)s ORDER BY f.executed_at, f.id"
OPEN_ORDERS = f"""
{_ORDERS} AND o.status IN ('submitted', 'partially_filled') ORDER BY o.client_order_id, f.executed_at, f.id
"""
SAVE_ORDER = """
INSERT INTO paper_order (tenant_id, client_order_id, account_id, symbol, side, shares, status, reason, required,
                         available, suggested_shares)
VALUES (%(tenant_id)s, %(client_order_id)s, %(account_id)s, %(symbol)s, %(side)s, %(shares)s, %(status)s, %(reason)s,
        %(required)s, %(available)s, coalesce(%(suggested_shares)s, 0))
    ON CONFLICT (tenant_id, client_order_id) DO UPDATE SET status = excluded.status
"""
ADD_FILL = """
INSERT INTO paper_fill (tenant_id, client_order_id, id, shares, price, commission, executed_at)
VALUES (%(tenant_id)s, %(client_order_id)s, %(fill_id)s, %(fill_shares)s, %(price)s, %(commission)s, %(executed_at)s)
    ON CONFLICT DO NOTHING
"""
SET_CASH = """
UPDATE paper_account SET cash = %(cash)s WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
"""
SAVE_POSITION = """
INSERT INTO paper_position (tenant_id, account_id, symbol, shares)
VALUES (%(tenant_id)s, %(account_id)s, %(symbol)s, %(shares)s)
    ON CONFLICT (tenant_id, account_id, symbol) DO UPDATE SET shares = excluded.shares
"""
CLOSE_POSITION = """
DELETE FROM paper_position WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND symbol = %(symbol)s
"""
_ORDER = RowType(BrokerOrder, rejection=REJECTION)
_FILL = RowType(BrokerFill, id="fill_id", shares="fill_shares")


class PostgresPaperBooks:
    """Implements `bot.ports.PaperBooks`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def change(self, account: AccountKey) -> AsyncIterator["PostgresPaperAccount"]:
        async with self._database.transaction(account.tenant_id) as conn:
            books = PostgresPaperAccount(StoreSession(conn, account.tenant_id), account)
            await books.lock()
            yield books

    @asynccontextmanager
    async def read(self, account: AccountKey) -> AsyncIterator["PostgresPaperAccount"]:
        async with self._database.read(account.tenant_id) as conn:
            yield PostgresPaperAccount(StoreSession(conn, account.tenant_id, is_read_only=True), account)


class PostgresPaperAccount(Store):
    """Implements `bot.ports.PaperAccount`."""

    def __init__(self, session: StoreSession, account: AccountKey) -> None:
        super().__init__(session)
        self._account_id = account.account_id

    async def lock(self) -> None:
        """Lock the account until the transaction ends. Raises: LookupError."""
        await self._get(dict, LOCK, account_id=self._account_id)

    async def cash(self) -> Decimal:
        cash: Decimal = await self._get(itemgetter("cash"), CASH, account_id=self._account_id)
        return cash

    async def positions(self) -> Mapping[str, Decimal]:
        rows = await self._fetch_all(POSITIONS, account_id=self._account_id)
        return {row["symbol"]: row["shares"] for row in rows}

    async def find_order(self, client_order_id: str) -> BrokerOrder | None:
        rows = await self._fetch_all(ORDER, account_id=self._account_id, client_order_id=client_order_id)
        return _order_from_rows(rows) if rows else None

    async def open_orders(self) -> tuple[BrokerOrder, ...]:
        by_id: dict[str, list[Row]] = {}
        for row in await self._fetch_all(OPEN_ORDERS, account_id=self._account_id):
            by_id.setdefault(row["client_order_id"], []).append(row)
        return tuple(_order_from_rows(rows) for rows in by_id.values())

    async def save_order(self, order: BrokerOrder) -> None:
        await self._execute(SAVE_ORDER, account_id=self._account_id, **_ORDER.columns(order))
        for fill in order.fills:
            await self._execute(ADD_FILL, client_order_id=order.client_order_id, **_FILL.columns(fill))

    async def save_holdings(self, *, cash: Decimal, symbol: str, shares: Decimal) -> None:
        await self._execute(SET_CASH, account_id=self._account_id, cash=cash)
        if shares:
            await self._execute(SAVE_POSITION, account_id=self._account_id, symbol=symbol, shares=shares)
        else:
            await self._execute(CLOSE_POSITION, account_id=self._account_id, symbol=symbol)


def _order_from_rows(rows: list[Row]) -> BrokerOrder:
    fills = tuple(_FILL(row) for row in rows if row["fill_id"] is not None)
    return replace(_ORDER(rows[0]), fills=fills)
