from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from psycopg.types.json import Json

from bot.domain.ids import AccountId, DecisionId, derive_id
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account, Position, ReservedCash
from bot.domain.trading.execution.booking import Booking, OrderLedger, book_order
from bot.domain.trading.execution.broker import BrokerOrder, Difference
from bot.domain.trading.execution.orders import AccountOrder, OrderReport
from bot.errors import ClockBehindTradesError
from bot.ports import Clock
from db.codec import encode
from db.rows import RowType
from db.stores.base import Store, StoreSession
from db.stores.trading import orders, positions

GET = "SELECT * FROM account WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
LOCK = "SELECT * FROM account WHERE tenant_id = %(tenant_id)s AND id = %(id)s FOR NO KEY UPDATE"
OPEN = """
INSERT INTO account (tenant_id, id, kind, market, currency, starting_cash, cash, created_at, passed_to)
VALUES (%(tenant_id)s, %(id)s, 'paper', %(market)s, %(currency)s, %(cash)s, %(cash)s, %(created_at)s, %(created_at)s)
    ON CONFLICT DO NOTHING
"""
# One row per position, or one without a position.
HOLDINGS = """
SELECT a.*, p.symbol, p.shares, p.average_cost, p.opened_at, p.last_price, p.last_priced_on, p.held_on,
       p.held_kind, p.held_value, c.person_name AS stated_by
  FROM account a LEFT JOIN position p ON p.tenant_id = a.tenant_id AND p.account_id = a.id
  LEFT JOIN holding_correction c ON c.tenant_id = p.tenant_id AND c.id = p.price_correction
 WHERE a.tenant_id = %(tenant_id)s AND a.id = %(id)s
 ORDER BY p.symbol
"""
RESERVED = """
SELECT coalesce(sum(cash), 0) AS amount, count(*) AS purchases
  FROM (SELECT (shares - filled_shares) * reference_price AS cash FROM trade_order
         WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND side = 'buy'
           AND status IN ('new', 'submitted', 'partially_filled', 'unknown')
         UNION ALL
        SELECT cash_change FROM decision
         WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND status = 'proposed' AND action <> 'hold'
           AND expires_at > %(at)s AND cash_change > 0 AND id <> ALL (%(except_decisions)s::uuid[])) reserved
"""
SET_CASH = "UPDATE account SET cash = %(cash)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
STORE_COMPARISON = """
UPDATE account SET differences = %(differences)s, compared_at = %(at)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
SET_MARKET_TIME = """
UPDATE account SET market_time = %(at)s, rolled_to = CASE WHEN rolled_to <= %(at)s THEN rolled_to END
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""
MARK_PASSED = """
UPDATE account SET passed_to = %(until)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND passed_to = %(since)s
RETURNING id
"""
LAST_ACTION = """
SELECT max(ex_date) AS day FROM corporate_action WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
"""
LAST_CORRECTION = """
SELECT max(effective_at) AS at FROM holding_correction
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND status = 'booked'
"""
DROP_LATER_VALUES = """
DELETE FROM account_value
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND session > %(day)s
"""


ACCOUNT = RowType(Account)
_RESERVED = RowType(ReservedCash)


@dataclass(frozen=True, slots=True)
class PaperAccounts:
    """The cash and the currency with which a paper account is opened."""

    starting_cash: Decimal = Decimal(100_000)
    currency: str = "USD"  # ISO 4217


