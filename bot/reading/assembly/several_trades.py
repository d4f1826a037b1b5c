"""Tells the trades of one message apart, by the order in which their sides, sizes and shares are named."""

import re
from dataclasses import dataclass
from typing import Final

from bot.domain.trading.execution.orders import Side
from bot.reading.assembly.sizes import SIZES
from bot.reading.assembly.trade_words import is_word
from bot.reading.parses import Parse, Slot, SlotName

# One letter for each slot: b and s a side, n a size, h a share, w a sale that needs no size. Such a sale without a size
# has none beside it, which could be its own.
_WHOLE_FIRST: Final = "wh(?!n)"
_WHOLE_LAST: Final = "(?<!n)hw(?!n)"
_TRADES: Final = (
    f"[bsw]?nh|{_WHOLE_FIRST}",
    f"[bsw]?hn|{_WHOLE_FIRST}",
    f"n[bsw]?h|{_WHOLE_FIRST}",
    f"h[bsw]?n|{_WHOLE_LAST}",
    "nh[bsw]",
    "hn[bsw]",
)
_SIDE_LAST: Final = re.compile(r"((?:nh){2,}|(?:hn){2,})([bsw])")


@dataclass(frozen=True, slots=True)
class Trade:
    """The slots of one trade; `size` is None: all that is held."""

    side: Side
    share: Slot
    size: Slot | None


def trades_in_order(parse: Parse) -> tuple[Trade, ...] | None:
    """Return the trades of a message, each with one share; None: they cannot be told apart."""
    slots = [each for each in parse.slots if _letter(each)]
    letters = "".join(map(_letter, slots))
    if match := _SIDE_LAST.fullmatch(letters):
        letters, slots = match[2] + match[1], [slots[-1], *slots[:-1]]
    for trade in _TRADES:
        if re.fullmatch(f"(?:{trade})+", letters):
            return _trades([slots[m.start() : m.end()] for m in re.finditer(trade, letters)])
    return None


def sizes_in_order(parse: Parse) -> tuple[tuple[Slot, Slot], ...]:
    """Return the shares of a message, each with its size; empty: they cannot be told apart, or more is said."""
    slots = [each for each in parse.slots if each.name is not SlotName.TO]
    names = {each.name for each in slots}
    letters = "".join(map(_letter, slots))
    is_paired = names <= {SlotName.SHARE, SlotName.COUNT, SlotName.MONEY} and re.fullmatch("(?:nh)+|(?:hn)+", letters)
    pairs = zip(slots[::2], slots[1::2], strict=False) if is_paired else ()
    return tuple((one, other) if one.name is SlotName.SHARE else (other, one) for one, other in pairs)


def _trades(groups: list[list[Slot]]) -> tuple[Trade, ...] | None:
    """Return the trades of groups of slots; one without a side has that of the one before."""
    found: list[Trade] = []
    for group in groups:
        named = {_letter(each): each for each in group}
        side = next((Side.BUY if each == "b" else Side.SELL for each in named if each in "bsw"), None)
        side = side or (found[-1].side if found else None)
        if side is None:
            return None
        found.append(Trade(side, named["h"], named.get("n")))
    return tuple(found)


def _letter(slot: Slot) -> str:
    if slot.name in SIZES:
        return "n"
    if slot.name is SlotName.SELL:
        return "w" if is_word(slot.text, "sell", "whole") else "s"
    return {SlotName.BUY: "b", SlotName.SHARE: "h"}.get(slot.name, "")
