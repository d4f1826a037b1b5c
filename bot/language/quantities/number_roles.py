"""Decide what one number of a message is for: an amount, a number of shares, a fraction, a stop, or none of these.

A wrong amount is worse than none: a number that can be read in two ways becomes a problem, and the person is asked.
Here `left` and `right` are the few characters before and behind a number.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

from bot.domain.conversation.problems import Problem
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.language.quantities import context_cues as cues
from bot.language.quantities.part_bases import find_base, is_upper_bound, without_base
from bot.language.quantities.size_words import size_words
from bot.language.quantities.trade_verbs import trade_verb_patterns
from bot.reading.quantities.quantity import MAX_COUNT_BEFORE_NAME, MAX_PLAIN_COUNT, Quantity, Unit

_MAX = Decimal(10) ** 12
_SMALL_COUNTS = range(1, MAX_PLAIN_COUNT + 1)  # before a name, or "of" it, these are shares, not dollars
_COUNTS_BEFORE_NAME = range(1, MAX_COUNT_BEFORE_NAME + 1)
_MAX_PLAIN_PRICE = 1_000  # account currency: 210块买 may be the price of a share, 3000块买 is money to spend
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
    is_target: bool = False  # its size is that of the position: "make IBM 10 % of the portfolio"
    counts_shares: bool = False  # a number without a unit counts shares: "another 5"
    names: frozenset[int] = frozenset()  # offsets at which a known instrument is named


@dataclass(frozen=True, slots=True)
class NumberFinding:
    """The role and value of one number, or the problem with it."""

    role: NumberRole | None  # None: the problem concerns no role
    value: Decimal | None = None  # amount: account currency; fraction: of the position, 0 < f <= 1
    problem: Problem | None = None
    is_limit: bool = False  # of an amount: an upper bound
    is_minimum: bool = False  # a lower bound
    is_target: bool = False  # behind "to": what the position or the proposal shall come to
    base: SizeUnit = SizeUnit.POSITION  # of a fraction


def find_purpose(quantity: Quantity, left: str, right: str, context: NumberContext) -> NumberFinding | None:
    """Return what a number is for; None: it is neither a size nor a stop."""
    if context.is_purchase and not context.is_sale and cues.EXCEPTED.search(left):
        return NumberFinding(NumberRole.AMOUNT, problem=Problem.AMOUNT_UNCLEAR)  # "everything except 10 grand"
    return _find_purpose(quantity, left, right, context)


def _find_purpose(quantity: Quantity, left: str, right: str, context: NumberContext) -> NumberFinding | None:
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
    return _as_part(NumberFinding(NumberRole.FRACTION, value), left, right, context)


def _shares(quantity: Quantity, left: str, right: str, context: NumberContext) -> NumberFinding:
    if context.is_trade and cues.LESS_AFTER.match(right):
        return NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_UNCLEAR)
    return _with_meaning(_checked(NumberRole.SHARES, quantity), left, right, context)


def _with_meaning(finding: NumberFinding, left: str, right: str, context: NumberContext) -> NumberFinding:
    """Return the finding as a target of the position, or as a minimum, if the words beside it say so."""
    if finding.value is None:
        return finding
    words = size_words()
    is_kept = words.kept.search(left) is not None
    if is_kept and (context.is_purchase or words.bases_after[SizeUnit.CASH].match(_after_in(right))):
        return replace(finding, value=None, problem=Problem(f"{finding.role}_is_target"))  # cash, or a second size
    is_target = is_kept or _is_target(left, context) or _remains(left, right, context)
    is_minimum = words.minimum.search(left) is not None or words.minimum_after.match(right) is not None
    return replace(finding, is_target=is_target, is_minimum=is_minimum and not is_target)


def _after_in(right: str) -> str:
    """Return the text behind a number without the "in" of "$5,000 in cash"."""
    return right.removeprefix(" in")


def _remains(left: str, right: str, context: NumberContext) -> bool:
    """Return whether a trade goes on until so many shares are held: "until I have 50", "sell all but 10"."""
    is_left = context.is_sale and cues.LEFT_AFTER.match(right) is not None
    is_held = cues.REMAINS.search(left) is not None or cues.REMAINS_AFTER.match(right) is not None
    return is_left or (is_held and (context.is_sale or context.is_purchase))


def _counts_shares(quantity: Quantity, left: str, right: str, context: NumberContext) -> bool:
    """Return whether it is a count right before a name, "buy 500 GOOG", or a small one: "5 of the FB", "another 5"."""
    if quantity.unit is not Unit.NONE or quantity.is_scaled or quantity.value is None:
        return False
    between = cues.COUNTED_BEFORE_NAME.match(right)
    following = quantity.end + (between.end() if between else 0)
    is_traded = context.is_trade or trade_verb_patterns().side.search(left) is not None
    is_named = following in context.names and is_traded and cues.SPENT.search(left) is None
    if quantity.value not in _SMALL_COUNTS:
        is_right_before = " of" not in right[: following - quantity.end]  # "buy 500 of google" may be dollars
        return is_named and is_right_before and quantity.value in _COUNTS_BEFORE_NAME
    is_side = trade_verb_patterns().side.search(left.removesuffix("another ")) is not None
    is_further = is_side and (left.endswith(" another ") or cues.MORE_AFTER.match(right) is not None)
    return context.counts_shares or is_further or is_named or _remains(left, right, context)


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
    if cues.PRICE.search(left) or cues.PRICE_AFTER.match(right) or _is_price_of_each(quantity, left, right, context):
        return NumberFinding(None, problem=Problem.PRICE_CONDITION)
    return _money(quantity, left, right, context)


def _money(quantity: Quantity, left: str, right: str, context: NumberContext) -> NumberFinding | None:
    is_limit = is_upper_bound(left, right)
    is_spent = is_limit or quantity.is_scaled or bool(cues.SPENT.search(left) or cues.WORTH_AFTER.match(right))
    is_money = quantity.unit in _MONEY or (is_spent and context.is_trade)
    is_plain = quantity.unit is Unit.NONE and not quantity.is_scaled
    is_count_or_money = is_limit and quantity.value in _SMALL_COUNTS  # at most so many shares, or dollars?
    if is_plain and (is_count_or_money or _remains(left, right, context)):
        problem: Problem | None = Problem.AMOUNT_UNIT_MISSING
    elif _may_be_price(quantity, left, right) or cues.FORECAST.search(left) or cues.RAISED_MONEY.search(left):
        problem = Problem.AMOUNT_UNCLEAR
    else:
        problem = _amount_problem(quantity, left, right, is_money=is_money) if context.is_trade else None
    if problem is not None:
        return NumberFinding(NumberRole.AMOUNT, problem=problem)
    if not is_money:
        return None
    finding = _checked(NumberRole.AMOUNT, quantity, is_limit=is_limit)
    return finding if is_limit else _with_meaning(finding, left, right, context)


def _is_price_of_each(quantity: Quantity, left: str, right: str, context: NumberContext) -> bool:
    """Return whether it is the price of a share: "for 210 each", 每股210; "$3,000 each" of several shares is not."""
    is_each = size_words().each_after.match(right) is not None and (
        quantity.unit in _MONEY or left.endswith((" for ", " at ", "@", "@ "))
    )
    return len(context.names) <= 1 and (is_each or cues.EACH.search(left) is not None)


def _may_be_price(quantity: Quantity, left: str, right: str) -> bool:
    """Return whether 210块买 may speak of the price to buy at; 花210块买 and 3000块买 do not."""
    is_small = quantity.value is not None and quantity.value < _MAX_PLAIN_PRICE and not quantity.is_scaled
    return is_small and cues.TRADED_AFTER.match(right) is not None and cues.PAID.search(left) is None


def _amount_problem(quantity: Quantity, left: str, right: str, *, is_money: bool) -> Problem | None:
    """Return why the number of a trade may be no amount of money; None: it is one, or has nothing to do with one."""
    patterns = (cues.UNCLEAR_AFTER, cues.LESS_AFTER)
    if trade_verb_patterns().unclear.search(left) or any(pattern.match(right) for pattern in patterns):
        return Problem.AMOUNT_UNCLEAR
    if not is_money and (trade_verb_patterns().ordered.search(left) or cues.COUNTED_AFTER.match(right)):
        return Problem(f"amount_{quantity.problem or 'unit_missing'}")
    return None


def _is_target(left: str, context: NumberContext) -> bool:
    """Return whether a number is what is to be reached; "buy: double it to $6,000" speaks of the proposal."""
    is_target = cues.TARGET.search(left) is not None or size_words().raised_to.search(left) is not None
    return is_target and not (context.is_purchase and cues.OF_PROPOSAL.search(left))


def _fraction(quantity: Quantity, left: str, right: str, context: NumberContext) -> NumberFinding | None:
    if not context.is_trade or cues.MOVED.search(left):
        return None
    if cues.LEFT_WITH.search(left) or cues.WEIGHT_REACHED.search(left):
        return NumberFinding(NumberRole.FRACTION, problem=Problem.FRACTION_IS_TARGET)  # a part of what is held?
    finding = _as_part(_checked(NumberRole.FRACTION, quantity), left, right, context)
    is_weight = finding.problem is Problem.FRACTION_IS_TARGET and size_words().weight_to.search(left) is not None
    if is_weight:  # 仓位降到5%
        return replace(_checked(NumberRole.FRACTION, quantity), base=SizeUnit.ASSETS, is_target=True)
    return finding


def _as_part(finding: NumberFinding, left: str, right: str, context: NumberContext) -> NumberFinding:
    """Return a fraction with what it is a part of, or the problem with it."""
    before = without_base(left)
    is_target = context.is_target or _is_target(before, context) or size_words().kept.search(before) is not None
    base = find_base(left, right, is_purchase=context.is_purchase, is_sale=context.is_sale, is_target=is_target)
    if isinstance(base, Problem):
        return NumberFinding(NumberRole.FRACTION, problem=base)
    is_minimum = not is_target and size_words().minimum.search(left) is not None
    return replace(finding, base=base, is_target=is_target, is_minimum=is_minimum)


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
