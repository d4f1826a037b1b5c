"""Decide what a part ("10 %", "a fifth") is a part of: the position, the cash or all that is in the account.

Here `left` and `right` are the few characters before and behind the part.
"""

from bot.domain.conversation.problems import Problem
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.language.quantities import context_cues as cues
from bot.language.quantities.size_words import size_words

_ACCOUNT = frozenset({SizeUnit.CASH, SizeUnit.ASSETS})


def is_upper_bound(left: str, right: str) -> bool:
    """Return whether a number is an upper bound; "take it up to $1,000" names a target."""
    is_bound = bool(cues.LIMIT.search(left) or cues.LIMIT_AFTER.match(right))
    words = size_words()
    return is_bound and words.raised_to.search(left) is None and words.minimum.search(left) is None


def find_base(left: str, right: str, *, is_purchase: bool, is_sale: bool, is_target: bool) -> SizeUnit | Problem:
    """Return what a fraction is a part of, or why that cannot be told."""
    words, named = size_words(), _named_bases(left, right)
    is_limit = any(is_upper_bound(each, right) or cues.BOUND_PART.search(each) for each in (left, without_base(left)))
    has_weight = words.weight_after.match(right) is not None
    if None in named:
        return Problem.FRACTION_OF_ASSETS if is_limit else Problem.FRACTION_BASE_UNCLEAR
    if named & _ACCOUNT:
        is_unusable = is_limit or (is_sale and not is_target) or (is_target and SizeUnit.CASH in named)
        return (
            Problem.FRACTION_OF_ASSETS
            if is_unusable or len(named & _ACCOUNT) > 1
            else SizeUnit.CASH
            if SizeUnit.CASH in named
            else SizeUnit.ASSETS
        )
    if is_target:
        is_of_position = SizeUnit.POSITION in named and not is_purchase
        return SizeUnit.POSITION if is_of_position else _weight_or(Problem.FRACTION_IS_TARGET, has_weight=has_weight)
    if is_sale or (is_purchase and cues.GROWTH.search(left)):
        return SizeUnit.POSITION
    is_allocated = words.allocated.search(left) is not None and cues.SPENT_PART_AFTER.match(right) is not None
    is_spent = is_purchase and not named and is_allocated and not is_limit
    return SizeUnit.ASSETS if is_spent else _weight_or(Problem.FRACTION_UNCLEAR, has_weight=has_weight and not is_limit)


def _weight_or(problem: Problem, *, has_weight: bool) -> SizeUnit | Problem:
    """Return the assets for a part of 仓位, the weight in the account; else the problem."""
    return SizeUnit.ASSETS if has_weight else problem


def without_base(left: str) -> str:
    """Return the text before a number without what the number is a part of: 减到总资产的5%."""
    found = (pattern.search(left) for pattern in size_words().bases.values())
    starts = [match.start() for match in found if match is not None]
    return left[: min(starts)] if starts else left


def _named_bases(left: str, right: str) -> set[SizeUnit | None]:
    words = size_words()
    behind = {base for base, pattern in words.bases_after.items() if pattern.match(right)}
    before = {base for base, pattern in words.bases.items() if pattern.search(left)}
    return behind or before
