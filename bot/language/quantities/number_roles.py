"""Say what one number of a message is for: an amount, a number of shares, a fraction, a stop, or none of these.

A wrong amount is worse than none: what can be read in two ways becomes a problem, and the person is asked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from bot.language.problems import Problem
from bot.language.quantities import context_cues as near
from bot.language.quantities.quantity import Quantity, Unit

_MAX = Decimal(10) ** 12
_COUNTS = range(1, 101)  # what nobody means as dollars, right before a name
_MONEY = frozenset({Unit.MONEY, Unit.FOREIGN})
_PARTS_OF = frozenset({Unit.PERCENT, Unit.TENTHS})


class NumberRole(StrEnum):
    """What a number is for; also the first half of a problem's code."""

    AMOUNT = "amount"
    SHARES = "shares"
    FRACTION = "fraction"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class NumberContext:
    """What the rest of the message says that decides how its numbers are read."""

    is_trade: bool  # it speaks of buying, selling or changing a proposal
    is_purchase: bool
    is_sale: bool
    is_exit: bool  # "liquidate", 清仓: all of the position unless a part is named
    is_all: bool  # "all of it", 全部
    names: frozenset[int] = frozenset()  # where in the text a known instrument is named


@dataclass(frozen=True, slots=True)
class NumberFinding:
    """One number's reading: its value, or the problem with it."""

    role: NumberRole | None  # None: the problem takes no role's value away
    value: Decimal | None = None
    problem: Problem | None = None
    is_limit: bool = False


def find_purpose(quantity: Quantity, left: str, right: str, wording: NumberContext) -> NumberFinding | None:
    """Read one number by what stands to its `left` and `right`; None when it is no size and no stop."""
    if any(pattern.search(left) for pattern in (near.REPLACED, near.SLASHED)) or near.SLASHED_AFTER.match(right):
        return None
    if quantity.unit is Unit.SHARES:
        is_target = _is_target(left, wording)
        return (
            NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_IS_TARGET)
            if is_target
            else _checked(NumberRole.SHARES, quantity)
        )
    if near.STOP.search(left) or near.STOP_DISTANCE.search(left) or near.STOP_AFTER.match(right):
        return _stop(quantity, left, right)
    if quantity.unit is Unit.OTHER:
        return None
    if quantity.unit in _PARTS_OF or near.PER_CENT_OF.search(left):
        return _fraction(quantity, left, right, wording)
    return _amount(quantity, left, right, wording)


def find_range_purpose(unit: Unit, left: str, wording: NumberContext) -> NumberFinding | None:
    """Read the two ends of a range, which name no one size; `left` is what stands before it."""
    if near.STOP.search(left):
        return NumberFinding(NumberRole.STOP, problem=Problem.STOP_AMBIGUOUS)
    if unit is Unit.SHARES:
        return NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_AMBIGUOUS)
    if unit in _PARTS_OF:
        return NumberFinding(NumberRole.FRACTION, problem=Problem.FRACTION_AMBIGUOUS) if wording.is_trade else None
    is_amount = unit in _MONEY or (unit is Unit.NONE and wording.is_trade)
    return NumberFinding(NumberRole.AMOUNT, problem=Problem.AMOUNT_AMBIGUOUS) if is_amount else None


def find_part_purpose(value: Decimal, left: str, right: str, wording: NumberContext) -> NumberFinding:
    """Read a fraction in words, unless it is one of something else than the position."""
    problem = _fraction_problem(left, right, wording)
    return NumberFinding(NumberRole.FRACTION, problem=problem) if problem else NumberFinding(NumberRole.FRACTION, value)


def _counts_shares(quantity: Quantity, left: str, right: str, wording: NumberContext) -> bool:
    """Whether it is a count right between verb and name: "buy 3 GOOG", as the cards write it."""
    is_count = quantity.unit is Unit.NONE and not quantity.is_scaled and quantity.value is not None
    is_small = is_count and quantity.value in _COUNTS
    name = quantity.end + right.startswith(" ")
    return is_small and name in wording.names and near.SIDE.search(left) is not None


def _stop(quantity: Quantity, left: str, right: str) -> NumberFinding:
    is_distance = near.STOP_DISTANCE.search(left) or near.STOP_DISTANCE_AFTER.match(right)
    if is_distance or quantity.unit in _PARTS_OF | {Unit.OTHER}:
        return NumberFinding(NumberRole.STOP, problem=Problem.STOP_NOT_A_PRICE)
    return _checked(NumberRole.STOP, quantity)


