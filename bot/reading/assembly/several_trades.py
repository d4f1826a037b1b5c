"""Tells the trades of one message apart, by the order of their sides, sizes and shares."""

import re
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Final

from bot.domain.conversation.requests.trades import OrderPart, TradeTerms
from bot.domain.trading.execution.orders import Side
from bot.reading.assembly.sizes import SIZES
from bot.reading.assembly.slots import text_beside
from bot.reading.assembly.trade_words import is_word
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.word_tables import read_lists, words_of

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
    if re.fullmatch("(?:hn){2,}[bsw]|(?:nh){2,}[bsw]", letters):  # 谷歌10股 微软20股 买: the side is that of all
        slots, letters = [slots[-1], *slots[:-1]], letters[-1] + letters[:-1]
    for trade in _TRADES:
        if re.fullmatch(f"(?:{trade})+", letters):
            return _trades(parse, [slots[m.start() : m.end()] for m in re.finditer(trade, letters)])
    return None


def of_each(terms: TradeTerms) -> TradeTerms | None:
    """Return the terms with the same size of each share that is named."""
    is_plain = not any((terms.stop, terms.stop_below, terms.max_cash, terms.risk, terms.is_target))
    side = terms.side
    if side is None or not is_plain or terms.shares.unknown:
        return None
    parts = tuple(OrderPart(symbol=symbol, side=side, size=terms.size) for symbol in terms.symbols)
    return replace(terms, parts=parts, side=None, size=None)


def _trades(parse: Parse, groups: list[list[Slot]]) -> tuple[Trade, ...] | None:
    """Return the trades of groups of slots; one without a side has that of the one before.

    None: a word in front of one that has none may be its side, "sell 5 GOOG and by 2 IBM".
    """
    found: list[Trade] = []
    for before, group in pairwise([[], *groups]):
        named = {_letter(each): each for each in group}
        side = next((Side.BUY if each == "b" else Side.SELL for each in named if each in "bsw"), None)
        if side is None and found and _is_bare(text_beside(parse)[before[-1].end : group[0].start]):
            side = found[-1].side
        if side is None:
            return None
        found.append(Trade(side, named["h"], named.get("n")))
    return tuple(found)


def _is_bare(text: str) -> bool:
    """Return whether words say nothing of a trade: "and", "please"."""
    bare = chain.from_iterable(map(words_of, read_lists("trade_words", "beside")["bare"]))
    return set(words_of(text)).issubset(bare)


def _letter(slot: Slot) -> str:
    if slot.name in SIZES:
        return "n"
    if slot.name is SlotName.SELL:
        return "w" if is_word(slot.text, "sell", "whole") else "s"
    return {SlotName.BUY: "b", SlotName.SHARE: "h"}.get(slot.name, "")
