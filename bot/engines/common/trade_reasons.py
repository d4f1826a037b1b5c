"""Reasons for the size and the stop of a trade, the same from every engine."""

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.market.features import Features
from bot.domain.trading.decisions import Reason
from bot.domain.trading.sizing import BuyingPower, SizeBound, buy_stop_price, requested_sizes
from bot.domain.trading.trade_request import TradeRequest


def sized_by(bound: SizeBound) -> Reason:
    """Return which bound the size comes from."""
    return Reason(f"sized_by_{bound.code}", 0.0, {"shares": bound.shares, **bound.numbers})


def size_cut(bound: SizeBound, *, named: Decimal | None) -> tuple[Reason, ...]:
    """Say that fewer shares are proposed than a person named; nothing where that is not so, or none were named."""
    return () if named is None or bound.shares >= named else (Reason("named_size_cut", 0.0, {"named": named}),)


def smallest_named_size(buying_power: BuyingPower, trade_request: TradeRequest) -> Decimal | None:
    """Return the fewest shares that a person's words come to; None: they named no size."""
    return min((size.shares for size in requested_sizes(buying_power, trade_request)), default=None)


def too_small(price: Decimal) -> Reason:
    """Say that not even one share fits."""
    return Reason("too_small", 0.0, {"price": price})


def no_position() -> Reason:
    """Say that nothing is held that could be sold."""
    return Reason("no_position", 0.0)


@dataclass(frozen=True, slots=True)
class BuyStop:
    """The stop of a buy."""

    price: Decimal | None
    is_stated: bool = False  # a person named it, as opposed to computed
    notes: tuple[Reason, ...] = ()  # that a named stop cannot be used at this price


def buy_stop(features: Features, *, named: Decimal | None) -> BuyStop:
    """Return the named stop where it lies below the price, else the computed one with a note."""
    price = buy_stop_price(features.price, atr=features.atr14, stated_stop=named)
    if named is None or named == price:
        return BuyStop(price, is_stated=named is not None)
    figures = {"stop": named, "price": features.price}
    return BuyStop(price, notes=(Reason("stop_not_below_price", 0.0, figures),))
