"""The in-memory ledger of accounts, and corrections of their holdings."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection, ReleasedPrice, StatedPrice
from bot.domain.accounting.ledger import BookedAction, HoldingConversion, Ledger, LedgerFill
from bot.domain.accounting.roll_forward import AccountValue, RolledForward
from bot.domain.ids import AccountId
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Account, Position, StatedPriceOfDay
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


class FakeHoldingCorrections(TenantStore):
    """`HoldingCorrections`, in memory."""

    async def add_correction(self, correction: HoldingCorrection) -> None:
        self._state.corrections.setdefault(correction.id, (self._tenant_id, correction))

    async def find_correction(self, correction_id: UUID) -> HoldingCorrection | None:
        owner, found = self._state.corrections.get(correction_id, (None, None))
        return found if owner == self._tenant_id else None

    async def latest(
        self, account_id: AccountId, *, symbol: str | None = None, limit: int = 10
    ) -> tuple[HoldingCorrection, ...]:
        found = [
            each
            for owner, each in self._state.corrections.values()
            if (owner, each.account_id) == (self._tenant_id, account_id)
            and each.status in {CorrectionStatus.BOOKED, CorrectionStatus.UNDONE}
            and (symbol is None or symbol in each.symbols)
            and not isinstance(each.change, ReleasedPrice)
        ]
        return tuple(sorted(found, key=lambda each: each.change.booked_at, reverse=True)[:limit])

    async def releases(
        self, account_id: AccountId, *, symbol: str | None = None, session: date | None = None
    ) -> tuple[HoldingCorrection, ...]:
        found = [
            each
            for owner, each in self._state.corrections.values()
            if (owner, each.account_id, each.status) == (self._tenant_id, account_id, CorrectionStatus.BOOKED)
            and isinstance(each.change, ReleasedPrice)
            and symbol in {None, each.change.symbol}
            and session in {None, each.change.session}
        ]
        return tuple(sorted(found, key=lambda each: each.change.booked_at, reverse=True)[:10])

    async def move_correction(
        self, correction: HoldingCorrection, *, was: CorrectionStatus, changed: Mapping[str, Position | None]
    ) -> bool:
        stored = await self.find_correction(correction.id)
        if stored is None or stored.status is not was:
            return False
        self._state.corrections[correction.id] = (self._tenant_id, correction)
        if correction.status in {CorrectionStatus.BOOKED, CorrectionStatus.UNDONE}:
            self._change_account(correction)
        for symbol, position in changed.items():
            self._state.positions.pop((correction.account_id, symbol), None)
            if position is not None:
                self._state.positions[correction.account_id, symbol] = position
        return True

    def _change_account(self, correction: HoldingCorrection) -> None:
        account, change = self._state.accounts[correction.account_id], correction.change
        cash = change.cash if isinstance(change, HoldingConversion) else Decimal(0)
        sign = 1 if correction.status is CorrectionStatus.BOOKED else -1
        self._state.accounts[account.id] = replace(
            account, cash=account.cash + sign * cash, corrections=account.corrections + 1
        )
        if isinstance(change, StatedPrice):
            self._state_price(correction, change)
        if not isinstance(change, HoldingConversion):
            return
        self._state.paper_cash[account.id] = paper_cash(self._state, account.id) + sign * cash
        self._add_paper_shares(account.id, change.symbol, -sign * change.shares)
        if change.terms.into is not None:
            self._add_paper_shares(account.id, change.terms.into, sign * change.shares_into)

    def _state_price(self, correction: HoldingCorrection, stated: StatedPrice) -> None:
        key = (correction.account_id, stated.symbol)
        held, day = self._state.positions.get(key), market_date(stated.effective_at)
        ours = StatedPriceOfDay(day, stated.price, correction.person.name)
        if held is not None and correction.status is CorrectionStatus.BOOKED:
            self._state.positions[key] = replace(held, last_good=ours)
        elif held is not None and isinstance(held.last_good, StatedPriceOfDay) and held.last_good.price == stated.price:
            self._state.positions[key] = replace(held, last_good=stated.before)

    def _add_paper_shares(self, account_id: AccountId, symbol: str, change: Decimal) -> None:
        shares = self._state.paper_positions.pop((account_id, symbol), Decimal(0)) + change
        if shares > 0:
            self._state.paper_positions[account_id, symbol] = shares
