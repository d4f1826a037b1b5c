"""Makes the size of a trade, and its bounds, of the slots that state them."""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit, StatedRisk
from bot.domain.trading.trading_limits import Limits
from bot.reading.assembly.limit_words import bounds_loss, bounds_price, limit_words
from bot.reading.assembly.slots import side_of
from bot.reading.assembly.trade_words import has_word, is_led_by, is_word, says_beside
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.quantities.quantity import MAX_COUNT_BEFORE_NAME, MAX_PLAIN_COUNT, Unit, find_quantities
from bot.reading.recognisers.numbers import (
    names_money,
    names_shares,
    read_count,
    read_money,
    read_part,
    read_percent,
    read_price,
)
from bot.reading.word_tables import read_lists

WHOLE: Final = Size(Decimal(1), SizeUnit.POSITION)
SIZES: Final = (SlotName.COUNT, SlotName.MONEY, SlotName.PERCENT, SlotName.PART)
_BASES: Final = {"assets": SizeUnit.ASSETS, "cash": SizeUnit.CASH, "position": SizeUnit.POSITION, "unclear": None}
_OF_ACCOUNT: Final = (SizeUnit.CASH, SizeUnit.ASSETS)
_OF_CAPITAL: Final = "仓"  # at the end of 半仓 and 全仓: of all that one has, where it is bought
_IN_BASE: Final = "的里面中内上 "  # between what a percentage is of, and it
_MOST_OF_BASE: Final = 5  # words, or characters in front of it
_CENTS: Final = 2
_PART: Final = re.compile(r"[点些]| (?!out|off|rid|all|any|each|both)[a-z]+ of\b")
_STEPS: Final = (SlotName.UP, SlotName.MORE, SlotName.LESS)  # "raise the stop by 2 %": from where it is


class UnreadableSlotError(ValueError):
    """The words of a slot state no value that could be used, or contradict another slot."""


