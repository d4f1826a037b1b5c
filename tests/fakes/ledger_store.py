"""The in-memory ledger of accounts."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

from bot.domain.accounting.corrections import CorrectionStatus
from bot.domain.accounting.ledger import BookedAction, HoldingConversion, Ledger, LedgerFill
from bot.domain.accounting.roll_forward import AccountValue, RolledForward
from bot.domain.ids import AccountId
from bot.domain.trading.accounts import Account, StatedPriceOfDay
from tests.fakes.broker import paper_cash
from tests.fakes.memory import Fill, TenantStore


class FakeAccountLedger(TenantStore):
    """`AccountLedger`, in memory."""

    async def load_ledger(self, account: Account) -> Ledger:
        mine = self._is_mine(account.id)
        return Ledger(
            starting_cash=account.starting_cash,
            fills=tuple(_entry(f) for f in self._state.fills.values() if mine and f.order.account_id == account.id),
            actions=tuple(action for (owner, _), action in self._state.actions.items() if mine and owner == account.id),
            conversions=tuple(self._conversions(account.id)) if mine else (),
        )

    def _conversions(self, account_id: AccountId) -> Iterator[HoldingConversion]:
        for _, each in self._state.corrections.values():
            is_booked = each.account_id == account_id and each.status is CorrectionStatus.BOOKED
            if is_booked and isinstance(each.change, HoldingConversion):
                yield each.change

    async def count_entries(self, account_id: AccountId) -> int:
        if not self._is_mine(account_id):
            return 0
        ledger = await self.load_ledger(self._state.accounts[account_id])
        return len(ledger.fills) + len(ledger.actions) + self._state.accounts[account_id].corrections

    async def first_session(self, account_id: AccountId) -> date | None:
        return min((value.session for value in await self.values(account_id)), default=None)

    async def values(self, account_id: AccountId) -> tuple[AccountValue, ...]:
        mine = self._is_mine(account_id)
        found = [value for (owner, _), value in self._state.account_values.items() if mine and owner == account_id]
        return tuple(sorted(found, key=lambda value: value.session))

    async def book_roll(self, account: Account, rolled: RolledForward, *, to: datetime | None) -> bool:
        if not self._is_mine(account.id) or self._state.accounts[account.id] != account:
            return False
        for action, change in rolled.actions_with_share_changes:
            assert (account.id, action.key) not in self._state.actions
            self._state.actions[account.id, action.key] = action
            self._apply_at_paper_broker(account.id, action, change)
        for value in rolled.values:
            self._state.account_values[account.id, value.session] = value
        for symbol, position in rolled.positions.items():
            self._state.positions.pop((account.id, symbol), None)
            if position is not None:
                self._state.positions[account.id, symbol] = position
        for symbol, last in rolled.last_prices.items():
            held = self._state.positions.get((account.id, symbol))
            if held and not (isinstance(held.last_good, StatedPriceOfDay) and last.session < held.last_good.session):
                self._state.positions[account.id, symbol] = replace(held, last_good=last)
        for (account_id, symbol), held in self._state.positions.items():
            if account_id == account.id:
                held_action = rolled.held_actions.get(symbol)
                self._state.positions[account_id, symbol] = replace(held, held_action=held_action)
        self._state.accounts[account.id] = replace(account, cash=account.cash + rolled.cash_change, rolled_to=to)
        return True

    def _apply_at_paper_broker(self, account_id: AccountId, action: BookedAction, change: Decimal) -> None:
        self._state.paper_cash[account_id] = paper_cash(self._state, account_id) + action.cash
        key = (account_id, action.symbol)
        shares = self._state.paper_positions.pop(key, Decimal(0)) + change
        if shares > 0:
            self._state.paper_positions[key] = shares

    def _is_mine(self, account_id: AccountId) -> bool:
        account = self._state.accounts.get(account_id)
        return account is not None and account.tenant_id == self._tenant_id


def _entry(booked: Fill) -> LedgerFill:
    return LedgerFill(
        symbol=booked.order.symbol,
        side=booked.order.side,
        shares=booked.fill.shares,
        price=booked.fill.price,
        commission=booked.fill.commission,
        executed_at=booked.fill.executed_at,
        booked_at=booked.order.created_at,
    )
