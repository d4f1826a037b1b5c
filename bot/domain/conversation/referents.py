"""What a reference means: the object that fits what is asked of it, the one shown last before others. Pure."""

from collections.abc import Collection, Sequence
from decimal import Decimal
from itertools import takewhile
from typing import Final

from bot.domain.conversation.dialogue import (
    MOST_ANSWERS,
    Act,
    Dialogue,
    End,
    NewValue,
    ObjectKind,
    Reference,
    ShownObject,
    Trend,
    ValueUnit,
)

_POINTED: Final = 4  # answers back that "it" may mean
_ACTS: Final = {
    ObjectKind.CARD: frozenset({Act.CONFIRM, Act.REMOVE, Act.CANCEL, Act.UNDO, Act.CHANGE, Act.SHOW}),
    ObjectKind.ORDER: frozenset({Act.REMOVE, Act.CANCEL, Act.UNDO, Act.CHANGE, Act.SHOW}),
    ObjectKind.STOP: frozenset({Act.CHANGE, Act.ARM}),
    ObjectKind.ALERT: frozenset({Act.REMOVE, Act.CANCEL, Act.CHANGE, Act.COPY, Act.SHOW, Act.REARM}),
    ObjectKind.LIMIT: frozenset({Act.REMOVE, Act.CANCEL, Act.CHANGE, Act.SHOW}),
    ObjectKind.WATCH_LIST: frozenset({Act.SHOW, Act.REMOVE}),  # a share from it
    ObjectKind.BRIEF: frozenset({Act.REMOVE, Act.CANCEL, Act.SHOW}),
    ObjectKind.NOTE: frozenset({Act.REMOVE, Act.CANCEL, Act.SHOW}),
    ObjectKind.DEBATE: frozenset({Act.SHOW}),
    ObjectKind.FOUND: frozenset({Act.SHOW}),
    ObjectKind.LEVEL: frozenset({Act.ARM}),
    ObjectKind.VIEW: frozenset(),  # it is argued with: `views_shown`
    ObjectKind.PICKED: frozenset(),  # the others are those not picked: `shares_shown`
    ObjectKind.RANKED: frozenset(),  # "the best one": `shares_ranked`
    ObjectKind.COUNT: frozenset(),  # "buy that many"
}
_SIZES: Final = frozenset({ValueUnit.PLAIN, ValueUnit.SHARES, ValueUnit.MONEY, ValueUnit.PERCENT, ValueUnit.TIMES})
_UNITS: Final = {  # of the values that an object may get, by its own
    (ObjectKind.CARD, ValueUnit.SHARES): _SIZES,
    (ObjectKind.ORDER, ValueUnit.SHARES): _SIZES,
    (ObjectKind.STOP, ValueUnit.PRICE): {ValueUnit.PLAIN, ValueUnit.MONEY},
    (ObjectKind.ALERT, ValueUnit.PRICE): {ValueUnit.PLAIN, ValueUnit.MONEY},
    (ObjectKind.ALERT, ValueUnit.PERCENT): {ValueUnit.PERCENT},
    (ObjectKind.LIMIT, ValueUnit.MONEY): {ValueUnit.PLAIN, ValueUnit.MONEY, ValueUnit.TIMES},
    (ObjectKind.LIMIT, ValueUnit.SHARES): {ValueUnit.PLAIN, ValueUnit.SHARES, ValueUnit.TIMES},
    (ObjectKind.LIMIT, ValueUnit.PERCENT): {ValueUnit.PLAIN, ValueUnit.PERCENT, ValueUnit.TIMES},
    (ObjectKind.LIMIT, ValueUnit.PLAIN): {ValueUnit.PLAIN, ValueUnit.TIMES},
}
_LARGEST_CHANGE: Final = {  # times the value before, or a part of it
    ObjectKind.CARD: Decimal(10),
    ObjectKind.ORDER: Decimal(10),
    ObjectKind.STOP: Decimal("1.15"),
    ObjectKind.ALERT: Decimal(5),
    ObjectKind.LIMIT: Decimal(10),
}
_NEAR: Final = Decimal("1.15")  # times the value before: a new one so near to it corrects it
_WITH_VIEW: Final = frozenset({ObjectKind.VIEW, ObjectKind.CARD})
_NUMBERED: Final = frozenset({ObjectKind.ALERT, ObjectKind.NOTE})  # whose id is the number that is shown
_AT_LEVELS: Final = frozenset({ObjectKind.ALERT, ObjectKind.LIMIT, ObjectKind.STOP})
_OF_CARDS: Final = frozenset({ObjectKind.CARD, ObjectKind.ORDER, ObjectKind.STOP})


