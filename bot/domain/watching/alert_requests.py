"""What a person asks about price alerts, and the levels that follow from it."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.watching.alerts import AlertBounds, AlertKind, PriceAlert, move_bounds

_CENT: Final = Decimal("0.01")
_MOST_PERCENT_UP: Final = 1_000
_MOST_PERCENT_DOWN: Final = 100


class AlertForm(StrEnum):
    """Which form of requests an answer explains."""

    SET = "set"
    DAILY = "daily"  # a move within one day, which no alert waits for
    LIST = "list"  # "/alerts …"
    CHANGE = "change"
    CHANGE_OR_DECISION = "change_or_decision"  # a pending decision may be meant as well


class Direction(StrEnum):
    """Which way a price is to go."""

    BELOW = "below"  # to a price or below it, or down by a percentage
    ABOVE = "above"
    EITHER = "either"  # "hits 210", "moves 5 %"


@dataclass(frozen=True, slots=True)
class AlertCondition:
    """The condition of an alert as it is worded: a price, or a change in percent from now."""

    direction: Direction
    value: Decimal  # > 0; US dollars for a share, or percent
    is_percent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelChange:
    """Another level for an alert, as it is worded."""

    value: Decimal  # > 0
    is_percent: bool = False
    direction: Direction | None = None  # None: as before
    was: Decimal | None = None  # the level that it is said to have: "not 440 but 445"


def level_from_cost(condition: AlertCondition, cost: Decimal) -> AlertCondition:
    """Return the price that lies a percentage above or below a cost, US dollars for a share, as a condition."""
    percent = -condition.value if condition.direction is Direction.BELOW else condition.value
    return AlertCondition(condition.direction, (cost * (100 + percent) / 100).quantize(_CENT))


def is_same_side(one: PriceAlert, other: PriceAlert) -> bool:
    """Return whether two alerts on one share wait for a price on the same side."""
    return one.symbol == other.symbol and (one.bounds.lower is None) is (other.bounds.lower is None)


def can_wait_for(bounds: AlertBounds, level: Decimal, *, price: Decimal) -> bool:
    """Return whether an alert with such bounds can wait for a level, now that the price is `price`."""
    return bounds.lower is not None if level < price else bounds.upper is not None


def bounds_for(condition: AlertCondition, price: Decimal) -> AlertBounds:
    """Return the bounds of a condition; a price "to be hit" is the lower bound if the price now is above it."""
    if condition.is_percent:
        percent = -condition.value if condition.direction is Direction.BELOW else condition.value
        return move_bounds(price, percent, is_either_way=condition.direction is Direction.EITHER)
    is_lower = condition.direction is Direction.BELOW or (
        condition.direction is Direction.EITHER and condition.value <= price
    )
    return AlertBounds(lower=condition.value) if is_lower else AlertBounds(upper=condition.value)


def is_at_level(alert: PriceAlert, value: Decimal) -> bool:
    """Return whether an alert is at a price, or of a move by a percentage."""
    if alert.percent is not None:
        return abs(alert.percent) == value
    return value in {alert.bounds.lower, alert.bounds.upper}


def changed_condition(alert: PriceAlert, change: LevelChange) -> AlertCondition | None:
    """Return an alert's condition at another level, the rest unchanged; None: a stop, or no such alert."""
    if alert.kind is AlertKind.STOP:
        return None
    is_either = None not in {alert.bounds.lower, alert.bounds.upper}
    before = Direction.EITHER if is_either else Direction.ABOVE if alert.bounds.lower is None else Direction.BELOW
    direction = change.direction or before
    is_percent = change.is_percent
    if (alert.kind is AlertKind.MOVE) is not is_percent and change.direction is None:
        return None  # 3 for an alert of 5 %, or 5 % for one at $440
    most = _MOST_PERCENT_UP if direction is Direction.ABOVE else _MOST_PERCENT_DOWN
    if is_percent and change.value >= most:
        return None
    return AlertCondition(direction, change.value, is_percent=is_percent)
