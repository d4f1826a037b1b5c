"""Reads what is counted on: the stake in a share that a price move concerns, and the room there is for a purchase."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_DOWN, Decimal
from enum import StrEnum

from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext
from bot.domain.conversation.requests.account import CheckFunds
from bot.domain.figures.query import SupposedStake
from bot.domain.ids import TenantId
from bot.domain.market.features import compute_features
from bot.domain.market.price_history import SessionClose
from bot.domain.trading.accounts import Account, BuyingPower, Position
from bot.domain.trading.bound_checks import most_shares
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Decision, DecisionQuery
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import buy_stop_price, largest_order, size_buy
from bot.domain.trading.sizes.stated_size import SizeBound
from bot.domain.trading.trading_limits import LimitInForce
from bot.engines.rules.stated_moves import HeldShare
from bot.ports import Clock, Stores
from bot.trading.limits.limit_book import limit_query

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


@dataclass(frozen=True, slots=True, kw_only=True)
class PurchaseRoom:
    """The bounds of a purchase of one share; amounts in account currency."""

    symbol: str
    power: BuyingPower
    stop: Decimal | None  # that the purchase would have
    request: TradeRequest  # with the money and the risk that were stated

    @property
    def ordered(self) -> SizeBound:
        """What bounds an order of any size."""
        return largest_order(self.power, trade_request=self.request, stop=self.stop)

    @property
    def within_caps(self) -> SizeBound:
        """What bounds a purchase that exceeds no cap and no limit; beyond it the card of an order warns."""
        return size_buy(self.power, trade_request=self.request, stop=self.stop)

    @property
    def spendable(self) -> Decimal:
        """The cash that orders may use, commissions included."""
        return max(self.power.available_cash - self.power.total_assets * self.power.caps.cash_floor, Decimal(0))

    @property
    def tightest_limit(self) -> LimitInForce | None:
        """The limit of the person's that leaves the fewest shares."""
        known = ((most_shares(each, self.power, stop=self.stop), each) for each in self.power.limits)
        bounding = [(most, each) for most, each in known if most is not None]
        return min(bounding, key=lambda each: each[0])[1] if bounding else None


@dataclass(frozen=True, slots=True)
class PurchaseRoomLoader:
    """Reads what bounds a purchase, as it is read for a proposal."""

    stores: Stores
    clock: Clock
    portfolio: PortfolioService
    policy: Policy

    async def load(self, context: TurnContext, symbol: str, request: CheckFunds) -> PurchaseRoom:
        """Return the room for a purchase of `symbol`. Raises: MarketDataError, StoreUnavailableError."""
        view = await self.portfolio.account_view(context.account, context.positions)
        features = compute_features(await view.snapshot(symbol))
        replaced = frozenset(each.id for each in context.own_pending if each.proposal.symbol == symbol)
        now, commission = self.clock.now(), self.policy.commission
        async with self.stores.read(context.turn.tenant_id) as tx:
            reserved = await tx.accounts.reserved_cash(context.account.id, at=now, except_decisions=replaced)
            query = replace(limit_query(context, at=now), counts_pending=True, except_decisions=replaced)
            limits = await tx.limits.in_force(query)
        power = BuyingPower.from_portfolio(
            replace(view.portfolio, limits=limits),
            symbol=symbol,
            price=features.price,
            commission=commission,
            reserved_cash=reserved.with_commission(commission),
        )
        stop = buy_stop_price(features.price, atr=features.atr14, stated_stop=request.stop)
        return PurchaseRoom(symbol=symbol, power=power, stop=stop, request=_as_trade(request, context.account.cash))


def _as_trade(request: CheckFunds, cash: Decimal) -> TradeRequest:
    """Return the purchase without its count: the money that may be spent on it, and what it may lose."""
    part = None if request.cash_fraction == 1 else round(cash * request.cash_fraction, 2)
    amounts = [each for each in (request.amount, part) if each is not None]
    return TradeRequest(side=Side.BUY, max_cash=min(amounts, default=None), risk=request.risk, stop=request.stop)
