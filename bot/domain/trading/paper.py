"""How a paper account carries out a market order: at once and whole, at the order's reference price, or not at all."""

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.trading.accounts import Position
from bot.domain.trading.orders import Order, OrderReport, OrderStatus, Side


@dataclass(frozen=True, slots=True)
class PaperExecution:
    """What one order does to an account. `starting_cash = cash + buys - sells + commissions` holds before and after."""

    report: OrderReport
    cash: Decimal  # afterwards; not negative
    position: Position | None  # in the order's symbol, afterwards; None: nothing held


def execute_paper_order(
    order: Order, *, cash: Decimal, position: Position | None, commission: Decimal
) -> PaperExecution:
    """Return what `order` does to an account with `cash` and `position` (in the order's symbol).

    Rejected, and nothing changed: `fractional_shares`; `insufficient_shares` to sell; `insufficient_cash` for shares
    and commission. `commission` is flat, per filled order, in account currency.
    """
    held = position.shares if position else Decimal(0)
    signed = order.shares if order.side is Side.BUY else -order.shares
    left = cash - signed * order.reference_price - commission
    reason = _refusal(order, shares_left=held + signed, cash_left=left)
    if reason is not None:
        return PaperExecution(_rejected(order, reason), cash, position)
    return PaperExecution(_filled(order, commission), left, _moved(order, position, shares=held + signed))


def _refusal(order: Order, *, shares_left: Decimal, cash_left: Decimal) -> str | None:
    if order.shares != order.shares.to_integral_value():
        return "fractional_shares"
    if shares_left < 0:
        return "insufficient_shares"
    return "insufficient_cash" if cash_left < 0 else None


def _moved(order: Order, position: Position | None, *, shares: Decimal) -> Position | None:
    """The position afterwards. Buying averages its cost by weight; selling leaves it."""
    if shares == 0:
        return None
    if position is None:
        return Position(order.symbol, shares, order.reference_price, order.reference_as_of)
    if order.side is Side.SELL:
        return Position(order.symbol, shares, position.average_cost, position.opened_at)
    cost = position.shares * position.average_cost + order.shares * order.reference_price
    return Position(order.symbol, shares, cost / shares, position.opened_at)


def _rejected(order: Order, reason: str) -> OrderReport:
    return OrderReport(client_order_id=order.client_order_id, status=OrderStatus.REJECTED, reason=reason)


def _filled(order: Order, commission: Decimal) -> OrderReport:
    return OrderReport(
        client_order_id=order.client_order_id,
        status=OrderStatus.FILLED,
        filled_shares=order.shares,
        average_price=order.reference_price,
        commission=commission,
        executed_at=order.reference_as_of,
    )
