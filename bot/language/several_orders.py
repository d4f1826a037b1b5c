"""Read a message that orders several trades, each with its own size: "buy 10 msft and 5 goog"."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from bot.domain.conversation.understanding import NamedOrder
from bot.domain.trading.orders import Side
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.quantities.quantity import Quantity, Unit

_MAX_ORDERS: Final = 10
_MAX_COUNT: Final = 100  # a greater number without a unit may be dollars
_BUY, _SELL, _NAME, _NUMBER, _JOINER, _FILLER, _OTHER = "BSN#J_X"
_SIDES: Final = {_BUY: Side.BUY, _SELL: Side.SELL}
_ORDER: Final = r"(?:[BS]_*)?(?:#_*N|N_*#)_*"
_ORDERS: Final = re.compile(rf"[J_]*[BS]_*(?:#_*N|N_*#)_*(?:J[J_]*{_ORDER})+[J_]*")


@cache
def several_orders_words() -> tuple[frozenset[str], frozenset[str]]:
    """Return the fillers and the joiners (`data/*/several_orders.toml`, which explains them)."""
    tables = {"several_orders": ("fillers", "joiners")}
    lists = read_phrases("several_orders", tables, folders=LANGUAGE_FOLDERS)["several_orders"]
    return frozenset(lists["fillers"]), frozenset(lists["joiners"])


def find_orders(chunks: Sequence[Chunk], quantities: Iterable[Quantity]) -> tuple[NamedOrder, ...]:
    """Return the orders of a message that consists of two or more, each on another share; empty: it does not."""
    items = _items(chunks, tuple(quantities))
    if _ORDERS.fullmatch("".join(kind for kind, _ in items)) is None:
        return ()
    orders: list[NamedOrder] = []
    side, number, name = Side.BUY, None, None
    for kind, thing in items:
        side = _SIDES.get(kind, side)
        number = thing if isinstance(thing, Quantity) else number
        name = thing if isinstance(thing, Chunk) and kind == _NAME else name
        if number is not None and name is not None:
            order = _order(side, number, name)
            if order is None:
                return ()
            orders.append(order)
            number, name = None, None
    symbols = {order.symbol for order in orders}
    return tuple(orders) if 1 < len(orders) == len(symbols) <= _MAX_ORDERS else ()


def _items(chunks: Sequence[Chunk], quantities: Sequence[Quantity]) -> list[tuple[str, object]]:
    """Return what the message consists of: the kind of each part, and the name or number that it is."""
    items: list[tuple[str, object]] = []
    for chunk in chunks:
        quantity = next((each for each in quantities if each.start <= chunk.start < each.end), None)
        if quantity is None:
            items.append((_kind(chunk), chunk))
        elif not items or items[-1][1] is not quantity:
            items.append((_NUMBER, quantity))
    return items


def _kind(chunk: Chunk) -> str:
    word = chunk.tokens[0].text
    if chunk.instrument is not None:
        return _NAME
    if chunk.names_something or chunk.cues & {Cue.QUESTION, Cue.SHOULD, Cue.NOT, Cue.CONDITION, Cue.PAST}:
        return _OTHER
    if Cue.BUY in chunk.cues:
        return _BUY
    if chunk.cues & {Cue.SELL, Cue.EXIT}:
        return _SELL
    fillers, joiners = several_orders_words()
    if word in joiners:
        return _JOINER
    return _FILLER if word in fillers or chunk.cues & {Cue.FILLER, Cue.POLITE} else _OTHER


def _order(side: Side, number: Quantity, name: Chunk) -> NamedOrder | None:
    """Return one order; None: its size is not clear."""
    if number.value is None or name.instrument is None or number.value <= 0:
        return None
    symbol = name.instrument.symbol
    if number.unit is Unit.MONEY:
        return NamedOrder(symbol=symbol, side=side, amount=number.value)
    is_count = number.unit is Unit.SHARES or (number.unit is Unit.NONE and number.value <= _MAX_COUNT)
    if not is_count or number.is_scaled or number.value % 1:
        return None
    return NamedOrder(symbol=symbol, side=side, shares=number.value)
