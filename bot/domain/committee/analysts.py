"""The four analysts of a committee, and what each of them reports on one share."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from bot.domain.trading.decisions import Reason


class Analyst(StrEnum):
    """An analyst, named after its only source."""

    MARKET = "market"  # prices and volumes: trend, momentum, levels
    NEWS = "news"  # what was announced or reported, by date
    SENTIMENT = "sentiment"  # how what was published is worded
    FUNDAMENTALS = "fundamentals"  # earnings, valuation, dividends


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalystReport:
    """An analyst's reading of one share at one instant; without `lean` it has no weight, which is no neutral view."""

    analyst: Analyst
    symbol: str
    trade_date: date  # of the session whose figures are read
    as_of: datetime  # nothing later is known to it
    source: str  # "sample", "yahoo"
    lean: float | None  # in [-1, 1]; +1 fully favours buying; 0 is a neutral view; None: no data
    points: tuple[Reason, ...] = ()  # for and against, the strongest first; their weights sum to `lean`
    notes: tuple[Reason, ...] = ()  # without direction: levels, and what is missing

    @property
    def has_data(self) -> bool:
        """Whether there was anything to read."""
        return self.lean is not None


def by_weight(points: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Return points with the strongest first, whichever direction it speaks for."""
    return tuple(sorted(points, key=lambda point: -abs(point.weight)))
