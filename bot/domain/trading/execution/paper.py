"""Execution of market orders at the paper broker: complete at the reference price, or rejected."""

from dataclasses import dataclass, replace
from decimal import ROUND_DOWN, Decimal

from bot.domain.trading.execution.broker import BrokerFill, BrokerOrder
from bot.domain.trading.execution.orders import AccountOrder, OrderStatus, Rejection, Side


@dataclass(frozen=True, slots=True)
class PaperExecution:
    """An order at the paper broker, and what its account holds afterwards."""

    order: BrokerOrder
    cash: Decimal  # not negative
    shares: Decimal  # held of the order's symbol; not negative


def accept_paper_order(order: AccountOrder, *, cash: Decimal, held: Decimal, commission: Decimal) -> BrokerOrder:
    """Return `order` as the paper broker accepts it, unfilled, or rejects it; the commission is flat."""
    rejection = _rejection(order, cash=cash, held=held, commission=commission)
    return BrokerOrder(
        client_order_id=order.client_order_id,
        symbol=order.symbol,
        side=order.side,
        shares=order.shares,
        status=OrderStatus.SUBMITTED if rejection is None else OrderStatus.REJECTED,
        rejection=rejection,
    )


def fill_paper_order(accepted: BrokerOrder, fill: BrokerFill, *, cash: Decimal, held: Decimal) -> PaperExecution:
    """Return the effect of one fill on an accepted order and on its account."""
    signed = fill.shares if accepted.side is Side.BUY else -fill.shares
    filled = replace(accepted, fills=(*accepted.fills, fill))
    is_complete = filled.filled_shares == accepted.shares
    return PaperExecution(
        replace(filled, status=OrderStatus.FILLED if is_complete else OrderStatus.PARTIALLY_FILLED),
        cash - signed * fill.price - fill.commission,
        held + signed,
    )


def execute_paper_order(order: AccountOrder, *, cash: Decimal, held: Decimal, commission: Decimal) -> PaperExecution:
    """Return the effect of `order`, filled at once at its reference price; a rejected one changes nothing."""
    accepted = accept_paper_order(order, cash=cash, held=held, commission=commission)
    if accepted.status is OrderStatus.REJECTED:
        return PaperExecution(accepted, cash, held)
    return fill_paper_order(accepted, whole_fill(order, commission=commission), cash=cash, held=held)


def whole_fill(order: AccountOrder, *, commission: Decimal) -> BrokerFill:
    """Return the one fill of an order that is filled at once."""
    return BrokerFill(
        id=f"{order.client_order_id}/1",
        shares=order.shares,
        price=order.reference_price,
        commission=commission,
        executed_at=order.reference_as_of,
    )


def _rejection(order: AccountOrder, *, cash: Decimal, held: Decimal, commission: Decimal) -> Rejection | None:
    price = order.reference_price
    if order.shares != order.shares.to_integral_value():
        return Rejection("fractional_shares")
    if order.side is Side.SELL and order.shares > held:
        return Rejection("insufficient_shares", required=order.shares, available=held)
    if order.side is Side.SELL:
        proceeds = order.shares * price
        return (
            Rejection("insufficient_cash", required=commission, available=cash + proceeds)
            if (cash + proceeds < commission)
            else None
        )
    cost = order.shares * price + commission
    if cost <= cash:
        return None
    affordable = max((cash - commission) / price, Decimal(0)).to_integral_value(ROUND_DOWN)
    return Rejection("insufficient_cash", required=cost, available=cash, suggested_shares=affordable)
