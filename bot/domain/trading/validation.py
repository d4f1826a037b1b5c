"""The one validator: the rules that every engine's proposal must keep before anybody sees it.

A violation names the rule, the figures it was broken with, and figures that would keep it, so that the next prompt
and a person can both be told what to change.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from bot.domain.trading.accounts import Portfolio
from bot.domain.trading.decisions import Action, Proposal
from bot.domain.trading.limits import Limits
from bot.errors import InvalidDecisionError

CENT: Final = Decimal("0.01")  # amounts that differ by no more are the same
CASH_FLOOR: Final = Decimal("0.10")  # of total assets, kept in cash after a buy
HOLD_TOLERANCE_FRACTION: Final = Decimal("0.01")  # a hold may leave the target this far from the present value …
HOLD_TOLERANCE_AMOUNT: Final = Decimal(100)  # … or this far, whichever is more; account currency

_NO_LIMITS: Final = Limits()
_ZERO: Final = Decimal(0)


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: the locale message `violation-<code>`, its figures, and figures that would keep it."""

    code: str
    numbers: Mapping[str, Decimal] = field(default_factory=dict)
    suggestion: Mapping[str, Decimal] = field(default_factory=dict)  # names begin with "suggested_"


@dataclass(frozen=True, slots=True)
class _ProposalCheck:
    """A proposal beside what it is measured against."""

    proposal: Proposal
    held: Decimal  # shares
    cash: Decimal  # available
    total: Decimal  # assets, the symbol valued at the proposal's price
    commission: Decimal
    limits: Limits

    @property
    def current(self) -> Decimal:
        return self.held * self.proposal.price

    @property
    def goal(self) -> dict[str, Decimal]:
        return {"target": self.proposal.target_cash_amount, "current": self.current}


def require_valid_proposals(
    proposals: Iterable[Proposal],
    *,
    portfolio: Portfolio,
    commission: Decimal,
    max_cash: Decimal | None,
    reserved_cash: Decimal,
) -> None:
    """Check the proposals of one request together: each buy leaves less cash, and less of a limit, to the next.

    Args:
        proposals: In the order of the answer, one per symbol.
        portfolio: The account as of the proposals.
        commission: Of one order, account currency.
        max_cash: A limit on what all buys together may cost, commission included; None: there is none.
        reserved_cash: Cash that other pending decisions or open orders will need.

    Raises: InvalidDecisionError: one breaks a rule, which is a defect of the engine that made it.
    """
    for proposal in proposals:
        limits = Limits(max_cash=max_cash)
        broken = find_violations(
            proposal, portfolio=portfolio, commission=commission, limits=limits, reserved_cash=reserved_cash
        )
        if broken:
            raise InvalidDecisionError(symbol=proposal.symbol, rules=", ".join(each.code for each in broken))
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
    """Return every rule that `proposal` breaks; nothing means it may be shown.

    Args:
        proposal: Any engine's, amounts in account currency.
        portfolio: The account as of the proposal; its price of the symbol gives way to the proposal's.
        commission: Of one order.
        limits: What the person has said they want kept to.
        reserved_cash: Cash that other pending decisions or open orders will need.
    """
    unusable = tuple(_unusable(proposal))
    if unusable:  # nothing can be compared with these
        return unusable
    position = portfolio.position(proposal.symbol)
    held = position.shares if position else _ZERO
    case = _ProposalCheck(
        proposal=proposal,
        held=held,
        cash=portfolio.account.cash - reserved_cash,
        total=portfolio.total_assets - portfolio.position_value(proposal.symbol) + held * proposal.price,
        commission=commission,
        limits=limits,
    )
    return (*_argument(proposal), *_amounts(case), *_action(case), *_cash(case))


def _unusable(proposal: Proposal) -> Iterator[Violation]:
    figures = (
        proposal.target_cash_amount,
        proposal.cash_change,
        proposal.shares,
        proposal.price,
        proposal.confidence,
        proposal.stop_price or _ZERO,
    )
    if not all(figure.is_finite() for figure in figures):
        yield Violation("not_finite")
    elif proposal.price <= 0:
        yield Violation("price_not_positive", {"price": proposal.price})


def _argument(proposal: Proposal) -> Iterator[Violation]:
    if not 0 <= proposal.confidence <= 1:
        nearest = {"suggested_confidence": min(max(proposal.confidence, _ZERO), Decimal(1))}
        yield Violation("confidence_out_of_range", {"confidence": proposal.confidence}, nearest)
    if not proposal.reasons:
        yield Violation("no_reasons")


