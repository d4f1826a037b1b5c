"""Booking a broker's fills into an account's own ledger: each fill once, whatever is reported how often."""

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.accounting.books import average_cost_after
from bot.domain.market.price_history import SessionClose
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Position
from bot.domain.trading.execution.broker import BrokerFill, BrokerOrder
from bot.domain.trading.execution.orders import FINAL_ORDER_STATUSES, AccountOrder, OrderReport, OrderStatus, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderLedger:
    """What our own ledger says of one order and of the account it changes."""

    order: AccountOrder
    report: OrderReport  # what has been recorded of it
    fills: tuple[BrokerFill, ...]  # booked already
    cash: Decimal  # of the account
    position: Position | None  # in the order's symbol; None: nothing is held


@dataclass(frozen=True, slots=True)
class Booking:
    """What is to be stored of a report: `starting_cash + sells + cash of actions = cash + buys + commissions` holds."""

    before: OrderReport  # what had been recorded of the order
    report: OrderReport  # what is recorded now, all fills included
    new_fills: tuple[BrokerFill, ...]
    cash: Decimal  # of the account, afterwards
    position: Position | None  # in the order's symbol, afterwards; None: nothing is held

    @property
    def has_lost_its_rest(self) -> bool:
        """Whether this ends an order of which only a part is filled."""
        return self.report.has_lost_its_rest and not self.before.has_lost_its_rest

    @property
    def is_accepted(self) -> bool:
        """Whether this says first that the broker has the order, of which nothing is filled yet."""
        return self.report.status is OrderStatus.SUBMITTED and self.before.status is not OrderStatus.SUBMITTED


def book_order(ledger: OrderLedger, broker_order: BrokerOrder) -> Booking:
    """Return what is to be booked of the broker's view of the order of `ledger`; an older report takes nothing back."""
    order, cash, position = ledger.order, ledger.cash, ledger.position
    known = {each.id for each in ledger.fills}
    new = tuple(each for each in broker_order.fills if each.id not in known)
    for fill in new:
        signed = fill.shares if order.side is Side.BUY else -fill.shares
        cash -= signed * fill.price + fill.commission
        position = _position_after(order, fill, position)
    report = _report(ledger, broker_order, fills=(*ledger.fills, *new))
    return Booking(ledger.report, report, new, cash, position)


def _position_after(order: AccountOrder, fill: BrokerFill, position: Position | None) -> Position | None:
    """Return the position after one fill. Raises: ValueError: it sells more than is held; nothing is sold short."""
    if order.side is Side.SELL and fill.shares > (position.shares if position else 0):
        detail = f"fill {fill.id} of order {order.client_order_id} sells more {order.symbol} than is held"
        raise ValueError(detail)
    paid = SessionClose(market_date(fill.executed_at), fill.price)
    if position is None:
        return Position(order.symbol, fill.shares, fill.price, fill.executed_at, paid)
    if order.side is Side.BUY:
        cost = average_cost_after(position.shares, position.average_cost, bought=fill.shares, price=fill.price)
        return Position(order.symbol, position.shares + fill.shares, cost, position.opened_at, paid)
    left = position.shares - fill.shares
    return Position(order.symbol, left, position.average_cost, position.opened_at, paid) if left else None


def _report(ledger: OrderLedger, broker_order: BrokerOrder, *, fills: tuple[BrokerFill, ...]) -> OrderReport:
    shares = sum((each.shares for each in fills), Decimal(0))
    status = _status(ledger, broker_order, filled=shares)
    # As recorded first, unless that says that nothing was sent.
    reasons = (ledger.report.rejection, broker_order.rejection)
    rejection = next((each for each in (reversed(reasons) if fills else reasons) if each is not None), None)
    return OrderReport(
        client_order_id=ledger.order.client_order_id,
        status=status,
        filled_shares=shares,
        average_price=sum((each.shares * each.price for each in fills), Decimal(0)) / shares if shares else None,
        commission=sum((each.commission for each in fills), Decimal(0)),
        executed_at=max((each.executed_at for each in fills), default=None),
        rejection=rejection if status is OrderStatus.REJECTED else None,
    )


def _status(ledger: OrderLedger, broker_order: BrokerOrder, *, filled: Decimal) -> OrderStatus:
    if filled == ledger.order.shares:
        return OrderStatus.FILLED
    if ledger.report.status in FINAL_ORDER_STATUSES and not (filled and ledger.report.status is OrderStatus.REJECTED):
        return ledger.report.status
    if broker_order.status in FINAL_ORDER_STATUSES - {OrderStatus.FILLED}:
        return broker_order.status
    return OrderStatus.PARTIALLY_FILLED if filled else OrderStatus.SUBMITTED
