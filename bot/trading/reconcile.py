"""Reconciliation: compares each account that trades with the broker's books; while they differ, nothing is traded.

No lock is held while the broker is asked. A comparison counts only if our ledger was the same before and after it, and
no order was on its way: every order that the broker can have filled in between was stored by us before it was sent, so
it is seen as on its way or as a change. What differs must differ in the same way twice.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from bot.domain.trading.accounts import Account
from bot.domain.trading.broker import AccountKey
from bot.domain.trading.differences import Difference
from bot.domain.trading.reconciliation import (
    BrokerSnapshot,
    LedgerSnapshot,
    find_differences,
    has_unbooked_news,
)
from bot.errors import BrokerUnavailableError
from bot.ports import Broker, Clock, Stores, Sweeper, Transaction

INTERVAL: Final = timedelta(seconds=60)
_SLACK: Final = timedelta(seconds=10)  # processes take turns: an account is due a little before a whole interval
_LOOKS: Final = 3

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Reconciliation:
    """Compares accounts with the broker. Safe to run at any time, in any number of processes at once."""

    stores: Stores
    broker: Broker
    sweeper: Sweeper
    clock: Clock
    pause_seconds: float = 1.0  # between two looks at the same account
    _has_run: bool = field(default=False)

    async def reconcile_due_accounts(self) -> None:
        """Compare the accounts that no process has compared lately; at the first call, all.

        Raises: StoreUnavailableError.
        """
        before = self.clock.now() - (INTERVAL - _SLACK if self._has_run else timedelta(0))
        self._has_run = True
        while accounts := await self.sweeper.claim_accounts(compared_before=before):
            for account in accounts:
                try:
                    await self.reconcile(account)
                except BrokerUnavailableError as error:
                    _log.warning("account %s is not compared: %s", account.account_id, error)

    async def reconcile(self, key: AccountKey) -> tuple[Difference, ...] | None:
        """Compare one account, and stop or resume trading on it; None: it cannot be told just now.

        Raises: BrokerUnavailableError, StoreUnavailableError.
        """
        seen: tuple[Difference, ...] | None = None
        for look in range(_LOOKS):
            if look:
                await asyncio.sleep(self.pause_seconds)
            ours, differences = await self._compare(key)
            if differences is not None and (not differences or differences == seen):
                return differences if await self._record(key, ours, differences) else None
            seen = differences
        return None

    async def _compare(self, key: AccountKey) -> tuple[LedgerSnapshot, tuple[Difference, ...] | None]:
        """Return our side, and what differs; None: something is under way."""
        async with self.stores.read(key.tenant_id) as tx:
            ours = (await _ledger_snapshot(tx, key))[1]
        if not ours.is_settled:
            return ours, None
        theirs = await self._broker_snapshot(key)
        if theirs is None or has_unbooked_news(ours, theirs) or await self._has_ended_order(key, ours, theirs):
            return ours, None
        return ours, find_differences(ours, theirs)

    async def _broker_snapshot(self, key: AccountKey) -> BrokerSnapshot | None:
        """Return the broker's side; None: an order was filled or ended while we were asking."""
        before = await self.broker.open_orders(key)
        snapshot = BrokerSnapshot(await self.broker.cash(key), await self.broker.positions(key), before)
        return snapshot if await self.broker.open_orders(key) == before else None

    async def _has_ended_order(self, key: AccountKey, ours: LedgerSnapshot, theirs: BrokerSnapshot) -> bool:
        """Return whether an order that is open here has ended at the broker; it is booked soon."""
        open_there = {each.client_order_id for each in theirs.open_orders}
        for order in ours.open_orders:
            if order.client_order_id not in open_there and await self.broker.find_order(key, order.client_order_id):
                return True
        return False

    async def _record(self, key: AccountKey, ours: LedgerSnapshot, differences: tuple[Difference, ...]) -> bool:
        """Store what differs, unless our ledger has changed since `ours`; return whether it counts."""
        async with self.stores.transaction(key.tenant_id) as tx:
            await tx.accounts.lock(key.account_id)
            account, now = await _ledger_snapshot(tx, key)
            if now != ours:
                return False
            if account.differences != differences:
                await tx.accounts.set_differences(account.id, differences)
                await _audit(tx, account, differences)
        return True


async def _ledger_snapshot(tx: Transaction, key: AccountKey) -> tuple[Account, LedgerSnapshot]:
    account = await tx.accounts.get(key.account_id)
    positions = await tx.accounts.positions(account.id)
    orders = await tx.accounts.open_orders(account.id)
    return account, LedgerSnapshot(account.cash, {each.symbol: each.shares for each in positions}, orders)


async def _audit(tx: Transaction, account: Account, differences: tuple[Difference, ...]) -> None:
    facts = {f"{each.kind} {each.symbol}".strip(): f"{each.ours} here, {each.broker} there" for each in differences}
    kind = "account_differs" if differences else "account_agrees"
    _log.log(logging.ERROR if differences else logging.INFO, "account %s: %s %s", account.id, kind, facts)
    await tx.audit.add_entry(kind, subject=account.id, by="parley", facts=facts)
