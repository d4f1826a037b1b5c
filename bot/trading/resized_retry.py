"""A rejected purchase is proposed once more, in the size that the broker would take; a person confirms it or not."""

from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.ids import DecisionId, derive_id
from bot.domain.trading.decisions import Decision, DecisionStatus, Proposal, Reason
from bot.domain.trading.execution.orders import OrderReport, Side

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
