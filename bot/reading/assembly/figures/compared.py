"""Questions whether a figure is high or low, "is that a lot?", or higher or lower than on another day."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import OF_CLOSES, UNITS, Measure, MeasureUnit
from bot.domain.figures.query import Bound, FigureQuery, Manner, OnDay, RankOrder, Scope
from bot.reading.assembly.figures.manner import value_in_unit
from bot.reading.assembly.slots import any_says, is_entry, says, shares_of
from bot.reading.parses import Parse, SlotName
from bot.reading.recognisers.times import read_when
from bot.reading.times.days import months_back
from bot.reading.word_tables import phrase_list, words_of

_EXTREMES: Final = frozenset({Measure.HIGH, Measure.LOW})  # words that may only say which is asked
_DISTANCES: Final = frozenset({Measure.FROM_HIGH, Measure.FROM_LOW, Measure.FROM_AVERAGE, Measure.RANGE})
_UNORDERED: Final = frozenset({MeasureUnit.DAY, MeasureUnit.TEXT})
_WAYS: Final = ((RankOrder.HIGHEST, SlotName.UP, "high"), (RankOrder.LOWEST, SlotName.DOWN, "low"))
_NUMBERS: Final = (SlotName.LEVEL, SlotName.MOVE, SlotName.PERCENT)
_YEAR: Final = 12  # months


def compared_figure(parse: Parse, around: Surroundings, measures: Sequence[Measure]) -> FigureQuery | None:
    """Return such a question, of no share yet; None: it is another one."""
    asked = [each for each in measures if each not in _EXTREMES] or list(measures)
    if len(asked) != 1 or FORMULAS.get(asked[0]) is None or UNITS[asked[0]] in _UNORDERED:
        return None
    is_of_one = len(shares_of(parse, around).symbols) <= 1
    return _than_then(parse, around.today, asked[0]) or (_level(parse, around.today, asked[0]) if is_of_one else None)


def _than_then(parse: Parse, today: date, measure: Measure) -> FigureQuery | None:
    times = [read_when(each.text, today=today) for each in parse.each(SlotName.TIME)]
    against = times[0].against if len(times) == 1 and times[0] is not None else None
    order = order_than_then(parse)
    if against is None or order is None or measure in OF_CLOSES or FORMULAS[measure].at is None:
        return None
    measures = (measure, Measure.PRICE) if measure is Measure.PE_RATIO else (measure,)
    return FigureQuery(measures=measures, scope=Scope.NAMED, manner=Manner.THAN_THEN, order=order, then=against[1])


def order_than_then(parse: Parse) -> RankOrder | None:
    """Return whether words ask if a figure is higher, or lower, than then; None: neither, or both."""
    extremes = [each for each in parse.each(SlotName.MEASURE) if each.value in _EXTREMES]
    text, ways = parse.blanked(extremes) if parse.text else "", tuple(parse.each(SlotName.UP, SlotName.DOWN))
    ways += tuple(each for each in parse.each(SlotName.MEASURE) if each not in extremes)  # words of what goes on
    is_more, is_less = (
        says(text, f"{each}_than_then") or any_says(ways, f"{each}_than_then") for each in ("more", "less")
    )
    return None if is_more is is_less else RankOrder.HIGHEST if is_more else RankOrder.LOWEST


def _level(parse: Parse, today: date, measure: Measure) -> FigureQuery | None:
    times = [read_when(each.text, today=today) for each in parse.each(SlotName.TIME)]
    is_now = all(each is not None and each.when in {None, OnDay(today)} for each in times)
    order = next((order for order, slot, name in _WAYS if _asks(parse, slot, name)), None)
    numbers = tuple(parse.each(*_NUMBERS))
    if order is None or not is_now or len(numbers) > 1 or measure in _EXTREMES | _DISTANCES or parse.has(SlotName.MOST):
        return None
    value = value_in_unit(numbers[0].text, measure) if numbers else None
    if numbers and value is None:
        return None
    measure = Measure.VOLUME if measure is Measure.VOLUME_RATIO and value is None else measure
    bound = None if value is None else Bound(is_above=order is RankOrder.HIGHEST, value=value)
    return FigureQuery(
        measures=(measure,),
        scope=Scope.NAMED,
        manner=Manner.LEVEL,
        order=order,
        bound=bound,
        then=months_back(today, _YEAR),
    )


def _asks(parse: Parse, way: SlotName, name: str) -> bool:
    if any(is_entry(each.text, f"is_{name}") for each in parse.each(way)) or says(parse.text, f"asks_{name}"):
        return True
    asks_is = phrase_list("analysis", "words", "asks_is").longest_match(words_of(parse.text), 0) is not None
    return asks_is and not parse.has(SlotName.UP, SlotName.DOWN) and says(parse.text, f"is_{name}")