def _amounts(case: _ProposalCheck) -> Iterator[Violation]:
    proposal = case.proposal
    change = proposal.target_cash_amount - case.current
    if abs(proposal.cash_change - change) > CENT:
        numbers = {"cash_change": proposal.cash_change, **case.goal}
        yield Violation("cash_change_not_difference", numbers, {"suggested_cash_change": change})
    if proposal.shares < 0 or (proposal.shares % 1 and proposal.shares != case.held):
        whole = {"suggested_shares": max(proposal.shares // 1, _ZERO)}
        yield Violation("shares_not_whole", {"shares": proposal.shares}, whole)
    amount = _ZERO if proposal.action is Action.HOLD else abs(proposal.cash_change)
    if abs(proposal.shares * proposal.price - amount) > CENT:
        numbers = {"shares": proposal.shares, "price": proposal.price, "cash_change": proposal.cash_change}
        yield Violation("shares_not_cash_change", numbers, {"suggested_shares": amount // proposal.price})


def _action(case: _ProposalCheck) -> Iterator[Violation]:
    match case.proposal.action:
        case Action.INCREASE:
            yield from _increase(case)
        case Action.DECREASE:
            yield from _decrease(case)
        case Action.CLOSE:
            yield from _close(case)
        case Action.HOLD:
            yield from _hold(case)


def _increase(case: _ProposalCheck) -> Iterator[Violation]:
    price, stop = case.proposal.price, case.proposal.stop_price
    if case.proposal.target_cash_amount <= case.current:
        yield Violation("increase_not_above_current", case.goal, {"suggested_target": case.current + price})
    if stop is not None and not 0 < stop < price:
        yield Violation("stop_not_below_price", {"stop": stop, "price": price})


def _sell(case: _ProposalCheck) -> Iterator[Violation]:
    if not case.held:
        yield Violation("no_position")
    elif case.proposal.shares > case.held:
        yield Violation("sells_more_than_held", {"shares": case.proposal.shares, "held": case.held})


def _decrease(case: _ProposalCheck) -> Iterator[Violation]:
    yield from _sell(case)
    if case.held and not 0 <= case.proposal.target_cash_amount < case.current:
        suggestion = max(case.current - case.proposal.price, _ZERO)
        yield Violation("decrease_not_below_current", case.goal, {"suggested_target": suggestion})


def _close(case: _ProposalCheck) -> Iterator[Violation]:
    yield from _sell(case)
    if abs(case.proposal.target_cash_amount) > CENT:
        yield Violation("close_not_zero", case.goal, {"suggested_target": _ZERO})


def _hold(case: _ProposalCheck) -> Iterator[Violation]:
    tolerance = max(abs(case.current) * HOLD_TOLERANCE_FRACTION, HOLD_TOLERANCE_AMOUNT)
    if abs(case.proposal.target_cash_amount - case.current) > tolerance:
        yield Violation("hold_moves_too_far", {**case.goal, "tolerance": tolerance}, {"suggested_target": case.current})


def _cash(case: _ProposalCheck) -> Iterator[Violation]:
    """The rules for buys only: a sell is never blocked by the lack of cash that it would end."""
    cost = case.proposal.cash_change
    if cost <= 0 or case.proposal.action is Action.HOLD:
        return
    room = case.cash - case.commission
    floor = case.total * CASH_FLOOR
    if cost > room:
        numbers = {"cash_change": cost, "commission": case.commission, "cash": case.cash}
        yield Violation("not_enough_cash", numbers, _at_most(room - floor, case))
    elif room - cost < floor:
        numbers = {"cash_after": room - cost, "floor": floor, "total": case.total}
        yield Violation("cash_floor", numbers, _at_most(room - floor, case))
    limit = case.limits.max_cash
    if limit is not None and cost + case.commission > limit:
        numbers = {"cash_change": cost, "commission": case.commission, "limit": limit}
        yield Violation("above_stated_limit", numbers, _at_most(limit - case.commission, case))


def _at_most(room: Decimal, case: _ProposalCheck) -> dict[str, Decimal]:
    """The largest buy of whole shares within `room`."""
    shares = max(room, _ZERO) // case.proposal.price
    return {"suggested_shares": shares, "suggested_cash_change": shares * case.proposal.price}
