"""Requests about what is held: sales of a part of the holdings, and what a person holds elsewhere."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias


class HoldingResult(StrEnum):
    """What the holdings that are meant have brought since they were bought."""

    GAIN = "gain"
    LOSS = "loss"


@dataclass(frozen=True, slots=True, kw_only=True)
class SellHoldings:
    """Sell what has gained or lost since it was bought."""

    result: HoldingResult
    at_least: Decimal = Decimal(0)  # of the gain or the loss, percent of the cost
    fraction: Decimal = Decimal(1)  # of each position, 0 < f <= 1
    is_question: bool = False  # it asks whether to sell


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewStatedHolding:
    """Look at a holding that a person says to have, wherever that is."""

    symbol: str
    shares: Decimal  # > 0
    cost: Decimal | None = None  # of a share, account currency
    is_question: bool = False  # it asks what to do with it


HoldingsRequest: TypeAlias = SellHoldings | ViewStatedHolding
