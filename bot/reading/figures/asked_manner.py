"""How the parts of a message ask figures to be shown: as values, in an order, as an extreme, against a bound."""

from dataclasses import replace
from typing import Final

from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Judgement, Manner, RankOrder, Scope
from bot.reading.figures.asked_measures import BOUNDS, DISTANCES
from bot.reading.figures.bounds import checked, counted, with_sessions
from bot.reading.figures.parts import Parts
from bot.reading.figures.scan import Number
from bot.reading.figures.vocabulary import Kind

_PLACES: Final = {
    **dict.fromkeys(("highest", "most", "farthest", "best"), RankOrder.HIGHEST),
    **dict.fromkeys(("lowest", "least", "nearest", "worst"), RankOrder.LOWEST),
}
_FROM_ENDS: Final = frozenset(DISTANCES.values())
_LOW: Final = frozenset({Judgement.OVERSOLD, Judgement.CHEAP})
_MOST_COUNTED: Final = 20  # "top 5"


def in_manner(parts: Parts, query: FigureQuery) -> FigureQuery | None:
    """Return the question with how its figures are to be shown; None: a number or a word is left over."""
    if "how_often" in parts.ways:
        return counted(parts, query)
    tells_apart = len(parts.symbols) > 1 or "which" in parts.ways  # 苹果和IBM哪个便宜
    if BOUNDS & parts.ways or (parts.judgements and not tells_apart):
        return checked(parts, query)
    query, numbers = with_sessions(query, parts.numbers)
    order, count = _order(parts, query), None
    if numbers and (order is not None or parts.ways & {"rank", "which"}):
        count, numbers = _count_of(numbers)
    if numbers or (order is not None and len(query.measures) != 1):
        return None
    if parts.ends & {"farthest", "nearest"} and not set(query.measures) <= _FROM_ENDS:
        return None
    return replace(query, manner=_manner(parts, query, order, count), order=order or RankOrder.HIGHEST, count=count)


def _order(parts: Parts, query: FigureQuery) -> RankOrder | None:
    """Return which end is asked for; that of falls is the lowest change."""
    names_end = bool(parts.values(Kind.ORDER_OF_MEASURE))
    found = (
        *(_PLACES[each] for each in parts.values(Kind.ORDER)),
        *(RankOrder(each.split()[1]) for each in parts.values(Kind.ORDER_OF_MEASURE)),
        *(RankOrder.LOWEST if each in _LOW else RankOrder.HIGHEST for each in parts.judgements),
    )
    if not found:
        asks_which = parts.ways & {"which", "day"} and parts.moves
        return (RankOrder.LOWEST if parts.falls else RankOrder.HIGHEST) if asks_which else None
    is_below_high = Measure.FROM_HIGH in query.measures and not names_end and not parts.ends & {"best", "worst"}
    if not (parts.falls and "worst" not in parts.ends) and not is_below_high:
        return found[0]
    return RankOrder.LOWEST if found[0] is RankOrder.HIGHEST else RankOrder.HIGHEST


def _manner(parts: Parts, query: FigureQuery, order: RankOrder | None, count: int | None) -> Manner:
    if order is None:
        return Manner.RANK if "rank" in parts.ways else Manner.VALUE
    formula = FORMULAS.get(query.measures[0])
    is_single = query.scope is Scope.TALKED_OF or (query.scope is Scope.NAMED and len(query.symbols) == 1)
    asks_day = "day" in parts.ways or (is_single and not parts.ways & {"which", "compare"})
    if formula is not None and formula.daily is not None and asks_day:
        return Manner.EXTREME_DAY
    return Manner.RANK if "rank" in parts.ways or (count or 1) > 1 else Manner.FIRST


def _count_of(numbers: list[Number]) -> tuple[int | None, list[Number]]:
    """Return how many are asked for, and the numbers that are left over."""
    number = numbers[0]
    is_count = not number.is_percent and number.value == int(number.value) and 0 < number.value <= _MOST_COUNTED
    return (int(number.value), numbers[1:]) if is_count else (None, numbers)
