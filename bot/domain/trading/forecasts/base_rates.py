"""What can be forecast of a share, how often it has happened before, and what engines think of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.market.snapshot import Bar

FEWEST_CASES: Final = 10  # below it no rate is taken for a base rate, none proves anything, and none is a lesson
UNKNOWN_RATE: Final = Decimal("0.5")

_PLACES: Final = Decimal("0.0001")


class ForecastEvent(StrEnum):
    """What is forecast of a share, compared with the benchmark over the horizon."""

    BEATS = "beats"
    FALLS_BEHIND = "falls_behind"


class BaseRateSource(StrEnum):
    """What a base rate was computed from."""

    HISTORY = "history"  # the share's own spans of that many sessions, in the data that the decision has read
    FORECASTS = "forecasts"  # the workspace's earlier forecasts of the same event, settled by then
    UNKNOWN = "unknown"  # neither: one half


@dataclass(frozen=True, slots=True)
class BaseRate:
    """How often an event had happened in the past, as known when it was forecast."""

    rate: Decimal  # in [0, 1], four places
    source: BaseRateSource
    cases: int  # 0: unknown; of forecasts: those that are separate


def has_happened(event: ForecastEvent, *, change: Decimal, benchmark: Decimal) -> bool | None:
    """Return whether two changes over one span are the event; None: they are equal, as of the benchmark itself."""
    if change == benchmark:
        return None
    return (change > benchmark) is (event is ForecastEvent.BEATS)


def base_rate(happened: Iterable[bool | None], source: BaseRateSource) -> BaseRate | None:
    """Return how often an event happened; None: in too few cases to tell. A case that is None is left out."""
    judged = [each for each in happened if each is not None]
    if len(judged) < FEWEST_CASES:
        return None
    return BaseRate((Decimal(sum(judged)) / len(judged)).quantize(_PLACES), source, len(judged))


def historical_base_rate(
    event: ForecastEvent, bars: Sequence[Bar], benchmark: Sequence[Sequence[Bar]], *, sessions: int
) -> BaseRate | None:
    """Return how often the event happened in a share's past; None: too few spans are known.

    Each span of that many sessions counts, and they overlap: the rate is as good as that of far fewer separate ones.

    Args:
        event: What is forecast.
        bars: The share's, one per session, oldest first, none later than the forecast.
        benchmark: The same of each of the benchmark's instruments, which are held in equal parts. An instrument that
            lacks one of a span's two sessions is left out of that span.
        sessions: Length of a span.
    """
    prices = [{bar.session: bar.close for bar in each} for each in benchmark]
    spans = zip(bars, bars[sessions:], strict=False)
    return base_rate((_span_outcome(event, first, last, prices) for first, last in spans), BaseRateSource.HISTORY)


def _span_outcome(event: ForecastEvent, first: Bar, last: Bar, prices: Sequence[Mapping[date, Decimal]]) -> bool | None:
    changes = [
        closes[last.session] / closes[first.session]
        for closes in prices
        if first.session in closes and last.session in closes
    ]
    if not changes:
        return None
    average = sum(changes, Decimal(0)) / len(changes)
    return has_happened(event, change=last.close / first.close, benchmark=average)


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
