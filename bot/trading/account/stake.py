"""Reads what a price move would be counted on: the shares of a pending purchase, else those held, else one share."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_DOWN, Decimal
from enum import StrEnum

from bot.context.portfolio import PortfolioService
from bot.domain.figures.query import SupposedStake
from bot.domain.ids import TenantId
from bot.domain.market.price_history import SessionClose
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionQuery
from bot.domain.trading.execution.orders import Side
from bot.engines.rules.stated_moves import HeldShare
from bot.ports import Stores

_SEARCHED = 50  # decisions on a share that are searched for the purchase of what is held


class StakeBasis(StrEnum):
    """What the shares of a stake are."""

    HELD = "held"
    PENDING = "pending"  # of a purchase that is not confirmed yet
    ONE_SHARE = "one-share"  # nothing is held, nothing is to be bought
    SUPPOSED = "supposed"  # the question supposes that so much is held


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """The shares that a price move is counted on, and the account with them; amounts in account currency."""

    shares: Decimal  # > 0
    basis: StakeBasis
    cash: Decimal  # after the pending purchase, if it is the basis
    total: Decimal  # cash and all positions at today's prices, or their last good ones
    stop: Decimal | None  # of the purchase; None: none is known
    pending: Decision | None = None  # on the share: it would change the stake, and stays as it is
    beside: Decimal = Decimal(0)  # shares that are held beside those of the pending purchase

    def as_supposed(self, supposed: SupposedStake, *, price: Decimal) -> "Stake":
        """Return the stake with what a question supposes in place of what there is; of money, whole shares."""
        shares = supposed.value
        if supposed.is_money:
            shares = supposed.value / price
            shares = shares.to_integral_value(ROUND_DOWN) if shares >= 1 else shares
        return replace(self, shares=shares, basis=StakeBasis.SUPPOSED, stop=None, beside=Decimal(0))


@dataclass(frozen=True, slots=True)
class StakeLoader:
    """Reads the stake in one share."""

    stores: Stores
    portfolio: PortfolioService
    commission: Decimal  # of one order

    async def load(
        self,
        tenant_id: TenantId,
        account: Account,
        positions: tuple[Position, ...],
        symbol: str,
        pending: Decision | None,
    ) -> Stake:
        """Return the stake in `symbol`. Raises: StoreUnavailableError, MarketDataError.

        `pending`: the pending decision on it; None: there is none.
        """
        total = (await self.portfolio.account_view(account, positions)).portfolio.total_assets
        held = next((each.shares for each in positions if each.symbol == symbol), Decimal(0))
        if pending is not None and pending.proposal.side is Side.BUY:
            return Stake(
                shares=pending.proposal.shares,
                basis=StakeBasis.PENDING,
                cash=account.cash - pending.proposal.cash_change - self.commission,
                total=total - self.commission,
                stop=pending.proposal.stop_price,
                pending=pending,
                beside=held,
            )
        if held:
            stop = await self._purchase_stop(tenant_id, account, symbol)
            return Stake(shares=held, basis=StakeBasis.HELD, cash=account.cash, total=total, stop=stop, pending=pending)
        return Stake(
            shares=Decimal(1), basis=StakeBasis.ONE_SHARE, cash=account.cash, total=total, stop=None, pending=pending
        )

    async def load_held(
        self, tenant_id: TenantId, account: Account, positions: tuple[Position, ...]
    ) -> tuple[tuple[HeldShare, ...], Mapping[str, SessionClose]]:
        """Return the positions with their stops, and the prices of those that have none of today.

        Raises: StoreUnavailableError, MarketDataError.
        """
        portfolio = (await self.portfolio.account_view(account, positions)).portfolio
        held = [
            HeldShare(
                symbol=each.symbol,
                shares=each.shares,
                price=portfolio.prices[each.symbol],
                stop=await self._purchase_stop(tenant_id, account, each.symbol),
            )
            for each in portfolio.positions
        ]
        return tuple(held), portfolio.last_known

    async def _purchase_stop(self, tenant_id: TenantId, account: Account, symbol: str) -> Decimal | None:
        """Return the stop of the latest purchase that was carried out and had one."""
        query = DecisionQuery(limit=_SEARCHED, symbol=symbol, market=account.market, known_at=account.market_time)
        async with self.stores.read(tenant_id) as tx:
            decisions = await tx.decisions.find_matching(query)
        stops = (
            decision.proposal.stop_price
            for decision in decisions
            if decision.status in CARRIED_OUT_STATUSES and decision.proposal.side is Side.BUY
        )
        return next((stop for stop in stops if stop is not None), None)
