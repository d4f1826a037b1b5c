"""The validator: rules that the proposals of every engine must satisfy before they are shown.

A violation states the rule, the figures that break it, and figures that would satisfy it, so that the next prompt and
a person can be told what to change.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from bot.domain.trading.accounts import BuyingPower, Portfolio
from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.trading_limits import Limits
from bot.errors import InvalidDecisionError

CENT: Final = Decimal("0.01")  # amounts that differ by at most this are equal
HOLD_TOLERANCE_FRACTION: Final = Decimal("0.01")  # a hold's target may differ from the present value by this …
HOLD_TOLERANCE_AMOUNT: Final = Decimal(100)  # … or by this, whichever is more; account currency

_NO_LIMITS: Final = Limits()
_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: the locale message `violation-<code>`, its figures, and figures that would satisfy the rule."""

    code: str
    numbers: Mapping[str, Decimal] = field(default_factory=dict)
    suggestion: Mapping[str, Decimal] = field(default_factory=dict)  # names begin with "suggested_"
    words: Mapping[str, str] = field(default_factory=dict)  # codes and names; shown as plain text

    @property
    def variables(self) -> dict[str, Decimal | str]:
        """Everything that the sentence may name."""
        return {**self.numbers, **self.suggestion, **self.words}


@dataclass(frozen=True, slots=True)
class _ProposalCheck:
    """A proposal and the values it is checked against; amounts in account currency."""

    proposal: Proposal
    power: BuyingPower  # at the proposal's price
    limits: Limits

    @property
    def target_figures(self) -> dict[str, Decimal]:
        return {"target": self.proposal.target_cash_amount, "current": self.power.current_value}


def require_valid_proposals(
    proposals: Iterable[Proposal],
    *,
    portfolio: Portfolio,
    commission: Decimal,
    max_cash: Decimal | None,
    reserved_cash: Decimal,
) -> None:
    """Check the proposals of one answer together: each buy reduces the cash and the limit left for the next.

    `max_cash`: the maximum cost of all buys, commissions included; None: no limit.

    Raises: InvalidDecisionError: a proposal breaks a rule, which is a defect of its engine.
    """
    for proposal in proposals:
        limits = Limits(max_cash=max_cash)
        violations = find_violations(
            proposal, portfolio=portfolio, commission=commission, limits=limits, reserved_cash=reserved_cash
        )
        if violations:
            raise InvalidDecisionError(symbol=proposal.symbol, rules=", ".join(each.code for each in violations))
        if proposal.cash_change > 0:
            cost = proposal.cash_change + commission
            reserved_cash += cost
            max_cash = None if max_cash is None else max_cash - cost


def find_violations(
    proposal: Proposal,
    *,
    portfolio: Portfolio,
    commission: Decimal = _ZERO,
    limits: Limits = _NO_LIMITS,
    reserved_cash: Decimal = _ZERO,
) -> tuple[Violation, ...]:
    """Return every rule that `proposal` breaks; `reserved_cash` is what other decisions and orders need."""
    invalid_figures = tuple(_check_figures(proposal))
    if invalid_figures:  # they cannot be compared with anything
        return invalid_figures
    power = BuyingPower.from_portfolio(
        portfolio, symbol=proposal.symbol, price=proposal.price, commission=commission, reserved_cash=reserved_cash
    )
    check = _ProposalCheck(proposal, power, limits)
    return (*_check_rationale(proposal), *_check_amounts(check), *_check_action(check), *_check_cash(check))


def _check_figures(proposal: Proposal) -> Iterator[Violation]:
    amounts = (proposal.target_cash_amount, proposal.cash_change, proposal.price, proposal.stop_price or _ZERO)
    if not all(figure.is_finite() for figure in (*amounts, proposal.shares, proposal.confidence)):
        yield Violation("not_finite")
    elif proposal.price <= 0:
        yield Violation("price_not_positive", {"price": proposal.price})


def _check_rationale(proposal: Proposal) -> Iterator[Violation]:
    if not 0 <= proposal.confidence <= 1:
        suggestion = {"suggested_confidence": min(max(proposal.confidence, _ZERO), Decimal(1))}
        yield Violation("confidence_out_of_range", {"confidence": proposal.confidence}, suggestion)
    if not proposal.reasons:
        yield Violation("no_reasons")


