"""Questions what is new of a share: "anything happening with apple", 苹果有什么动静."""

from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import UPDATE, Measure
from bot.domain.figures.query import FigureQuery, Lack, Manner, OnDay, Scope
from bot.reading.assembly.criteria import lacking_in
from bot.reading.assembly.slots import meant_shares, says
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.recognisers.times import read_when

_KINDS: Final = frozenset({Kind.ANALYZE, Kind.ASK_MORE, Kind.FIGURE})
_SLOTS: Final = frozenset({SlotName.SHARE, SlotName.WHICH, SlotName.TIME, SlotName.MEASURE})
_MEASURES: Final = frozenset({Measure.CHANGE, Measure.NEWS})


def update_of(parse: Parse, around: Surroundings) -> FigureQuery | None:
    """Return the question for the day's move, the volume, the news and the dates; None: it is another one."""
    slots_fit = all(each.name in _SLOTS and _fits(each, around) for each in parse.slots)
    if parse.kind not in _KINDS or not slots_fit or not says(parse.text, "happening"):
        return None
    shares = meant_shares(parse, around)
    if shares is None or shares.unknown or shares.unsupported or lacking_in(parse) - {Lack.INTRADAY}:
        return None
    if not (shares.symbols or around.focus):
        return None
    scope = Scope.NAMED if shares.symbols else Scope.TALKED_OF
    return FigureQuery(measures=UPDATE, scope=scope, symbols=shares.symbols, manner=Manner.UPDATE)


def _fits(slot: Slot, around: Surroundings) -> bool:
    if slot.name is SlotName.TIME:
        named = read_when(slot.text, today=around.today)
        return named is not None and named.when in {None, OnDay(around.today)}
    return slot.name is not SlotName.MEASURE or slot.value in _MEASURES
