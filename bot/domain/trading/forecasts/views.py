"""Views of engines that are frozen with a forecast: whether the one that proposes backs it, and what others think.

With the latter two engines can be compared on the same cases: each is judged on what it said at the same prices, also
where the other one decided.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from bot.domain.trading.forecasts.base_rates import ForecastEvent


class EngineStance(StrEnum):
    """Whether an engine would make a trade by itself."""

    OWN = "own"  # it has proposed it, or agrees with a person's order
    UNDECIDED = "undecided"  # a person's order, for which it speaks neither for nor against
    AGAINST = "against"  # a person's order that it speaks against


@dataclass(frozen=True, slots=True)
class ShadowForecast:
    """What one engine forecasts beside the one that proposes."""

    engine: str
    event: ForecastEvent | None  # None: it takes no side
    probability: Decimal  # of the event: its confidence