class UnreadableNumberError(UnreadableSlotError):
    """The number of a slot is not plainly written, or not greater than zero."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedBounds:
    """What bounds a trade."""

    max_cash: Decimal | None = None
    max_count: Decimal | None = None  # shares
    risk: StatedRisk | None = None
    stop: Decimal | None = None
    stop_below: Decimal | None = None  # 0 < f < 1: by which fraction the stop is below the price
    problems: tuple[Problem, ...] = ()


def single(parse: Parse, name: SlotName) -> Slot | None:
    """Return the only slot of a name. Raises: UnreadableSlotError: there are several that differ."""
    slots = tuple(parse.each(name))
    if len({each.text.lower() for each in slots}) > 1:
        raise UnreadableSlotError
    return slots[0] if slots else None


def without_all(parse: Parse) -> Parse:
    """Return a parse without "all" right before a number of shares: "sell all 20 IBM", 卖掉全部20股."""
    known = ("", *read_lists("trade_words", "bases")["determiners"])
    gone = {
        one
        for one, other in pairwise(parse.slots)
        if other.name is SlotName.COUNT and is_word(one.text, "parts", "all_of_it")
        if parse.text[one.end : other.start].strip().lower() in known
    }
    return parse.without(gone)


def size_of_word(parse: Parse, side: Side | None) -> Size | None:
    """Return the whole position, or all cash, if the word for the trade means that and no other says "some".

    None: it says no size.
    """
    if side is Side.BUY and has_word(parse, SlotName.BUY, "buy", "whole"):
        return Size(Decimal(1), SizeUnit.CASH)
    words = tuple(parse.each(SlotName.SELL)) if side is Side.SELL else ()
    is_whole = any(is_word(each.text, "sell", "whole") for each in words)
    is_part = any(_PART.match(parse.text, each.end) for each in words)  # "sell loads of my GOOG"
    is_some = is_part or says_beside(parse, "some")
    return WHOLE if is_whole and not is_some and not parse.has(SlotName.MAX) else None


def with_stop_named(parse: Parse) -> Parse:
    """Return a parse with what is said of a stop as one: an amount behind "stop price", a number beside "too close"."""
    named = [s for s in parse.each(SlotName.MOVE, SlotName.RISK) if is_led_by(parse, s, "stop_price")]
    is_distance = not parse.has(SlotName.BUY, SlotName.SELL) and says_beside(parse, "distant")
    return parse.renamed([*named, *(parse.each(SlotName.COUNT) if is_distance else ())], SlotName.STOP)


def is_not_whole(parse: Parse) -> bool:
    """Return whether not all is to be sold, and no number says how much: "sell it, but not all", 别全卖."""
    bare = parse.without([each for each in parse.each(SlotName.PART) if is_word(each.text, "parts", "all_of_it")])
    return side_of(parse) is Side.SELL and not bare.has(*SIZES, SlotName.MAX) and says_beside(bare, "not_whole")


def read_size(slot: Slot, parse: Parse, side: Side | None) -> Size | Problem:
    """Return the size that a slot states, or why it cannot be used.

    Raises: UnreadableSlotError: it states none.
    """
    stated = _number(slot, parse) if slot.name in {SlotName.COUNT, SlotName.MONEY} else _fraction(slot, parse, side)
    if isinstance(stated, Problem):
        return stated
    is_left = side is Side.SELL and not parse.has(SlotName.UP_TO) and is_led_by(parse, slot, "left")
    is_target = parse.has(SlotName.TO) or (is_left and stated.unit is not SizeUnit.POSITION)
    is_minimum = not stated.is_fraction and says_beside(parse, "at_least")
    return replace(stated, is_target=is_target, is_minimum=is_minimum)


def is_foreign(slot: Slot, parse: Parse) -> bool:
    """Return whether the number of a slot is one of another currency, whose word may stand beside the slot."""
    numbers = find_quantities(parse.text.lower())
    return any(each.unit is Unit.FOREIGN and each.start < slot.end and slot.start < each.end for each in numbers)


def read_bounds(parse: Parse, side: Side | None) -> StatedBounds:
    """Return the bounds that are stated. Raises: UnreadableSlotError: one cannot be read, or two differ."""
    stop, risk, most = (single(parse, name) for name in (SlotName.STOP, SlotName.RISK, SlotName.MAX))
    if bounds_price(parse):
        most = None
    elif most is not None and risk is None and bounds_loss(most, parse):
        risk, most = most, None
    elif risk is not None and most is None and _bounds_sum(parse, risk):
        risk, most = None, risk  # "buy 3 for no more than $700" speaks of no loss
    if side is Side.SELL and (stop or risk):  # the stop of a sale is no stop
        raise UnreadableSlotError
    problems: list[Problem] = []
    price, below = (None if stop is None else read_price(stop.text)), None
    named = stop or (parse.first(SlotName.MOVE) if says_beside(parse, "stop") else None)
    if named is not None and price is None:
        below = _stop_below(named, parse, side)
        problems += [Problem.STOP_NOT_A_PRICE] * (below is None)
    count = cash = None
    if most is not None:
        is_great = parse.has(SlotName.COUNT) and (read_money(most.text) or 0) > MAX_PLAIN_COUNT  # of so many shares
        if names_shares(most.text):
            count = _positive(read_count(most.text))
        elif names_money(most.text) or is_great:
            cash = _positive(read_money(most.text))
        else:
            problems.append(Problem.AMOUNT_UNIT_MISSING)
    stated = StatedBounds(max_cash=cash, max_count=count, risk=_risk(risk, parse), stop=price, stop_below=below)
    return replace(stated, problems=tuple(problems))


def _stop_below(slot: Slot, parse: Parse, side: Side | None) -> Decimal | None:
    """Return by which fraction a stop is below the price; None: it is stated otherwise. Raises: UnreadableSlotError."""
    below = read_percent(slot.text)
    if below is None and slot.name is SlotName.STOP:
        raise UnreadableSlotError
    is_below = below is not None and 0 < below < 1 and side is not Side.SELL and not parse.has(*_STEPS)
    return below if is_below else None


def _bounds_sum(parse: Parse, risk: Slot) -> bool:
    """Return whether a bound that was read as one of a loss is of what is spent: the message speaks of no loss."""
    is_bound = parse.has(SlotName.COUNT) and parse.has(SlotName.UP_TO) and names_money(risk.text)
    return is_bound and "lose" not in limit_words(parse.text)


def bounds_beside(parse: Parse) -> Limits | None:
    """Return what bounds a trade that may be proposed after an analysis; None: it cannot be read."""
    try:
        bounds = read_bounds(parse, None)
    except UnreadableSlotError:
        return None
    is_read = not bounds.problems and all(each is None for each in (bounds.max_count, bounds.risk, bounds.stop_below))
    return Limits(max_cash=bounds.max_cash, stop=bounds.stop) if is_read else None


def is_bounded(parse: Parse) -> bool:
    """Return whether a bound of a sale is one of what is sold, and not of what is left: "at most", not "under"."""
    words = tuple(parse.each(SlotName.UP_TO))
    return bool(words) and all(is_word(each.text, "to", "at_most") for each in words)


def target_side(parse: Parse, side: Side | None) -> Side | None:
    """Return the direction of a target; None: either, or there is no target."""
    slot = parse.first(SlotName.TO)
    if slot is None or side is not None:
        return None if slot is None else side
    if is_word(slot.text, "to", "up") or says_beside(parse, "raising"):
        return Side.BUY
    return Side.SELL if is_word(slot.text, "to", "down") or says_beside(parse, "lowering") else None


def base_of(text: str) -> SizeUnit | None:
    """Return what a part is of; None: of cash or of all, nobody knows which. Raises: UnreadableSlotError: unknown."""
    base, words = text.lower().strip(), read_lists("trade_words", "bases")
    while base:
        name = next((each for each in _BASES if base in words[each]), None)
        if name is not None:
            return _BASES[name]
        leading = (each for each in words["determiners"] if base.startswith(f"{each} " if each.isascii() else each))
        if (word := next(leading, None)) is None:
            break
        base = base.removeprefix(word).strip()
    raise UnreadableSlotError


def with_base_beside(parse: Parse) -> Parse:
    """Return a parse with what a part is of by the words beside it, as a slot: 一半的剩余现金."""
    part = None if parse.has(SlotName.BASE) else parse.first(SlotName.PART)
    base = None if part is None else _base_beside(part, parse)
    return parse if base is None else replace(parse, slots=(*parse.slots, Slot(SlotName.BASE, 0, 0, base)))


def is_part_of_account(parse: Parse) -> bool:
    """Return whether a part, or a percentage, is one of the cash or the account. Raises: UnreadableSlotError."""
    base = parse.first(SlotName.BASE)
    if base is None or parse.has(SlotName.PERCENT):
        return base is not None
    return parse.has(SlotName.PART) and base_of(base.text) is not SizeUnit.POSITION


def _base_beside(slot: Slot, parse: Parse) -> str | None:
    """Return of what a percentage is by the words beside it that are in no slot: "10 % of the money", 账户里的10%."""
    text = parse.blanked(each for each in parse.slots if each != slot).lower()
    behind, before = text[slot.end :].strip(), text[: slot.start].rstrip(_IN_BASE)
    sizes, follows = range(_MOST_OF_BASE, 0, -1), behind.split()[1:] if behind.startswith("of ") else []
    words = [" ".join(follows[:size]).rstrip(",.;!?") for size in sizes]
    words += [behind[1 : 1 + size] for size in sizes if behind.startswith("的")]
    words += [before[-size:] for size in sizes if not before[-size:].isascii()]  # 账户里的10%
    for base in filter(None, words):
        with suppress(UnreadableSlotError):
            base_of(base)
            return base
    return None


def _is_unit_open(slot: Slot, parse: Parse) -> bool:
    """Return whether a count may be dollars as well as shares: "buy 500", and not "buy 500 MSFT"."""
    if names_shares(slot.text) or names_money(slot.text):
        return not names_shares(slot.text)
    behind = (each for each in parse.each(SlotName.SHARE) if each.start >= slot.end)
    follows = any(not parse.text[slot.end : each.start].strip() for each in behind)
    return (read_count(slot.text) or 0) > (MAX_COUNT_BEFORE_NAME if follows else MAX_PLAIN_COUNT)


def _number(slot: Slot, parse: Parse) -> Size | Problem:
    """Return a number of shares, or an amount; a problem: which of them is open, or it is too precise."""
    is_money = slot.name is SlotName.MONEY
    value = _positive(read_money(slot.text) if is_money else read_count(slot.text))
    if not names_money(slot.text) if is_money else _is_unit_open(slot, parse):
        return Problem.AMOUNT_UNIT_MISSING
    if value != round(value, _CENTS if is_money else 0):
        return Problem.AMOUNT_TOO_PRECISE if is_money else Problem.SHARES_NOT_WHOLE
    return Size(value, SizeUnit.MONEY if is_money else SizeUnit.SHARES)


def _fraction(slot: Slot, parse: Parse, side: Side | None) -> Size | Problem:
    value = _positive(read_percent(slot.text) if slot.name is SlotName.PERCENT else read_part(slot.text))
    named, is_target = single(parse, SlotName.BASE), parse.has(SlotName.TO)
    base = named.text if named is not None else _base_beside(slot, parse) if slot.name is SlotName.PERCENT else None
    is_of_account = base is not None and side is Side.BUY and is_word(base, "bases", "of_purchase")
    if slot.name is SlotName.PART and side is Side.BUY and base is None and slot.text.endswith(_OF_CAPITAL):
        return Size(value, SizeUnit.CASH if value == 1 else SizeUnit.ASSETS)
    unit = SizeUnit.ASSETS if is_of_account else SizeUnit.POSITION if base is None else base_of(base)
    if value > 1:
        return Problem.FRACTION_UNCLEAR if slot.name is SlotName.PART else Problem.FRACTION_OUT_OF_RANGE
    if unit is None:
        return Problem.FRACTION_BASE_UNCLEAR
    if unit is SizeUnit.POSITION and is_target:
        return Problem.FRACTION_IS_TARGET
    if unit in _OF_ACCOUNT and side is Side.SELL and not is_target:
        return Problem.FRACTION_OF_ASSETS
    is_unsaid = base is None and slot.name is SlotName.PERCENT and side is None
    is_unclear = is_unsaid or (unit is SizeUnit.POSITION and side is Side.BUY)
    return Problem.FRACTION_UNCLEAR if is_unclear else Size(value, unit)


def _risk(slot: Slot | None, parse: Parse) -> StatedRisk | None:
    if slot is None:
        return None
    fraction = read_percent(slot.text)
    if fraction is None:
        is_of_stop = says_beside(parse, "stop") and not says_beside(parse, "lost")
        may_be_stop = is_of_stop and not parse.has(SlotName.UP_TO)
        return StatedRisk(amount=_positive(read_money(slot.text)), may_be_stop=may_be_stop)
    base = single(parse, SlotName.BASE)
    if not 0 < fraction <= 1 or base is None or base_of(base.text) is not SizeUnit.ASSETS:
        raise UnreadableSlotError
    return StatedRisk(fraction=fraction)


def _positive(value: Decimal | None) -> Decimal:
    if value is None or value <= 0:
        raise UnreadableNumberError
    return value
