"""Finds what a parsed message refers to and asks of it: "remove it", "raise it to 5k", 第二个删掉."""

from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Final

from bot.domain.conversation.dialogue import Act, NewValue, ObjectKind, Reference, Trend, ValueUnit
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests.trades import Meant
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.trading_limits import LimitMeasure
from bot.reading.assembly.alerts import level_change
from bot.reading.assembly.slots import asks_whether, leaves_out, shares_of
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.pointers import PICKS, UNNAMED, pointers_in, pointing
from bot.reading.quantities.quantity import Unit as WrittenUnit
from bot.reading.quantities.quantity import find_quantities
from bot.reading.recognisers.numbers import read_part
from bot.reading.word_tables import ends_with, lists_in, starts_with

_N: Final = SlotName
_ACTS: Final = {
    **dict.fromkeys((Kind.CORRECT, Kind.STOP_SET, Kind.ALERT_CHANGE, Kind.LIMIT_SET, Kind.ORDER), Act.CHANGE),
    **dict.fromkeys((Kind.ALERT_REMOVE, Kind.WATCH_REMOVE, Kind.LIMIT_END), Act.REMOVE),
    Kind.CANCEL: Act.CANCEL,
    Kind.UNDO: Act.UNDO,
    Kind.ORDER_STATUS: Act.SHOW,
    Kind.ALERT_SET: Act.ARM,
    Kind.ALERT_REARM: Act.REARM,
}
_SEQUELS: Final = {
    "copy": Reference(act=Act.COPY, kinds=frozenset({ObjectKind.ALERT}), is_sequel=True),
    "still": Reference(act=Act.SHOW, kinds=frozenset({ObjectKind.ALERT, ObjectKind.LIMIT}), is_sequel=True),
    "shown": Reference(act=Act.SHOW, kinds=UNNAMED, is_sequel=True),
    "fares": Reference(act=Act.SHOW, kinds=frozenset({ObjectKind.WATCH_LIST}), is_sequel=True),
}
_LONGEST_SEQUEL: Final = 30  # characters
_OF_SEQUELS: Final = frozenset({_N.TIME, _N.MEASURE, _N.WHICH})
_BEHIND_WISH: Final = (
    ("wishes", "words"),
    *(("pointers", each) for each in ("one", "several", "two", "other", "own")),
    *(("nouns", each) for each in ("alert", "limit", "watch_list", "brief")),
)
_CHANGING: Final = frozenset({Act.CHANGE, Act.REMOVE, Act.CANCEL})
_REMOVALS: Final = frozenset({Act.REMOVE, Act.CANCEL})
_SURE: Final = 0.6  # of an act, whichever of its kinds a message has
_VALUES: Final = (_N.COUNT, _N.MONEY, _N.PERCENT, _N.PART, _N.LEVEL, _N.MOVE, _N.STOP, _N.MAX, _N.RISK)
_UNUSED: Final = (
    *(_N.MEASURE, _N.TIME, _N.BASE, _N.HELD, _N.EXCEPT, _N.WINNING, _N.LOSING),
    *(_N.MARKET, _N.PERSON, _N.TASK, _N.TERM),
)
_NO_WORDS_OF_OBJECTS: Final = (*_VALUES, _N.SHARE, _N.TIME, _N.TOPIC)
_STEPS: Final = (_N.MORE, _N.LESS)
_SIDES: Final = (_N.BUY, _N.SELL)
_BESIDE: Final = frozenset({ObjectKind.CARD, ObjectKind.LEVEL, ObjectKind.STOP})  # nouns that only say of what
_LEVELS: Final = frozenset({ObjectKind.LEVEL, ObjectKind.STOP})
_CARDS: Final = frozenset({ObjectKind.CARD, ObjectKind.ORDER})
_UNITS: Final = {
    WrittenUnit.MONEY: ValueUnit.MONEY,
    WrittenUnit.SHARES: ValueUnit.SHARES,
    WrittenUnit.PERCENT: ValueUnit.PERCENT,
    WrittenUnit.NONE: ValueUnit.PLAIN,
}


def find_reference(parse: Parse, around: Surroundings) -> Reference | None:
    """Return what a message refers to and asks of it; None: it asks for something else, or is too unsure."""
    return _sequel(parse) or _Described(parse, around).reference()


def reference_of_verdict(act: Act, meant: Meant) -> Reference | None:
    """Return the reference to the card that the words of a verdict pick; None: they pick not just one."""
    pointers = pointers_in(meant.which)
    if len(pointers & PICKS) != 1:
        return None
    reference = replace(pointing(act, pointers), symbols=meant.symbols)
    return replace(reference, kinds=frozenset({ObjectKind.CARD})) if act is Act.CONFIRM else reference


