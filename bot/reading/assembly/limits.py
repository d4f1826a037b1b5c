"""Assembles requests about limits for more than one decision. A limit is never lifted here."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.limits import ShowLimits, StateLimits
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.trading_limits import LimitMeasure, LimitPeriod, LimitProblem, LimitScope, LimitTerms, LimitUnit
from bot.language.limits.clauses import limit_items
from bot.language.limits.words import LimitWord
from bot.reading.assembly.words import holds, is_behind
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.quantities.quantity import Unit, find_quantities
from bot.reading.recognisers.numbers import read_count, read_money, read_percent
from bot.reading.recognisers.shares import named_shares

_N: Final = SlotName
_W: Final = LimitWord
_AMOUNTS: Final = (_N.MAX, _N.RISK, _N.PERCENT, _N.COUNT, _N.MONEY, _N.PART)
_BLANKED: Final = (*_AMOUNTS, _N.SHARE, _N.BASE, _N.PERSON)
_UNUSED: Final = (_N.LEVEL, _N.MOVE, _N.STOP, _N.MEASURE, _N.HELD, _N.MARKET, _N.WATCHED)  # beside an amount
_PERIODS: Final = {_W.DAY: LimitPeriod.DAY, _W.WEEK: LimitPeriod.WEEK, _W.MONTH: LimitPeriod.MONTH}
_FURTHER: Final = (_W.PER_SHARE, _W.PER_TRADE, _W.DAY)  # of which `standing.toml` lists further words
_DENIALS: Final = frozenset({_W.NOT, _W.NEVER})
_SMALL: Final = 100  # a smaller number without a unit may count shares or dollars
_MOST_COUNT: Final = 1_000  # the same, of a share that is named
_MOST: Final = Decimal(10) ** 12
_WHOLE: Final = 100  # percent
_MOST_TEXT: Final = 140  # characters of a rule in words


@dataclass(frozen=True, slots=True)
class _Statement:
    """A limit as it is stated."""

    parse: Parse
    words: frozenset[LimitWord]  # of what is bounded, outside the slots of numbers and names
    symbols: tuple[str, ...]

    def has(self, *words: LimitWord) -> bool:
        """Return whether one of the words is said."""
        return not self.words.isdisjoint(words)

    @property
    def period(self) -> LimitPeriod | None:
        """Over which a total is counted."""
        return next((period for word, period in _PERIODS.items() if word in self.words), None)

    @property
    def scope(self) -> LimitScope:
        """Whose trades are bound, and where."""
        is_here = self.has(_W.THREAD) and not self.has(_W.STANDING, _W.NEVER, _W.PER_TRADE, _W.PER_SHARE)
        return LimitScope.THREAD if is_here else LimitScope.PERSON


def set_limits(parse: Parse, around: Surroundings, _: MessageFacts) -> StateLimits | None:
    """Assemble limits, or a rule that code cannot check; None: a limit of a list is pointed at."""
    if parse.has(_N.WHICH, _N.N):
        return None
    shares = named_shares((slot.text for slot in parse.each(_N.SHARE)), around.instruments)
    is_unclear = bool(shares.unknown or shares.unsupported or shares.misspelt) or parse.has(_N.EXCEPT, _N.PERSON)
    symbols = shares.symbols or _focus_meant(parse, around)
    if is_unclear or symbols is None:
        return StateLimits(problem=LimitProblem.UNCLEAR, symbols=shares.symbols)
    stated = _Statement(parse, _words(parse), symbols)
    found = _problem(stated) or _terms(stated)
    if isinstance(found, LimitProblem):
        return StateLimits(problem=found, symbols=symbols)
    return StateLimits((found,), symbols=symbols)


def end_limits(_: Parse, __: Surroundings, ___: MessageFacts) -> None:
    """Assemble nothing: only exact words end a limit."""


def show_limits(_: Parse, __: Surroundings, ___: MessageFacts) -> ShowLimits:
    """Assemble a request for the limits in force."""
    return ShowLimits()


def _focus_meant(parse: Parse, around: Surroundings) -> tuple[str, ...] | None:
    """Return the share talked of if a pronoun means it, else none; None: a pronoun means what nobody has named."""
    if parse.has(_N.SHARE) or not holds(parse.text, "limits", "it"):
        return ()
    return around.focus[:1] or None


def _words(parse: Parse) -> frozenset[LimitWord]:
    text = parse.text
    for slot in parse.each(*_BLANKED):
        text = text[: slot.start] + " " * (slot.end - slot.start) + text[slot.end :]
    is_of_cash = any(slot.text.lower() in {"cash", "现金", "現金"} for slot in parse.each(_N.BASE))
    further = {each for each in _FURTHER if holds(text, "limit_words", each.value)}
    return _words_of(text) | further | ({_W.CASH} if is_of_cash else set())


def _words_of(text: str) -> frozenset[LimitWord]:
    return frozenset(item.word for item in limit_items(text, ()) if item.word is not None)


def _problem(stated: _Statement) -> LimitProblem | None:
    """Return why a limit cannot be noted whatever its number is."""
    if stated.has(_W.CHANNEL):
        return LimitProblem.EVERYBODY
    if stated.has(_W.VAGUE) and not stated.parse.has(*_AMOUNTS):
        return LimitProblem.NUMBER
    times = [slot for slot in stated.parse.each(_N.TIME) if not _is_start_or_period(stated.parse, slot)]
    is_of_event = not stated.parse.has(*_AMOUNTS)  # "no trades two days before earnings": a rule in words
    is_dated = any(_says(stated.parse, slot, "end") or _W.TODAY in _words_of(slot.text) for slot in times)
    return LimitProblem.EXPIRY if stated.has(_W.EXPIRY) or is_dated or (times and not is_of_event) else None


def _is_start_or_period(parse: Parse, time: Slot) -> bool:
    return not {*_PERIODS, _W.STANDING}.isdisjoint(_words_of(time.text)) or _says(parse, time, "start")


def _says(parse: Parse, time: Slot, name: str) -> bool:
    """Return whether a word of a list stands in the words of a time, or right before them."""
    return holds(time.text, "limits", name) or is_behind(parse.text, time, "limits", name)


def _terms(stated: _Statement) -> LimitTerms | LimitProblem:
    amounts = tuple(stated.parse.each(*_AMOUNTS))
    if not amounts:
        return _exclusion(stated) or _preference(stated)
    if len(amounts) > 1:
        return LimitProblem.NUMBER
    is_minimum = stated.has(_W.CASH) and stated.has(_W.AT_LEAST, _W.KEEP)
    is_loss = amounts[0].name is _N.RISK or (stated.has(_W.LOSE) and not is_minimum)
    if stated.has(_W.EXCEPTION) or stated.parse.has(*_UNUSED):
        return LimitProblem.UNCLEAR
    if is_loss and stated.period is not None:  # no check counts losses over time
        return _preference(stated)
    read = _amount(amounts[0], is_of_share=bool(stated.symbols))
    return read if isinstance(read, LimitProblem) else _bound(stated, *read, is_loss=is_loss)


def _bound(stated: _Statement, unit: LimitUnit, value: Decimal, *, is_loss: bool) -> LimitTerms | LimitProblem:
    is_count = unit is LimitUnit.SHARES
    measure = LimitMeasure.LOSS if is_loss and not is_count else _MEASURES[unit](stated)
    is_possible = 0 < value <= (_WHOLE if unit is LimitUnit.PERCENT else _MOST)
    if measure is None or not is_possible or (is_count and (is_loss or value != int(value))):
        return LimitProblem.UNCLEAR
    period = stated.period if measure is LimitMeasure.TOTAL else None
    return LimitTerms(
        measure=measure, unit=unit, value=value, symbols=stated.symbols, period=period, scope=stated.scope
    )


def _amount(slot: Slot, *, is_of_share: bool) -> tuple[LimitUnit, Decimal] | LimitProblem:
    """Return the unit and the value of a bound, or why it has none."""
    if (part := read_percent(slot.text)) is not None:
        percent = part * 100
        return LimitUnit.PERCENT, percent.to_integral_value() if percent == int(percent) else percent.normalize()
    count, money = read_count(slot.text), read_money(slot.text)
    if count is not None and money is not None:  # a bare number
        is_money = slot.name in {_N.RISK, _N.MONEY} or money >= (_MOST_COUNT if is_of_share else _SMALL)
        if slot.name is _N.COUNT:
            return LimitUnit.SHARES, count
        return (LimitUnit.MONEY, money) if is_money else LimitProblem.UNIT
    if money is not None:
        return LimitUnit.MONEY, money
    if count is not None:
        return LimitUnit.SHARES, count
    is_foreign = any(each.unit is Unit.FOREIGN for each in find_quantities(slot.text.lower()))
    return LimitProblem.CURRENCY if is_foreign else LimitProblem.NUMBER


def _measure_of_percent(stated: _Statement) -> LimitMeasure | None:
    if stated.has(_W.CASH):
        return LimitMeasure.CASH if _is_minimum(stated) else None
    if stated.has(_W.TOTAL) or stated.period is not None:
        return None
    if stated.has(_W.PER_TRADE):
        return LimitMeasure.TRADE
    return LimitMeasure.POSITION if stated.symbols or stated.has(_W.PER_SHARE) else None


def _measure_of_money(stated: _Statement) -> LimitMeasure | None:
    if stated.has(_W.CASH) and _is_minimum(stated):
        return LimitMeasure.CASH
    if stated.period is not None:
        return LimitMeasure.TOTAL
    if stated.has(_W.PER_TRADE):
        return LimitMeasure.TRADE
    if stated.symbols or stated.has(_W.PER_SHARE, _W.OWN):
        return LimitMeasure.POSITION
    return LimitMeasure.TOTAL if stated.has(_W.TOTAL, _W.BUDGET) else LimitMeasure.TRADE


def _measure_of_shares(stated: _Statement) -> LimitMeasure | None:
    is_of_position = stated.has(_W.OWN, _W.PER_SHARE)
    if stated.period is not None or (stated.has(_W.TOTAL) and not (stated.symbols or is_of_position)):
        return None
    return LimitMeasure.POSITION if is_of_position or stated.has(_W.TOTAL) else LimitMeasure.TRADE


def _is_minimum(stated: _Statement) -> bool:
    """Return whether a bound on cash says what must remain, as it does unless it says "at most"."""
    return stated.has(_W.AT_LEAST) or not stated.parse.has(_N.UP_TO)


_MEASURES: Final[dict[LimitUnit, Callable[[_Statement], LimitMeasure | None]]] = {
    LimitUnit.PERCENT: _measure_of_percent,
    LimitUnit.MONEY: _measure_of_money,
    LimitUnit.SHARES: _measure_of_shares,
}


def _exclusion(stated: _Statement) -> LimitTerms | None:
    """Return the limit of "never buy FB"; None: it says more than that, or of sales."""
    parse = stated.parse
    says_more = parse.has(_N.UP_TO, _N.TIME, *_UNUSED) or (parse.has(_N.SELL) and not parse.has(_N.BUY))
    is_denied = bool(_DENIALS & stated.words) or holds(parse.text, "limits", "deny")
    if (
        not stated.symbols
        or says_more
        or not is_denied
        or stated.has(_W.EXCEPTION)
        or holds(parse.text, "limits", "how")
    ):
        return None
    return LimitTerms(
        measure=LimitMeasure.TRADE, unit=LimitUnit.SHARES, symbols=stated.symbols, scope=LimitScope.PERSON
    )


def _preference(stated: _Statement) -> LimitTerms | LimitProblem:
    """Return a rule in words, which no check enforces."""
    text = " ".join(stated.parse.text.split())
    if len(text) > _MOST_TEXT:
        return LimitProblem.UNCLEAR
    return LimitTerms(measure=LimitMeasure.PREFERENCE, symbols=stated.symbols, scope=LimitScope.PERSON, text=text)
