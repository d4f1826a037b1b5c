"""Extremes and counts of a figure that each session has."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bot.domain.figures.query import Bound, RankOrder


@dataclass(frozen=True, slots=True)
class Occurrences:
    """The sessions on which a figure was beyond a bound."""

    days: tuple[date, ...]  # oldest first
    sessions: int  # of all that were looked at


def extreme_day(daily: Sequence[tuple[date, Decimal]], order: RankOrder) -> tuple[date, Decimal]:
    """Return the session with the highest, or lowest, figure; of equal ones the earliest."""
    if order is RankOrder.HIGHEST:
        return max(daily, key=lambda each: each[1])
    return min(daily, key=lambda each: each[1])


def occurrences(daily: Sequence[tuple[date, Decimal]], bound: Bound) -> Occurrences:
    """Return the sessions whose figure was above the bound, or below it; equal to it is neither."""
    return Occurrences(tuple(day for day, value in daily if is_beyond(value, bound)), len(daily))


def is_beyond(value: Decimal, bound: Bound) -> bool:
    """Return whether a figure is above the bound, or below it."""
    return value > bound.value if bound.is_above else value < bound.value
