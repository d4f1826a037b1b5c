"""Bind each price move of a message to the shares that it is stated of: "AAPL drops 10 % and IBM rises 5 %"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.conversation.requests.suppositions import StatedMove
from bot.language.lexicon.chunker import Chunk
from bot.language.questions.move_words import NAME, move_patterns

_FIRST: Final = 0xE000  # of the private characters that stand for names
_MAX_NAMES: Final = 0x0FFF
_NAMES = re.compile(NAME)
# From the number of a move to the share behind it: "a 10 % drop in AAPL".
_OF_SHARE_BEHIND = re.compile(r"[^\d,.;，。]{0,24}?\b(?:in|of|for|on) (?:the |my |our )?(?:price of |shares of )?")


# Between the last name and a move: it is of all that were named before.
_ALL_BEFORE = re.compile(r"\b(?:both|all|each)\b|[都各]")


@dataclass(frozen=True, slots=True)
class PlacedMove:
    """A move, and where its number stands in the text."""

    move: StatedMove
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Names:
    symbols: tuple[str, ...]  # that move alike: "IBM and GOOG"
    start: int
    end: int


def with_placeholders(text: str, chunks: Sequence[Chunk]) -> tuple[str, tuple[str, ...]]:
    """Return `text` with a private character in place of each name of a share, and the shares in their order."""
    parts: list[str] = []
    symbols: list[str] = []
    at = 0
    for chunk in chunks:
        if chunk.instrument is not None and len(symbols) < _MAX_NAMES:
            parts += [text[at : chunk.start], f" {chr(_FIRST + len(symbols))} "]
            symbols.append(chunk.instrument.symbol)
            at = chunk.tokens[-1].end
    return "".join((*parts, text[at:])), tuple(symbols)


def bind_moves(text: str, moves: Sequence[PlacedMove], symbols: Sequence[str]) -> Iterator[StatedMove]:
    """Yield each move for each share it is stated of; of no share where none is named.

    Args:
        text: In which `moves` were found, with placeholders for names.
        moves: In their order.
        symbols: The shares that the placeholders stand for.
    """
    groups = tuple(_groups(text, symbols))
    for placed in sorted(moves, key=lambda each: each.start):
        for symbol in _symbols_of(text, placed, groups):
            yield replace(placed.move, symbol=symbol)


def _groups(text: str, symbols: Sequence[str]) -> Iterator[_Names]:
    group: _Names | None = None
    for match, symbol in zip(_NAMES.finditer(text), symbols, strict=False):
        if group is not None and move_patterns().joiners.fullmatch(text, group.end, match.start()):
            group = _Names(tuple(dict.fromkeys((*group.symbols, symbol))), group.start, match.end())
            continue
        if group is not None:
            yield group
        group = _Names((symbol,), match.start(), match.end())
    if group is not None:
        yield group


def _symbols_of(text: str, placed: PlacedMove, groups: Sequence[_Names]) -> tuple[str | None, ...]:
    """Return the shares of the group that stands nearest before the move; "in" or "of" binds the one behind it."""
    before = next((each for each in reversed(groups) if each.end <= placed.start), None)
    behind = next((each for each in groups if each.start >= placed.end), None)
    if before is not None and _ALL_BEFORE.search(text, before.end, placed.start):
        return tuple(dict.fromkeys(symbol for each in groups if each.end <= placed.start for symbol in each.symbols))
    if behind is not None and (before is None or _OF_SHARE_BEHIND.fullmatch(text, placed.end, behind.start)):
        return behind.symbols
    return before.symbols if before is not None else (None,)
