"""What the latest answers have shown, and references to it: "it", "the first one", "both". Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.ids import TurnId

OWN_LIST: Final = "own"  # the id of a person's watch list; that of the place has none
MOST_ANSWERS: Final = 8  # that a dialogue goes back


class ObjectKind(StrEnum):
    """The kinds of objects that an answer shows and that can be referred to."""

    CARD = "card"  # that the person can still decide
    ORDER = "order"  # a card that has been decided, or that only another person can decide
    STOP = "stop"  # of a card
    ALERT = "alert"
    LIMIT = "limit"
    WATCH_LIST = "watch_list"
    BRIEF = "brief"
    NOTE = "note"  # of core memory
    DEBATE = "debate"  # of a committee
    FOUND = "found"  # what was said, known or decided before
    LEVEL = "level"  # a price of a share that was shown as the answer
    VIEW = "view"  # the rules' view of shares
    PICKED = "picked"  # the share that was looked for among several: "which fell most?"
    RANKED = "ranked"  # shares in an order, the best first
    COUNT = "count"  # so many shares of one, that money was said to buy


class Act(StrEnum):
    """What a reference is asked to undergo."""

    CONFIRM = "confirm"
    REMOVE = "remove"
    CANCEL = "cancel"  # a pending card; what else can be removed, if there is none
    UNDO = "undo"  # what has been carried out
    CHANGE = "change"  # its value
    COPY = "copy"  # the same for oneself
    ARM = "arm"  # an alert at it
    SHOW = "show"
    REARM = "rearm"


class ValueUnit(StrEnum):
    """What a value counts."""

    MONEY = "money"  # account currency
    PRICE = "price"  # US dollars for a share
    SHARES = "shares"
    PERCENT = "percent"
    TIMES = "times"  # the value before: 0.5 is half of it
    PLAIN = "plain"  # the words name none


class Trend(StrEnum):
    """Which way a value is to be changed."""

    UP = "up"
    DOWN = "down"
    EITHER = "either"


class End(StrEnum):
    """Which of several objects on one share is meant, by their values."""

    LOWER = "lower"
    UPPER = "upper"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownObject:
    """One object that an answer shows."""

    kind: ObjectKind
    id: str  # of a card its decision, of an alert its number in the channel, of a limit, note or list its own id, of a
    # view of an earlier day and of a price of one that day, else empty
    symbols: tuple[str, ...] = ()
    value: Decimal | None = None  # its level, bound or size
    unit: ValueUnit = ValueUnit.PLAIN
    place: int = 0  # in a list that was shown, from 1; 0: it was shown alone
    aspect: str = ""  # of a limit: what it bounds
    owner: str = ""  # of an alert, when it is referred to: the platform's id of the person


class AskedSlot(StrEnum):
    """What an answer asks back about the request that it answers."""

    UNIT = "unit"  # dollars or shares?
    BASE = "base"  # a part of what?
    UNIT_OF_CHANGE = "unit_of_change"  # the same, of another size for a pending decision
    STOP = "stop"  # at which price shall the stop be?
    SHARE = "share"  # which share?
    NAME = "name"  # did you mean …?
    SIDE = "side"  # buy or sell?
    SIZE = "size"  # how much of a share that no card is of?
    NOTE = "note"  # what shall the note say?


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAnswer:
    """What one answer shows, and what it asks back."""

    turn_id: TurnId
    asked_by: str  # the platform's id of the person
    objects: tuple[ShownObject, ...] = ()
    symbols: tuple[str, ...] = ()  # of the shares that it is about, in the order in which they were shown
    asks: AskedSlot | None = None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The latest answers and notices that everybody sees, newest first."""

    answers: tuple[ShownAnswer, ...] = ()

    def answers_to(self, person_id: str) -> tuple[ShownAnswer, ...]:
        """Return the answers to one person, the newest first."""
        return tuple(each for each in self.answers if each.asked_by == person_id)


@dataclass(frozen=True, slots=True)
class NewValue:
    """The value that an object is to be changed to."""

    value: Decimal
    unit: ValueUnit = ValueUnit.PLAIN
    is_difference: bool = False  # "by 2": from the value before, in the direction of the reference's trend


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What a message without a name refers to, and what it asks of it."""

    act: Act
    kinds: frozenset[ObjectKind] = frozenset(ObjectKind)  # those that the noun it names may be: "the alert"
    symbols: tuple[str, ...] = ()  # "the google one"
    place: int = 0  # "the first one": 1; "the last one": -1; 0: none is named
    end: End | None = None  # "the lower one"
    level: Decimal | None = None  # "the one at 720"
    is_other: bool = False  # "the other one": not the one that was shown last
    aspect: str = ""  # "the cash one": as of `ShownObject`
    is_own: bool = False  # "mine"
    is_plural: bool = False  # "them", "both", 它们
    count: int = 0  # "both": 2; 0: none is named
    is_pointed: bool = True  # by a pronoun, a place or a share; False: only by a noun, "the limit"
    is_sequel: bool = False  # "and MSFT": of the latest answer only
    trend: Trend = Trend.EITHER  # of CHANGE
    new: NewValue | None = None  # of CHANGE

    @property
    def is_pick(self) -> bool:
        """Return whether it says which one of several is meant, by how they stand to each other."""
        return bool(self.place or self.end or self.is_other)


def picked(symbols: Sequence[str]) -> tuple[ShownObject, ...]:
    """Return the share that was looked for, the first of several, as what an answer shows."""
    return tuple(ShownObject(kind=ObjectKind.PICKED, id="", symbols=(each,)) for each in symbols[:1])


def views_of(symbols: Sequence[str], day: date | None = None) -> tuple[ShownObject, ...]:
    """Return the rules' views of shares as what an answer shows; `day`: the earlier day they are of."""
    of_day = "" if day is None else day.isoformat()
    return tuple(ShownObject(kind=ObjectKind.VIEW, id=of_day, symbols=(symbol,)) for symbol in symbols)
