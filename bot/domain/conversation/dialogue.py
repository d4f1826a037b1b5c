"""What a conversation has shown last, so that "it", "the first one" or "both" can be resolved. Pure.

Each answer says which objects it shows; the dialogue is the latest of them. A reference means the object that fits what
is asked of it, the one shown last before others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.ids import TurnId

OWN_LIST: Final = "own"  # the id of a person's watch list; that of the place has none
MOST_ANSWERS: Final = 8  # that a dialogue goes back
_POINTED: Final = 4  # answers back that "it" may mean


class ObjectKind(StrEnum):
    """The kinds of objects that an answer shows and that can be referred to."""

    CARD = "card"
    STOP = "stop"  # of a card
    ALERT = "alert"
    LIMIT = "limit"
    WATCH_LIST = "watch_list"
    BRIEF = "brief"
    NOTE = "note"  # of core memory
    VIEW = "view"  # the rules' view of shares


class Act(StrEnum):
    """What a reference is asked to undergo."""

    REMOVE = "remove"
    CANCEL = "cancel"  # a pending card; what else can be removed, if there is none
    CHANGE = "change"  # its value
    ADD = "add"  # a share to it
    SHOW = "show"
    SNOOZE = "snooze"
    FINISH = "finish"
    REARM = "rearm"


class ValueUnit(StrEnum):
    """What a value counts."""

    MONEY = "money"  # account currency
    PRICE = "price"  # US dollars for a share
    SHARES = "shares"
    PERCENT = "percent"
    PLAIN = "plain"  # the words name none


class Trend(StrEnum):
    """Which way a value is to be changed."""

    UP = "up"
    DOWN = "down"
    EITHER = "either"


_ACTS: Final = {
    ObjectKind.CARD: frozenset({Act.REMOVE, Act.CANCEL, Act.CHANGE, Act.SHOW}),
    ObjectKind.STOP: frozenset({Act.CHANGE}),
    ObjectKind.ALERT: frozenset(Act),
    ObjectKind.LIMIT: frozenset({Act.REMOVE, Act.CANCEL, Act.CHANGE, Act.SHOW}),
    ObjectKind.WATCH_LIST: frozenset({Act.SHOW, Act.ADD, Act.REMOVE}),  # a share from it
    ObjectKind.BRIEF: frozenset({Act.REMOVE, Act.CANCEL, Act.SHOW}),
    ObjectKind.NOTE: frozenset({Act.REMOVE, Act.CANCEL, Act.SHOW}),
    ObjectKind.VIEW: frozenset(),  # it is argued with: `views_shown`
}
_UNITS: Final = {  # of the values that an object may get, by its own
    (ObjectKind.CARD, ValueUnit.SHARES): {ValueUnit.PLAIN, ValueUnit.SHARES, ValueUnit.MONEY, ValueUnit.PERCENT},
    (ObjectKind.STOP, ValueUnit.PRICE): {ValueUnit.PLAIN, ValueUnit.MONEY},
    (ObjectKind.ALERT, ValueUnit.PRICE): {ValueUnit.PLAIN, ValueUnit.MONEY},
    (ObjectKind.ALERT, ValueUnit.PERCENT): {ValueUnit.PERCENT},
    (ObjectKind.LIMIT, ValueUnit.MONEY): {ValueUnit.PLAIN, ValueUnit.MONEY},
    (ObjectKind.LIMIT, ValueUnit.SHARES): {ValueUnit.PLAIN, ValueUnit.SHARES},
    (ObjectKind.LIMIT, ValueUnit.PERCENT): {ValueUnit.PLAIN, ValueUnit.PERCENT},
    (ObjectKind.LIMIT, ValueUnit.PLAIN): {ValueUnit.PLAIN},
}
_LARGEST_CHANGE: Final = {  # times the value before, or a part of it
    ObjectKind.CARD: Decimal(10),
    ObjectKind.STOP: Decimal("1.15"),
    ObjectKind.ALERT: Decimal(5),
    ObjectKind.LIMIT: Decimal(10),
}
_OF_CARDS: Final = frozenset({ObjectKind.CARD, ObjectKind.STOP})
_WITH_VIEW: Final = frozenset({ObjectKind.VIEW, ObjectKind.CARD})


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownObject:
    """One object that an answer shows."""

    kind: ObjectKind
    id: str  # of a card its decision, of an alert its number in the channel, of a limit, note or list its own id, of a
    # view of an earlier day that day, else empty
    symbols: tuple[str, ...] = ()
    value: Decimal | None = None  # its level, bound or size
    unit: ValueUnit = ValueUnit.PLAIN
    place: int = 0  # in a list that was shown, from 1; 0: it was shown alone


class AskedSlot(StrEnum):
    """What an answer asks back about the request that it answers."""

    UNIT = "unit"  # dollars or shares?
    UNIT_OF_CHANGE = "unit_of_change"  # the same, of another size for a pending decision
    SHARE = "share"  # which share?
    NAME = "name"  # did you mean …?
    SIDE = "side"  # buy or sell?


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAnswer:
    """What one answer shows, and what it asks back."""

    turn_id: TurnId
    asked_by: str  # the platform's id of the person
    objects: tuple[ShownObject, ...] = ()
    asks: AskedSlot | None = None


@dataclass(frozen=True, slots=True)
class Dialogue:
    """The latest answers and notices that everybody sees, newest first."""

    answers: tuple[ShownAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class NewValue:
    """The value that an object is to be changed to."""

    value: Decimal
    unit: ValueUnit = ValueUnit.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """What a message without a name refers to, and what it asks of it."""

    act: Act
    kinds: frozenset[ObjectKind] = frozenset(ObjectKind)  # those that the noun it names may be: "the alert"
    symbols: tuple[str, ...] = ()  # "the google one"
    place: int = 0  # "the first one": 1; "the last one": -1; 0: none is named
    is_plural: bool = False  # "them", "both", 它们
    is_pointed: bool = True  # by a pronoun, a place or a share; False: only by a noun, "the limit"
    is_sequel: bool = False  # "and MSFT": of the latest answer only
    trend: Trend = Trend.EITHER  # of CHANGE
    new: NewValue | None = None  # of CHANGE; None: it does not say to what


def referents(reference: Reference, dialogue: Dialogue, *, person_id: str) -> tuple[ShownObject, ...]:
    """Return the objects that a person's reference means; empty: none fits.

    Those of the latest answer to that person that shows fitting ones; without one, of the latest answer to anybody. If
    there are several, and the reference is to one, nobody knows which. A place counts in the list that was shown, or
    among the objects of one kind that were shown one by one.
    """
    numbered = tuple(enumerate(dialogue.answers))
    own = [each for each in numbered if each[1].asked_by == person_id]
    fitting = [
        tuple(o for o in answer.objects if back < _reach(reference, o.kind) and _fits(reference, o))
        for back, answer in (*own, *numbered)
    ]
    latest = next(filter(None, fitting), ())
    if not reference.place or not latest:
        return latest
    listed = latest if len(latest) > 1 else _one_by_one(fitting, latest[0].kind)
    at = reference.place - 1 if reference.place > 0 else reference.place
    return listed[at : at + 1 or None]


def views_of(symbols: Sequence[str], day: date | None = None) -> tuple[ShownObject, ...]:
    """Return the rules' views of shares as what an answer shows; `day`: the earlier day they are of."""
    of_day = "" if day is None else day.isoformat()
    return tuple(ShownObject(kind=ObjectKind.VIEW, id=of_day, symbols=(symbol,)) for symbol in symbols)


