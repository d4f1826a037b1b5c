"""Messages that name nothing by itself and refer to what was shown: "remove it", "raise it to 5k", 第二个删掉."""

from dataclasses import replace
from itertools import pairwise
from typing import Final, TypeVar

from bot.domain.conversation.dialogue import Act, End, NewValue, ObjectKind, Reference, Trend, ValueUnit
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.trades import Cancel, Confirm
from bot.domain.conversation.requests.watching import ChangeAlert, ChosenAlerts, RearmAlerts, RemoveAlerts
from bot.domain.market.instruments import InstrumentTable
from bot.domain.market.sessions import SessionPhase
from bot.reading.quantities.quantity import Quantity
from bot.reading.quantities.quantity import Unit as WrittenUnit
from bot.reading.reference_words import (
    BRIEFS,
    VERBS,
    Aspect,
    Factor,
    Filler,
    PlaceWord,
    Pronoun,
    ReferenceWord,
    Verb,
    reference_words,
)
from bot.reading.spans import ExplainedWords, explain_words

_MAX_LENGTH: Final = 60  # characters
_QUESTION: Final = frozenset("?？")
_CODE: Final = "`"  # which is quoted
_LEVELS: Final = frozenset({VERBS["above"], VERBS["below"], VERBS["reach"]})  # "and IBM over 206", behind an alert
_Kind = TypeVar("_Kind", Verb, Pronoun, PlaceWord, End, Factor, Aspect, ObjectKind, SessionPhase, Filler)
_LIST: Final = frozenset({ObjectKind.WATCH_LIST})
_CARDS: Final = frozenset({ObjectKind.CARD})
_ALERTS: Final = frozenset({ObjectKind.ALERT})
_BESIDE: Final = frozenset({ObjectKind.CARD, ObjectKind.LEVEL, ObjectKind.STOP})  # nouns that only say of what
_LIMITS: Final = frozenset({ObjectKind.LIMIT})
_LEVEL_UNITS: Final = frozenset({ValueUnit.PLAIN, ValueUnit.MONEY, ValueUnit.PERCENT})
_PRICED: Final = frozenset({WrittenUnit.NONE, WrittenUnit.MONEY})
_LEVEL_KINDS: Final = frozenset({ObjectKind.LEVEL, ObjectKind.STOP})
_UNNAMED: Final = frozenset(ObjectKind) - {ObjectKind.DEBATE, ObjectKind.FOUND, ObjectKind.LEVEL}  # "it"
_SEVERAL: Final = {Pronoun.SEVERAL: 0, Pronoun.TWO: 2}
_UNITS: Final = {
    WrittenUnit.MONEY: ValueUnit.MONEY,
    WrittenUnit.SHARES: ValueUnit.SHARES,
    WrittenUnit.PERCENT: ValueUnit.PERCENT,
    WrittenUnit.NONE: ValueUnit.PLAIN,
}


def read_reference(text: str, instruments: InstrumentTable) -> Reference | None:
    """Return what a message refers to and asks of it; None: it says something else, or more.

    Args:
        text: Normalised, without a mention of the bot.
        instruments: The shares by whose names an object can be told from others: "the google one".
    """
    if len(text) > _MAX_LENGTH or _CODE in text:
        return None
    words = explain_words(text, reference_words(), instruments)
    if words is None:
        return None
    reference = _Message(words).reference()
    asks = not _QUESTION.isdisjoint(text) or Filler.ASKS in words.meanings
    if not asks or reference is None or Filler.POLITE in words.meanings:
        return reference
    is_of_brief = reference.act is Act.CHANGE and reference.kinds == BRIEFS  # "at 8 am?"
    return reference if reference.act is Act.SHOW or is_of_brief else None  # "is it still on?"


def requested_reference(request: Request, instruments: InstrumentTable) -> Reference | None:
    """Return what a request refers to that was read otherwise; None: it names its objects, or refers to none."""
    match request:
        case Confirm(meant):
            reference = _described(Act.CONFIRM, meant.which, instruments) if meant.which else None
            return None if reference is None else replace(reference, kinds=_CARDS, symbols=meant.symbols)
        case Cancel(meant):
            reference = _described(Act.REMOVE, meant.which, instruments) if meant.which else None
            return None if reference is None else replace(reference, symbols=meant.symbols)
        case ChangeAlert(alerts, change) if not alerts.numbers:
            reference = _of_alerts(Act.CHANGE, alerts, instruments)
            unit = ValueUnit.PERCENT if change.is_percent else ValueUnit.PLAIN
            new = NewValue(change.value, unit)
            return None if reference is None else replace(reference, level=change.was, new=new)
        case RemoveAlerts(alerts) | RearmAlerts(alerts) if alerts.which or alerts.level is not None:
            return _of_alerts(Act.REMOVE if isinstance(request, RemoveAlerts) else Act.REARM, alerts, instruments)
    return None