def referents(reference: Reference, dialogue: Dialogue, *, person_id: str) -> tuple[ShownObject, ...]:
    """Return the objects that a person's reference means; empty: none fits.

    Those of the latest answer to that person that shows fitting ones; without one, of the latest answer to anybody; of
    these, the person's own before others. If there are several, and the reference is to one, nobody knows which. A
    place counts in the list that was shown, or among the objects of one kind that were shown one by one. A number that
    can be the size of a card is its size, not its stop.
    """
    to_person = _fitting(reference, dialogue, to=person_id)
    own = {"", person_id} if to_person else {person_id}
    shown = (_speakers_first(reference, each, own) for each in to_person or _fitting(reference, dialogue))
    fitting = _near_alerts_first(reference, list(filter(None, shown)))
    latest = fitting[0] if fitting else ()
    is_of_several = reference.is_pick or (reference.is_plural and reference.act is not Act.SHOW)
    if not latest or not is_of_several or latest[0].kind is ObjectKind.WATCH_LIST:  # its places are those of shares
        return latest
    one_by_one = (o for objects in reversed(fitting) for o in objects if o.kind is latest[0].kind)
    listed = latest if len(latest) > 1 else tuple({each.id: each for each in one_by_one}.values())
    if reference.is_pick:
        is_last = len(latest) == 1 and latest[0] in dialogue.answers[0].objects
        picked = _picked(reference, listed, last=latest if is_last else ())
        new = reference.new
        return tuple(each for each in picked if new is None or _can_become(each, new, reference.trend))
    return listed[-reference.count :] if len(listed) >= reference.count else ()


def views_shown(dialogue: Dialogue, *, symbols: Sequence[str], person_id: str) -> tuple[ShownObject, ...]:
    """Return the views in the latest answer, first to the person, that a claim on these shares is about."""
    latest = dialogue.answers[:_POINTED]
    for answer in (*Dialogue(latest).answers_to(person_id), *latest):
        shown = (each for each in answer.objects if each.kind in _WITH_VIEW)
        if found := tuple(each for each in shown if not symbols or not set(symbols).isdisjoint(each.symbols)):
            return found
    return ()


def new_value(reference: Reference, shown: ShownObject) -> NewValue | None:
    """Return the value that an object is to have, in its own unit if it is worded by the one before; None: unclear."""
    new = reference.new
    if new is None or shown.value is None:
        return new
    if new.unit is ValueUnit.TIMES:
        return NewValue(shown.value * new.value, shown.unit)
    if not new.is_difference:
        return new
    signs = {Trend.UP: 1, Trend.DOWN: -1}
    after = shown.value + signs[reference.trend] * new.value if reference.trend in signs else Decimal(0)
    return NewValue(after, new.unit) if after > 0 else None


def _speakers_first(
    reference: Reference, objects: tuple[ShownObject, ...], own: Collection[str]
) -> tuple[ShownObject, ...]:
    """Return those with one of the owners `own`, if any; else all, unless "mine" are meant. A place is among all."""
    if reference.act in {Act.COPY, Act.SHOW} or (reference.place and not reference.is_own):
        return objects
    return tuple(each for each in objects if each.owner in own) or (() if reference.is_own else objects)


def _picked(
    reference: Reference, listed: tuple[ShownObject, ...], *, last: tuple[ShownObject, ...]
) -> tuple[ShownObject, ...]:
    """Return which of several objects is meant (several: nobody knows); `last`: the one shown last, if one was."""
    if reference.is_other:
        return tuple(each for each in listed if each not in last) or listed
    if reference.end is not None:
        values = sorted({each.value for each in listed if each.value is not None})
        is_clear = len({each.symbols for each in listed}) == 1 and bool(values)
        value = values[0 if reference.end is End.LOWER else -1] if is_clear else None
        return tuple(each for each in listed if value in {None, each.value})
    at = reference.place - 1 if reference.place > 0 else reference.place
    numbered = (each for each in listed if each.kind in _NUMBERED and each.id == str(reference.place))
    return tuple(dict.fromkeys((*listed[at : at + 1 or None], *numbered)))


