"""The loss of a purchase at its stop beside the risk that a person has stated; checked on every engine's proposals."""

from dataclasses import replace
from typing import Final

from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.sizes.stated_size import StatedRisk
from bot.domain.trading.validation import CENT
from bot.errors import InvalidDecisionError

STATED_RISK: Final = "stated_risk"  # code of the reason with the loss at the stop, and the risk


def with_stated_risk(proposal: Proposal, risk: StatedRisk | None, *, portfolio: Portfolio) -> Proposal:
    """Return a purchase with its loss at the stop as a reason; any other proposal as it is.

    Raises: InvalidDecisionError: it loses more than `risk`, or has no stop, which is a defect of its engine.
    """
    if risk is None or proposal.action is not Action.INCREASE:
        return proposal
    buying_power = BuyingPower.from_portfolio(portfolio, symbol=proposal.symbol, price=proposal.price)
    most = risk.in_money(buying_power.total_assets)
    stop = proposal.stop_price
    loss = proposal.shares * (proposal.price - stop) if stop is not None else None
    if stop is None or loss is None or loss > most + CENT:
        raise InvalidDecisionError(symbol=proposal.symbol, rules="above_stated_risk")
    reason = Reason(STATED_RISK, 0.0, {"loss": loss, "risk": most, "stop": stop})
    return replace(proposal, reasons=(*proposal.reasons, reason))


def stated_risk_of(proposal: Proposal) -> StatedRisk | None:
    """Return the risk that was stated for a proposal; None: none was."""
    found = next((reason for reason in proposal.reasons if reason.code == STATED_RISK), None)
    return None if found is None else StatedRisk(amount=found.numbers["risk"])