def _check_amounts(check: _ProposalCheck) -> Iterator[Violation]:
    proposal = check.proposal
    expected_change = proposal.target_cash_amount - check.power.current_value
    if abs(proposal.cash_change - expected_change) > CENT:
        numbers = {"cash_change": proposal.cash_change, **check.target_figures}
        yield Violation("cash_change_not_difference", numbers, {"suggested_cash_change": expected_change})
    if proposal.shares < 0 or (proposal.shares % 1 and proposal.shares != check.power.held_shares):
        suggestion = {"suggested_shares": max(proposal.shares // 1, _ZERO)}
        yield Violation("shares_not_whole", {"shares": proposal.shares}, suggestion)
    amount = _ZERO if proposal.action is Action.HOLD else abs(proposal.cash_change)
    if abs(proposal.shares * proposal.price - amount) > CENT:
        numbers = {"shares": proposal.shares, "price": proposal.price, "cash_change": proposal.cash_change}
        yield Violation("shares_not_cash_change", numbers, {"suggested_shares": amount // proposal.price})


def _check_action(check: _ProposalCheck) -> Iterator[Violation]:
    proposal, current = check.proposal, check.power.current_value
    price, stop = proposal.price, proposal.stop_price
    match proposal.action:
        case Action.INCREASE:
            if proposal.target_cash_amount <= current:
                yield Violation(
                    "increase_not_above_current", check.target_figures, {"suggested_target": current + price}
                )
            if stop is not None and not 0 < stop < price:
                yield Violation("stop_not_below_price", {"stop": stop, "price": price})
        case Action.HOLD:
            tolerance = max(abs(current) * HOLD_TOLERANCE_FRACTION, HOLD_TOLERANCE_AMOUNT)
            if abs(proposal.target_cash_amount - current) > tolerance:
                numbers = {**check.target_figures, "tolerance": tolerance}
                yield Violation("hold_moves_too_far", numbers, {"suggested_target": current})
        case _:
            yield from _check_sale(check)


def _check_sale(check: _ProposalCheck) -> Iterator[Violation]:
    proposal, held, current = check.proposal, check.power.held_shares, check.power.current_value
    if not held:
        yield Violation("no_position")
    elif proposal.shares > held:
        yield Violation("sells_more_than_held", {"shares": proposal.shares, "held": held})
    if proposal.action is Action.CLOSE:
        if abs(proposal.target_cash_amount) > CENT:
            yield Violation("close_not_zero", check.target_figures, {"suggested_target": _ZERO})
    elif held and not 0 <= proposal.target_cash_amount < current:
        suggestion = {"suggested_target": max(current - proposal.price, _ZERO)}
        yield Violation("decrease_not_below_current", check.target_figures, suggestion)


def _check_cash(check: _ProposalCheck) -> Iterator[Violation]:
    """Check the cash rules, for buys only: a lack of cash never blocks a sale, which would end it."""
    cost = check.proposal.cash_change
    if cost <= 0 or check.proposal.action is Action.HOLD:
        return
    power, price = check.power, check.proposal.price
    available = power.available_cash - power.commission
    floor = power.total_assets * power.caps.cash_floor
    if cost > available:
        numbers = {"cash_change": cost, "commission": power.commission, "cash": power.available_cash}
        yield Violation("not_enough_cash", numbers, suggested_buy(available - floor, price))
    elif available - cost < floor:
        percent = power.caps.cash_floor * 100
        numbers = {"cash_after": available - cost, "floor": floor, "percent": percent, "total": power.total_assets}
        yield Violation("cash_floor", numbers, suggested_buy(available - floor, price))
    limit = check.limits.max_cash
    if limit is not None and cost + power.commission > limit:
        numbers = {"cash_change": cost, "commission": power.commission, "limit": limit}
        yield Violation("above_stated_limit", numbers, suggested_buy(limit - power.commission, price))


def suggested_buy(available: Decimal, price: Decimal) -> dict[str, Decimal]:
    """Return the figures of the largest buy of whole shares at `price` that costs at most `available`."""
    shares = max(available, _ZERO) // price
    return {"suggested_shares": shares, "suggested_cash_change": shares * price}
