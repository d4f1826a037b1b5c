"""Position sizing: the number of shares to trade, as the tightest of several bounds.

Buys are sized by volatility: the loss between the price and the stop is at most one percent of total assets, so that a
less volatile share gets more money. Source: the fixed fractional rule, V. Tharp, Trade Your Way to Financial
Freedom (position sizing by percent risk, stop by multiples of the average true range). Further bounds are the cap
per position, the cash floor, and what the person stated; shares are always rounded down.
"""

from collections.abc import Iterator
from dataclasses import replace
from decimal import ROUND_FLOOR, Decimal
from typing import Final

from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.bound_checks import most_shares
from bot.domain.trading.decision_request import TradeRequest
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeBound, StatedRisk, part_of
from bot.domain.trading.validation import CENT
from bot.errors import InvalidDecisionError

STOP_ATRS: Final = Decimal(2)  # distance of the stop below the price, in average true ranges
HALF: Final = Decimal("0.5")

_TICK: Final = Decimal("0.01")
_ZERO: Final = Decimal(0)


def buy_stop_price(price: Decimal, *, atr: float | None, stated_stop: Decimal | None = None) -> Decimal | None:
    """Return the stated stop, if below `price`, else two average true ranges below it; None: neither is a price."""
    if stated_stop is not None and 0 < stated_stop < price:
        return stated_stop
    if atr is None:
        return None
    stop = (price - STOP_ATRS * Decimal(str(atr))).quantize(_TICK, ROUND_FLOOR)
    return stop if 0 < stop < price else None


def size_buy(buying_power: BuyingPower, *, trade_request: TradeRequest, stop: Decimal | None) -> SizeBound:
    """Return the tightest bound of a buy; a size that a person orders replaces risk rule, caps and trading limits."""
    requested = list(requested_sizes(buying_power, trade_request))
    stated_risk = stated_risk_bound(buying_power, trade_request, stop)
    bounds = [*requested, *stated_risk, *_cash_bounds(buying_power, trade_request)]
    if not (trade_request.is_order and requested):  # "buy half as much again" names no size while nothing is held
        limits = (most_shares(limit, buying_power, stop=stop) for limit in buying_power.limits)
        bounds += [*_risk_bounds(buying_power, stop), *(SizeBound("trading_limit", n) for n in limits if n is not None)]
    return min(bounds, key=lambda bound: bound.shares)


def largest_order(buying_power: BuyingPower, *, trade_request: TradeRequest, stop: Decimal | None) -> SizeBound:
    """Return the tightest bound of an order, whatever size it names: cash, and the money and the risk it states."""
    bounds = (*stated_risk_bound(buying_power, trade_request, stop), *_cash_bounds(buying_power, trade_request))
    return min(bounds, key=lambda bound: bound.shares)


def size_sell(buying_power: BuyingPower, *, trade_request: TradeRequest, fraction: Decimal) -> SizeBound:
    """Return the size of a sale: the requested size, else `fraction` of the position; at most the whole position."""
    requested = list(requested_sizes(buying_power, trade_request)) if trade_request.side is not Side.BUY else []
    bounds = requested or [_fraction_of_position(buying_power, fraction, code="part_of_position")]
    return min([*bounds, SizeBound("whole_position", buying_power.held_shares)], key=lambda bound: bound.shares)


