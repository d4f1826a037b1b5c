"""Cash and shares reserved by open orders and pending decisions, and whether a proposal fits beside them."""

from collections.abc import Iterable
from decimal import Decimal

from bot.domain.ids import AccountId
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import Decision, Proposal
from bot.domain.trading.limits import Limits
from bot.domain.trading.orders import Order, OrderStatus, Side
from bot.domain.trading.validation import Violation, find_violations
from bot.ports import Transaction

_OPEN = frozenset({OrderStatus.NEW, OrderStatus.SUBMITTED, OrderStatus.PARTIALLY_FILLED, OrderStatus.UNKNOWN})
_MAX_ORDERS = 100  # an order stays open for seconds, so the open ones are among the latest


async def open_orders(tx: Transaction, account_id: AccountId) -> tuple[Order, ...]:
    """Return the account's orders without a final outcome, among the latest 100."""
    orders = await tx.accounts.orders(account_id, limit=_MAX_ORDERS)
    return tuple(order for order in orders if order.status in _OPEN)


def reserved_cash(orders: Iterable[Order], pending: Iterable[Decision] = (), *, commission: Decimal) -> Decimal:
    """Return the cash that these buys will need, commission included, in account currency; sales free none."""
    amounts = [order.shares * order.reference_price for order in orders if order.side is Side.BUY]
    amounts += [d.proposal.cash_change for d in pending if d.proposal.cash_change > 0]
    return sum(amounts, Decimal(0)) + commission * len(amounts)


def admission_violations(
    proposal: Proposal,
    *,
    portfolio: Portfolio,
    orders: Iterable[Order],
    pending: Iterable[Decision] = (),
    commission: Decimal,
) -> tuple[Violation, ...]:
    """Return the rules that `proposal` breaks beside what is reserved; shares that open orders sell count as sold.

    Args:
        proposal: A buy or a sale; a buy may cost at most its `max_cash`, where it has one.
        portfolio: The account at the prices of the proposal.
        orders: The account's open orders.
        pending: Other decisions whose cash is reserved.
        commission: Account currency, per order.
    """
    orders = tuple(orders)
    reserved = reserved_cash(orders, pending, commission=commission)
    limits = Limits(max_cash=proposal.max_cash)
    violations = find_violations(
        proposal, portfolio=portfolio, commission=commission, limits=limits, reserved_cash=reserved
    )
    position = portfolio.position(proposal.symbol)
    unreserved = (position.shares if position else Decimal(0)) - _shares_on_sale(orders, proposal.symbol)
    if not violations and proposal.side is Side.SELL and proposal.shares > unreserved:
        return (Violation("sells_more_than_held", {"shares": proposal.shares, "held": unreserved}),)
    return violations


def _shares_on_sale(orders: Iterable[Order], symbol: str) -> Decimal:
    return sum((o.shares for o in orders if o.side is Side.SELL and o.symbol == symbol), Decimal(0))
