"""The caps on sizes that engines choose: the value of one position, and the loss of a buy at its stop.

They are checked on every engine's proposals. A person's own order may exceed them; then its card says by how much.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.validation import CENT, Violation, suggested_buy

EXCEEDS_POSITION_CAP: Final = "exceeds_position_cap"
EXCEEDS_LOSS_CAP: Final = "exceeds_loss_cap"
EXCEEDS_CAP: Final = frozenset({EXCEEDS_POSITION_CAP, EXCEEDS_LOSS_CAP})  # codes of reasons

_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class _CapCheck:
    """A purchase beside the caps; amounts in account currency."""

    proposal: Proposal
    total_assets: Decimal  # the symbol valued at the proposal's price
    position_cap: Decimal  # a fraction of total assets
    loss_cap: Decimal  # likewise

    @property
    def loss_at_stop(self) -> Decimal:
        """What the shares bought lose if the price falls to the stop; 0 without one."""
        stop = self.proposal.stop_price
        return _ZERO if stop is None else self.proposal.shares * (self.proposal.price - stop)

    @property
    def is_above_position_cap(self) -> bool:
        return self.proposal.target_cash_amount > self.position_cap * self.total_assets + CENT

    @property
    def is_above_loss_cap(self) -> bool:
        return self.loss_at_stop > self.loss_cap * self.total_assets + CENT


def find_cap_violations(proposal: Proposal, *, portfolio: Portfolio) -> tuple[Violation, ...]:
    """Return the caps that a proposal, valid otherwise, exceeds."""
    check = _check(proposal, portfolio)
    if check is None:
        return ()
    violations = []
    if check.is_above_position_cap:
        cap = check.position_cap * check.total_assets
        numbers = {"target": proposal.target_cash_amount, "cap": cap, "percent": check.position_cap * 100}
        held_value = proposal.target_cash_amount - proposal.cash_change
        violations.append(Violation("above_position_cap", numbers, suggested_buy(cap - held_value, proposal.price)))
    if check.is_above_loss_cap:
        risk, stop = check.loss_cap * check.total_assets, proposal.stop_price or _ZERO
        numbers = {"loss": check.loss_at_stop, "risk": risk, "percent": check.loss_cap * 100, "stop": stop}
        affordable = risk // (proposal.price - stop) * proposal.price
        violations.append(Violation("above_loss_cap", numbers, suggested_buy(affordable, proposal.price)))
    return tuple(violations)


def cap_excesses(proposal: Proposal, *, portfolio: Portfolio) -> tuple[Reason, ...]:
    """Return a reason for each cap that a proposal exceeds, which says by how much; the greatest multiple first."""
    check = _check(proposal, portfolio)
    if check is None:
        return ()
    excesses = []
    if check.is_above_position_cap:
        share = proposal.target_cash_amount / check.total_assets * 100
        excesses.append(Reason(EXCEEDS_POSITION_CAP, 0.0, {"percent": share, "cap": check.position_cap * 100}))
    if check.is_above_loss_cap:
        share = check.loss_at_stop / check.total_assets * 100
        numbers = {"loss": check.loss_at_stop, "percent": share, "cap": check.loss_cap * 100}
        excesses.append(Reason(EXCEEDS_LOSS_CAP, 0.0, numbers))
    return tuple(sorted(excesses, key=multiple_of_cap, reverse=True))


def told_cap_excesses(proposal: Proposal) -> tuple[Reason, ...]:
    """Return the reasons of a proposal that say that it exceeds a cap."""
    return tuple(reason for reason in proposal.reasons if reason.code in EXCEEDS_CAP)


def multiple_of_cap(excess: Reason) -> Decimal:
    """Return how many times the cap a proposal comes to; `excess` says that it exceeds one."""
    return excess.numbers["percent"] / excess.numbers["cap"]


def _check(proposal: Proposal, portfolio: Portfolio) -> _CapCheck | None:
    """Return what a purchase is compared with; None: it is none, or there is nothing to compare it with."""
    caps = portfolio.caps
    total = BuyingPower.from_portfolio(portfolio, symbol=proposal.symbol, price=proposal.price).total_assets
    if proposal.action is not Action.INCREASE or total <= 0:
        return None
    without_stop = proposal.stop_price is None
    cap = min(caps.position, caps.position_without_stop) if without_stop else caps.position
    return _CapCheck(proposal, total, cap, caps.loss_at_stop)
