"""Resize a proposed trade to the amount of money that a person asks for."""



from dataclasses import dataclass
from dataclasses import replace
from decimal import Decimal
from bot.domain.market.features import Features
from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import ADJUSTMENT_REASONS
from bot.domain.trading.decisions import Action
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.decisions import Reason
from bot.domain.trading.orders import Side
from bot.domain.trading.sizing import BuyingPower
from bot.engines.rules.requote import SAME_SIZE
from bot.engines.rules.requote import requote




@dataclass(frozen=True, slots=True)
class AdjustmentRequest:
    """What a person wants a trade to come to."""

    amount: Decimal  # account currency, above zero
    requested_by: str  # the person's name
    note: str = ""

    @property
    def reason(self) -> Reason:
        """It as an argument of the new version: who wanted it so."""
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
    """Return `proposal` for the amount wanted at the newer `features`; None where not even one share fits.

    A buy spends at most the amount, commission included. A sale raises at most the amount; one that is worth the
    position or more closes it. What bounds the account is for the validator to say: nothing is cut here.

    Args:
        proposal: A buy or a sale, proposed before.
        request: It takes the place of an earlier one in the reasons.
        features: The instrument as known now.
        portfolio: The account, as of the same instant.
        commission: Of one order, account currency.
    """
    buying_power = BuyingPower.from_portfolio(
        portfolio, symbol=proposal.symbol, price=features.price, commission=commission
    )
    amount, buys = request.amount, proposal.side is Side.BUY
    shares = buying_power.affordable_shares_after_commission(amount) if buys else _sold(buying_power, amount)
    if not shares:
        return None
    action = _action(buying_power, shares, buys=buys)
    before = tuple(reason for reason in proposal.reasons if not explains_size(reason))
    resized = requote(
        replace(proposal, action=action, shares=shares, max_cash=_limit(proposal, amount), reasons=before),
        features=features,
        portfolio=portfolio,
    )
    kept = tuple(reason for reason in resized.reasons if reason.code != SAME_SIZE)
    return replace(resized, reasons=(request.reason, *kept))


def _sold(buying_power: BuyingPower, amount: Decimal) -> Decimal:
    """All of it, a broken share too, once the amount reaches its value."""
    return buying_power.held_shares if amount >= buying_power.current_value else buying_power.affordable_shares(amount)


def _action(buying_power: BuyingPower, shares: Decimal, *, buys: bool) -> Action:
    if buys:
        return Action.INCREASE
    return Action.CLOSE if shares == buying_power.held_shares else Action.DECREASE


def _limit(proposal: Proposal, amount: Decimal) -> Decimal | None:
    """Whoever names more than their limit has stated a new one."""
    return None if proposal.max_cash is None else max(proposal.max_cash, amount)


def explains_size(reason: Reason) -> bool:
    """Whether a reason says why the old size was what it was."""
    return reason.code.startswith(("sized_by_", *ADJUSTMENT_REASONS)) or reason.code == "named_size_cut"
