"""Makes changes of a pending proposal, and answers to what was asked, of parses."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request, trades
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.reading.assembly.sizes import (
    SIZES,
    UnreadableSlotError,
    is_bounded,
    is_not_whole,
    is_part_of_account,
    read_bounds,
    read_size,
    target_side,
    with_base_beside,
    with_stop_named,
)
from bot.reading.assembly.trade_words import is_followed_by, is_led_by, is_word, says_beside, without_told
from bot.reading.assembly.trades import order, terms_of, traded_shares
from bot.reading.guarded_words import is_rejected
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recognisers.numbers import names_money, names_shares, read_count, read_money, read_part, read_percent
from bot.reading.word_tables import lists_in

_CHOSEN: Final = (*SIZES, SlotName.SHARE, SlotName.STOP, SlotName.MAX, SlotName.RISK, SlotName.BUY, SlotName.SELL)
_BOUNDS: Final = (SlotName.MOVE, SlotName.STOP, SlotName.MAX, SlotName.RISK, SlotName.LEVEL)
_UNUSED: Final = (SlotName.N, SlotName.HELD, SlotName.EXCEPT, SlotName.WINNING, SlotName.LOSING)
_NUMBERS: Final = (SlotName.COUNT, SlotName.MONEY)
_REJECTED: Final = (*_NUMBERS, SlotName.STOP)
_CHANGED_BESIDE_SIZE: Final = (SlotName.SHARE, SlotName.BUY, SlotName.SELL, SlotName.TIME, SlotName.WHICH)
_SIDES: Final = {SlotName.BUY: Side.BUY, SlotName.SELL: Side.SELL}
_TAKEN_BACK: Final = frozenset({"wrong", "meant"})
_PAIR: Final = 2


def correct(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the change of what is pending; None: it is not clear which, or in what."""
    takes_rest = any(is_led_by(parse, each, "rest_into") for each in parse.each(SlotName.SHARE))  # besides
    if takes_rest or parse.has(*_UNUSED) or (parse.has(SlotName.WHICH) and around.pending > 1):
        return None
    meant = with_base_beside(_with_meant(with_stop_named(without_told(parse))))
    # A size of a share that no talk was of replaces nothing: "trim IBM to 12" below a card of GE.
    is_of_another = bool(meant.has(*SIZES) and meant.has(SlotName.SHARE)) and _other_share(meant, around) is not None
    if is_of_another and not (_takes_back(meant, parse, around) or _is_only_meant(meant)):
        return order(parse, around, message)
    return _correction(meant, parse, around)


