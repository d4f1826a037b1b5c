"""Requests about what is only supposed: price moves, trades, and what would change a view."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class MoveKind(StrEnum):
    """How a what-if question states a price move."""

    PERCENT = "percent"  # "falls 10 %": of the price
    AMOUNT = "amount"  # "goes up 30 bucks": account currency per share
    PRICE = "price"  # "drops to 400": the price afterwards
    STOP = "stop"  # "falls to the stop": that is the price afterwards


class MoveScope(StrEnum):
    """What the moves of a what-if question are moves of."""

    SHARE = "share"  # a share that is named, or talked of
    MARKET = "market"
    HOLDINGS = "holdings"  # all positions: "if everything drops 10 %", "if all stops are hit"


@dataclass(frozen=True, slots=True)
class StatedMove:
    """A price move that a what-if question states."""

    kind: MoveKind
    value: Decimal | None  # >= 0; percent, or account currency per share; None: of a stop, else see `problem`
    direction: int  # as worded: -1 falls, 1 rises, 0 neither ("goes to 400")
    problem: str | None = None  # why there is no value: "negative", "malformed", "too_large", …
    symbol: str | None = None  # the share it is stated of; None: that talked of


@dataclass(frozen=True, slots=True)
class SupposedStake:
    """What a what-if question supposes to be held: "suppose I owned 25 IBM", "if I put $5,000 in it"."""

    value: Decimal  # > 0; shares, or account currency
    is_money: bool = False