def _of_alerts(act: Act, alerts: ChosenAlerts, instruments: InstrumentTable) -> Reference | None:
    reference = _described(act, alerts.which, instruments)
    if reference is None:
        return None
    symbols = alerts.symbols or reference.symbols
    return replace(reference, kinds=_ALERTS, symbols=symbols, level=alerts.level)


def _described(act: Act, words: str, instruments: InstrumentTable) -> Reference | None:
    """Return the reference to what the words of one slot describe; None: some are not explained, or count objects."""
    explained = explain_words(words, reference_words(), instruments)
    if explained is None or explained.quantities:
        return None
    message = _Message(explained)
    return message.described(act) if message.picks_one else None


class _Message:
    """The words of one message, by kind."""

    def __init__(self, words: ExplainedWords[ReferenceWord]) -> None:
        self._words = words
        self._symbols = words.symbols
        self._pronouns, self._places = self._of(Pronoun), self._of(PlaceWord)
        self._nouns, self._phases = frozenset(self._of(ObjectKind)), frozenset(self._of(SessionPhase))
        self._aspects, self._factors = self._of(Aspect), self._of(Factor)
        self._ends = self._of(End)
        self._verbs, self._fillers = self._of(Verb), self._of(Filler)
        at_level = self._at_level()
        self._value = next((each for each in words.quantities if each is not at_level), None)
        self._level = at_level.value if at_level is not None else None
        self._new = self._new_value()

    def reference(self) -> Reference | None:
        """Return the reference that the words make; None: they name no one act, object or value."""
        if len(self._words.quantities) > 1 + (self._level is not None):
            return None
        if {Filler.ALARM, Filler.TELL} & set(self._fillers) and (alarm := self._alarm()) is not None:
            return alarm
        if self._phases or Filler.CLOCK in self._fillers:
            return self._of_brief()
        if (verb := self._verb()) is None or not self._is_clear(verb):
            return None
        pointers = (self._pronouns, self._places, self._ends, self._nouns, self._symbols, self._aspects)
        if any(pointers) or self._new is not None or verb.is_whole:
            return self._made(verb)
        return Reference(act=Act.SHOW, is_pointed=False, is_sequel=True) if verb.act is Act.SHOW else None

    def _alarm(self) -> Reference | None:
        """Return the reference of "alert me there" or "alert me under 440"; None: it says more."""
        if self._nouns and self._nouns <= _LEVEL_KINDS:
            says_more = bool(self._words.quantities) or not set(self._verbs) <= _LEVELS
            return None if says_more else Reference(act=Act.ARM, kinds=self._nouns)
        is_level = self._new is not None and self._new.unit in _LEVEL_UNITS and not (self._nouns or self._phases)
        is_plain = {each.act for each in self._verbs} <= {Act.ADD, Act.CHANGE} and not self._is_difference
        has_side = Filler.ALARM in self._fillers or bool(_LEVELS & set(self._verbs))
        is_of_one = len(self._places) <= 1 and not (self._places and self._symbols)  # share: no object is meant
        if not (is_level and is_plain and has_side and is_of_one):
            return None
        return replace(self.described(Act.ARM), kinds=frozenset(), trend=self._trend, new=self._new)

    def described(self, act: Act) -> Reference:
        """Return the reference to what the words describe, whatever they ask of it."""
        several = [each for each in self._pronouns if each in _SEVERAL]
        return Reference(
            act=act,
            symbols=self._symbols,
            place=self._places[0].number if self._places else 0,
            end=self._ends[0] if self._ends else None,
            level=self._level,
            is_other=Pronoun.OTHER in self._pronouns,
            aspect=self._aspects[0].name if self._aspects else "",
            is_own=Pronoun.OWN in self._pronouns,
            is_plural=bool(several),
            count=_SEVERAL[several[0]] if several else 0,
        )

    @property
    def picks_one(self) -> bool:
        """Whether no two of several are picked: "the first and the last"."""
        return len(self._places) + len(self._ends) + self._pronouns.count(Pronoun.OTHER) <= 1

    @property
    def _trend(self) -> Trend:
        return next((each.trend for each in self._verbs if each.trend is not Trend.EITHER), Trend.EITHER)

    def _of_brief(self) -> Reference | None:
        """Return the reference to a part of the briefs, or to their time: "only the morning one", "at 8 am?"."""
        acts = {each.act for each in self._verbs}
        if Filler.CLOCK in self._fillers:
            is_time = bool(self._words.quantities) and not (self._symbols or self._nouns - BRIEFS)
            return Reference(act=Act.CHANGE, kinds=BRIEFS, is_sequel=True) if is_time else None
        if self._words.quantities or self._symbols or not acts or not acts <= {Act.ADD, Act.KEEP}:
            return None
        act = Act.KEEP if Act.KEEP in acts else Act.ADD
        return Reference(act=act, kinds=BRIEFS, is_sequel=True, phases=self._phases)

    def _verb(self) -> Verb | None:
        """Return the verb that says what is asked; None: there is none."""
        levels = [each for each in self._verbs if each in _LEVELS]
        verbs = [each for each in self._verbs if not each.is_sequel or each.is_whole] or levels or self._verbs
        points = bool(self._pronouns) and bool(self._symbols or self._places or self._level)
        if not verbs and self._new is not None and (self._factors or self._places or self._ends or points):
            return VERBS["change"]  # "half it", "the google one to 790"
        if set(verbs) <= {VERBS["also"]} and self._new is None and self._symbols and self._nouns == _CARDS:
            return VERBS["status"]  # "and the IBM order?"
        others = [each for each in verbs if each.act is not Act.CHANGE]
        sets = [each for each in verbs if each.act is Act.CHANGE and not each.is_correction]
        if len({each.act for each in others}) > 1 or (others and sets):  # "set it and forget it"
            return None
        return next(iter(others or sorted(verbs, key=lambda each: not each.is_difference)), None)

    def _is_clear(self, verb: Verb) -> bool:
        """Return whether the value and the place are clear; "no" alone corrects nothing."""
        takes_value = verb.act is Act.CHANGE or verb in _LEVELS or Filler.MORE in self._fillers
        takes_value = takes_value or verb is VERBS["distance"]  # "how far from 29 is it?"
        has_value = bool(self._value or self._factors)
        is_value_clear = not has_value or (takes_value and self._new is not None)
        needs_value = verb in {VERBS["change"], VERBS["correct"], VERBS["want"], VERBS["less"], *_LEVELS}
        needs_value = needs_value and not self._puts_on_list(verb)
        return is_value_clear and self.picks_one and not (needs_value and self._new is None)

    def _made(self, verb: Verb) -> Reference | None:
        new, symbols, places = self._new, self._symbols, self._places
        points = bool(self._pronouns or places or self._ends or self._aspects)
        has_pointer = points or bool(self._nouns)
        is_pointed = points or bool(symbols) or (new is not None and not self._nouns)
        if self._aspects and not (self._pronouns or self._nouns):  # "at most $2,000 per trade"
            return None
        if verb.act is Act.CONFIRM and not places:  # a verdict is said in a form of its own
            return None
        if (verb.needs_noun and not self._nouns) or not verb.kinds | _BESIDE >= self._nouns:  # "I want 20 of it"
            return None
        act = Act.ADD if self._puts_on_list(verb) else verb.act
        is_more = act is Act.ADD and Filler.MORE in self._fillers  # of a size
        act, trend = (Act.CHANGE, Trend.UP) if is_more else (act, self._trend)
        is_bare = verb.needs_pointer and not has_pointer  # "drop IBM": off the list that was just shown, or a sale
        unnamed = _LIST if is_bare else _LIMITS if self._aspects else _UNNAMED
        named = self._nouns or unnamed
        is_whole_list = act is Act.REMOVE and named == _LIST and not (symbols or places)  # "clear the list"
        return replace(
            self.described(act),
            kinds=verb.kinds & (self._nouns - _CARDS - _LEVEL_KINDS or verb.kinds)
            if verb.kinds != frozenset(ObjectKind)
            else named,
            is_pointed=is_pointed,
            is_sequel=verb.is_sequel or is_bare or is_whole_list,
            trend=trend,
            new=replace(new, is_difference=self._is_difference) if new is not None and act is not Act.SHOW else None,
        )

    def _puts_on_list(self, verb: Verb) -> bool:
        names_list = self._nouns == _LIST or (Filler.ONTO in self._fillers and not self._nouns)  # "put that on there"
        return verb.act is Act.CHANGE and names_list and self._new is None

    @property
    def _is_difference(self) -> bool:
        return bool({Filler.BY, Filler.MORE} & set(self._fillers)) or any(each.is_difference for each in self._verbs)

    def _new_value(self) -> NewValue | None:
        quantity = self._value
        if self._factors:
            return NewValue(self._factors[0].value, ValueUnit.TIMES) if quantity is None else None
        if quantity is None or quantity.value is None or quantity.unit not in _UNITS or quantity.value <= 0:
            return None
        unit = ValueUnit.MONEY if quantity.is_scaled and quantity.unit is WrittenUnit.NONE else _UNITS[quantity.unit]
        return NewValue(quantity.value, unit)

    def _at_level(self) -> Quantity | None:
        """Return the number by which an alert or a limit is named: "the one at 720", 720那个; None: there is none.

        One number alone is the new value, where the message asks for one.
        """
        said = [each for each in self._words.in_order if each is not Filler.ANY]
        sides = ((each, beside) for pair in pairwise(said) for each, beside in (pair, pair[::-1]))
        named = [q for q, beside in sides if isinstance(q, Quantity) and beside is Pronoun.ONE and q.unit in _PRICED]
        is_removed = bool(self._verbs) and {each.act for each in self._verbs} <= {Act.REMOVE, Act.CANCEL}
        return next(iter(named), None) if is_removed or len(self._words.quantities) > 1 else None

    def _of(self, kind: type[_Kind]) -> list[_Kind]:
        return [each for each in self._words.meanings if isinstance(each, kind)]
