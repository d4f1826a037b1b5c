"""Reads an overview of a workspace's account: holdings, pending decisions, and the outcomes of the latest others."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.context.portfolio import PortfolioService, PricedHoldings
from bot.domain.ids import TenantId
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decisions import Decision, DecisionQuery, Resolution
from bot.domain.trading.orders import OrderReport
from bot.errors import MarketDataError
from bot.ports import Clock, Stores, Transaction
from bot.trading.account.roll_forward import RollForward

_OUTCOMES_SHOWN: Final = 5
_DECISIONS_READ: Final = 50  # the latest; pending ones among them are no outcomes


@dataclass(frozen=True, slots=True)
class PendingEntry:
    """A decision that can still be confirmed, and who may confirm it."""

    decision: Decision
    asked_by: str  # the person's name


@dataclass(frozen=True, slots=True)
class DecisionOutcome:
    """A decision that is no longer pending, and how it ended."""

    decision: Decision
    resolution: Resolution | None  # None: nobody confirmed or cancelled it
    report: OrderReport | None  # the broker's, on its order; None: there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountOverview:
    """A workspace's account, and its pending and latest decisions."""

    read_at: datetime
    holdings: PricedHoldings | MarketDataError  # the error: the market does not know its time
    pending: tuple[PendingEntry, ...]  # at `read_at`, oldest first
    outcomes: tuple[DecisionOutcome, ...]  # of the latest decisions, newest first


@dataclass(frozen=True, slots=True)
class AccountOverviewLoader:
    """Reads overviews: the stores in one transaction, then the prices."""

    stores: Stores
    portfolio: PortfolioService
    roll_forward: RollForward
    clock: Clock

    async def load(self, tenant_id: TenantId) -> AccountOverview:
        """Return the overview of a workspace's account on this market. Raises: StoreUnavailableError."""
        now = self.clock.now()
        async with self.stores.read(tenant_id) as tx:
            account, positions = await self.portfolio.holdings(tx)
            pending = await pending_entries(tx, at=now)
            outcomes = await _latest_outcomes(tx, account, at=now)
        if await self.roll_forward.try_catch_up(account):
            async with self.stores.read(tenant_id) as tx:
                account, positions = await self.portfolio.holdings(tx)
        holdings = await self._price_holdings(account, positions)
        return AccountOverview(read_at=now, holdings=holdings, pending=pending, outcomes=outcomes)

    async def _price_holdings(
        self, account: Account, positions: tuple[Position, ...]
    ) -> PricedHoldings | MarketDataError:
        try:
            return await self.portfolio.price_holdings(account, positions)
        except MarketDataError as error:
            return error


async def pending_entries(tx: Transaction, *, at: datetime) -> tuple[PendingEntry, ...]:
    """Return the decisions that can be confirmed in the workspace, oldest first."""
    return tuple(
        [PendingEntry(d, (await tx.turns.get(d.turn_id)).person.name) for d in await tx.decisions.pending(at=at)]
    )


async def _latest_outcomes(tx: Transaction, account: Account, *, at: datetime) -> tuple[DecisionOutcome, ...]:
    latest = await tx.decisions.find_matching(DecisionQuery(limit=_DECISIONS_READ, market=account.market))
    decided = [decision for decision in latest if not decision.is_pending(at=at)][:_OUTCOMES_SHOWN]
    return tuple(
        [DecisionOutcome(d, await tx.decisions.resolution(d.id), await tx.accounts.report_for(d.id)) for d in decided]
    )
