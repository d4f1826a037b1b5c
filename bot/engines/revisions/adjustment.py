"""Resizes a proposed trade to the amount of money that a person requests."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.domain.market.features import Features
from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Proposal, Reason
from bot.domain.trading.execution.orders import Side
from bot.engines.common.sized_trade import action_for
from bot.engines.revisions.requote import SAME_SIZE, requote


@dataclass(frozen=True, slots=True)
class AdjustmentRequest:
    """A person's request to change the amount of a trade."""

    amount: Decimal  # account currency, above zero
    requested_by: str  # the person's name
    note: str = ""

    @property
    def reason(self) -> Reason:
        """The request as a reason of the new version."""
        numbers = {"amount": self.amount}
        if not self.note:
            return Reason("adjusted", 0.0, numbers, {"by": self.requested_by})
        return Reason("adjusted_with_note", 0.0, numbers, {"by": self.requested_by, "note": self.note})


def adjust_proposal(
    proposal: Proposal, *, request: AdjustmentRequest, features: Features, portfolio: Portfolio, commission: Decimal
) -> Proposal | None:
    """Return `proposal` for the requested amount at the newer `features`; None if not even one share fits.

    A buy spends at most the amount, including commission. A sale raises at most the amount, or closes the position if
    the amount reaches its value. The account's bounds are left to the validator; nothing is cut here.

    `proposal`: an earlier proposal of a buy or a sale. `request`: the new request; its reason replaces that of an
    earlier one. `commission`: of one order, account currency.
    """
    buying_power = BuyingPower.from_portfolio(
        portfolio, symbol=proposal.symbol, price=features.price, commission=commission
    )
    side = Side.BUY if proposal.side is Side.BUY else Side.SELL
    shares = _shares(buying_power, side, request.amount)
    if not shares:
        return None
    resized = replace(
        proposal,
        action=action_for(side, shares, held=buying_power.held_shares),
        shares=shares,
        max_cash=_limit(proposal, request.amount),
        reasons=tuple(reason for reason in proposal.reasons if not explains_size(reason)),
    )
    requoted = requote(resized, features=features, portfolio=portfolio)
    kept = tuple(reason for reason in requoted.reasons if reason.code != SAME_SIZE)
    return replace(requoted, reasons=(request.reason, *kept))


def _shares(buying_power: BuyingPower, side: Side, amount: Decimal) -> Decimal:
    """Return whole shares, or for a sale of at least the position's value all shares, including fractions."""
    if side is Side.BUY:
        return buying_power.affordable_shares_after_commission(amount)
    return buying_power.held_shares if amount >= buying_power.current_value else buying_power.affordable_shares(amount)


def _limit(proposal: Proposal, amount: Decimal) -> Decimal | None:
    """Return the stated limit, raised to the requested amount if that is higher."""
    return None if proposal.max_cash is None else max(proposal.max_cash, amount)


def explains_size(reason: Reason) -> bool:
    """Return whether a reason explains the size of the proposal."""
    return reason.code.startswith(("sized_by_", *ADJUSTMENT_REASONS)) or reason.code == "named_size_cut"
