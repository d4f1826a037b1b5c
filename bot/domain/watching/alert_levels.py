"""Levels of alerts: counted from what was paid, and on which side of the price they wait."""

from decimal import Decimal
from typing import Final

from bot.domain.watching.alert_requests import AlertCondition, Direction
from bot.domain.watching.alerts import AlertBounds, PriceAlert

_CENT: Final = Decimal("0.01")


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
