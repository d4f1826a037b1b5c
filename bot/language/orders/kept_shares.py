"""Find what a sale of all positions keeps of some: "sell everything but keep 5 GOOG", 清仓，谷歌留5股."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests.trades import KeptShares
from bot.domain.trading.execution.orders import Side
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.message_reading import MessageReading
from bot.language.orders.exclusions import either, exclusion_lists
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases
from bot.language.understanding import Entities
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities

_LISTS: Final = ("beside", "opening", "down_to", "whole")
# Of Unicode's private use: nobody writes these. A mark has the length of what it stands for.
_SHARE, _NUMBER, _MORE = "\ue001", "\ue002", "\ue003"
_SALES: Final = frozenset({Cue.SELL, Cue.EXIT})
_COUNTS: Final = frozenset({Unit.SHARES, Unit.NONE})
_WHOLE: Final = 1


@dataclass(frozen=True, slots=True)
class Keeping:
    """What a sale of all positions keeps."""

    kept: tuple[KeptShares, ...]
    excluded: tuple[str, ...]  # kept as a whole
    rest: str  # the message, with the words that keep these blanked out
    is_clear: bool  # False: it is not clear what is sold


@dataclass(frozen=True, slots=True)
class _Patterns:
    keeping: re.Pattern[str]
    item: re.Pattern[str]
    whole: re.Pattern[str]  # sells all positions
    every: re.Pattern[str]  # may sell all positions


@cache
def keeping_patterns() -> _Patterns:
    """Return the patterns (`data/*/kept_shares.toml`), in which marks stand for shares and numbers."""
    lists = read_phrases("kept_shares", {"kept_shares": _LISTS}, folders=LANGUAGE_FOLDERS)["kept_shares"]
    excluding = exclusion_lists()
    share, number = f"{_SHARE}{_MORE}*", f"[$€£¥]?{_NUMBER}{_MORE}*"
    noun = r"(?:'s)?(?: ?(?:shares?|stock|position|holdings?)\b|的?(?:股票|仓位|持仓))?"
    beside = rf"(?:(?:{either(lists['beside'])}) ?)*"
    down_to = rf" ?(?:{either(lists['down_to'])}) ?{beside}{number}"
    item = rf"{beside}(?:{number} ?)?{beside}{share}{noun}(?:{down_to})?"
    opening = rf"(?:(?:{either(lists['opening'])}) ?)?{beside}"
    joiner = r"(?: ?, ?(?:and )?| and | & |[，、和跟与及])"
    led = rf"(?:{either((*excluding['before'], *excluding['but']))}):? ?{item}(?:{joiner}{item})*"
    behind = f" ?(?:{either(excluding['behind'])})?"
    return _Patterns(
        keeping=re.compile(rf"(?:{led}|(?:^|(?<=[,;.，、:])) ?{opening} ?{share}{noun}{down_to}){behind}"),
        item=re.compile(item),
        whole=re.compile(either(lists["whole"])),
        every=re.compile(either(excluding["every"])),
    )


def find_keeping(text: str, reading: MessageReading) -> Keeping | None:
    """Return what a sale of all positions keeps; None: it keeps no number of shares, or it is no such sale.

    Args:
        text: Normalised, without a mention of the bot.
        reading: Of `text`.
    """
    is_sale = bool(reading.cues & _SALES) and not reading.cues & {Cue.BUY, Cue.PAST}
    if not is_sale or not reading.names.symbols:
        return None
    lowered, patterns = text.lower(), keeping_patterns()
    marked, names, numbers = _mark(lowered, reading.chunks)
    found = [each for each in patterns.keeping.finditer(marked) if _NUMBER in each.group()]
    if not found:
        return None
    kept, excluded, rest, left = list[KeptShares](), list[str](), text, marked
    is_clear = True
    for match in found:
        for item in patterns.item.finditer(marked, *match.span()):
            symbol = names[marked.index(_SHARE, *item.span())]
            counts = [numbers[at] for at in range(*item.span()) if at in numbers]
            is_clear = is_clear and len(counts) <= 1 and all(map(_is_count, counts))
            excluded += [] if counts else [symbol]
            kept += [KeptShares(symbol=symbol, count=each.value) for each in counts if each.value is not None]
        rest, left = (_blank_out(each, *match.span()) for each in (rest, left))
    sells = {names[at] for at, char in enumerate(left) if char == _SHARE}
    if sells and sells <= {each.symbol for each in kept}:
        return None  # "sell all my GOOG but keep 5 GOOG"
    is_of_all = Cue.EVERYTHING in reading.cues or patterns.whole.search(left) is not None
    is_of_one = len(kept) == 1 and not excluded and not sells and Cue.ALL in reading.cues  # "sell all but 10 IBM"
    if not is_of_all and (is_of_one or not (Cue.ALL in reading.cues or patterns.every.search(left))):
        return None
    is_clear = is_clear and is_of_all and not sells and _NUMBER not in left
    return Keeping(tuple(kept), tuple(excluded), rest, is_clear=is_clear)


def with_kept(entities: Entities, keeping: Keeping) -> Entities:
    """Return the entities of the rest of a sale, which is of all others and of what is more than the kept shares.

    A part of each position beside a number that is kept is not guessed.
    """
    is_whole = entities.fraction in {None, _WHOLE} and entities.shares is None and entities.amount is None
    sold_down = tuple(each.symbol for each in keeping.kept)
    if not (keeping.is_clear and is_whole and entities.side is Side.SELL) or len(set(sold_down)) < len(sold_down):
        return replace(
            entities, symbols=sold_down, everything=False, orders=(), each=None, problems=(Problem.KEPT_UNCLEAR,)
        )
    return replace(
        entities, symbols=(), everything=True, kept=keeping.kept, excluded=keeping.excluded, orders=(), each=None
    )


def _is_count(quantity: Quantity) -> bool:
    """Return whether a number is a number of whole shares."""
    return quantity.unit in _COUNTS and quantity.value is not None and not quantity.value % 1


def _mark(text: str, chunks: Sequence[Chunk]) -> tuple[str, dict[int, str], dict[int, Quantity]]:
    """Return the text with marks for its shares and numbers, and these by their places."""
    spans = [(each.start, each.tokens[-1].end, each.instrument) for each in chunks if each.instrument is not None]
    names = {start: instrument.symbol for start, _, instrument in spans}
    numbers = {each.start: each for each in find_quantities(text)}
    for start, end, _ in spans:
        text = text[:start] + _SHARE + _MORE * (end - start - 1) + text[end:]
    for start, quantity in numbers.items():
        end = min([quantity.end, *(name for name in names if start < name < quantity.end)])  # "10 AAPL shares"
        length = len(text[start:end].rstrip())
        text = text[:start] + _NUMBER + _MORE * (length - 1) + text[start + length :]
    return text, names, numbers


def _blank_out(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]
