"""Cut a message into the items and clauses of which the statement of a limit consists."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from typing import Final

from bot.domain.text.tokens import Token, tokenise
from bot.language.lexicon.chunker import Chunk
from bot.language.limits.words import LimitWord, limit_phrases
from bot.language.quantities.context_cues import PARTS
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities

_PARTING: Final = frozenset(".,;!。，；！")
_MEANINGLESS: Final = frozenset(":-–—$€£¥\"'“”‘’()%*_~…")
_PERCENT_PLACES: Final = Decimal("0.01")
_QUESTION_MARKS: Final = frozenset("?？")


@dataclass(frozen=True, slots=True)
class LimitItem:
    """One part of a message: a phrase, a number, the name of a share, or anything else."""

    start: int
    end: int
    word: LimitWord | None = None
    number: Quantity | None = None
    symbol: str | None = None
    is_sign: bool = False  # punctuation, which carries no meaning of its own here
    parts: bool = False  # ends a clause
    asks: bool = False  # a question mark

    @property
    def is_known(self) -> bool:
        """Whether it can be a part of a limit."""
        return bool(self.word or self.number or self.symbol or self.is_sign)


def limit_items(text: str, chunks: Sequence[Chunk]) -> tuple[LimitItem, ...]:
    """Return the items of a normalised message; `chunks` are those of `text`."""
    lowered = text.lower()
    tokens = tokenise(lowered)
    numbers = {each.start: each for each in (*find_quantities(lowered), *_parts(lowered))}
    names = {chunk.start: chunk for chunk in chunks if chunk.instrument is not None}
    return tuple(_items(tokens, numbers, names))


def _parts(text: str) -> Iterator[Quantity]:
    """Yield the fractions in words as percentages: half, a fifth, 三分之一."""
    for pattern, value in PARTS.items():
        for match in pattern.finditer(text):
            percent = (value * 100).quantize(_PERCENT_PLACES, ROUND_FLOOR)
            yield Quantity(percent, None, Unit.PERCENT, is_scaled=False, start=match.start(), end=match.end())


def _items(tokens: Sequence[Token], numbers: dict[int, Quantity], names: dict[int, Chunk]) -> Iterator[LimitItem]:
    words, starts, at = [token.text for token in tokens], [token.start for token in tokens], 0
    while at < len(tokens):
        token = tokens[at]
        phrase, size = limit_phrases().limits.longest_match(words, at) or (None, 1)
        if (name := names.get(token.start)) is not None and name.instrument is not None:
            size = len(name.tokens)
            yield LimitItem(token.start, name.tokens[-1].end, symbol=name.instrument.symbol)
        elif token.start in numbers and (size == 1 or numbers[token.start].end > tokens[at + size - 1].end):
            number = numbers[token.start]
            size = bisect_left(starts, number.end, lo=at) - at
            yield LimitItem(token.start, number.end, number=number)
        elif phrase is not None:
            yield LimitItem(token.start, tokens[at + size - 1].end, word=phrase, parts=phrase is LimitWord.BREAKS)
        else:
            yield _sign(token)
        at += size


def _sign(token: Token) -> LimitItem:
    parts = token.text in _PARTING
    asks = token.text in _QUESTION_MARKS
    is_sign = parts or asks or token.text in _MEANINGLESS
    return LimitItem(token.start, token.end, is_sign=is_sign, parts=parts or asks, asks=asks)


def split_clauses(items: Sequence[LimitItem]) -> Iterator[tuple[LimitItem, ...]]:
    """Yield the clauses of a message, each with the item that ends it."""
    clause: list[LimitItem] = []
    for item in items:
        clause.append(item)
        if item.parts:
            yield tuple(clause)
            clause = []
    if clause:
        yield tuple(clause)
