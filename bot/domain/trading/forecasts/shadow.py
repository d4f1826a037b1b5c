"""What another engine thinks of a share at the moment at which one proposes a trade, frozen with that forecast.

With it two engines can be compared on the same cases: each is judged on what it said at the same prices, also where the
other one decided.
"""

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.trading.forecasts.base_rates import ForecastEvent


@dataclass(frozen=True, slots=True)
class ShadowForecast:
    """What one engine forecasts beside the one that proposes."""

    engine: str
    event: ForecastEvent | None  # None: it takes no side
    probability: Decimal  # of the event: its confidence