def requested_sizes(buying_power: BuyingPower, trade_request: TradeRequest) -> Iterator[SizeBound]:
    """Yield the sizes that the person requested, in whole shares."""
    if trade_request.settled is not None:
        yield trade_request.settled
    elif trade_request.shares is not None:
        yield SizeBound("named_shares", max(trade_request.shares // 1, _ZERO))
    if trade_request.amount is not None:
        buys = trade_request.side is not Side.SELL
        commission = buying_power.commission if buys else _ZERO
        shares = buying_power.affordable_shares(trade_request.amount - commission)
        numbers = {"amount": trade_request.amount, "price": buying_power.price, "commission": commission}
        yield SizeBound("named_amount", shares, numbers)
    if trade_request.fraction is not None and buying_power.held_shares:
        yield _fraction_of_position(buying_power, trade_request.fraction, code="named_fraction")


def _fraction_of_position(buying_power: BuyingPower, fraction: Decimal, *, code: str) -> SizeBound:
    shares = buying_power.held_shares if fraction == 1 else part_of(buying_power.held_shares, fraction) // 1
    return SizeBound(code, shares, {"percent": fraction * 100, "held": buying_power.held_shares})


def _cash_bounds(buying_power: BuyingPower, trade_request: TradeRequest) -> Iterator[SizeBound]:
    if trade_request.max_cash is not None:
        numbers = {"max_cash": trade_request.max_cash}
        numbers |= {"price": buying_power.price, "commission": buying_power.commission}
        yield SizeBound("max_cash", buying_power.affordable_shares_after_commission(trade_request.max_cash), numbers)
    floor = buying_power.total_assets * buying_power.caps.cash_floor
    room = max(buying_power.available_cash - buying_power.commission - floor, _ZERO)
    numbers = {"room": room, "floor": floor, "percent": buying_power.caps.cash_floor * 100}
    numbers |= {
        "cash": buying_power.available_cash,
        "price": buying_power.price,
        "reserved": buying_power.reserved_cash,
    }
    yield SizeBound("cash_floor", buying_power.affordable_shares(room), numbers)


def stated_risk_bound(
    buying_power: BuyingPower, trade_request: TradeRequest, stop: Decimal | None
) -> tuple[SizeBound, ...]:
    """Return the most whole shares that lose at most the stated risk at the stop; empty: no risk is stated."""
    if trade_request.risk is None:
        return ()
    risk = trade_request.risk.in_money(buying_power.total_assets)
    if stop is None:
        return (SizeBound("risk_without_stop", _ZERO, {"risk": risk}),)
    numbers = {"risk": risk, "stop": stop, "distance": buying_power.price - stop}
    return (SizeBound("stated_risk", risk // (buying_power.price - stop), numbers),)


def _risk_bounds(buying_power: BuyingPower, stop: Decimal | None) -> Iterator[SizeBound]:
    caps = buying_power.caps
    cap, code = caps.position, "position_cap"
    if stop is None:
        cap, code = min(cap, caps.position_without_stop), "position_cap_unknown_risk"
    room = max(cap * buying_power.total_assets - buying_power.current_value, _ZERO)
    yield SizeBound(
        code,
        buying_power.affordable_shares(room),
        {"percent": cap * 100, "current": buying_power.current_value, "price": buying_power.price},
    )
    if stop is not None:
        risk = max(caps.loss_at_stop * buying_power.total_assets, _ZERO)
        distance = buying_power.price - stop
        numbers = {"risk": risk, "percent": caps.loss_at_stop * 100, "stop": stop, "distance": distance}
        yield SizeBound("risk", risk // distance, numbers)


STATED_RISK: Final = "stated_risk"  # code of the reason with the loss at the stop, and the risk


def with_stated_risk(proposal: Proposal, risk: StatedRisk | None, *, portfolio: Portfolio) -> Proposal:
    """Return a purchase with its loss at the stop as a reason. Raises: InvalidDecisionError: it is above `risk`."""
    if risk is None or proposal.action is not Action.INCREASE:
        return proposal
    buying_power = BuyingPower.from_portfolio(portfolio, symbol=proposal.symbol, price=proposal.price)
    most = risk.in_money(buying_power.total_assets)
    stop = proposal.stop_price
    loss = proposal.shares * (proposal.price - stop) if stop is not None else None
    if stop is None or loss is None or loss > most + CENT:
        raise InvalidDecisionError(symbol=proposal.symbol, rules="above_stated_risk")
    reason = Reason(STATED_RISK, 0.0, {"loss": loss, "risk": most, "stop": stop})
    return replace(proposal, reasons=(*proposal.reasons, reason))


def stated_risk_of(proposal: Proposal) -> StatedRisk | None:
    """Return the risk that was stated for a proposal; None: none was."""
    found = next((reason for reason in proposal.reasons if reason.code == STATED_RISK), None)
    return None if found is None else StatedRisk(amount=found.numbers["risk"])
