"""Questions whether, or how often, a figure is beyond a bound: "is the RSI above 70?", "how often did it fall 2 %?"."""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import FRACTIONS, UNITS, Measure
from bot.domain.figures.query import Bound, FigureQuery, Manner, OnDay, OverSessions, RankOrder, Scope, Since
from bot.reading.figures.asked_measures import BOUNDS, JUDGED, OF_PRICE
from bot.reading.figures.parts import Parts
from bot.reading.figures.scan import Number
from bot.reading.figures.vocabulary import WordKind

_OF_SHARES: Final = frozenset({Scope.NAMED, Scope.TALKED_OF, Scope.MARKET, Scope.HELD, Scope.WATCHED})
_BY_SESSIONS: Final = frozenset(measure for measure, formula in FORMULAS.items() if formula.takes_sessions)


def with_sessions(query: FigureQuery, numbers: list[Number]) -> tuple[FigureQuery, list[Number]]:
    """Return the question with "RSI 14", "sma200" read as so many sessions, and the numbers that are left over."""
    is_by_sessions = bool(query.measures) and set(query.measures) <= _BY_SESSIONS and query.when is None
    if is_by_sessions and len(numbers) == 1 and not numbers[0].is_percent and numbers[0].value > 1:
        return replace(query, when=OverSessions(int(numbers[0].value))), []
    return query, numbers


def checked(parts: Parts, query: FigureQuery) -> FigureQuery | None:
    """Return whether a figure is beyond a bound: "is the RSI above 70?", "is it cheap?"; None: that is not asked."""
    if len(query.measures) > 1 and query.measures[0] not in {Measure.AVERAGE, Measure.PRICE}:
        return None
    if parts.judgements:
        judgement = parts.judgements[0]
        is_plain = query.measures == (JUDGED[judgement],) and not parts.numbers and len(parts.judgements) == 1
        return replace(query, manner=Manner.CHECK, judgement=judgement) if is_plain else None
    if not _asks_whether(parts):
        return None
    if Measure.AVERAGE in query.measures:
        query, numbers = with_sessions(replace(query, measures=(Measure.FROM_AVERAGE,)), parts.numbers)
        bound = Bound("above" in parts.ways, Decimal(0))
        has_amount = bool({"more", "less"} & parts.ways)
        return None if numbers or has_amount else replace(query, manner=Manner.CHECK, bound=bound)
    return _compared(parts, query)


def counted(parts: Parts, query: FigureQuery) -> FigureQuery | None:
    """Return on how many days a figure was beyond a bound: "how often did it fall more than 2 % in a day"."""
    numbers, sides = parts.numbers, _sides(parts)
    if len(query.measures) != 1 or len(numbers) > 1 or FORMULAS.get(query.measures[0]) is None:
        return None
    measure = query.measures[0]
    value = _in_unit(numbers[0], measure) if numbers else Decimal(0)
    if measure is Measure.CHANGE and parts.moves:
        bound = Bound(not parts.falls, -value if parts.falls else value)
        return replace(query, manner=Manner.HOW_OFTEN, bound=bound) if False not in sides else None
    if not numbers or FORMULAS[measure].daily is None or len(sides) != 1:
        return None
    return replace(query, manner=Manner.HOW_OFTEN, bound=Bound(True in sides, value))


def _asks_whether(parts: Parts) -> bool:
    """Return whether it is asked if something is so: "is it above 70?"; "when it is above 500" is a condition."""
    said = [part.meaning for part in parts.all if part.meaning is not None and not part.is_question_mark]
    begins = bool(said) and (said[0].kind, said[0].value) == (WordKind.FILLER, "verb")
    is_asked = parts.has_question_mark and "asks" not in parts.fillers
    return begins or parts.asks_which or "吗" in {part.typed for part in parts.all} or is_asked


def _compared(parts: Parts, query: FigureQuery) -> FigureQuery | None:
    """Return whether a figure is beyond a number: of a change a percentage, of a price dollars."""
    if len(parts.numbers) != 1 or query.scope not in _OF_SHARES:
        return None
    number, measures = parts.numbers[0], query.measures
    if set(measures) <= OF_PRICE and not number.is_percent:
        has_amount = bool({"more", "less"} & parts.ways)
        measures = () if parts.moves and has_amount else (Measure.PRICE,)  # "fell more than $5" by none
    is_fraction = len(measures) == 1 and UNITS.get(measures[0]) in FRACTIONS
    if len(measures) != 1 or is_fraction is not number.is_percent or len(_sides(parts)) != 1:
        return None
    when = Since.BEGINNING if query.when is None and "perfect" in parts.fillers else query.when
    is_any_day = when is Since.BEGINNING or "day" in parts.ways or measures[0] is not Measure.CHANGE
    is_of_days = is_any_day and when is not None and not isinstance(when, OnDay)
    has_days = is_of_days and FORMULAS[measures[0]].daily is not None
    bound = _bound(parts, number, measures[0])
    return replace(
        query,
        measures=measures,
        when=when,
        manner=Manner.CHECK_DAYS if has_days else Manner.CHECK,
        bound=bound,
        order=RankOrder.HIGHEST if bound.is_above else RankOrder.LOWEST,
    )


def _sides(parts: Parts) -> frozenset[bool]:
    """Return whether the words of the bound are upward ones, or downward ones, or both."""
    return frozenset(each in {"above", "more"} for each in parts.ways & BOUNDS)


def _bound(parts: Parts, number: Number, measure: Measure) -> Bound:
    """Return the bound; of falls and of distances below a high, "more than 2 %" is below -2 %."""
    is_above, value = True in _sides(parts), _in_unit(number, measure)
    is_flipped = (measure is Measure.CHANGE and parts.falls) or measure is Measure.FROM_HIGH
    return Bound(not is_above, -value) if is_flipped else Bound(is_above, value)


def _in_unit(number: Number, measure: Measure) -> Decimal:
    return number.value / 100 if UNITS.get(measure) in FRACTIONS else number.value
