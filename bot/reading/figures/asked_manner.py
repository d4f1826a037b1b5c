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
from bot.reading.figures.vocabulary import WordKind

PLACES: Final = {
    **dict.fromkeys(("highest", "most", "largest", "farthest", "best", "above", "more"), RankOrder.HIGHEST),
    **dict.fromkeys(("lowest", "least", "smallest", "nearest", "worst", "below", "less"), RankOrder.LOWEST),
}
_FROM_ENDS: Final = frozenset(DISTANCES.values())
_LOW: Final = frozenset({Judgement.OVERSOLD, Judgement.CHEAP})
_BY_VALUE: Final = frozenset({Judgement.CHEAP, Judgement.EXPENSIVE})
_MOST_COUNTED: Final = 20  # "top 5"


def in_manner(parts: Parts, query: FigureQuery) -> FigureQuery | None:
    """Return the question with how its figures are to be shown; None: a number or a word is left over."""
    if "how_often" in parts.ways:
        return counted(parts, query)
    if _is_checked(parts, query):
        return checked(parts, query)
    query, numbers = with_sessions(query, parts.numbers)
    order, count = _order(parts, query), None
    if numbers and (order is not None or parts.asks_which or "rank" in parts.ways):
        count, numbers = _count_of(numbers)
    if numbers or (order is not None and len(query.measures) > 1):
        return None
    if parts.ends & {"farthest", "nearest"} and not set(query.measures) <= _FROM_ENDS:
        return None
    query = replace(query, manner=_manner(parts, query, order, count), order=order or RankOrder.HIGHEST, count=count)
    return _beside_focus(parts, query)


def _is_checked(parts: Parts, query: FigureQuery) -> bool:
    """Return whether a figure is held against a bound, and shares are not told apart by it: 苹果和IBM哪个便宜."""
    if parts.judgements:
        tells_apart = bool(set(parts.judgements) & _BY_VALUE) and (len(parts.symbols) > 1 or parts.asks_which)
        return not tells_apart
    is_between_shares = len(parts.symbols) > 1 and not parts.numbers and Measure.AVERAGE not in query.measures
    return bool(BOUNDS & parts.ways) and not is_between_shares  # "is the P/E of IBM lower than that of MSFT?"


def _order(parts: Parts, query: FigureQuery) -> RankOrder | None:
    """Return which end is asked for; that of falls is the lowest change."""
    names_end = bool(parts.values(WordKind.ORDER_OF_MEASURE))
    found = (
        *(PLACES[each] for each in (*parts.values(WordKind.ORDER), *sorted(parts.ways & BOUNDS))),
        *(RankOrder(each.split()[1]) for each in parts.values(WordKind.ORDER_OF_MEASURE)),
        *(RankOrder.LOWEST if each in _LOW else RankOrder.HIGHEST for each in parts.judgements),
    )
    if not found:
        asks_end = (parts.asks_which or "day" in parts.ways) and parts.moves
        return (RankOrder.LOWEST if parts.falls else RankOrder.HIGHEST) if asks_end else None
    is_below_high = Measure.FROM_HIGH in query.measures and not names_end and not parts.ends & {"best", "worst"}
    if not (parts.falls and "worst" not in parts.ends) and not is_below_high:
        return found[0]
    return RankOrder.LOWEST if found[0] is RankOrder.HIGHEST else RankOrder.HIGHEST


def _manner(parts: Parts, query: FigureQuery, order: RankOrder | None, count: int | None) -> Manner:
    if order is None or not query.measures:
        return Manner.RANK if "rank" in parts.ways and query.measures else Manner.VALUE
    formula = FORMULAS.get(query.measures[0])
    is_of_focus = query.scope is Scope.TALKED_OF and "talked_of" not in parts.scopes
    is_single = is_of_focus or (query.scope is Scope.NAMED and len(query.symbols) == 1)
    asks_day = "day" in parts.ways or (is_single and not (parts.asks_which or "compare" in parts.ways))
    if formula is not None and formula.daily is not None and asks_day:
        return Manner.EXTREME_DAY
    return Manner.RANK if "rank" in parts.ways or (count or 1) > 1 else Manner.FIRST


def _beside_focus(parts: Parts, query: FigureQuery) -> FigureQuery:
    """Return the question of one share that is to have more, or less, as one beside the share talked of."""
    focus, is_of_one = parts.around.focus[:1], query.scope is Scope.NAMED and len(query.symbols) == 1
    if query.manner is not Manner.FIRST or not is_of_one or focus in {(), query.symbols}:
        return query
    return replace(query, symbols=(*focus, *query.symbols))


def _count_of(numbers: list[Number]) -> tuple[int | None, list[Number]]:
    """Return how many are asked for, and the numbers that are left over."""
    number = numbers[0]
    is_count = not number.is_percent and number.value == int(number.value) and 0 < number.value <= _MOST_COUNTED
    return (int(number.value), numbers[1:]) if is_count else (None, numbers)
