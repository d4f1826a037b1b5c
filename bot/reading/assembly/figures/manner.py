"""How a question wants its figures shown: as values, in an order, as the extreme of a span, or against a bound."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.formulas import FORMULAS
from bot.domain.figures.measures import FRACTIONS, OF_ACCOUNT, UNITS, Measure, MeasureUnit
from bot.domain.figures.query import Bound, FigureQuery, Judgement, Manner, OnDay, RankOrder, Scope, Since
from bot.reading.assembly.slots import any_says, says
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recognisers.numbers import read_list_number, read_money, read_number, read_percent

NUMBERS: Final = (SlotName.LEVEL, SlotName.MOVE, SlotName.PERCENT)
_MOVES: Final = frozenset({Measure.CHANGE, Measure.TOTAL_RETURN, Measure.PROFIT})
_UNRANKED: Final = frozenset({MeasureUnit.DAY, MeasureUnit.TEXT})
_EXTREMES: Final = frozenset({Measure.HIGH, Measure.LOW, Measure.RANGE, Measure.DRAWDOWN})  # "the highest high"
_FIRST_OF_ACCOUNT: Final = frozenset({Measure.PROFIT, Measure.WEIGHT, Measure.SHARES_HELD})
_LOW: Final = frozenset({Judgement.OVERSOLD, Judgement.CHEAP})
_MOST_COUNTED: Final = 20  # "top 5"


@dataclass(frozen=True, slots=True)
class Ranking:
    """An order of shares, or of days, that is asked for."""

    order: RankOrder
    count: int | None = None  # how many of it
    is_whole: bool = False  # all of it is asked for, in order


def ranking_of(parse: Parse, measures: tuple[Measure, ...]) -> Ranking | None:
    """Return the order that is asked for; "the most" of falls is the lowest change; None: none is."""
    slot, listed = parse.first(SlotName.MOST, SlotName.LEAST), parse.first(SlotName.N)
    count = read_list_number(listed.text) if listed is not None else None
    count = count if count is not None and count <= _MOST_COUNTED else None
    if not measures or (slot is None and count is None):
        is_whole = bool(measures) and says(parse.text, "ranked")
        return Ranking(RankOrder.HIGHEST, is_whole=True) if is_whole else None
    is_worst = slot is not None and says(slot.text, "worst")
    is_lowest = is_worst or (slot is not None and slot.name is SlotName.LEAST)
    if slot is None and listed is not None:
        is_lowest = says(parse.text[: listed.start][-20:], "bottom")
    is_flipped = not is_worst and (falls(parse, measures[0]) or measures[0] is Measure.FROM_HIGH)
    is_flipped = is_worst if measures[0] is Measure.DRAWDOWN else is_flipped  # which is counted as positive
    if measures[0] is Measure.CHANGE and any_says(parse.each(SlotName.MEASURE), "moved") and not is_lowest:
        return Ranking(RankOrder.LARGEST, count)
    return Ranking(RankOrder.LOWEST if is_lowest is not is_flipped else RankOrder.HIGHEST, count)


def names_single_day(parse: Parse) -> bool:
    """Return whether the extreme of the days of a span is asked for: "its best day", 单日最大跌幅."""
    words = tuple(parse.each(SlotName.MEASURE, SlotName.MOST, SlotName.LEAST))
    is_day = any(each.text.lower() == "day" for each in words)
    return is_day or any_says(words, "single_day") or says(parse.text, "of_days")


def falls(parse: Parse, measure: Measure) -> bool:
    """Return whether the words for a move name one downwards: "which fell the most"."""
    words = [slot for slot in parse.each(SlotName.MEASURE) if slot.value == measure]
    words += [slot for slot in parse.each(SlotName.DOWN, SlotName.MOST) if not says(slot.text, "less_than")]
    return measure in _MOVES and any_says(words, "fall") and not any_says(words, "rise")


def in_manner(parse: Parse, around: Surroundings, ranking: Ranking | None, query: FigureQuery) -> FigureQuery | None:
    """Return the question with how its figures are to be shown; None: a bound stands beside another question."""
    if not query.measures or query.scope in {Scope.CARD, Scope.CARDS, Scope.EXCHANGE}:
        return query
    numbers = tuple(parse.each(*NUMBERS))
    is_of_account, is_way = bool(set(query.measures) & OF_ACCOUNT), parse.has(SlotName.UP, SlotName.DOWN)
    if not numbers and not parse.has(SlotName.MOST, SlotName.LEAST):  # an order, or a bound, is no judgement
        named = (each for each in Judgement if any_says(parse.each(SlotName.MEASURE), each, table="judgements"))
        if (judgement := next(named, None)) is not None:
            return _judged(query, judgement)
    words = parse.blanked(parse.each(SlotName.TIME))
    if says(words, "how_often"):  # 这几天 is no count
        return _counted(parse, query, numbers)
    is_of_level = parse.has(SlotName.LEVEL) and not parse.has(SlotName.UP, SlotName.DOWN)  # "when did it hit 90"
    asks_latest = says(parse.text, "last_time") or (says(words, "asks_when") and (is_of_level or says(words, "last")))
    if not is_of_account and numbers and asks_latest:
        checked = _checked(parse, query, numbers) if is_way else None
        is_daily = checked is not None and FORMULAS[checked.measures[0]].daily is not None
        when = query.when or Since.BEGINNING
        return replace(checked, manner=Manner.LAST_DAY, when=when) if checked is not None and is_daily else None
    if not is_of_account and (is_way or parse.has(SlotName.MOVE)):  # beyond a bound, or one way
        is_mixed = ranking is not None and bool(numbers)  # an order of shares has no bound
        if (checked := None if is_mixed else _checked(parse, query, numbers)) is not None or is_mixed:
            return checked
    return query if ranking is None else _ranked(parse, around, ranking, query)


def _judged(query: FigureQuery, judgement: Judgement) -> FigureQuery | None:
    """Return the question whether each share is such, or which of those that are named is; None: of no one figure."""
    if len(query.measures) > 1:
        return None
    if len(query.symbols) > 1:
        order = RankOrder.LOWEST if judgement in _LOW else RankOrder.HIGHEST
        return replace(query, manner=Manner.FIRST, order=order)
    return replace(query, manner=Manner.CHECK, judgement=judgement)


def _ranked(parse: Parse, around: Surroundings, ranking: Ranking, query: FigureQuery) -> FigureQuery:
    measure, formula = query.measures[0], FORMULAS.get(query.measures[0])
    is_one = (query.scope is Scope.NAMED and len(query.symbols) == 1) or (
        query.scope is Scope.TALKED_OF and query.among is None and len(around.focus) == 1
    )
    is_among_winners = parse.has(SlotName.WINNING, SlotName.LOSING) and (
        parse.has(SlotName.LOSING) is (ranking.order is RankOrder.HIGHEST)
    )
    if UNITS.get(measure) in _UNRANKED or len(query.measures) > 1 or is_among_winners:
        return query
    if measure in OF_ACCOUNT and (query.scope is not Scope.HELD or query.symbols or measure not in _FIRST_OF_ACCOUNT):
        return query
    manner = Manner.RANK if ranking.is_whole or (ranking.count or 1) > 1 else Manner.FIRST
    if names_single_day(parse) and formula is not None and formula.daily is not None:
        manner = Manner.EXTREME_DAY
    elif is_one and formula is not None:
        others = around.focus[:1] if query.scope is Scope.NAMED and around.focus[:1] != query.symbols else ()
        is_close = any_says(parse.each(SlotName.MEASURE), "close", table="beside_times")  # "ibm's lowest close"
        if formula.daily is not None and (query.when is not None or not others or is_close):
            manner = Manner.EXTREME_DAY
        elif others and measure not in _EXTREMES:
            query = replace(query, symbols=(*others, *query.symbols))
        else:
            return query
    return replace(query, manner=manner, order=ranking.order, count=ranking.count)


def _checked(parse: Parse, query: FigureQuery, numbers: tuple[Slot, ...]) -> FigureQuery | None:
    """Return the question whether a figure is beyond a bound; None: its value says more, or the bound is not known."""
    measure, is_above = query.measures[0], parse.has(SlotName.UP)
    if len(query.measures) > 1:
        return None
    if measure is Measure.AVERAGE and not numbers:
        bound = Bound(is_above, Decimal(0))
        return replace(query, measures=(Measure.FROM_AVERAGE,), manner=Manner.CHECK, bound=bound)
    if len(numbers) != 1 or measure is Measure.RANGE or UNITS.get(measure) in _UNRANKED:
        return None
    if measure is Measure.CHANGE and numbers[0].name is SlotName.LEVEL and read_percent(numbers[0].text) is None:
        measure = Measure.PRICE
    if (value := value_in_unit(numbers[0].text, measure)) is None:
        return None
    bound = _bound(parse, measure, value)
    is_of_days = query.when is not None and not isinstance(query.when, OnDay) and measure is not Measure.CHANGE
    return replace(
        query,
        measures=(measure,),
        manner=Manner.CHECK_DAYS if is_of_days and FORMULAS[measure].daily is not None else Manner.CHECK,
        bound=bound,
        order=RankOrder.HIGHEST if bound.is_above else RankOrder.LOWEST,
        with_market=False,
    )


def _counted(parse: Parse, query: FigureQuery, numbers: tuple[Slot, ...]) -> FigureQuery | None:
    """Return the question on how many days a figure was beyond a bound; a move needs none: "how often was it up"."""
    measure = query.measures[0]
    value = value_in_unit(numbers[0].text, measure) if numbers else Decimal(0) if measure is Measure.CHANGE else None
    is_daily = measure in FORMULAS and FORMULAS[measure].daily is not None
    if len(query.measures) > 1 or len(numbers) > 1 or value is None or not is_daily:
        return None
    return replace(query, manner=Manner.HOW_OFTEN, bound=_bound(parse, measure, value))


def _bound(parse: Parse, measure: Measure, value: Decimal) -> Bound:
    """Return the bound; of falls and of distances below a high, "more than 2 %" is below -2 %."""
    is_less = any_says(parse.each(SlotName.DOWN), "less_than")
    if measure is Measure.FROM_HIGH or (measure in _MOVES and falls(parse, measure)):
        is_beyond = parse.has(SlotName.UP) or not is_less or measure is Measure.FROM_HIGH
        return Bound(not is_beyond, -abs(value))
    return Bound(parse.has(SlotName.UP) or not parse.has(SlotName.DOWN), value)


def value_in_unit(text: str, measure: Measure) -> Decimal | None:
    """Return a number in the measure's unit; of a change, dollars are none."""
    percent = read_percent(text)
    if UNITS.get(measure) in FRACTIONS:
        number = read_number(text) if measure not in _MOVES else None
        return percent if percent is not None else None if number is None else number / 100
    return read_money(text) if percent is None else None