def views_shown(dialogue: Dialogue, *, symbols: Sequence[str], person_id: str) -> tuple[ShownObject, ...]:
    """Return the views that a person's claim is about: those of the latest answer that shows any; empty: none does.

    It is the latest answer to that person, else to anybody, of the few before.

    Args:
        dialogue: What was shown.
        symbols: The shares that the claim names; the views of these are meant.
        person_id: Who claims it.
    """
    latest = dialogue.answers[:_POINTED]
    for answer in (*(each for each in latest if each.asked_by == person_id), *latest):
        shown = (each for each in answer.objects if each.kind in _WITH_VIEW)
        if found := tuple(each for each in shown if not symbols or not set(symbols).isdisjoint(each.symbols)):
            return found
    return ()


def _reach(reference: Reference, kind: ObjectKind) -> int:
    """Return how many answers back an object can be meant.

    A change by "it" alone, or the end of a limit, is of what stands right above: anything between may be meant as well.
    """
    if reference.is_sequel:
        return 1
    if reference.kinds == {kind} or reference.symbols or reference.place or kind in _OF_CARDS:
        return MOST_ANSWERS
    is_of_last = reference.act is Act.CHANGE or (kind is ObjectKind.LIMIT and reference.act is not Act.SHOW)
    return 1 if is_of_last else _POINTED if reference.act is Act.REMOVE else MOST_ANSWERS


def _one_by_one(fitting: Sequence[tuple[ShownObject, ...]], kind: ObjectKind) -> tuple[ShownObject, ...]:
    """Return the objects of a kind in the order in which they were shown first; `fitting` is newest first."""
    shown = (each for objects in reversed(fitting) for each in objects if each.kind is kind)
    return tuple({each.id: each for each in shown}.values())


def _fits(reference: Reference, shown: ShownObject) -> bool:
    """Return whether what is asked can be asked of an object, and its words name no other."""
    if shown.kind not in reference.kinds or reference.act not in _ACTS[shown.kind]:
        return False
    names_it = not set(reference.symbols).isdisjoint(shown.symbols)
    if shown.kind is ObjectKind.ALERT and reference.act is Act.ADD:  # another one, on that share or the one named
        return reference.new is not None
    if shown.kind is ObjectKind.WATCH_LIST and reference.act is not Act.SHOW:
        is_whole = not reference.symbols and reference.act is Act.REMOVE and reference.kinds == {ObjectKind.WATCH_LIST}
        return names_it or is_whole or (bool(reference.symbols) and reference.act is Act.ADD)
    if reference.symbols and not names_it:
        return False
    return reference.new is None or _can_become(shown, reference.new, reference.trend)


def _can_become(shown: ShownObject, new: NewValue, trend: Trend) -> bool:
    """Return whether an object may get a value: in a unit that it can have, and not out of all proportion."""
    if shown.value is None or new.unit not in _UNITS[shown.kind, shown.unit]:
        return False
    if shown.kind is ObjectKind.CARD and new.unit is not ValueUnit.PLAIN:
        return True
    larger, smaller = max(new.value, shown.value), min(new.value, shown.value)
    if larger > smaller * _LARGEST_CHANGE[shown.kind]:
        return False
    if trend is Trend.EITHER or shown.kind in _OF_CARDS:
        return True
    return new.value > shown.value if trend is Trend.UP else new.value < shown.value
