"""Makes the question what a number of shares would bring: sold now, or in dividends a year."""

from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Final

from bot.domain.conversation.requests.suppositions import AskSum, SumKind
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import Measure
from bot.reading.assembly.slots import says, shares_of
from bot.reading.assembly.trade_words import is_word
from bot.reading.parses import Parse, SlotName
from bot.reading.recognisers.numbers import read_count

_DIVIDENDS: Final = frozenset({Measure.DIVIDEND_YIELD, Measure.DIVIDENDS_RECEIVED})
_OTHERS: Final = (SlotName.BUY, SlotName.MOVE, SlotName.LEVEL, SlotName.STOP, SlotName.MONEY, SlotName.PERCENT)


def sum_of_sale(parse: Parse, around: Surroundings) -> AskSum | None:
    """Return the question what a sale now would bring; None: it asks for something else, or of another time."""
    is_asked = parse.has(SlotName.SELL) and says(parse.text, "proceeds")
    return _sum(SumKind.SALE, parse, around) if is_asked and not parse.has(SlotName.TIME) else None


def sum_of_dividends(parse: Parse, around: Surroundings) -> AskSum | None:
    """Return the question what the dividends of a number of shares are; None: it names no number of them."""
    measures: AbstractSet[str] = {each.value for each in parse.each(SlotName.MEASURE)}
    is_asked = bool(measures & _DIVIDENDS) and parse.has(SlotName.COUNT)
    return _sum(SumKind.DIVIDENDS, parse, around) if is_asked else None


def _sum(kind: SumKind, parse: Parse, around: Surroundings) -> AskSum | None:
    shares, counts = shares_of(parse, around), [read_count(each.text) for each in parse.each(SlotName.COUNT)]
    is_whole = all(is_word(each.text, "parts", "all_of_it") for each in parse.each(SlotName.PART))
    if len(counts) > 1 or not is_whole or parse.has(*_OTHERS) or not (counts or parse.has(SlotName.PART)):
        return None
    count: Decimal | None = next(iter(counts), None)
    if len(shares.symbols or around.focus[:1]) != 1 or (counts and (count is None or count <= 0)):
        return None
    return AskSum(kind=kind, shares=shares, count=count)
