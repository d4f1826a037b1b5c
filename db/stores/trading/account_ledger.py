from datetime import date, datetime

from bot.domain.accounting.ledger import BookedAction, HoldingConversion, Ledger
from bot.domain.accounting.roll_forward import AccountValue, RolledForward
from bot.domain.ids import AccountId
from bot.domain.trading.accounts import Account
from db.rows import RowType
from db.stores.base import Store, insert_from_json, replacing
from db.stores.trading import accounts, holding_corrections, orders, positions

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
_VALUED = "cash, positions, at_cost"
SAVE_VALUE = insert_from_json(
    "account_value",
    f"tenant_id, account_id, session, {_VALUED}",
    replacing("tenant_id, account_id, session", _VALUED),
)
ROLL = """
UPDATE account SET cash = cash + %(cash_change)s, rolled_to = %(to)s WHERE tenant_id = %(tenant_id)s AND id = %(id)s
"""


_ACTION = RowType(BookedAction, booked_at="created_at")
_VALUE = RowType(AccountValue)


class PostgresAccountLedger(Store):
    """Implements `bot.ports.AccountLedger`."""

    async def load_ledger(self, account: Account) -> Ledger:
        booked = await self._find_all(orders.LEDGER_FILL, orders.FILLS, account_id=account.id)
        actions = await self._find_all(_ACTION, ACTIONS, account_id=account.id)
        conversions: tuple[HoldingConversion, ...] = ()
        if booked:  # without a fill, nothing is held
            stored = holding_corrections.BOOKED_CONVERSIONS
            conversions = await self._find_all(holding_corrections.CONVERSION, stored, account_id=account.id)
        return Ledger(starting_cash=account.starting_cash, fills=booked, actions=actions, conversions=conversions)

    async def count_entries(self, account_id: AccountId) -> int:
        return int(await self._fetch_value(COUNT, account_id=account_id))

    async def first_session(self, account_id: AccountId) -> date | None:
        session: date | None = await self._fetch_value(FIRST_SESSION, account_id=account_id)
        return session

    async def values(self, account_id: AccountId) -> tuple[AccountValue, ...]:
        return await self._find_all(_VALUE, VALUES, account_id=account_id)

    async def book_roll(self, account: Account, rolled: RolledForward, *, to: datetime | None) -> bool:
        if await self._find(accounts.ACCOUNT, accounts.LOCK, id=account.id) != account:
            return False
        for action, change in rolled.actions_with_share_changes:
            columns = {"account_id": account.id, "share_change": change, **_ACTION.columns(action)}
            self._write("corporate_action", ADD_ACTION, **columns)
        for value in rolled.values:
            self._write("account_value", SAVE_VALUE, account_id=account.id, **_VALUE.columns(value))
        for symbol, position in rolled.positions.items():
            sql, columns = positions.saved(symbol, position)
            await self._execute(sql, account_id=account.id, **columns)
        if last := rolled.last_prices:
            prices, days = [each.price for each in last.values()], [each.session for each in last.values()]
            key = {"account_id": account.id, "symbols": list(last)}
            await self._execute(positions.PRICE, **key, prices=prices, days=days)
        held = positions.held_columns(rolled.held_actions)
        await self._execute(positions.HOLD_ACTIONS, account_id=account.id, **held)
        await self._execute(ROLL, id=account.id, cash_change=rolled.cash_change, to=to)
        return True
