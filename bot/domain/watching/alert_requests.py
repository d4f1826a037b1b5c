"""What a person asks about price alerts."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


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
