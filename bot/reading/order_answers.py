"""Reads the answer to a question about an order: a unit ("shares"), a size with its unit, a share, or a side."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.surroundings import Before
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import has_chinese
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.reading.assembly.slots import side_of, text_beside
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.quantities.quantity import find_quantities
from bot.reading.recognisers.numbers import names_money, names_shares, read_count, read_money
from bot.reading.recognisers.shares import named_shares
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import phrase_list, words_of

_SURE: Final = 0.6
_NUMBERS: Final = (SlotName.COUNT, SlotName.MONEY, SlotName.MAX)
_PARTS: Final = (SlotName.PERCENT, SlotName.PART)
_SIDES: Final = (SlotName.BUY, SlotName.SELL)
_UNITS: Final = ((SizeUnit.SHARES, "shares", names_shares), (SizeUnit.MONEY, "dollars", names_money))
_LARGE: Final = 100  # a greater number without a unit may be dollars


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAnswer:
    """What a message answers; None or empty: it does not say."""

    unit: SizeUnit | None = None  # MONEY or SHARES
    value: Decimal | None = None  # with the unit; None: the number is the one asked about
    symbols: tuple[str, ...] = ()
    side: Side | None = None
    has_words: bool = True  # False: its language shows nothing, as of a ticker


def read_order_answer(text: str, instruments: InstrumentTable) -> OrderAnswer | None:
    """Return what a message answers that was said behind a question of Parley's; None: it says something else."""
    parse = trained_parser().parse(text, frozenset({Before.ASKED}), instruments)
    shares = named_shares((each.text for each in parse.each(SlotName.SHARE)), instruments)
    numbers = tuple(parse.each(*_NUMBERS))
    is_side = parse.kind is Kind.ORDER and [each.name in _SIDES for each in parse.slots] == [True]  # "buy", no more
    others = sum(likely for kind, likely in parse.runners_up if is_side and kind is Kind.ANSWER)
    if not (parse.kind is Kind.ANSWER or is_side) or parse.certainty + others < _SURE or len(numbers) > 1:
        return None
    if shares.unknown or shares.unsupported or shares.misspelt:
        return None
    unit = _unit(parse, numbers)
    read = read_money if unit is SizeUnit.MONEY else read_count
    return OrderAnswer(
        unit=unit,
        value=read(numbers[0].text) if numbers else None,
        symbols=shares.symbols,
        side=side_of(parse),
        has_words=not shares.symbols or any(map(str.isalpha, text_beside(parse))),
    )


def asks_for_most(text: str) -> bool:
    """Return whether a message wants as much as is possible, and says no number: "the most I can", 按上限."""
    is_numbered = any(find_quantities(text.lower()))
    return not is_numbered and phrase_list("trade_words", "beside", "most").is_in(words_of(text))


def with_unit(text: str, answer: OrderAnswer, instruments: InstrumentTable) -> str:
    """Return an order with the unit of its numbers without any, or with the one size that an answer names; or empty."""
    slots = tuple(trained_parser().parse(text, frozenset(), instruments).each(*_NUMBERS))
    plain = [each for each in slots if not names_shares(each.text) and each.text[0].isalnum()]
    large = [each for each in plain if (read_count(each.text) or 0) > _LARGE]
    unclear = plain if len(plain) == 1 else large  # "buy 2 GOOG and 1000 IBM": the 1000
    if not unclear or (len(unclear) > 1 and answer.value is not None):
        return ""
    for each in reversed(unclear):
        value = read_count(each.text) if answer.value is None else answer.value
        if value is None:
            return ""
        is_han = any("\u3400" <= sign <= "\u9fff" for sign in text)
        number = f"${value:f}" if answer.unit is SizeUnit.MONEY else f"{value:f}{'股' if is_han else ' shares'}"
        text = f"{text[: each.start]}{number}{text[each.end :]}"
    return text


def with_base(text: str, answer: str, instruments: InstrumentTable) -> str:
    """Return an order of a part with what an answer says that it is a part of: "4% of the account"; or empty."""
    ordered = trained_parser().parse_as(text, Kind.ORDER, Kind.ORDER, instruments=instruments)
    said = trained_parser().parse_as(answer, Kind.ORDER, Kind.ORDER, instruments=instruments)
    old, part, base = ordered.first(*_PARTS), said.first(*_PARTS), said.first(SlotName.BASE)
    if old is None or base is None or not {each.name for each in said.slots} <= {*_PARTS, SlotName.BASE}:
        return ""
    sized = answer[min(base.start, part.start) : max(base.end, part.end)] if part is not None else ""
    joined = f"{base.text}的{old.text}" if has_chinese(text) else f"{old.text} of {base.text}"
    return f"{text[: old.start]}{sized or joined}{text[old.end :]}"


def _unit(parse: Parse, numbers: tuple[Slot, ...]) -> SizeUnit | None:
    """Return the one unit that a message names; None: none, or both."""
    words, named = words_of(parse.text), set[SizeUnit]()
    for unit, name, is_named in _UNITS:
        if phrase_list("numbers", "units", name).is_in(words) or any(is_named(each.text) for each in numbers):
            named.add(unit)
    return named.pop() if len(named) == 1 else None
