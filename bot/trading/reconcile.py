"""Reconciliation: compares each account that trades with the broker's books; while they differ, nothing is traded.

No lock is held while the broker is asked. A comparison counts only if our ledger was the same before and after it:
every order that the broker can have filled in between was stored by us before it was sent, so it is seen as on its way
or as a change. What differs must differ twice, by the same figure or by another.

An order whose outcome is not booked hides what it can have changed, and nothing else; while it is new, an account that
shows no other difference cannot be told to agree. After a few minutes it is a difference of its own.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import compress
from typing import Final

from bot.domain.trading.accounts import Account
from bot.domain.trading.execution.broker import AccountKey, Difference
from bot.domain.trading.execution.orders import AccountOrder
from bot.domain.trading.execution.reconciliation import (
    BrokerSnapshot,
    LedgerSnapshot,
    find_differences,
    has_unbooked_fill,
    is_unconfirmed,
    lasting_differences,
)
from bot.errors import BrokerUnavailableError
from bot.ports import Broker, Clock, Stores, Sweeper, Transaction
from bot.trading.broker_calls import answer_in_time

INTERVAL: Final = timedelta(seconds=60)  # between two comparisons of one account
CHECK_INTERVAL: Final = timedelta(seconds=15)  # between two looks for accounts that are due
_SLACK: Final = timedelta(seconds=10)  # processes take turns: an account is due a little before a whole interval
_LOOKS: Final = 3
_AT_ONCE: Final = 4  # accounts: one whose broker does not answer holds up no other
_PATIENCE: Final = timedelta(minutes=5)  # with an order whose outcome is not booked; usually that takes seconds

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

        One of which nothing can be told yet is due again at the next call: after a crash, as soon as it is recovered.
        """
        undecided: list[AccountKey] = []
        before = self.clock.now() - (INTERVAL - _SLACK if self._has_run else timedelta(0))
        self._has_run = True
        while accounts := await self.sweeper.claim_accounts(compared_before=before):
            slots = asyncio.Semaphore(_AT_ONCE)
            are_undecided = await asyncio.gather(*(self._is_undecided(account, slots) for account in accounts))
            undecided += compress(accounts, are_undecided)
        for account in undecided:
            await self.sweeper.set_compared_at(account, self.clock.now() - INTERVAL)

    async def _is_undecided(self, account: AccountKey, slots: asyncio.Semaphore) -> bool:
        """Compare one account; return whether nothing can be told of it yet."""
        async with slots:
            try:
                return await self.reconcile(account) is None
            except BrokerUnavailableError as error:
                _log.warning("account %s is not compared: %s", account.account_id, error)
            except Exception:  # noqa: BLE001  # one failure must not keep the others from being compared
                _log.exception("account %s is not compared", account.account_id)
        return False

    async def reconcile(self, key: AccountKey) -> tuple[Difference, ...] | None:
        """Compare one account, and stop or resume trading on it; None: it cannot be told just now.

        Raises: BrokerUnavailableError, StoreUnavailableError.
        """
        seen: tuple[Difference, ...] = ()
        for look in range(_LOOKS):
            if look:
                await asyncio.sleep(self.pause_seconds)
            ours, differences = await self._compare(key)
            lasting = lasting_differences(seen, differences or ())
            if lasting or differences == ():
                return lasting if await self._record(key, ours, lasting) else None
            seen = differences or ()
        return None

    async def _compare(self, key: AccountKey) -> tuple[LedgerSnapshot, tuple[Difference, ...] | None]:
        """Return our side, and what differs; None: something is under way, and nothing else differs."""
        async with self.stores.read(key.tenant_id) as tx:
            ours = (await _ledger_snapshot(tx, key))[1]
        theirs = await self._broker_snapshot(key)
        if theirs is None:
            return ours, None
        are_unbooked = await asyncio.gather(*(self._is_unbooked(key, each, theirs) for each in ours.open_orders))
        unbooked = tuple(compress(ours.open_orders, are_unbooked))
        since = await self._note_unbooked(key, unbooked) if ours.open_orders else {}
        recent = [each for each in unbooked if self._is_recent(each, since)]
        unresolved = [each for each in unbooked if each not in recent]
        return ours, find_differences(ours, theirs, unresolved=unresolved, recent=recent) or (None if recent else ())

    def _is_recent(self, order: AccountOrder, unbooked_since: Mapping[str, datetime]) -> bool:
        since = order.created_at if is_unconfirmed(order) else unbooked_since.get(order.client_order_id)
        return since is None or self.clock.now() - since < _PATIENCE

    async def _note_unbooked(self, key: AccountKey, orders: Collection[AccountOrder]) -> Mapping[str, datetime]:
        """Return since when the outcome of each order is not booked, as far as any process has seen."""
        async with self.stores.transaction(key.tenant_id) as tx:
            await tx.accounts.lock(key.account_id)
            names = [each.client_order_id for each in orders]
            return await tx.accounts.note_unbooked(key.account_id, names, at=self.clock.now())

    async def _broker_snapshot(self, key: AccountKey) -> BrokerSnapshot | None:
        """Return the broker's side; None: an order was filled or ended while we were asking."""
        before = await answer_in_time(self.broker.open_orders(key))
        cash = await answer_in_time(self.broker.cash(key))
        snapshot = BrokerSnapshot(cash, await answer_in_time(self.broker.positions(key)), before)
        return snapshot if await answer_in_time(self.broker.open_orders(key)) == before else None

    async def _is_unbooked(self, key: AccountKey, order: AccountOrder, theirs: BrokerSnapshot) -> bool:
        if is_unconfirmed(order) or has_unbooked_fill(order, theirs):
            return True
        if order.client_order_id in {each.client_order_id for each in theirs.open_orders}:
            return False
        try:
            return await answer_in_time(self.broker.find_order(key, order.client_order_id)) is not None
        except BrokerUnavailableError as error:
            _log.warning("no answer about order %s: %s", order.client_order_id, error)
            return True

    async def _record(self, key: AccountKey, ours: LedgerSnapshot, differences: tuple[Difference, ...]) -> bool:
        """Store what differs, unless our ledger has changed since `ours`; return whether it counts."""
        async with self.stores.transaction(key.tenant_id) as tx:
            await tx.accounts.lock(key.account_id)
            account, now = await _ledger_snapshot(tx, key)
            if now != ours:
                return False
            await tx.accounts.store_comparison(account.id, differences, at=self.clock.now())
            if account.differences != differences:
                await _audit(tx, account, differences)
        return True


async def _ledger_snapshot(tx: Transaction, key: AccountKey) -> tuple[Account, LedgerSnapshot]:
    account = await tx.accounts.get(key.account_id)
    positions = await tx.accounts.positions(account.id)
    orders = await tx.accounts.open_orders(account.id)
    return account, LedgerSnapshot(account.cash, {each.symbol: each.shares for each in positions}, orders)


async def _audit(tx: Transaction, account: Account, differences: tuple[Difference, ...]) -> None:
    facts = {f"{each.kind} {each.symbol}".strip(): each.figures for each in differences}
    kind = "account_differs" if differences else "account_agrees"
    _log.log(logging.ERROR if differences else logging.INFO, "account %s: %s %s", account.id, kind, facts)
    await tx.audit.add_entry(kind, subject=account.id, by="parley", facts=facts)
