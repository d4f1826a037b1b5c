"""The result of one rule of the scored model, before it is weighted."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

_PRECISION: Final = Decimal("0.0001")  # finer than any displayed figure, so that display rounds only once


@dataclass(frozen=True, slots=True)
class RuleArgument:
    """One argument. `lean` is +1 if it fully favours buying, -1 if it favours selling, 0 if neither."""

    code: str  # the locale message `reason-<code>`
    lean: float
    numbers: Mapping[str, Decimal] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MissingFigure:
    """The name in `Features` of a figure that the rule needs and that is missing."""

    figure: str


# The sum of the leans of one result is in [-1, 1]; () means that the rule has no argument.
RuleResult = tuple[RuleArgument, ...] | MissingFigure


def percent(fraction: float | Decimal) -> Decimal:
    """Return a fraction as a percentage, to four places."""
    return rounded(Decimal(str(fraction)) * 100)


def rounded(computed: float | Decimal) -> Decimal:
    """Return an indicator or a computed price, to four places."""
    return Decimal(str(computed)).quantize(_PRECISION)
