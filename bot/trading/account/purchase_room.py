"""Computes how many shares an order to buy would get: by cash and what was asked, and by every cap and limit too."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext
from bot.domain.conversation.requests.account import CheckFunds
from bot.domain.market.features import compute_features
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.bound_checks import most_shares
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import buy_stop_price, largest_order, size_buy
from bot.domain.trading.sizes.stated_size import SizeBound
from bot.domain.trading.trading_limits import LimitInForce
from bot.ports import Clock, Stores
from bot.trading.limits.limit_book import limit_query


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
