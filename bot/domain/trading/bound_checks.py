"""How caps, on sizes that engines choose, and people's limits bound a purchase, and by how much one exceeds each."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.trading_limits import LimitInForce, LimitMeasure, LimitUnit
from bot.domain.trading.validation import CENT, Violation, suggested_buy

EXCEEDS_CAP: Final = frozenset({"exceeds_position_cap", "exceeds_loss_cap"})  # codes of reasons
_ZERO: Final = Decimal(0)


def _beyond_caps(proposal: Proposal, portfolio: Portfolio) -> Iterator[tuple[str, Decimal, Decimal, Decimal]]:
    """Yield each cap that a purchase is beyond: its name, the size, the cap as a fraction, the total assets."""
    caps, stop = portfolio.caps, proposal.stop_price
    total = BuyingPower.from_portfolio(portfolio, symbol=proposal.symbol, price=proposal.price).total_assets
    if proposal.action is not Action.INCREASE or total <= 0:
        return
    position = min(caps.position, caps.position_without_stop) if stop is None else caps.position
    loss = _ZERO if stop is None else proposal.shares * (proposal.price - stop)
    for name, size, cap in (("position", proposal.target_cash_amount, position), ("loss", loss, caps.loss_at_stop)):
        if size > cap * total + CENT:
            yield name, size, cap, total


def find_cap_violations(proposal: Proposal, *, portfolio: Portfolio) -> tuple[Violation, ...]:
    """Return the caps that a proposal, valid otherwise, exceeds."""
    violations, stop = [], proposal.stop_price or _ZERO
    for name, size, cap, total in _beyond_caps(proposal, portfolio):
        most, percent = cap * total, cap * 100
        if name == "position":
            numbers = {"target": size, "cap": most, "percent": percent}
            room = most - (proposal.target_cash_amount - proposal.cash_change)
        else:
            numbers = {"loss": size, "risk": most, "percent": percent, "stop": stop}
            room = most // (proposal.price - stop) * proposal.price
        violations.append(Violation(f"above_{name}_cap", numbers, suggested_buy(room, proposal.price)))
    return tuple(violations)


def cap_excesses(proposal: Proposal, *, portfolio: Portfolio) -> tuple[Reason, ...]:
    """Return a reason for each cap that a proposal exceeds, which says by how much; the greatest multiple first."""
    excesses = []
    for name, size, cap, total in _beyond_caps(proposal, portfolio):
        numbers = {"percent": size / total * 100, "cap": cap * 100} | ({"loss": size} if name == "loss" else {})
        excesses.append(Reason(f"exceeds_{name}_cap", 0.0, numbers))
    return tuple(sorted(excesses, key=multiple_of_cap, reverse=True))


def told_cap_excesses(proposal: Proposal) -> tuple[Reason, ...]:
    """Return the reasons of a proposal that say that it exceeds a cap."""
    return tuple(reason for reason in proposal.reasons if reason.code in EXCEEDS_CAP)


def multiple_of_cap(excess: Reason) -> Decimal:
    """Return how many times the cap a proposal comes to; `excess` says that it exceeds one."""
    return excess.numbers["percent"] / excess.numbers["cap"]


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
    """Yield the limits that a purchase exceeds, with a violation whose `excess` is in the limit's unit, or money."""
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
        return Decimal(1)
    if limit.terms.unit is LimitUnit.SHARES:
        return proposal.shares
    if limit.terms.measure is LimitMeasure.LOSS:
        return _ZERO if proposal.stop_price is None else proposal.shares * (proposal.price - proposal.stop_price)
    return proposal.cash_change
