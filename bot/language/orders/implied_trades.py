"""Recognise a message that orders by a size alone, without the verb of a trade: "10 % of the book into IBM"."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.trading.execution.orders import Side
from bot.language.lexicon.chunker import Chunk
from bot.language.quantities import context_cues as cues
from bot.language.quantities.size_words import account_part, either, size_word_lists
from bot.reading.quantities.quantity import MAX_PLAIN_COUNT, Quantity, Unit, find_quantities

_MAX_LENGTH: Final = 100  # characters; a longer message says something else too
_PART: Final = "\ue000"  # of Unicode's private use: nobody writes it
_COUNT: Final = "\ue001"
_NAME: Final = "\ue002"
_GAP: Final = r"[ ,.!。！，、~]*"
# A stop level behind a name.
_STOP: Final = (
    rf"(?:(?:and )?(?:with )?(?:an? |the |my )?(?:stop(?:[- ]?loss)?|止损)[^,;!?0-9]{{0,8}}[\d.,{_COUNT}]+{_GAP})?"
)
_PARTS_OF: Final = frozenset({Unit.PERCENT, Unit.TENTHS})


@dataclass(frozen=True, slots=True)
class ImpliedTrade:
    """What a message orders without a verb of trades."""

    side: Side | None  # None: it only names a target, whose side follows from the position
    counts_shares: bool = False  # its number is one of shares: "5 more"


@cache
def implied_patterns() -> tuple[tuple[re.Pattern[str], Side | None], ...]:
    """Return the patterns of whole messages (`data/*/sizes.toml`) and the sides of what they order."""
    one = {name: rf"(?:(?:{either(words)}){_GAP})" for name, words in size_word_lists()["implied"].items()}
    base = rf"(?:{account_part()}{_GAP})"
    part, count, name = (rf"{char}{_GAP}" for char in (_PART, _COUNT, _NAME))
    share = rf"(?:{name}|{one['it']})"
    stake = rf"(?:(?:my|our|the) )?{share}{one['stake']}?"
    of_name = rf"{one['count']}{{0,2}}(?:{share})?"
    bodies: tuple[tuple[str, Side | None], ...] = (
        (rf"{one['assign']}?{part}{base}?{one['into']}{share}", Side.BUY),
        (rf"{name}{one['at']}{part}{base}?", Side.BUY),
        (rf"{part}{base}{name}|{name}{part}{base}", Side.BUY),
        (rf"{one['shape']}{stake}up to {part}{base}", Side.BUY),
        (rf"{one['shape']}{stake}{one['way']}?(?:(?:to|at) )?{part}{base}|{stake}{one['shape']}{part}{base}", None),
        (rf"{one['another']}{count}{of_name}|{name}{one['another']}{count}{one['count']}?", Side.BUY),
        (rf"{count}{one['count']}?(?<=[ \ue001]){one['more']}{of_name}", Side.BUY),
        (rf"{count}{one['count']}{{0,2}}{name}{one['market']}", Side.BUY),
        (rf"{one['keep']}{count}{of_name}(?:(?:of|in) {share})?", Side.SELL),
    )
    opening, ending = (rf"(?>{one[name]})*" for name in ("opening", "ending"))
    return tuple((re.compile(rf"{_GAP}{opening}(?:{body}){ending}"), side) for body, side in bodies)


@cache
def risk_on_share() -> re.Pattern[str]:
    """Return the pattern of what is left of a message that states a risk for a purchase of a share."""
    one = {name: rf"(?:(?:{either(words)}){_GAP})" for name, words in size_word_lists()["implied"].items()}
    return re.compile(rf"{_GAP}(?>{one['opening']})*{one['on']}?{_NAME}{_GAP}{one['on']}?{_STOP}(?>{one['ending']})*")


def find_implied_trade(text: str, chunks: Iterable[Chunk], *, has_risk: bool) -> ImpliedTrade | None:
    """Return what a whole message orders by its size; None: it says something else, or has a verb of trades.

    Args:
        text: Normalised; with a risk, without the words that state it.
        chunks: Those of `text`.
        has_risk: Whether the message states a risk.
    """
    if len(text) > _MAX_LENGTH:
        return None
    template = _template(text.lower(), chunks)
    if has_risk and risk_on_share().fullmatch(template):
        return ImpliedTrade(Side.BUY)
    found = [side for pattern, side in implied_patterns() if pattern.fullmatch(template)]
    return ImpliedTrade(found[0], counts_shares=_COUNT in template) if found else None


def _template(text: str, chunks: Iterable[Chunk]) -> str:
    """Return the text with one character for each name, part and count."""
    found = [(chunk.start, chunk.tokens[-1].end, _NAME) for chunk in chunks if chunk.instrument is not None]
    found += [(*match.span(), _PART) for pattern in cues.PARTS for match in pattern.finditer(text)]
    found += [(each.start, each.end, kind) for each in find_quantities(text) if (kind := _kind(each))]
    template, at = "", 0
    for start, end, kind in sorted(found):
        if start >= at:
            template += text[at:start] + kind
            at = end
    return template + text[at:]


def _kind(quantity: Quantity) -> str:
    if quantity.unit in _PARTS_OF:
        return _PART
    is_count = quantity.unit is Unit.NONE and quantity.value is not None and quantity.value <= MAX_PLAIN_COUNT
    return _COUNT if quantity.unit is Unit.SHARES or (is_count and not quantity.is_scaled) else ""
