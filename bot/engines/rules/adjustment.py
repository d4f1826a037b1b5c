"""Resize a proposed trade to the amount of money that a person asks for."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.domain.market.features import Features
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import ADJUSTMENT_REASONS, Proposal, Reason
from bot.domain.trading.orders import Side
from bot.domain.trading.sizing import BuyingPower
from bot.engines.common.sized_trade import action_for
from bot.engines.rules.requote import SAME_SIZE, requote


@dataclass(frozen=True, slots=True)
class AdjustmentRequest:
    """The amount that a person wants a trade to come to."""

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
    proposal: Proposal,
    *,
    request: AdjustmentRequest,
    features: Features,
    portfolio: Portfolio,
    commission: Decimal,
) -> Proposal | None:
    """Return `proposal` for the requested amount at the newer `features`; None where not even one share fits.

    A buy spends at most the amount, commission included. A sale raises at most the amount; one that is worth the
    position or more closes it. The validator checks what the account bounds; nothing is cut here.

    Args:
        proposal: A buy or a sale, proposed before.
        request: Replaces an earlier request among the reasons.
        features: The instrument as known now.
        portfolio: The account, as of the same instant.
        commission: Of one order, account currency.
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
    """Return whole shares, or the whole position, with a fraction of a share, where the amount reaches its value."""
    if side is Side.BUY:
        return buying_power.affordable_shares_after_commission(amount)
    return buying_power.held_shares if amount >= buying_power.current_value else buying_power.affordable_shares(amount)


def _limit(proposal: Proposal, amount: Decimal) -> Decimal | None:
    """Return the stated limit; a requested amount above it replaces it."""
    return None if proposal.max_cash is None else max(proposal.max_cash, amount)


def explains_size(reason: Reason) -> bool:
    """Return whether a reason says why the old size was what it was."""
    return reason.code.startswith(("sized_by_", *ADJUSTMENT_REASONS)) or reason.code == "named_size_cut"
