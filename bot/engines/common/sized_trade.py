"""A trade of a certain size in one symbol, the reasons for its size and stop, and its conversion to a proposal."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.market.features import Features
from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.sizing import (
    HALF,
    buy_stop_price,
    requested_sizes,
    size_buy,
    size_sell,
    stated_risk_bound,
)
from bot.domain.trading.sizes.stated_size import SizeBound
from bot.domain.trading.tags import decision_tags

WHOLE: Final = Decimal(1)  # part
_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SizedTrade:
    """An intended trade in one symbol, or a hold."""

    action: Action
    confidence: Decimal  # in [0, 1]
    shares: Decimal = _ZERO  # signed; positive for a buy
    target: Decimal | None = None  # a model's target, to be validated; None: derived from `shares`
    stop: Decimal | None = None
    stop_is_stated: bool = False
    notes: tuple[Reason, ...] = ()


def action_for(side: Side, shares: Decimal, *, held: Decimal) -> Action:
    """Return the action of a trade of `shares` (not negative) on a position of `held` shares."""
    if side is Side.BUY:
        return Action.INCREASE
    return Action.CLOSE if shares == held else Action.DECREASE


def proposal_from_trade(features: Features, trade: SizedTrade, *, portfolio: Portfolio, engine: str) -> Proposal:
    """Return the trade at the price of `features` as a proposal of `engine`, without reasons and tags."""
    held = portfolio.position(features.symbol)
    current = held.shares * features.price if held else _ZERO
    change = trade.shares * features.price if trade.target is None else trade.target - current
    return Proposal(
        symbol=features.symbol,
        action=trade.action,
        target_cash_amount=current + change if trade.target is None else trade.target,
        cash_change=change,
        shares=_ZERO if trade.action is Action.HOLD else abs(trade.shares),
        price=features.price,
        price_as_of=features.as_of,
        price_source=features.source,
        confidence=trade.confidence,
        reasons=(),
        engine=engine,
        stop_price=trade.stop,
        stop_is_stated=trade.stop_is_stated,
    )


def with_reasons(
    proposal: Proposal, reasons: Sequence[Reason], *, features: Features, portfolio: Portfolio
) -> Proposal:
    """Return `proposal` with `reasons`, and with the tags that follow from them."""
    tags = decision_tags(
        features,
        action=proposal.action,
        confidence=proposal.confidence,
        reasons=reasons,
        position=portfolio.position(proposal.symbol),
    )
    return replace(proposal, reasons=tuple(reasons), tags=tags)


def sized_by(bound: SizeBound) -> Reason:
    """Return the bound that determines the size as a reason."""
    return Reason(f"sized_by_{bound.code}", 0.0, {"shares": bound.shares, **bound.numbers})


def size_cut(bound: SizeBound, *, named: Decimal | None) -> tuple[Reason, ...]:
    """Return a reason if fewer shares are proposed than a person `named`; None: none were named."""
    return () if named is None or bound.shares >= named else (Reason("named_size_cut", 0.0, {"named": named}),)


def smallest_named_size(
    buying_power: BuyingPower, trade_request: TradeRequest, *, stop: Decimal | None = None
) -> Decimal | None:
    """Return the smallest number of shares that a person's request implies, or None if it has no size.

    Without another size, that of a buy is what the stated risk allows at `stop`.
    """
    sizes = tuple(requested_sizes(buying_power, trade_request))
    sizes = sizes or stated_risk_bound(buying_power, trade_request, stop)
    return min((size.shares for size in sizes), default=None)


def too_small(price: Decimal) -> Reason:
    """Return the reason that not even one share fits."""
    return Reason("too_small", 0.0, {"price": price})


def no_position() -> Reason:
    """Return the reason that there is no position to sell."""
    return Reason("no_position", 0.0)


@dataclass(frozen=True, slots=True)
class BuyStop:
    """The stop of a buy."""

    price: Decimal | None
    is_stated: bool = False  # True: named by a person; False: computed
    notes: tuple[Reason, ...] = ()  # a note if a named stop cannot be used at this price


def buy_stop(features: Features, *, named: Decimal | None) -> BuyStop:
    """Return the named stop if it is below the price, else the computed one, with a note if one was named."""
    price = buy_stop_price(features.price, atr=features.atr14, stated_stop=named)
    if named is None or named == price:
        return BuyStop(price, is_stated=named is not None)
    figures = {"stop": named, "price": features.price}
    return BuyStop(price, notes=(Reason("stop_not_below_price", 0.0, figures),))


def planned_size(
    buying_power: BuyingPower, trade_request: TradeRequest, *, stop: Decimal | None, part: Decimal = WHOLE
) -> SizeBound:
    """Return the size of a buy: what the person named, else `part` of the most that is allowed, one share at least."""
    most = size_buy(buying_power, trade_request=trade_request, stop=stop)
    if part == WHOLE or not most.shares or smallest_named_size(buying_power, trade_request, stop=stop) is not None:
        return most
    shares = max(most.shares * part // 1, Decimal(1))
    return SizeBound("part_of_most", shares, {"percent": part * 100, "most": most.shares})


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeSizing:
    """What the size of a trade follows from, where no target of a model says it."""

    features: Features
    buying_power: BuyingPower
    trade_request: TradeRequest
    buy_part: Decimal = WHOLE  # of the most that caps and limits allow, if nobody names a size
    sell_part: Decimal = HALF  # of the position
    stated_limit: Decimal | None = None  # for all buys together, of which `trade_request` has what remains

    def trade_on(
        self, side: Side, *, confidence: Decimal, confidence_in_hold: Decimal, notes: tuple[Reason, ...] = ()
    ) -> SizedTrade:
        """Return a trade on `side` within cash and limits; a hold if there is nothing to sell, or no share fits."""
        power, trade_request = self.buying_power, self.trade_request
        if side is Side.SELL and not power.held_shares:
            return SizedTrade(action=Action.HOLD, confidence=confidence_in_hold, notes=(no_position(), *notes))
        if side is Side.BUY:
            stop = buy_stop(self.features, named=trade_request.stop)
            bound = planned_size(power, trade_request, stop=stop.price, part=self.buy_part)
        else:
            stop = BuyStop(None)
            bound = size_sell(power, trade_request=trade_request, fraction=self.sell_part)
        sized, further = self._sized_by(bound), (*notes, *stop.notes)
        if not bound.shares:
            reasons = (too_small(power.price), sized, *further)
            return SizedTrade(action=Action.HOLD, confidence=confidence_in_hold, notes=reasons)
        named = smallest_named_size(power, trade_request, stop=stop.price)
        return SizedTrade(
            action=action_for(side, bound.shares, held=power.held_shares),
            confidence=confidence,
            shares=bound.shares if side is Side.BUY else -bound.shares,
            stop=stop.price,
            stop_is_stated=stop.is_stated,
            notes=(sized, *size_cut(bound, named=named), *further),
        )

    def _sized_by(self, bound: SizeBound) -> Reason:
        """Return what bounds the size as a reason; of a shared limit, the stated amount and what remains of it."""
        if bound.code == "max_cash" and self.stated_limit not in {None, self.trade_request.max_cash}:
            figures = {"shares": bound.shares, **bound.numbers, "stated": self.stated_limit or _ZERO}
            return Reason("sized_by_rest_of_limit", 0.0, figures)
        return sized_by(bound)