class PostgresAccounts(Store):
    """Implements `bot.ports.Accounts`."""

    def __init__(self, session: StoreSession, *, clock: Clock, paper: PaperAccounts) -> None:
        super().__init__(session)
        self._clock = clock
        self._paper = paper

    async def default(self, *, market: str) -> Account:
        """Return the tenant's account on one market; open it with the configured cash at first use."""
        account_id = derive_id(self._tenant_id, f"account/{market}")
        if found := await self._find(ACCOUNT, GET, id=account_id):
            return found
        terms = {"currency": self._paper.currency, "cash": self._paper.starting_cash}
        await self._execute(OPEN, id=account_id, market=market, created_at=self._clock.now(), **terms)
        return await self._get(ACCOUNT, GET, id=account_id)

    async def holdings(self, *, market: str) -> tuple[Account, tuple[Position, ...]]:
        rows = await self._fetch_all(HOLDINGS, id=derive_id(self._tenant_id, f"account/{market}"))
        if not rows:
            return await self.default(market=market), ()
        held = tuple(positions.position_from_row(row) for row in rows if row["symbol"] is not None)
        return ACCOUNT(rows[0]), held

    async def reserved_cash(
        self, account_id: AccountId, *, at: datetime, except_decisions: Collection[DecisionId] = ()
    ) -> ReservedCash:
        asked = {"account_id": account_id, "at": at, "except_decisions": list(except_decisions)}
        return await self._get(_RESERVED, RESERVED, **asked)

    async def lock(self, account_id: AccountId) -> Account:
        return await self._get(ACCOUNT, LOCK, id=account_id)

    async def get(self, account_id: AccountId) -> Account:
        return await self._get(ACCOUNT, GET, id=account_id)

    async def store_comparison(
        self, account_id: AccountId, differences: tuple[Difference, ...], *, at: datetime
    ) -> None:
        document = Json([encode(each) for each in differences])
        await self._execute(STORE_COMPARISON, id=account_id, differences=document, at=at)

    async def note_unbooked(
        self, account_id: AccountId, client_order_ids: Collection[str], *, at: datetime
    ) -> Mapping[str, datetime]:
        names = list(client_order_ids)
        rows = await self._fetch_all(orders.NOTE_UNBOOKED, account_id=account_id, unbooked=names, at=at)
        return {row["client_order_id"]: row["unbooked_since"] for row in rows if row["unbooked_since"]}

    async def set_market_time(self, account_id: AccountId, at: datetime) -> None:
        account = await self.lock(account_id)
        times = (await self.last_execution(account_id), await self._fetch_value(LAST_CORRECTION, account_id=account_id))
        last = max((each for each in times if each is not None), default=None)
        if last is not None and at < last:
            raise ClockBehindTradesError(last=market_date(last))
        action = await self._fetch_value(LAST_ACTION, account_id=account_id)  # one may be later than `rolled_to`
        if action is not None and market_date(at) < action:
            raise ClockBehindTradesError(last=action)
        if account.rolled_to is None or at < account.rolled_to:
            await self._execute(DROP_LATER_VALUES, account_id=account_id, day=market_date(at))
        await self._execute(SET_MARKET_TIME, id=account_id, at=at)

    async def pass_time(self, account_id: AccountId, *, since: datetime, until: datetime) -> bool:
        return await self._fetch_one(MARK_PASSED, id=account_id, since=since, until=until) is not None

    async def positions(self, account_id: AccountId) -> tuple[Position, ...]:
        return await self._find_all(positions.position_from_row, positions.ALL, account_id=account_id)

    async def add_order(self, order: AccountOrder) -> bool:
        """Store an order unless its decision already has one; return whether it was stored.

        The database accepts it only with an approval of its decision, by the end of the transaction.
        """
        return await self._fetch_one(orders.ADD, **orders.ORDER.columns(order)) is not None

    async def order_for(self, decision_id: DecisionId) -> AccountOrder | None:
        return await self._find(orders.ORDER, orders.FOR_DECISION, decision_id=decision_id)

    async def report_for(self, decision_id: DecisionId) -> OrderReport | None:
        return await self._find(orders.ORDER_REPORT, orders.FOR_DECISION, decision_id=decision_id)

    async def book_order(self, order: AccountOrder, broker_order: BrokerOrder) -> Booking:
        account = await self.lock(order.account_id)
        key = {"account_id": order.account_id, "symbol": order.symbol}
        ledger = OrderLedger(
            order=order,
            report=await self._get(orders.ORDER_REPORT, orders.FOR_DECISION, decision_id=order.decision_id),
            fills=await self._find_all(orders.BROKER_FILL, orders.FILLS_OF_ORDER, order_id=order.id),
            cash=account.cash,
            position=await self._find(positions.position_from_row, positions.ONE, **key),
        )
        booking = book_order(ledger, broker_order)
        if booking.new_fills:
            await self._store_fills(order, booking)
        await self._execute(orders.REPORT, **orders.ORDER_REPORT.columns(booking.report))
        return booking

    async def mark_unknown(self, order: AccountOrder) -> None:
        await self._execute(orders.MARK_UNKNOWN, id=order.id)

    async def _store_fills(self, order: AccountOrder, booking: Booking) -> None:
        of_order = {"order_id": order.id, "account_id": order.account_id, "symbol": order.symbol, "side": order.side}
        for fill in booking.new_fills:
            await self._execute(
                orders.ADD_FILL,
                id=derive_id(order.id, f"fill/{fill.id}"),
                created_at=self._clock.now(),
                **of_order,
                **orders.BROKER_FILL.columns(fill),
            )
        await self._execute(SET_CASH, id=order.account_id, cash=booking.cash)
        sql, columns = positions.saved(order.symbol, booking.position)
        await self._execute(sql, account_id=order.account_id, **columns)

    async def open_orders(self, account_id: AccountId) -> tuple[AccountOrder, ...]:
        return await self._find_all(orders.ORDER, orders.OPEN, account_id=account_id)

    async def orders(self, account_id: AccountId, *, limit: int) -> tuple[AccountOrder, ...]:
        return await self._find_all(orders.ORDER, orders.LATEST, account_id=account_id, limit=limit)

    async def last_execution(self, account_id: AccountId) -> datetime | None:
        at: datetime | None = await self._fetch_value(orders.LAST_FILL, account_id=account_id)
        return at
