"""Reasons for the size and the stop of a trade, shared by all engines."""

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.market.features import Features
from bot.domain.trading.accounts import BuyingPower
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Reason
from bot.domain.trading.sizes.sizing import buy_stop_price, requested_sizes, stated_risk_bound
from bot.domain.trading.sizes.stated_size import SizeBound


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