def _sequel(parse: Parse) -> Reference | None:
    """Return the reference of a message of a form that is said right below what it is of; None: it says more."""
    found = lists_in(parse.text, "references", "sequels") & _SEQUELS.keys()
    says_more = len(parse.text) > _LONGEST_SEQUEL or parse.has(*(each for each in SlotName if each not in _OF_SEQUELS))
    if len(found) != 1 or says_more or lists_in(parse.text, "references", "nouns") - {"alert"}:
        return None
    return _SEQUELS[next(iter(found))]


class _Described:
    """A message as the description of what was shown."""

    def __init__(self, parse: Parse, around: Surroundings) -> None:
        self._parse, self._around = parse, around
        self._text = parse.blanked(parse.each(*_NO_WORDS_OF_OBJECTS), sign="|")
        self._pointers = pointers_in(self._text)
        self._nouns = frozenset(ObjectKind(each) for each in lists_in(self._text, "references", "nouns"))
        self._shares = shares_of(parse, around)

    def reference(self) -> Reference | None:
        """Return the reference that the message makes."""
        act, shares = self._act, self._shares
        says_more = self._parse.has(*_UNUSED) or len(self._pointers & PICKS) > 1
        is_numbered = any(each not in self._values for each in self._parse.each(_N.N))
        is_unknown = bool(shares.unknown or shares.unsupported or shares.misspelt)
        if act is None or says_more or is_numbered or is_unknown or self._is_denied(act):
            return None
        asks = act is not Act.SHOW and asks_whether(self._parse, self._around)
        return None if asks else self._of_act(act)

    def _of_act(self, act: Act) -> Reference | None:
        """Return the reference to what is to undergo an act; None: it is pointed at by nothing."""
        if act is Act.CHANGE:
            return self._change() if len(self._shares.symbols) <= 1 else None
        if not (act is Act.SHOW or act is Act.REARM or self._points):  # "undo", "cancel the meeting"
            return None
        if act is Act.ARM:
            kinds = self._nouns & _LEVELS
            is_pointed = bool(kinds) and not self._parse.has(*_VALUES, _N.SHARE)
            return self._made(act, kinds) if is_pointed else None
        values = self._values
        level = _new_value(values[0]) if len(values) == 1 else None
        if len(values) > 1 or (values and level is None):
            return None
        return self._made(act, self._kinds_named(act), level=None if level is None else level.value)

    @cached_property
    def _act(self) -> Act | None:
        """What is asked, which kinds that the message may have share; None: it is too unsure."""
        likely = ((self._parse.kind, self._parse.certainty), *self._parse.runners_up)
        act = _ACTS.get(self._parse.kind)
        # Acts between which the words decide little: "drop it" and "cancel it", "take that back".
        related = _REMOVALS if act in _REMOVALS else {act, Act.CANCEL} if act is Act.UNDO else {act}
        certainty = sum(each for kind, each in likely if _ACTS.get(kind) in related)
        return act if certainty >= _SURE and (self._parse.kind is not Kind.ORDER or self._changes_size) else None

    @cached_property
    def _changes_size(self) -> bool:
        """Whether an order may be a change of what was shown: "raise it to 5k", not "buy 5 of it"."""
        sides = self._parse.each(*_SIDES)
        return not self._parse.has(_N.SHARE) and all(lists_in(each.text, "references", "trends") for each in sides)

    def _change(self) -> Reference | None:
        """Return the reference to what is to have another value."""
        values, level = self._values, None
        if len(values) == 1:
            new = _new_value(values[0])
        elif (change := level_change(self._parse)) is not None:
            new = NewValue(change.value, ValueUnit.PERCENT if change.is_percent else ValueUnit.PLAIN)
            level = change.was
        else:
            new = None
        if new is None:  # "raise it"
            is_open = not values and self._trend is not Trend.EITHER and "one" in self._pointers
            return self._made(Act.CHANGE, self._kinds_named(Act.CHANGE)) if is_open else None
        is_step = self._parse.has(*_STEPS) and not self._parse.has(_N.TO)
        is_difference = new.unit is not ValueUnit.TIMES and (is_step or self._is_behind_by(values[0]))
        new = NewValue(new.value, new.unit, is_difference=is_difference)
        return self._made(Act.CHANGE, self._kinds_named(Act.CHANGE), level=level, new=new)

    def _kinds_named(self, act: Act) -> frozenset[ObjectKind]:
        """Return of which kinds the object may be, by its noun."""
        if act is Act.SHOW:
            return frozenset({ObjectKind.ORDER})
        if act is Act.REARM:
            return frozenset({ObjectKind.ALERT})
        if act in _REMOVALS:  # what is pending is withdrawn by exact words only
            return self._nouns - _BESIDE or (frozenset({ObjectKind.LIMIT}) if self._aspect else UNNAMED - _CARDS)
        named = self._nouns - {ObjectKind.CARD, ObjectKind.LEVEL}
        if not named and self._aspect:
            return frozenset({ObjectKind.LIMIT})
        unnamed = UNNAMED - {ObjectKind.STOP} if act is Act.CHANGE and self._parse.has(_N.MAX, _N.RISK) else UNNAMED
        is_no_size = act is Act.CHANGE and self._parse.has(_N.STOP, _N.MAX, _N.RISK)
        return named or (unnamed - _CARDS if is_no_size else unnamed)

    def _made(
        self, act: Act, kinds: frozenset[ObjectKind], *, level: Decimal | None = None, new: NewValue | None = None
    ) -> Reference:
        pointers, symbols, nouns = self._pointers, self._shares.symbols, self._nouns - _BESIDE
        has_value = level is not None or (new is not None and not nouns)
        is_bare = act is Act.REMOVE and bool(symbols) and not (pointers or self._nouns)  # "drop IBM"
        is_whole_list = act is Act.REMOVE and kinds == {ObjectKind.WATCH_LIST} and not (symbols or pointers)
        return replace(
            pointing(act, pointers),
            kinds=kinds,
            symbols=symbols,
            level=level,
            aspect=self._aspect,
            is_pointed=bool(pointers or symbols or self._aspect) or has_value or not self._nouns,
            is_sequel=is_bare or is_whole_list,
            trend=self._trend if act is Act.CHANGE else Trend.EITHER,
            new=new,
        )

    @property
    def _points(self) -> bool:
        """Whether words point at an object, or name its kind, its share, its level or what it bounds."""
        return bool(self._pointers or self._nouns or self._shares.symbols or self._values or self._aspect)

    @property
    def _aspect(self) -> str:
        """What a limit bounds that is told apart by that."""
        is_of_limit = self._parse.kind in {Kind.LIMIT_END, Kind.LIMIT_SET} or ObjectKind.LIMIT in self._nouns
        is_of_limit = is_of_limit or (_ACTS.get(self._parse.kind) in _REMOVALS and bool(self._pointers))
        found = lists_in(self._text, "references", "aspects") if is_of_limit else ()
        return next((LimitMeasure(each).value for each in found), "")

    @property
    def _trend(self) -> Trend:
        found = lists_in(self._text, "references", "trends") & {Trend.UP.value, Trend.DOWN.value}
        return Trend(next(iter(found))) if len(found) == 1 else Trend.EITHER

    def _is_denied(self, act: Act) -> bool:
        """Return whether the act is denied, depends on something, or is quoted, or what is meant is to stay."""
        said = GuardedMessage.of(self._parse.blanked(self._parse.each(_N.WHICH)), self._around.instruments)
        stays = act in _REMOVALS and (any(said.each("kept")) or leaves_out(self._parse))
        is_of_others = act in _CHANGING and (any(said.conditions) or any(said.each(Problem.ORDER_QUOTED)))
        return stays or is_of_others or any(self._denies(each.end) for each in said.each("denial"))

    def _denies(self, end: int) -> bool:
        """Return whether a denial that ends at a place denies what is asked, and is not what asks it: 第一个不要了."""
        behind = self._parse.text[end:]
        is_wish = not any(map(str.isalnum, behind)) or any(slot.start == end for slot in self._parse.each(_N.SHARE))
        return not is_wish and not any(starts_with(behind, "references", *each) for each in _BEHIND_WISH)

    @cached_property
    def _values(self) -> tuple[Slot, ...]:
        """The slots of values; a number behind "by" is one, and no number of a list."""
        slots = self._parse.each(*_VALUES, _N.N)
        return tuple(each for each in slots if each.name is not _N.N or self._is_behind_by(each))

    def _is_behind_by(self, slot: Slot) -> bool:
        return ends_with(self._parse.text[: slot.start], "references", "trends", "by", light=())


def _new_value(slot: Slot) -> NewValue | None:
    """Return the value that a slot names; None: it is not clear."""
    if slot.name is _N.PART:
        part = read_part(slot.text)
        return None if part is None or part in {0, 1} else NewValue(part, ValueUnit.TIMES)
    quantities = find_quantities(slot.text.lower())
    quantity = quantities[0] if len(quantities) == 1 else None
    if quantity is None or quantity.value is None or quantity.unit not in _UNITS or quantity.value <= 0:
        return None
    unit = ValueUnit.MONEY if quantity.is_scaled and quantity.unit is WrittenUnit.NONE else _UNITS[quantity.unit]
    return NewValue(quantity.value, unit)
