"""Corrections of holdings in memory."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from uuid import UUID

from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection, ReleasedPrice, StatedPrice
from bot.domain.accounting.ledger import HoldingConversion
from bot.domain.ids import AccountId
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Position, StatedPriceOfDay
from tests.fakes.broker import paper_cash
from tests.fakes.memory import TenantStore


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
