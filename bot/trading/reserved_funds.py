"""What is spoken for: cash and shares, by orders on their way and by proposals that may still be confirmed."""

from collections.abc import Iterable
from decimal import Decimal

from bot.domain.ids import AccountId
from bot.domain.trading.decisions import Decision
from bot.domain.trading.orders import Order, OrderStatus, Side
from bot.ports import Transaction

_OPEN = frozenset({OrderStatus.NEW, OrderStatus.SUBMITTED, OrderStatus.PARTIALLY_FILLED, OrderStatus.UNKNOWN})
_LATEST = 100  # an order stays open for seconds: those that are open are among the latest


async def open_orders(tx: Transaction, account_id: AccountId) -> tuple[Order, ...]:
    """Return the account's orders that are confirmed and not carried out."""
    orders = await tx.accounts.orders(account_id, limit=_LATEST)
    return tuple(order for order in orders if order.status in _OPEN)


def reserved_cash(orders: Iterable[Order], pending: Iterable[Decision] = (), *, commission: Decimal) -> Decimal:
    """Return the cash that these buys will take, in account currency; sales are not counted on."""
    amounts = [order.shares * order.reference_price for order in orders if order.side is Side.BUY]
    amounts += [d.proposal.cash_change for d in pending if d.proposal.cash_change > 0]
    return sum(amounts, Decimal(0)) + commission * len(amounts)


def reserved_shares(orders: Iterable[Order], symbol: str) -> Decimal:
    """Return how many shares of `symbol` these orders are selling."""
    return sum((o.shares for o in orders if o.side is Side.SELL and o.symbol == symbol), Decimal(0))
