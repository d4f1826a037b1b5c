"""Decide what one number of a message is for: an amount, a number of shares, a fraction, a stop, or none of these.

A wrong amount is worse than none: a number that can be read in two ways becomes a problem, and the person is asked.
Here `left` and `right` are the few characters before and behind a number.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from bot.language.problems import Problem
from bot.language.quantities import context_cues as cues
from bot.language.quantities.quantity import Quantity, Unit
from bot.language.quantities.trade_verbs import trade_verb_patterns

_MAX = Decimal(10) ** 12
_SMALL_COUNTS = range(1, 101)  # right before a name these are shares, not dollars
_MONEY = frozenset({Unit.MONEY, Unit.FOREIGN})
_PARTS_OF = frozenset({Unit.PERCENT, Unit.TENTHS})


class NumberRole(StrEnum):
    """What a number is for; also the first part of the code of a problem with it."""

    AMOUNT = "amount"
    SHARES = "shares"
    FRACTION = "fraction"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class NumberContext:
    """What the rest of the message says about its numbers."""

    is_trade: bool  # it speaks of buying, selling or changing a proposal
    is_purchase: bool
    is_sale: bool
    is_exit: bool  # "liquidate", 清仓: the whole position unless a part is named
    is_all: bool  # "all of it", 全部
    is_question: bool = False  # it asks whether to trade
    names: frozenset[int] = frozenset()  # offsets at which a known instrument is named


@dataclass(frozen=True, slots=True)
class NumberFinding:
    """The role and value of one number, or the problem with it."""

    role: NumberRole | None  # None: the problem concerns no role
    value: Decimal | None = None  # amount: account currency; fraction: of the position, 0 < f <= 1
    problem: Problem | None = None
    is_limit: bool = False  # of an amount: an upper bound
    is_target: bool = False  # behind "to": what the position or the proposal shall come to


def find_purpose(quantity: Quantity, left: str, right: str, context: NumberContext) -> NumberFinding | None:
    """Return what a number is for; None: it is neither a size nor a stop."""
    if any(pattern.search(left) for pattern in (cues.REPLACED, cues.SLASHED)) or cues.SLASHED_AFTER.match(right):
        return None
    if quantity.unit is Unit.SHARES:
        return _shares(quantity, left, right, context)
    if cues.STOP.search(left) or cues.STOP_DISTANCE.search(left) or cues.STOP_AFTER.match(right):
        return _stop(quantity, left, right)
    if quantity.unit is Unit.OTHER:
        return None
    if quantity.unit in _PARTS_OF or cues.PER_CENT_OF.search(left):
        return _fraction(quantity, left, right, context)
    return _amount(quantity, left, right, context)


def find_range_purpose(unit: Unit, left: str, context: NumberContext) -> NumberFinding | None:
    """Return the problem with a range: it names no single size. None: the range is no size and no stop."""
    if cues.STOP.search(left):
        return NumberFinding(NumberRole.STOP, problem=Problem.STOP_AMBIGUOUS)
    if unit is Unit.SHARES:
        return NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_AMBIGUOUS)
    if unit in _PARTS_OF:
        return NumberFinding(NumberRole.FRACTION, problem=Problem.FRACTION_AMBIGUOUS) if context.is_trade else None
    is_amount = unit in _MONEY or (unit is Unit.NONE and context.is_trade)
    return NumberFinding(NumberRole.AMOUNT, problem=Problem.AMOUNT_AMBIGUOUS) if is_amount else None


def find_part_purpose(value: Decimal, left: str, right: str, context: NumberContext) -> NumberFinding:
    """Return the fraction of the position that words name ("half"), or the problem with it."""
    problem = _fraction_problem(left, right, context)
    return NumberFinding(NumberRole.FRACTION, problem=problem) if problem else NumberFinding(NumberRole.FRACTION, value)


def _shares(quantity: Quantity, left: str, right: str, context: NumberContext) -> NumberFinding:
    if context.is_trade and cues.LESS_AFTER.match(right):
        return NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_UNCLEAR)
    if _is_target(left, context) or _remains(left, right, context):
        return NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_IS_TARGET)
    return replace(_checked(NumberRole.SHARES, quantity), is_target=cues.TARGET.search(left) is not None)


def _remains(left: str, right: str, context: NumberContext) -> bool:
    """Return whether a trade goes on until so many shares are held: "until I have 50", "sell all but 10"."""
    is_held = cues.REMAINS.search(left) is not None or cues.REMAINS_AFTER.match(right) is not None
    return is_held and (context.is_sale or context.is_purchase)


def _counts_shares(quantity: Quantity, left: str, right: str, context: NumberContext) -> bool:
    """Return whether it is a small count of a trade right before a name: "buy 3 GOOG", "5 of the FB"."""
    is_count = quantity.unit is Unit.NONE and not quantity.is_scaled and quantity.value is not None
    is_small = is_count and quantity.value in _SMALL_COUNTS
    between = cues.COUNTED_BEFORE_NAME.match(right)
    following = quantity.end + (between.end() if between else 0)
    return (
        is_small
        and following in context.names
        and (context.is_trade or trade_verb_patterns().side.search(left) is not None)
    )


def _stop(quantity: Quantity, left: str, right: str) -> NumberFinding:
    is_distance = cues.STOP_DISTANCE.search(left) or cues.STOP_DISTANCE_AFTER.match(right)
    if is_distance or quantity.unit in _PARTS_OF | {Unit.OTHER}:
        return NumberFinding(NumberRole.STOP, problem=Problem.STOP_NOT_A_PRICE)
    return _checked(NumberRole.STOP, quantity)


def _amount(quantity: Quantity, left: str, right: str, context: NumberContext) -> NumberFinding | None:
    if cues.INDICATOR.search(left):
        return None  # "RSI under 30"
    if _counts_shares(quantity, left, right, context):
        return _shares(quantity, left, right, context)
    if cues.PRICE.search(left) or cues.PRICE_AFTER.match(right):
        return NumberFinding(None, problem=Problem.PRICE_CONDITION)
    is_limit = bool(cues.LIMIT.search(left) or cues.LIMIT_AFTER.match(right))
    is_spent = is_limit or quantity.is_scaled or bool(cues.SPENT.search(left) or cues.WORTH_AFTER.match(right))
    is_money = quantity.unit in _MONEY or (is_spent and context.is_trade)
    is_small = quantity.unit is Unit.NONE and not quantity.is_scaled and quantity.value in _SMALL_COUNTS
    if is_limit and is_small:  # at most so many shares, or dollars?
        problem: Problem | None = Problem.AMOUNT_UNIT_MISSING
    elif _remains(left, right, context) or (is_money and not is_limit and _is_target(left, context)):
        problem = Problem.AMOUNT_IS_TARGET
    else:
        problem = _amount_problem(quantity, left, right, is_money=is_money) if context.is_trade else None
    if problem is not None:
        return NumberFinding(NumberRole.AMOUNT, problem=problem)
    is_target = not is_limit and cues.TARGET.search(left) is not None
    return replace(_checked(NumberRole.AMOUNT, quantity, is_limit=is_limit), is_target=is_target) if is_money else None


def _amount_problem(quantity: Quantity, left: str, right: str, *, is_money: bool) -> Problem | None:
    """Return why the number of a trade may be no amount of money; None: it is one, or has nothing to do with one."""
    patterns = (cues.UNCLEAR_AFTER, cues.LESS_AFTER)
    if trade_verb_patterns().unclear.search(left) or any(pattern.match(right) for pattern in patterns):
        return Problem.AMOUNT_UNCLEAR
    if not is_money and (trade_verb_patterns().ordered.search(left) or cues.COUNTED_AFTER.match(right)):
        return Problem(f"amount_{quantity.problem or 'unit_missing'}")
    return None


def _is_target(left: str, context: NumberContext) -> bool:
    """Return whether a number is the position to be reached; "double it to $6,000" speaks of the proposal."""
    is_of_position = context.is_sale or (context.is_purchase and not cues.OF_PROPOSAL.search(left))
    return is_of_position and cues.TARGET.search(left) is not None


def _fraction(quantity: Quantity, left: str, right: str, context: NumberContext) -> NumberFinding | None:
    if not context.is_trade or cues.MOVED.search(left):
        return None
    problem = _fraction_problem(left, right, context)
    return NumberFinding(NumberRole.FRACTION, problem=problem) if problem else _checked(NumberRole.FRACTION, quantity)


def _fraction_problem(left: str, right: str, context: NumberContext) -> Problem | None:
    """Return why a number may be no fraction of the position held; None: it is one."""
    if cues.TARGET.search(left):
        return Problem.FRACTION_IS_TARGET
    is_of_position = context.is_sale or (context.is_purchase and cues.GROWTH.search(left))
    if cues.OF_CASH.match(right) or cues.CASH_OF.search(left):
        return Problem.FRACTION_OF_ASSETS
    if not is_of_position:
        return Problem.FRACTION_UNCLEAR  # "yes, but half": of what is held, or of what was proposed?
    return None


def _checked(role: NumberRole, quantity: Quantity, *, is_limit: bool = False) -> NumberFinding:
    """Return the value in this role, if it may have it, or the problem with it."""
    if quantity.unit is Unit.FOREIGN:
        return NumberFinding(role, problem=Problem(f"{role}_currency"))
    if quantity.value is None:
        return NumberFinding(role, problem=Problem(f"{role}_{quantity.problem}"))
    value, problem = _CHECKS[role](quantity.unit, quantity.value)
    if problem is not None:
        return NumberFinding(role, problem=Problem(f"{role}_{problem}"))
    return NumberFinding(role, value, is_limit=is_limit)


ValueCheck = Callable[[Unit, Decimal], tuple[Decimal, str | None]]  # → the value to use, the second part of a problem


def _with_decimals(places: int) -> ValueCheck:
    def check(_unit: Unit, value: Decimal) -> tuple[Decimal, str | None]:
        if value <= 0:
            return value, "zero"
        if value > _MAX:
            return value, "too_large"
        rounded = round(value, places)
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
