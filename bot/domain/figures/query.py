"""A question for figures: which measures, of what, when, and how. Each part is read on its own; all combine."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

from bot.domain.figures.measures import Measure


class Scope(StrEnum):
    """Of what a figure is asked."""

    NAMED = "named"  # the shares in `FigureQuery.symbols`
    TALKED_OF = "talked-of"  # the shares talked of last; `FigureQuery.count` of them, if it is set
    MARKET = "market"  # all shares of the market, if these are few; else all that are talked of or held
    HELD = "held"
    WATCHED = "watched"
    ACCOUNT = "account"
    CARD = "card"  # the pending decision shown last, or those on the shares in `FigureQuery.symbols`
    CARDS = "cards"  # all that are pending
    EXCHANGE = "exchange"


class Manner(StrEnum):
    """How figures are to be shown."""

    VALUE = "value"
    RANK = "rank"  # in order of the figure
    FIRST = "first"  # which one has the highest, or the lowest
    EXTREME_DAY = "extreme-day"  # the highest, or the lowest, of the days of a span, and which day it was
    HOW_OFTEN = "how-often"  # on how many days of a span the figure of the day was beyond a bound
    LAST_DAY = "last-day"  # the latest day on which the figure was beyond a bound
    CHECK = "check"  # whether the figure is beyond a bound
    UPDATE = "update"  # what is new: with the measures of `UPDATE`
    CHECK_DAYS = "check-days"  # whether that of any day of a span was


class RankOrder(StrEnum):
    """Which end of an order comes first."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    LARGEST = "largest"  # of changes, whichever way they went: "which moved most"

    def key(self, value: Decimal) -> Decimal:
        """Return the number by which a value is put in order, the smallest first."""
        return value if self is RankOrder.LOWEST else -abs(value) if self is RankOrder.LARGEST else -value


@dataclass(frozen=True, slots=True)
class OnDay:
    """One day; a day without a session counts as the session before it."""

    day: date


@dataclass(frozen=True, slots=True)
class OverDays:
    """The days `first` to `last`. A change counts from the close before `first`, or from that of `first`."""

    first: date
    last: date
    from_close: bool = False  # "since 31 December", "from the 7th to the 14th": from the close of `first`

    @property
    def changed(self) -> tuple[date, date]:
        """The first and the last day of which a change holds that of the day."""
        return (min(self.first + timedelta(days=1), self.last) if self.from_close else self.first), self.last


@dataclass(frozen=True, slots=True)
class OverSessions:
    """The last so many sessions; of an average, an RSI or a volatility, those that it is computed from."""

    count: int


class Since(StrEnum):
    """A time that the conversation or the account knows."""

    FILL = "fill"  # that opened the position
    DECISION = "decision"  # the latest one on the share
    THEN = "then"  # the day of the figure that was shown last
    BEGINNING = "beginning"  # of the data


When: TypeAlias = OnDay | OverDays | OverSessions | Since


class Judgement(StrEnum):
    """What a question asks whether a share is, by its RSI or its P/E; the bounds are those of the rules."""

    OVERBOUGHT = "overbought"
    OVERSOLD = "oversold"
    CHEAP = "cheap"
    EXPENSIVE = "expensive"


class Lack(StrEnum):
    """What a question asks that Parley has not."""

    REASON = "reason"  # of a move: the move and the headlines are known
    PEERS = "peers"  # of a company, or its sector


@dataclass(frozen=True, slots=True)
class Bound:
    """What a figure is compared with: "above 70", "more than 2 %", "its 200-day average"."""

    is_above: bool  # False: below
    value: Decimal  # in the measure's unit: a fraction, if that is one


@dataclass(frozen=True, slots=True)
class SupposedStake:
    """What is supposed to be held: "suppose I owned 25 IBM", "if I had put $5,000 in it a year ago"."""

    value: Decimal  # > 0; shares as they are today, or account currency
    is_money: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureQuery:
    """A question for figures."""

    measures: tuple[Measure, ...]
    scope: Scope
    symbols: tuple[str, ...] = ()  # with `Scope.NAMED`; with `Scope.HELD`, those of the holdings that are meant
    when: When | None = None  # None: now
    manner: Manner = Manner.VALUE
    order: RankOrder = RankOrder.HIGHEST
    count: int | None = None  # how many of an order are asked for
    among: int | None = None  # with `Scope.TALKED_OF`, of how many: "which of the three"; None: of a few
    bound: Bound | None = None
    purchase: SupposedStake | None = None  # at the close before the change; `OverDays`, `Measure.CHANGE` alone
    judgement: Judgement | None = None  # with `Manner.CHECK`, in place of a bound
    is_own: bool = False  # of "my" list, not of that of the place
    with_market: bool = False  # beside the mean of all shares of the market
    lacking: tuple[str, ...] = ()  # figures that were asked for and are not known, as typed
    lacks: frozenset[Lack] = frozenset()  # what else
