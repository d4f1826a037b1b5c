"""Reads an overview of a workspace's account: holdings, pending decisions, and the outcomes of the latest others."""

from dataclasses import dataclass
from typing import Final

from bot.context.portfolio import AccountView, PortfolioService
from bot.domain.ids import TenantId
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decisions import Decision, DecisionQuery, Resolution
from bot.domain.trading.execution.orders import AccountOrder, OrderReport
from bot.domain.trading.pending import PendingPage, PendingQuery
from bot.errors import MarketDataError
from bot.ports import Clock, Stores, Transaction
from bot.trading.account.roll_forward import RollForward

_OUTCOMES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class DecisionOutcome:
    """A decision that is no longer pending, and how it ended."""

    decision: Decision
    resolution: Resolution | None  # None: nobody confirmed or cancelled it
    report: OrderReport | None  # the broker's, on its order; None: there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountOverview:
    """A workspace's account, and its pending and latest decisions."""

    holdings: AccountView | MarketDataError  # the error: the market does not know its time
    pending: PendingPage  # the first
    open_orders: tuple[AccountOrder, ...]  # confirmed and not carried out yet, newest first
    outcomes: tuple[DecisionOutcome, ...]  # of the latest decisions, newest first


@dataclass(frozen=True, slots=True)
class AccountOverviewLoader:
    """Reads overviews: the stores in one transaction, then the prices."""

    stores: Stores
    portfolio: PortfolioService
    roll_forward: RollForward
    clock: Clock

    async def load(self, tenant_id: TenantId, person_id: str) -> AccountOverview:
        """Return the overview of a workspace's account on this market for a person."""
        query = PendingQuery(at=self.clock.now(), person_id=person_id)
        async with self.stores.read(tenant_id) as tx:
            account, positions = await self.portfolio.holdings(tx)
            pending = await tx.decisions.pending_page(query)
            open_orders = await tx.accounts.open_orders(account.id)
            outcomes = await _latest_outcomes(tx, account)
        if await self.roll_forward.try_catch_up(account):
            async with self.stores.read(tenant_id) as tx:
                account, positions = await self.portfolio.holdings(tx)
        holdings = await self._view(account, positions)
        return AccountOverview(holdings=holdings, pending=pending, open_orders=open_orders, outcomes=outcomes)

    async def _view(self, account: Account, positions: tuple[Position, ...]) -> AccountView | MarketDataError:
        try:
            return await self.portfolio.account_view(account, positions)
        except MarketDataError as error:
            return error


async def _latest_outcomes(tx: Transaction, account: Account) -> tuple[DecisionOutcome, ...]:
    query = DecisionQuery(limit=_OUTCOMES_SHOWN, market=account.market, include_proposed=False)
    return tuple(
        [
            DecisionOutcome(each, await tx.decisions.resolution(each.id), await tx.accounts.report_for(each.id))
            for each in await tx.decisions.find_matching(query)
        ]
    )
