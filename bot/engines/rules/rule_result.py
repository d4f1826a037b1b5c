"""What one rule of the scored model says, before it is weighed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

_FINE: Final = Decimal("0.0001")  # finer than anything shown, so that showing rounds only once


@dataclass(frozen=True, slots=True)
class RuleArgument:
    """One argument and how far it leans: +1 speaks fully for buying, -1 for selling, 0 for neither."""

    code: str  # the locale message `reason-<code>`
    lean: float
    numbers: Mapping[str, Decimal] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MissingFigure:
    """The figure a rule needs and has not got, by its name in `Features`."""

    figure: str


RuleResult = (
    tuple[RuleArgument, ...] | MissingFigure
)  # leans of one verdict add up to something in [-1, 1]; () is "nothing to say"


def percent(fraction: float | Decimal) -> Decimal:
    """Return a fraction as a percentage to four places."""
    return rounded(Decimal(str(fraction)) * 100)


def rounded(computed: float | Decimal) -> Decimal:
    """Return an indicator or a computed price to four places."""
    return Decimal(str(computed)).quantize(_FINE)