def answer(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the order, or the size, that answers a question; None: a side, a unit or a card alone."""
    if parse.has(SlotName.BUY, SlotName.SELL):
        return order(parse, around, message) if parse.has(*SIZES) else None
    return correct(parse, around, message) if parse.has(*_NUMBERS) else None


def _correction(parse: Parse, typed: Parse, around: Surroundings) -> Request | None:
    sizes, shares = tuple(parse.each(*SIZES)), traded_shares(parse, around)
    sides = {_SIDES[each.name] for each in parse.each(*_SIDES)}
    if len(sizes) > 1 or len(shares.symbols) > 1 or shares.unknown or shares.unsupported or len(sides) > 1:
        return None
    side = next(iter(sides), None)
    if len(sizes) == 1 and sizes[0].name is SlotName.COUNT and is_led_by(parse, sizes[0], "kept"):
        return _left_of_sale(sizes[0], shares)
    dropped = _dropped(parse, typed, around)
    symbol = _other_share(parse, around, is_instead=dropped is not None)
    is_of_other = symbol is not None and _takes_back(parse, typed, around)
    if (parse.has(*_BOUNDS) and not is_of_other) or is_part_of_account(parse):
        return _part_with_bounds(parse, side, around) or _changed_terms(parse, around)
    is_multiple = bool(sizes) and sizes[0].name not in _NUMBERS
    change = _change_of_stop(sizes, typed) or _change(sizes, parse, typed, side, is_of_share=symbol is not None)
    if is_multiple and (change is None or says_beside(parse, "remaining")):
        return _changed_part(sizes[0], parse, side, around)
    if change is None or is_multiple or change.kind is trades.OrderChangeKind.VAGUE:
        problems = (Problem.FRACTION_UNCLEAR,) if is_multiple else ()
        terms: trades.TradeTerms | None = trades.TradeTerms(shares=shares, side=side, problems=problems)
    else:
        terms = _corrected_terms(sizes, parse, side, around, is_difference=change.is_difference)
        if symbol is not None:
            change = replace(change, kind=trades.OrderChangeKind.SHARE, symbol=symbol, dropped=dropped)
            change = replace(change, keeps_money=says_beside(parse, "same_money"))
    if change is None or terms is None:
        return None if change is None else _changed_terms(parse, around)
    is_of_several = around.pending >= _PAIR and not says_beside(parse, "stays")  # 只买谷歌就好，金额减半
    return trades.CorrectOrder(terms, replace(change, drops_others=is_of_several and _is_only_meant(parse)))


def _other_share(parse: Parse, around: Surroundings, *, is_instead: bool = False) -> str | None:
    """Return the first share of a message that neither the talk nor what is pending was of; None: there is none.

    One that `is_instead` of what a message drops may be talked of, or pending itself.
    """
    known = set[str]() if is_instead else {*around.focus, *around.pending_symbols}
    return next((each for each in traded_shares(parse, around).symbols if each not in known), None)


def _takes_back(parse: Parse, typed: Parse, around: Surroundings) -> bool:
    """Return whether a message says that what it names takes the place of something else: "no, I meant IBM"."""
    return bool(_dropped(parse, typed, around) or lists_in(typed.text, "clauses", "corrections") & _TAKEN_BACK)


def _is_only_meant(parse: Parse) -> bool:
    """Return whether a message keeps one share of several: "just the GOOG"."""
    return any(is_led_by(parse, share, "only") for share in parse.each(SlotName.SHARE))


def _left_of_sale(slot: Slot, shares: NamedShares) -> trades.Order | None:
    """Return the sale that leaves so many shares: "not all, keep 3"; of a purchase they are its size."""
    value = _number(slot)
    size = None if value is None else Size(value, SizeUnit.SHARES, is_target=True)
    terms = trades.TradeTerms(shares=shares, side=Side.SELL, size=size, target_side=Side.SELL)
    return None if size is None else trades.Order(terms=terms, is_change=True)


def _corrected_terms(
    sizes: Sequence[Slot], parse: Parse, side: Side | None, around: Surroundings, *, is_difference: bool
) -> trades.TradeTerms | None:
    """Return the size that is meant, with its bounds; None: of these one changes more than the size."""
    bounds = read_bounds(parse, side)
    if bounds.problems or bounds.max_count is not None or parse.has(SlotName.LEVEL, SlotName.MOVE):
        return None
    stated = read_size(sizes[0], parse, side) if sizes and not is_difference else None
    size, problems = (None, (stated,)) if isinstance(stated, Problem) else (stated, ())
    return trades.TradeTerms(
        shares=traded_shares(parse, around),
        side=side,
        size=size and replace(size, is_minimum=says_beside(parse, "at_least")),
        target_side=_direction(parse),
        max_cash=bounds.max_cash,
        risk=bounds.risk,
        stop=bounds.stop,
        stop_below=bounds.stop_below,
        problems=problems,
    )


def _number(slot: Slot) -> Decimal | None:
    """Return the shares, or the money, of a slot; None: none, or a number of shares that is written as money."""
    value = read_money(slot.text) if slot.name is SlotName.MONEY else read_count(slot.text)
    is_unclear = slot.name is SlotName.COUNT and names_money(slot.text)
    return None if value is None or value <= 0 or is_unclear else value


def _part_with_bounds(parse: Parse, side: Side | None, around: Surroundings) -> trades.CorrectOrder | None:
    """Return a part of the pending size beside a bound: "half of that, and stop at 720"; None: it is of something else.

    Raises: UnreadableSlotError: a bound cannot be read.
    """
    part, steps = parse.first(SlotName.PART, SlotName.PERCENT), tuple(parse.each(SlotName.MORE, SlotName.LESS))
    is_of_held = parse.has(SlotName.BASE) or says_beside(parse, "held")
    if part is None or len(steps) > 1 or side is Side.SELL or is_of_held:
        return None
    sign = 0 if not steps or parse.has(SlotName.TO) else 1 if steps[0].name is SlotName.MORE else -1
    change, bounds = _multiple(parse, part, sign, side), terms_of(parse.without({part, *steps}), around)
    return None if change is None or bounds.problems else trades.CorrectOrder(bounds, change)


def _changed_part(slot: Slot, parse: Parse, side: Side | None, around: Surroundings) -> trades.Order | None:
    """Return a change to a part of the account, "make it 5 %", or of what is sold; None: it is not clear of what.

    A part of what is left is asked about. Of the account a percentage is for a share that is not held.
    """
    shares = traded_shares(parse, around)
    if says_beside(parse, "remaining"):
        return trades.Order(
            terms=trades.TradeTerms(shares=shares, problems=(Problem.FRACTION_UNCLEAR,)), is_change=True
        )
    value = read_percent(slot.text) if slot.name is SlotName.PERCENT and side is not Side.SELL else None
    is_purchase = not set(shares.symbols or around.focus[:1]) & set(around.held)
    if value is not None and 0 < value <= 1 and is_purchase:
        size = Size(value, SizeUnit.ASSETS)
        return trades.Order(terms=trades.TradeTerms(shares=shares, size=size), is_change=True, needs_side=True)
    return _changed_terms(parse, around) if side is Side.SELL else None


def _direction(parse: Parse) -> Side | None:
    """Return whether a size is to become greater, or smaller, or at most so great; None: it does not say."""
    is_target = parse.has(SlotName.TO)
    if is_target and says_beside(parse, "raised"):
        return Side.BUY
    if (is_target and says_beside(parse, "lowered")) or is_bounded(parse):
        return Side.SELL
    is_bound = any(is_word(each.text, "to", "at_most") for each in parse.each(SlotName.TO))  # "up to 3k", and no more
    return None if is_bound else target_side(parse, None)


def _changed_terms(parse: Parse, around: Surroundings) -> trades.Order | None:
    """Return a change of a stop, a bound or a part of the account: an order that changes the pending one.

    "To 2 shares" is no target of what is held, nor 两成仓 a part of it.
    """
    if parse.has(SlotName.MORE, SlotName.LESS):
        return None
    terms = terms_of(parse, around)
    if terms.size is None and not parse.has(*SIZES):
        terms = replace(terms, side=None)  # "a stop at 90 for the purchase"
    elif terms.size is not None and not terms.size.is_fraction:
        terms = replace(terms, size=replace(terms.size, is_target=False))
    elif terms.size is not None and terms.unit is SizeUnit.POSITION and parse.has(SlotName.BASE):
        is_held = bool(set((terms.symbols or around.focus)[:1]) & set(around.held))
        terms = terms if is_held else replace(terms, size=replace(terms.size, unit=SizeUnit.ASSETS))
    return trades.Order(terms=terms, is_change=True, needs_side=terms.side is None)


def _change_of_stop(sizes: Sequence[Slot], typed: Parse) -> trades.OrderChange | None:
    """Return that a stop is named without a price: "raise the stop", "no stop, and make it 9"; None: none is.

    One that stays as it is changes nothing: "9 shares, same stop".
    """
    is_told = typed.has(*_BOUNDS) or (sizes and says_beside(typed, "same_stop"))
    is_named = says_beside(typed, "stop") and not is_told
    return trades.OrderChange(kind=trades.OrderChangeKind.VAGUE, is_of_stop=True) if is_named else None


def _change(
    sizes: Sequence[Slot], parse: Parse, typed: Parse, side: Side | None, *, is_of_share: bool
) -> trades.OrderChange | None:
    """Return what is changed in the size or the side; None: nothing, or it is not clear."""
    steps = tuple(parse.each(SlotName.MORE, SlotName.LESS))
    if len(steps) > 1 or (steps and sizes and not _are_together(parse, steps[0], sizes[0])):
        return None
    sign = {SlotName.MORE: 1, SlotName.LESS: -1}[steps[0].name] if steps else 0
    if not sizes:
        if not sign and (side or is_of_share) and not is_not_whole(typed):
            return trades.OrderChange(kind=trades.OrderChangeKind.SIDE, side=side)
        is_vague = bool(sign) or is_not_whole(typed) or not typed.has(*_CHANGED_BESIDE_SIZE)  # "50 is too many"
        return trades.OrderChange(kind=trades.OrderChangeKind.VAGUE, side=side if sign else None) if is_vague else None
    size, is_target = sizes[0], parse.has(SlotName.TO)
    if size.name not in _NUMBERS:
        return _multiple(parse, size, 0 if is_target else sign, side)
    if (value := _number(size)) is None:
        return None
    is_difference, is_money = bool(sign) and not is_target, names_money(size.text)
    return trades.OrderChange(
        kind=trades.OrderChangeKind.SIZE,
        value=value * sign if is_difference else value,
        is_money=is_money,
        has_unit=is_money or names_shares(size.text),
        is_difference=is_difference,
        side=side,
    )


def _are_together(parse: Parse, one: Slot, other: Slot) -> bool:
    """Return whether no sign that ends a clause stands between two slots: "less. say 5" is not "5 less"."""
    between = parse.text[min(one.end, other.end) : max(one.start, other.start)]
    return not any(sign in between for sign in ".,;:!?…-")


def _multiple(parse: Parse, slot: Slot, sign: int, side: Side | None) -> trades.OrderChange | None:
    """Return the factor of the size: "half", "a third less", "double it"; "all", and a part of a sale, are none."""
    value = read_part(slot.text) if slot.name is SlotName.PART else read_percent(slot.text)
    if value is None or value <= 0 or value == 1 or (side is Side.SELL and value < 1 and not sign):
        return None
    is_of_card = is_word(slot.text, "parts", "halving") or is_followed_by(parse, slot, "talked_of")  # "half that"
    if slot.name is SlotName.PERCENT and not (sign or is_of_card):
        return None
    factor = value if not sign or value > 1 or is_word(slot.text, "parts", "halving") else 1 + sign * value
    if sign < 0 and factor >= 1:
        return None
    is_part = not sign and value < 1 and not is_of_card
    return trades.OrderChange(kind=trades.OrderChangeKind.MULTIPLE, value=factor, side=side, is_part=is_part)


def _with_meant(parse: Parse) -> Parse:
    """Return a parse without the slots that are not meant: "5" in "10, not 5". Raises: UnreadableSlotError."""
    dropped = {
        each
        for each in parse.each(*_CHOSEN)
        if is_led_by(parse, each, "not_meant") or (each.name in _REJECTED and is_rejected(parse.text[each.end :]))
    }
    for name in _CHOSEN:
        slots = tuple(each for each in parse.each(name) if each not in dropped)
        are_different = len({each.text.lower() for each in slots}) > 1
        meant = "meant_share" if name is SlotName.SHARE else "meant"
        if are_different and not (len(slots) == _PAIR and is_led_by(parse, slots[1], meant)):
            raise UnreadableSlotError
        dropped |= set(slots[:1] if are_different else slots[1:])
    return parse.without(dropped)


def _dropped(parse: Parse, typed: Parse, around: Surroundings) -> str | None:
    """Return the share that is meant no longer; None: none is named."""
    gone = tuple(each for each in typed.each(SlotName.SHARE) if each not in parse.slots)
    symbols = traded_shares(replace(typed, slots=gone), around).symbols
    return symbols[0] if len(symbols) == 1 else None
