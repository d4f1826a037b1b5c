"""Read a message that orders several trades, each with its own size: "buy 10 msft and 5 goog"."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from bot.domain.trading.execution.orders import Side
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.understanding import EachOrder, NamedOrder
from bot.reading.quantities.quantity import MAX_COUNT_BEFORE_NAME, MAX_PLAIN_COUNT, Quantity, Unit

_ORDERED: Final = frozenset({Cue.BUY, Cue.WANT, Cue.SELL, Cue.EXIT})
_MAX_ORDERS: Final = 10
_BUY, _SELL, _NAME, _NUMBER, _JOINER, _FILLER, _EACH, _SAME, _SPLIT, _PLURAL, _OTHER = "BSN#J_EMVPX"
_SIDES: Final = {_BUY: Side.BUY, _SELL: Side.SELL}
_NAME_FIRST: Final = r"N_*[BS]_*#"  # 苹果买10股
_ORDER: Final = rf"(?:(?:[BS]_*)?(?:#_*N|N_*#)|{_NAME_FIRST})_*"
_ORDERS: Final = re.compile(rf"[J_]*(?:[BS]_*(?:#_*N|N_*#)|{_NAME_FIRST})_*(?:J[J_]*{_ORDER})+[J_]*")
_EACH_ORDER: Final = re.compile(r"(?=[^E]*E[^E]*$)(?=[^#]*#[^#]*$)(?=[^BS]*[BS][^BS]*$)(?:[^N]*N){2,}[^N]*")  # 各买5股
_SPLIT_ORDER: Final = re.compile(r"(?=[^V]*V)(?=[^#]*#[^#]*$)(?=[^BS]*[BS][^BS]*$)(?:[^N]*N){2,}[^N]*")
_EACH_OF_THEM: Final = re.compile(r"(?=[^E]*E)(?=[^#]*#[^#]*$)(?=[^BS]*[BS][^BS]*$)[^NXV]*")


@cache
def several_orders_words() -> Mapping[str, str]:
    """Return the kind of each word between orders (`data/*/several_orders.toml`, which explains them)."""
    kinds = {"fillers": _FILLER, "joiners": _JOINER, "each": _EACH, "same": _SAME, "split": _SPLIT, "plural": _PLURAL}
    lists = read_phrases("several_orders", {"several_orders": kinds}, folders=LANGUAGE_FOLDERS)["several_orders"]
    return {word: kinds[name] for name, words in lists.items() for word in words}


def find_orders(chunks: Sequence[Chunk], quantities: Iterable[Quantity]) -> tuple[NamedOrder, ...]:
    """Return the orders of a message that consists of two or more, each on another share; empty: it does not."""
    items = _items(chunks, tuple(quantities))
    kinds = "".join(kind for kind, _ in items)
    if _OTHER not in kinds and _SPLIT_ORDER.fullmatch(kinds) is not None:
        return _distinct(_orders_of_each(items, parts=kinds.count(_NAME)))
    if not {_OTHER, _SPLIT} & set(kinds) and _EACH_ORDER.fullmatch(kinds) is not None:
        return _distinct(_orders_of_each(items))
    return _distinct(_orders_in_turn(items))


def has_unclear_order(chunks: Sequence[Chunk], quantities: Iterable[Quantity]) -> bool:
    """Return whether a message consists of several orders, and one of them has a number of nobody knows what."""
    orders = _orders_in_turn(_items(chunks, tuple(quantities)))
    return len(orders) > 1 and None in orders


def repeats_share(chunks: Sequence[Chunk], quantities: Iterable[Quantity]) -> bool:
    """Return whether a message consists of several clear orders, two of them on one share: "5 MSFT and 5 more MSFT"."""
    orders = _orders_in_turn(_items(chunks, tuple(quantities)))
    symbols = [order.symbol for order in orders if order is not None]
    return len(symbols) == len(orders) > len(set(symbols))


def find_each_order(chunks: Sequence[Chunk], quantities: Iterable[Quantity]) -> EachOrder | None:
    """Return the order of a message that names no share, and means each of those talked of: "buy 5 of each"."""
    counted = tuple(quantities)
    items = _items(chunks, tuple(each for each in counted if each.unit is not Unit.OTHER))
    if _EACH_OF_THEM.fullmatch("".join(kind for kind, _ in items)) is None:
        return None
    (order,) = _orders_of_each([*items, (_NAME, None)])
    if order is None:
        return None
    counts = {int(each.value) for each in counted if each.unit is Unit.OTHER and each.value is not None}
    counts |= {2 for chunk in chunks if chunk.tokens[0].text in {"both", "俩"}}
    count = counts.pop() if len(counts) == 1 else None
    return EachOrder(side=order.side, shares=order.shares, amount=order.amount, count=count)


def _orders_in_turn(items: Sequence[tuple[str, object]]) -> list[NamedOrder | None]:
    """Return the orders that stand one behind the other, None for one whose size is not clear; empty: they do not."""
    kinds = "".join(kind for kind, _ in items)
    if _ORDERS.fullmatch(kinds) is None:
        return []
    orders: list[NamedOrder | None] = []
    side, number, name = Side.BUY, None, None
    for kind, thing in items:
        side = _SIDES.get(kind, side)
        number = thing if isinstance(thing, Quantity) else number
        name = thing if isinstance(thing, Chunk) and kind == _NAME else name
        if number is not None and name is not None:
            orders.append(_order(side, number, name))
            number, name = None, None
    return orders


def _orders_of_each(items: Sequence[tuple[str, object]], *, parts: int = 1) -> list[NamedOrder | None]:
    """Return the orders of "buy 5 each of AAPL and GOOG": one side and one size for every share, or a part of it."""
    side = next(_SIDES[kind] for kind, _ in items if kind in _SIDES)
    number = next(thing for _, thing in items if isinstance(thing, Quantity))
    if number.value is not None and parts > 1:
        number = replace(number, value=round(number.value / parts, 2).normalize())
    return [_order(side, number, thing) for kind, thing in items if kind == _NAME and not isinstance(thing, Quantity)]


def _distinct(orders: Sequence[NamedOrder | None]) -> tuple[NamedOrder, ...]:
    """Return the orders if each is clear and on another share; else nothing."""
    clear = tuple(order for order in orders if order is not None)
    symbols = {order.symbol for order in clear}
    return clear if 1 < len(symbols) == len(orders) <= _MAX_ORDERS else ()


def _items(chunks: Sequence[Chunk], quantities: Sequence[Quantity]) -> list[tuple[str, object]]:
    """Return what the message consists of: the kind of each part, and the name or number that it is."""
    items: list[tuple[str, object]] = []
    quantities = sorted(quantities, key=lambda each: each.start)
    starts = [each.start for each in quantities]
    before: Quantity | None = None
    for chunk in chunks:
        place = bisect_right(starts, chunk.start) - 1
        quantity = quantities[place] if place >= 0 and chunk.start < quantities[place].end else None
        if quantity is None and _kind(chunk) == _SAME and before is not None:
            items.append((_NUMBER, before))
        elif quantity is None:
            items.append((_kind(chunk), chunk))
        elif quantity is not before or items[-1][1] is not quantity:
            items.append((_NUMBER, quantity))
            before = quantity
    return items


def _kind(chunk: Chunk) -> str:
    word = chunk.tokens[0].text
    if chunk.instrument is not None:
        return _NAME
    if chunk.names_something or chunk.cues & {Cue.QUESTION, Cue.SHOULD, Cue.NOT, Cue.PAST}:
        return _OTHER
    if chunk.cues & _ORDERED:
        return _BUY if chunk.cues & {Cue.BUY, Cue.WANT} else _SELL
    if Cue.CONDITION in chunk.cues:
        return _OTHER
    is_meaningless = bool(chunk.cues & {Cue.FILLER, Cue.POLITE, Cue.LIMIT})  # "IBM for at most $800 and GOOG …"
    return several_orders_words().get(word) or (_FILLER if is_meaningless else _OTHER)


def _order(side: Side, number: Quantity, name: object) -> NamedOrder | None:
    """Return one order, without a symbol if there is no name; None: its size is not clear."""
    if number.value is None or number.value <= 0:
        return None
    symbol = name.instrument.symbol if isinstance(name, Chunk) and name.instrument is not None else ""
    if number.unit is Unit.MONEY:
        return NamedOrder(symbol=symbol, side=side, amount=number.value)
    is_before_name = isinstance(name, Chunk) and 0 <= name.start - number.end <= 1
    most = MAX_COUNT_BEFORE_NAME if is_before_name else MAX_PLAIN_COUNT
    is_count = number.unit is Unit.SHARES or (number.unit is Unit.NONE and number.value <= most)
    if not is_count or number.is_scaled or number.value % 1:
        return None
    return NamedOrder(symbol=symbol, side=side, shares=number.value)
