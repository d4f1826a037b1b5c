"""How caps and trading limits bound a purchase: the most shares that fit, and by how much a proposal exceeds each.

The caps are on sizes that engines choose: the value of one position, and the loss of a buy at its stop. Every engine's
proposals are checked. A person's own order may exceed them; then its card says by how much.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.trading_limits import LimitInForce, LimitMeasure, LimitUnit
from bot.domain.trading.validation import CENT, Violation, suggested_buy

EXCEEDS_POSITION_CAP: Final = "exceeds_position_cap"
EXCEEDS_LOSS_CAP: Final = "exceeds_loss_cap"
EXCEEDS_CAP: Final = frozenset({EXCEEDS_POSITION_CAP, EXCEEDS_LOSS_CAP})  # codes of reasons


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


_ZERO: Final = Decimal(0)
_ONE: Final = Decimal(1)


def room_under(limit: LimitInForce, power: BuyingPower) -> Decimal:
    """Return what a limit leaves for one purchase, in its unit, a percentage as money; below 0 if exceeded."""
    terms = limit.terms
    if terms.measure is LimitMeasure.POSITIONS:
        return terms.value - power.other_positions - limit.purchases
    if terms.unit is LimitUnit.SHARES:
        return terms.value - (power.held_shares if terms.measure is LimitMeasure.POSITION else _ZERO)
    value = power.total_assets * terms.value / 100 if terms.unit is LimitUnit.PERCENT else terms.value
    return {
        LimitMeasure.TRADE: value - power.commission,
        LimitMeasure.TOTAL: value - limit.spent - (limit.purchases + 1) * power.commission,
        LimitMeasure.POSITION: value - power.current_value,
        LimitMeasure.CASH: power.available_cash - power.commission - value,
        LimitMeasure.LOSS: value,
    }[terms.measure]


def most_shares(limit: LimitInForce, power: BuyingPower, *, stop: Decimal | None = None) -> Decimal | None:
    """Return the most whole shares that fit; None: the limit cannot bound them, as without a `stop` below the price."""
    room = max(room_under(limit, power), _ZERO)
    if limit.terms.measure is LimitMeasure.POSITIONS:
        return None if power.held_shares or room else _ZERO
    if limit.terms.unit is LimitUnit.SHARES:
        return room // 1
    if limit.terms.measure is not LimitMeasure.LOSS:
        return room // power.price
    return None if stop is None else room // (power.price - stop)


def find_limit_excesses(
    proposal: Proposal,
    limits: Iterable[LimitInForce],
    *,
    portfolio: Portfolio,
    commission: Decimal = _ZERO,
    reserved_cash: Decimal = _ZERO,
) -> Iterator[tuple[LimitInForce, Violation]]:
    """Yield the limits that a purchase exceeds, each with the rule it breaks; nothing for any other proposal.

    The violation has `excess`, in the unit of the limit; of a percentage in account currency. It counts what is held or
    spent already beyond the limit.
    """
    if proposal.action is not Action.INCREASE:
        return
    power = BuyingPower.from_portfolio(
        portfolio, symbol=proposal.symbol, price=proposal.price, commission=commission, reserved_cash=reserved_cash
    )
    for limit in limits:
        if not _binds(limit, proposal, portfolio):
            continue
        if (excess := _size(proposal, limit) - room_under(limit, power)) > CENT:
            numbers = {"value": limit.terms.value, "excess": excess}
            most = most_shares(limit, power, stop=proposal.stop_price) or _ZERO
            suggestion = suggested_buy(most * proposal.price, proposal.price)
            yield limit, Violation("above_trading_limit", numbers, suggestion, limit_words(limit))


def limit_words(limit: LimitInForce) -> dict[str, str]:
    """Return the variables of the sentences about a limit, except its value."""
    terms = limit.terms
    return {
        "limit_id": str(limit.limit.id),
        "measure": terms.measure,
        "unit": terms.unit,
        "scope": terms.scope,
        "period": terms.period or "none",
        "symbols": ", ".join(terms.symbols) or "none",
        "by": limit.limit.stated_by.name,
        "text": terms.text,
    }


def with_purchase(portfolio: Portfolio, proposal: Proposal) -> Portfolio:
    """Return the portfolio with a proposed purchase counted under the totals, and the positions, that bind it."""
    if proposal.action is not Action.INCREASE:
        return portfolio
    limits = tuple(
        replace(each, spent=each.spent + proposal.cash_change, purchases=each.purchases + 1)
        if _binds(each, proposal, portfolio)
        else each
        for each in portfolio.limits
    )
    return replace(portfolio, limits=limits)


def _binds(limit: LimitInForce, proposal: Proposal, portfolio: Portfolio) -> bool:
    """Return whether a limit bounds a purchase; of what is held already, the number of positions does not."""
    adds_position = portfolio.position(proposal.symbol) is None
    return limit.binds(proposal.symbol) and (adds_position or limit.terms.measure is not LimitMeasure.POSITIONS)


def _size(proposal: Proposal, limit: LimitInForce) -> Decimal:
    """Return the size of a purchase in the unit of a limit; without a stop no loss is known."""
    if limit.terms.measure is LimitMeasure.POSITIONS:
        return _ONE
    if limit.terms.unit is LimitUnit.SHARES:
        return proposal.shares
    if limit.terms.measure is LimitMeasure.LOSS:
        return _ZERO if proposal.stop_price is None else proposal.shares * (proposal.price - proposal.stop_price)
    return proposal.cash_change