def _fitting(reference: Reference, dialogue: Dialogue, *, to: str = "") -> list[tuple[ShownObject, ...]]:
    """Return the objects of each answer that fits, newest first; `to`: only of answers to this person."""
    of_alerts = takewhile(lambda each: any(o.kind is ObjectKind.ALERT for o in each.objects), dialogue.answers)
    alerts = len(tuple(of_alerts))  # that were shown one after the other, up to now

    def reach(shown: ShownObject) -> int:
        return max(_reach(reference, shown.kind), alerts if _is_near_alert(reference, shown) else 0)

    own = Dialogue(dialogue.answers_to(to)) if to and reference.act is Act.CANCEL else dialogue
    found = (
        tuple(o for o in answer.objects if back < reach(o) and _fits(reference, o))
        for back, answer in enumerate(own.answers)
        if to in {"", answer.asked_by}
    )
    sized = ((each, {o.id for o in each if o.kind is ObjectKind.CARD}) for each in found)  # whose stop is not meant
    fitting = (tuple(o for o in each if o.kind is not ObjectKind.STOP or o.id not in ids) for each, ids in sized)
    return [each for each in fitting if each]


def _near_alerts_first(reference: Reference, fitting: list[tuple[ShownObject, ...]]) -> list[tuple[ShownObject, ...]]:
    """Return the alerts that a new level is near to, where an alert is meant; without any, all as they are."""
    near = [found for each in fitting if (found := tuple(o for o in each if _is_near_alert(reference, o)))]
    return near if near and fitting[0][0].kind is ObjectKind.ALERT else fitting


def _is_near_alert(reference: Reference, shown: ShownObject) -> bool:
    """Return whether a new level corrects that of an alert: 435 one at 440, and not one at 210."""
    new = reference.new
    if shown.kind is not ObjectKind.ALERT or shown.value is None or new is None or reference.act is not Act.CHANGE:
        return False
    is_level = new.unit is not ValueUnit.TIMES and not new.is_difference
    return is_level and max(new.value, shown.value) <= min(new.value, shown.value) * _NEAR


def _reach(reference: Reference, kind: ObjectKind) -> int:
    """Return how many answers back an object can be meant; by "it" or "cancel" alone, only what stands right above.

    Of a cancellation it is what the person was shown last, whatever others were since.
    """
    is_share_of_list = kind is ObjectKind.WATCH_LIST and reference.act is Act.REMOVE and not reference.symbols
    if reference.is_sequel or (is_share_of_list and reference.kinds != {kind}):
        return 1
    is_named = bool(reference.symbols or reference.is_pick or reference.level or reference.aspect or reference.is_own)
    if reference.kinds == {kind} or is_named or kind in _OF_CARDS:
        return MOST_ANSWERS
    is_of_last = reference.act is Act.CHANGE or (reference.act is Act.CANCEL and not reference.is_plural)
    is_of_last = is_of_last or (kind is ObjectKind.LIMIT and reference.act is not Act.SHOW)
    return 1 if is_of_last else _POINTED if reference.act is Act.REMOVE else MOST_ANSWERS


def _fits(reference: Reference, shown: ShownObject) -> bool:
    """Return whether what is asked can be asked of an object, and its words name no other."""
    if shown.kind not in reference.kinds or reference.act not in _ACTS[shown.kind]:
        return False
    names_it = not set(reference.symbols).isdisjoint(shown.symbols)
    if shown.kind is ObjectKind.WATCH_LIST and reference.act is not Act.SHOW:
        if not reference.symbols:  # "take it off": the share talked of; "clear the list"
            return reference.is_pointed or reference.kinds == {ObjectKind.WATCH_LIST}
        return names_it
    has_level = shown.kind in _AT_LEVELS or not (reference.level or reference.end)
    is_at_level = has_level and reference.level in {None, shown.value}
    if (reference.symbols and not names_it) or not is_at_level or reference.aspect not in {"", shown.aspect}:
        return False
    trend = Trend.EITHER if reference.is_pick else reference.trend  # which one is picked comes first
    return reference.new is None or _can_become(shown, reference.new, trend)


def _can_become(shown: ShownObject, new: NewValue, trend: Trend) -> bool:
    """Return whether an object may get a value: in a unit that it can have, and not out of all proportion."""
    if shown.value is None or new.unit not in _UNITS[shown.kind, shown.unit]:
        return False
    if new.unit is ValueUnit.TIMES or new.is_difference:
        return True
    if shown.kind in {ObjectKind.CARD, ObjectKind.ORDER} and new.unit is not ValueUnit.PLAIN:
        return True
    larger, smaller = max(new.value, shown.value), min(new.value, shown.value)
    if larger > smaller * _LARGEST_CHANGE[shown.kind]:
        return False
    if trend is Trend.EITHER:
        return True
    return new.value > shown.value if trend is Trend.UP else new.value < shown.value
