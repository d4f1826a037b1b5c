"""Execution of market orders on a paper account: immediate and complete at the reference price, or rejected."""

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.accounting.books import average_cost_after
from bot.domain.trading.accounts import Position
from bot.domain.trading.orders import Order, OrderReport, OrderStatus, Side


@dataclass(frozen=True, slots=True)
class PaperExecution:
    """The effect of one order on an account.

    Invariant: `starting_cash + sells + cash of corporate actions = cash + buys + commissions`.
    """

    report: OrderReport
    cash: Decimal  # after the order; not negative
    position: Position | None  # in the order's symbol, after the order; None: nothing is held


def execute_paper_order(
    order: Order, *, cash: Decimal, position: Position | None, commission: Decimal
) -> PaperExecution:
    """Return the effect of `order` on an account with `cash` and `position` (in the order's symbol).

    A rejected order changes nothing; its reason is `fractional_shares`, `insufficient_shares` (to sell) or
    `insufficient_cash` (for shares and commission). `commission` is flat, per filled order, in account currency.
    """
    held_shares = position.shares if position else Decimal(0)
    signed_shares = order.shares if order.side is Side.BUY else -order.shares
    new_cash = cash - signed_shares * order.reference_price - commission
    reason = _rejection_code(order, shares_left=held_shares + signed_shares, cash_left=new_cash)
    if reason is not None:
        return PaperExecution(_rejected_report(order, reason), cash, position)
    return PaperExecution(
        _filled_report(order, commission), new_cash, _new_position(order, position, shares=held_shares + signed_shares)
    )


def _rejection_code(order: Order, *, shares_left: Decimal, cash_left: Decimal) -> str | None:
    if order.shares != order.shares.to_integral_value():
        return "fractional_shares"
    if shares_left < 0:
        return "insufficient_shares"
    return "insufficient_cash" if cash_left < 0 else None


def _new_position(order: Order, position: Position | None, *, shares: Decimal) -> Position | None:
    """Return the position after the order. A buy averages the cost, weighted by shares; a sale keeps it."""
    if shares == 0:
        return None
    if position is None:
        return Position(order.symbol, shares, order.reference_price, order.reference_as_of)
    if order.side is Side.SELL:
        return Position(order.symbol, shares, position.average_cost, position.opened_at)
    cost = average_cost_after(position.shares, position.average_cost, bought=order.shares, price=order.reference_price)
    return Position(order.symbol, shares, cost, position.opened_at)


def _rejected_report(order: Order, reason: str) -> OrderReport:
    return OrderReport(client_order_id=order.client_order_id, status=OrderStatus.REJECTED, reason=reason)


def _filled_report(order: Order, commission: Decimal) -> OrderReport:
    return OrderReport(
        client_order_id=order.client_order_id,
        status=OrderStatus.FILLED,
        filled_shares=order.shares,
        average_price=order.reference_price,
        commission=commission,
        executed_at=order.reference_as_of,
    )
