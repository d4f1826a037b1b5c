"""Whether a proposal fits beside what is reserved; and what of a rejected purchase fits."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.ids import DecisionId, derive_id
from bot.domain.trading.accounts import Portfolio, ReservedCash
from bot.domain.trading.decisions import Decision, DecisionStatus, Proposal, Reason
from bot.domain.trading.execution.orders import AccountOrder, OrderReport, Side
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


RESIZED: Final = "resized_after_rejection"  # code of the reason that says so


def resized_retry(decision: Decision, report: OrderReport, *, at: datetime, ttl: timedelta) -> Decision | None:
    """Return a new decision for what fits after `decision` was rejected for lack of cash; None: there is nothing.

    A proposal that was resized so is not resized again. The id is derived from the rejected decision's, so that it is
    stored once, whoever tells the rejection. Its rules are checked when it is confirmed, like any other's.
    """
    why, proposal = report.rejection, decision.proposal
    is_resized = any(reason.code == RESIZED for reason in proposal.reasons)
    if decision.status is not DecisionStatus.REJECTED or why is None or proposal.side is not Side.BUY or is_resized:
        return None
    if not 0 < why.suggested_shares < proposal.shares:
        return None
    return replace(
        decision,
        id=DecisionId(derive_id(decision.id, "resized")),
        version=1,
        proposal=resized_proposal(proposal, why.suggested_shares),
        status=DecisionStatus.PROPOSED,
        created_at=at,
        expires_at=at + ttl,
        decided_by=None,
        decided_at=None,
    )


def resized_proposal(proposal: Proposal, shares: Decimal) -> Proposal:
    """Return the same purchase of `shares`, with the reason for its size first."""
    value_before, cash_change = proposal.target_cash_amount - proposal.cash_change, shares * proposal.price
    return replace(
        proposal,
        shares=shares,
        cash_change=cash_change,
        target_cash_amount=value_before + cash_change,
        reasons=(Reason(RESIZED, 0.0, {"was": proposal.shares}), *proposal.reasons),
    )
