"""Whether a proposal fits beside the cash and shares that open orders and pending decisions reserve."""

from collections.abc import Iterable
from decimal import Decimal

from bot.domain.trading.accounts import Portfolio, ReservedCash
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.execution.orders import AccountOrder, Side
from bot.domain.trading.trading_limits import Limits
from bot.domain.trading.validation import Violation, find_violations


def reserved_by(orders: Iterable[AccountOrder]) -> ReservedCash:
    """Return the cash that these orders reserve; sales free none."""
    amounts = [order.open_shares * order.reference_price for order in orders if order.side is Side.BUY]
    return ReservedCash(sum(amounts, Decimal(0)), len(amounts))


def admission_violations(
    proposal: Proposal,
    *,
    portfolio: Portfolio,
    orders: Iterable[AccountOrder],
    reserved: ReservedCash,
    commission: Decimal,
) -> tuple[Violation, ...]:
    """Return the rules that `proposal` breaks beside what is reserved; shares that open orders sell count as sold.

    Args:
        proposal: A buy or a sale; a buy may cost at most its `max_cash`, where it has one.
        portfolio: The account at the prices of the proposal.
        orders: The account's open orders.
        reserved: Cash that is not available for `proposal`.
        commission: Account currency, per order.
    """
    violations = find_violations(
        proposal,
        portfolio=portfolio,
        commission=commission,
        limits=Limits(max_cash=proposal.max_cash),
        reserved_cash=reserved.with_commission(commission),
    )
    position = portfolio.position(proposal.symbol)
    unreserved = (position.shares if position else Decimal(0)) - sum(
        (o.open_shares for o in orders if o.side is Side.SELL and o.symbol == proposal.symbol), Decimal(0)
    )
    if not violations and proposal.side is Side.SELL and proposal.shares > unreserved:
        return (Violation("sells_more_than_held", {"shares": proposal.shares, "held": unreserved}),)
    return violations
