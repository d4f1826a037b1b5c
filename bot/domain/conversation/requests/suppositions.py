"""Requests about what is only supposed: price moves, trades, and what would change a view."""

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import SupposedStake, When


class MoveKind(StrEnum):
    """How a what-if question states a price move."""

    PERCENT = "percent"  # "falls 10 %": of the price
    AMOUNT = "amount"  # "goes up 30 bucks": account currency per share
    PRICE = "price"  # "drops to 400": the price afterwards
    STOP = "stop"  # "falls to the stop": that is the price afterwards
    LEVEL = "level"  # "falls to the 50-day average": likewise


class MoveScope(StrEnum):
    """What the moves of a what-if question are moves of."""

    SHARE = "share"  # a share that is named, or talked of
    MARKET = "market"
    HOLDINGS = "holdings"  # all positions: "if everything drops 10 %", "if all stops are hit"


@dataclass(frozen=True, slots=True)
class NamedLevel:
    """A price that is named by what it is: "the 50-day average", "the January low", "my cost"."""

    measure: Measure
    when: When | None  # None: as the measure is usually meant
    words: str  # as typed


@dataclass(frozen=True, slots=True)
class StatedMove:
    """A price move that a what-if question states."""

    kind: MoveKind
    value: Decimal | None  # >= 0; percent, or account currency per share; None: of a stop, or a level
    direction: int  # as worded: -1 falls, 1 rises, 0 neither ("goes to 400")
    symbol: str | None = None  # the share it is stated of; None: that talked of
    level: NamedLevel | None = None  # with `MoveKind.LEVEL`


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppose:
    """Say what price moves would come to: gain or loss, account, stop and view. Nothing is traded."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of
    moves: tuple[StatedMove, ...] = ()  # none: usual ones
    unread: tuple[str, ...] = ()  # the words of a condition that states no price move; without moves
    scope: MoveScope = MoveScope.SHARE  # of the moves, unless a share is named
    stake: SupposedStake | None = None  # what they are counted on; None: what is held or pending, else one share
    stop: Decimal | None = None  # "what about a stop at 700?": it is counted as the stop, in place of what is stated
    asks_view: bool = False  # whether the view would change is the answer, and the money stands below it
    names_trade: bool = False  # a trade is supposed too, which is not computed
    only_asks: bool = False  # no trade is spoken of: a "yes" behind the answer means what was offered before it

    def only_asks_about(self, symbol: str) -> bool:
        """Return whether no trade is spoken of, and no other share."""
        return self.only_asks and set(self.shares.symbols) <= {symbol}


@dataclass(frozen=True, slots=True, kw_only=True)
class AskViewChange:
    """Say which prices would change the view: "what would change your mind?"."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of
    only_asks: bool = False  # see `Suppose`


@dataclass(frozen=True, slots=True)
class SupposeTrade:
    """Say what a trade would come to that is only thought of, or was not made; this is not computed."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of


SuppositionRequest: TypeAlias = Suppose | AskViewChange | SupposeTrade