def _amount(quantity: Quantity, left: str, right: str, wording: NumberContext) -> NumberFinding | None:
    if near.INDICATOR.search(left):
        return None  # "RSI under 30"
    if _counts_shares(quantity, left, right, wording):
        return _checked(NumberRole.SHARES, quantity)
    if near.PRICE.search(left):
        return NumberFinding(None, problem=Problem.PRICE_CONDITION)
    is_limit = bool(near.LIMIT.search(left) or near.LIMIT_AFTER.match(right))
    is_spent = is_limit or quantity.is_scaled or bool(near.SPENT.search(left) or near.WORTH_AFTER.match(right))
    is_money = quantity.unit in _MONEY or (is_spent and wording.is_trade)
    if wording.is_trade and (problem := _amount_problem(quantity, left, right, is_money=is_money)):
        return NumberFinding(NumberRole.AMOUNT, problem=problem)
    if is_money and not is_limit and _is_target(left, wording):
        return NumberFinding(NumberRole.AMOUNT, problem=Problem.AMOUNT_IS_TARGET)
    return _checked(NumberRole.AMOUNT, quantity, is_limit=is_limit) if is_money else None


def _amount_problem(quantity: Quantity, left: str, right: str, *, is_money: bool) -> Problem | None:
    """Say what keeps the number of a trade from being an amount of money for certain."""
    if near.UNCLEAR.search(left) or near.UNCLEAR_AFTER.match(right):
        return Problem.AMOUNT_UNCLEAR
    if not is_money and (near.ORDERED.search(left) or near.COUNTED_AFTER.match(right)):
        return Problem(f"amount_{quantity.problem or 'unit_missing'}")
    return None


def _is_target(left: str, wording: NumberContext) -> bool:
    """Whether it is what shall be held afterwards; "double it to $6,000" speaks of what was proposed."""
    is_of_position = wording.is_sale or (wording.is_purchase and not near.OF_PROPOSAL.search(left))
    return is_of_position and near.TARGET.search(left) is not None


def _fraction(quantity: Quantity, left: str, right: str, wording: NumberContext) -> NumberFinding | None:
    if not wording.is_trade or near.MOVED.search(left):
        return None
    problem = _fraction_problem(left, right, wording)
    return NumberFinding(NumberRole.FRACTION, problem=problem) if problem else _checked(NumberRole.FRACTION, quantity)


def _fraction_problem(left: str, right: str, wording: NumberContext) -> Problem | None:
    """A fraction is one of the position held: what else it may be of, or lead to, has to be asked."""
    if near.TARGET.search(left):
        return Problem.FRACTION_IS_TARGET
    is_of_position = wording.is_sale or (wording.is_purchase and near.GROWTH.search(left))
    if near.OF_CASH.match(right) or near.CASH_OF.search(left):
        return Problem.FRACTION_OF_ASSETS
    if not is_of_position:
        return Problem.FRACTION_UNCLEAR  # "yes, but half": of what is held, or of what was proposed?
    return None


def _checked(role: NumberRole, quantity: Quantity, *, is_limit: bool = False) -> NumberFinding:
    if quantity.unit is Unit.FOREIGN:
        return NumberFinding(role, problem=Problem(f"{role}_currency"))
    if quantity.value is None:
        return NumberFinding(role, problem=Problem(f"{role}_{quantity.problem}"))
    value, problem = _CHECKS[role](quantity.unit, quantity.value)
    return (
        NumberFinding(role, problem=Problem(f"{role}_{problem}"))
        if problem
        else NumberFinding(role, value, is_limit=is_limit)
    )


ValueCheck = Callable[[Unit, Decimal], tuple[Decimal, str | None]]


def _with_decimals(most: int) -> ValueCheck:
    def check(_unit: Unit, value: Decimal) -> tuple[Decimal, str | None]:
        if value <= 0:
            return value, "zero"
        if value > _MAX:
            return value, "too_large"
        rounded = round(value, most)
        exact = rounded.normalize() + 0 if rounded % 1 else Decimal(int(value))
        return exact, None if rounded == value else "too_precise"

    return check


def _whole(unit: Unit, value: Decimal) -> tuple[Decimal, str | None]:
    exact, problem = _with_decimals(0)(unit, value)
    return exact, "not_whole" if problem == "too_precise" else problem


def _as_fraction(unit: Unit, value: Decimal) -> tuple[Decimal, str | None]:
    fraction = value / (10 if unit is Unit.TENTHS else 100)
    return fraction.normalize(), None if 0 < fraction <= 1 else "out_of_range"


_CHECKS: Mapping[NumberRole, ValueCheck] = {
    NumberRole.AMOUNT: _with_decimals(2),
    NumberRole.SHARES: _whole,
    NumberRole.STOP: _with_decimals(4),
    NumberRole.FRACTION: _as_fraction,
}
