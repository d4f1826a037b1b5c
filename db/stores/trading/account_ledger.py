from datetime import date, datetime

from bot.domain.accounting.ledger import BookedAction, HoldingConversion, Ledger, LedgerFill
from bot.domain.accounting.roll_forward import AccountValue, RolledForward
from bot.domain.ids import AccountId
from bot.domain.market.price_history import ActionKind
from bot.domain.trading.accounts import Account
from bot.domain.trading.execution.orders import Side
from db.pool import Row
from db.stores.base import Store, insert_from_json, require_row
from db.stores.trading import accounts, fills, holding_corrections, positions

ACTIONS = """
SELECT * FROM corporate_action WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
 ORDER BY ex_date, kind, symbol
"""
ADD_ACTION = insert_from_json(
    "corporate_action", "tenant_id, account_id, symbol, ex_date, kind, value, shares, share_change, cash, created_at"
)
VALUES = """
SELECT * FROM account_value WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s ORDER BY session
"""
COUNT = """
SELECT (SELECT count(*) FROM fill WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s)
     + (SELECT count(*) FROM corporate_action WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s)
     + coalesce((SELECT corrections FROM account WHERE tenant_id = %(tenant_id)s AND id = %(account_id)s), 0)
       AS entries
"""
FIRST_SESSION = """
SELECT min(session) AS session FROM account_value WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s
"""
SAVE_VALUE = (
    insert_from_json("account_value", "tenant_id, account_id, session, cash, positions, at_cost")
    + """
    ON CONFLICT (tenant_id, account_id, session)
    DO UPDATE SET cash = excluded.cash, positions = excluded.positions, at_cost = excluded.at_cost
"""
)
ROLL = """
UPDATE account SET cash = cash + %(cash_change)s, rolled_to = %(to)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""


class PostgresAccountLedger(Store):
    """Implements `bot.ports.AccountLedger`."""

    async def load_ledger(self, account: Account) -> Ledger:
        booked_fills = await self._fetch_all(fills.ALL, account_id=account.id)
        booked_actions = await self._fetch_all(ACTIONS, account_id=account.id)
        conversions = await self._booked_conversions(account.id) if booked_fills else ()  # without one, nothing is held
        return Ledger(
            starting_cash=account.starting_cash,
            fills=tuple(_fill_from_row(row) for row in booked_fills),
            actions=tuple(_action_from_row(row) for row in booked_actions),
            conversions=conversions,
        )

    async def _booked_conversions(self, account_id: AccountId) -> tuple[HoldingConversion, ...]:
        rows = await self._fetch_all(holding_corrections.BOOKED_CONVERSIONS, account_id=account_id)
        return tuple(holding_corrections.conversion_from_row(row) for row in rows)

    async def count_entries(self, account_id: AccountId) -> int:
        row = await require_row("count", self._fetch_one(COUNT, account_id=account_id))
        count: int = row["entries"]
        return count

    async def first_session(self, account_id: AccountId) -> date | None:
        row = await self._fetch_one(FIRST_SESSION, account_id=account_id)
        return row["session"] if row else None

    async def values(self, account_id: AccountId) -> tuple[AccountValue, ...]:
        return tuple(_value_from_row(row) for row in await self._fetch_all(VALUES, account_id=account_id))

    async def book_roll(self, account: Account, rolled: RolledForward, *, to: datetime | None) -> bool:
        row = await self._fetch_one(accounts.LOCK, id=account.id)
        if row is None or accounts.account_from_row(row) != account:
            return False
        for action, change in rolled.actions_with_share_changes:
            columns = {**_action_columns(action), "share_change": change}
            self._write("corporate_action", ADD_ACTION, account_id=account.id, **columns)
        for value in rolled.values:
            self._write("account_value", SAVE_VALUE, account_id=account.id, **_value_columns(value))
        for symbol, position in rolled.positions.items():
            key = {"account_id": account.id, "symbol": symbol}
            if position is None:
                await self._execute(positions.CLOSE, **key)
            else:
                await self._execute(positions.SAVE, **key, **positions.position_columns(position))
        if last := rolled.last_prices:
            prices, days = [each.price for each in last.values()], [each.session for each in last.values()]
            key = {"account_id": account.id, "symbols": list(last)}
            await self._execute(positions.PRICE, **key, prices=prices, days=days)
        held = positions.held_columns(rolled.held_actions)
        await self._execute(positions.HOLD_ACTIONS, account_id=account.id, **held)
        await self._execute(ROLL, id=account.id, cash_change=rolled.cash_change, to=to)
        return True


def _fill_from_row(row: Row) -> LedgerFill:
    return LedgerFill(
        symbol=row["symbol"],
        side=Side(row["side"]),
        shares=row["shares"],
        price=row["price"],
        commission=row["commission"],
        executed_at=row["executed_at"],
        booked_at=row["created_at"],
    )


def _action_from_row(row: Row) -> BookedAction:
    return BookedAction(
        symbol=row["symbol"],
        ex_date=row["ex_date"],
        kind=ActionKind(row["kind"]),
        value=row["value"],
        shares=row["shares"],
        cash=row["cash"],
        booked_at=row["created_at"],
    )


def _action_columns(action: BookedAction) -> dict[str, object]:
    return {
        "symbol": action.symbol,
        "ex_date": action.ex_date,
        "kind": action.kind,
        "value": action.value,
        "shares": action.shares,
        "cash": action.cash,
        "created_at": action.booked_at,
    }


def _value_columns(value: AccountValue) -> dict[str, object]:
    return {"session": value.session, "cash": value.cash, "positions": value.positions, "at_cost": value.at_cost}


def _value_from_row(row: Row) -> AccountValue:
    return AccountValue(
        session=row["session"], cash=row["cash"], positions=row["positions"], at_cost=tuple(row["at_cost"])
    )
