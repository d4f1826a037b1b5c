"""Cuts a message into what a claim consists of: phrases, shares, numbers and times, clause by clause."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Final

from bot.domain.figures.query import When
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.number_words import ENGLISH_NUMERALS, parse_chinese_number
from bot.domain.text.tokens import Token, tokenise
from bot.reading.claims.vocabulary import ClaimPart, Word, claim_words
from bot.reading.names.finder import Chunk, Chunker
from bot.reading.times.finder import times_at_tokens

_ENDINGS: Final = frozenset({"'s", "'re", "'ve", "'d", "'ll"})  # "it's", "margins've"
_ENDING: Final = Word(ClaimPart.FILLER, "ending")
_PERCENT: Final = frozenset({("%",), ("percent",), ("pct",), ("per", "cent"), ("个", "点")})
_CHINESE_PERCENT: Final = ("百", "分", "之")
_CHINESE_DIGITS: Final = "一两二三四五六七八九十"


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a message names."""

    value: Decimal
    is_percent: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a message: exactly one of the fields is set; none: a word that stands in no list."""

    word: Word | None = None
    symbol: str | None = None
    number: Number | None = None
    when: When | None = None
    typed: str = ""

    def says(self, part: ClaimPart, *values: str) -> bool:
        """Return whether it is a phrase of `part`, and of one of the lists, if any are named."""
        return self.word is not None and self.word.part is part and (not values or self.word.value in values)

    @property
    def is_unknown(self) -> bool:
        """Whether it is a word that stands in no list."""
        return self.word is None and self.symbol is None and self.number is None and self.when is None


def scan_clauses(text: str, *, instruments: InstrumentTable, today: date) -> tuple[tuple[Piece, ...], ...]:
    """Return the pieces of each clause of a normalised message; other signs are left out."""
    clauses: list[list[Piece]] = [[]]
    for piece in _pieces(tokenise(text), text, instruments, today):
        if piece.says(ClaimPart.FILLER, "join"):
            clauses.append([])
            continue
        if piece.says(ClaimPart.OPENING):
            clauses.append([])
        clauses[-1].append(piece)
    return tuple(tuple(each) for each in clauses if each)


def _pieces(tokens: Sequence[Token], text: str, instruments: InstrumentTable, today: date) -> Iterator[Piece]:
    words = [token.text for token in tokens]
    shares = {chunk.start: chunk for chunk in Chunker(text, instruments).chunks() if _is_share(chunk)}
    times, at = times_at_tokens(text, tokens, today=today), 0
    while at < len(words):
        found = max(_candidates(words, tokens[at], at, shares, times), key=lambda each: each[1], default=None)
        size = found[1] if found is not None else 1
        typed = text[tokens[at].start : tokens[at + size - 1].end]
        if found is not None:
            yield replace(found[0], typed=typed)
        elif words[at] in _ENDINGS:
            yield Piece(word=_ENDING)
        elif tokens[at].is_word or tokens[at].is_han or words[at].isdecimal():
            yield Piece(typed=typed)
        at += size


def _is_share(chunk: Chunk) -> bool:
    return chunk.instrument is not None and not chunk.is_misspelt


def _candidates(
    words: Sequence[str], token: Token, at: int, shares: dict[int, Chunk], times: Mapping[int, tuple[When, int]]
) -> Iterator[tuple[Piece, int]]:
    """Yield what may begin at a word, with its number of words; of equally long ones the first is meant."""
    if (phrase := claim_words().longest_match(words, at)) is not None:
        yield Piece(word=phrase[0]), phrase[1]
    chunk = shares.get(token.start)
    if chunk is not None and chunk.instrument is not None:
        yield Piece(symbol=chunk.instrument.symbol), len(chunk.tokens)
    if (time := times.get(at)) is not None:
        yield Piece(when=time[0]), time[1]
    if (number := _read_number(words, at)) is not None:
        yield Piece(number=number[0]), number[1]


def _read_number(words: Sequence[str], at: int) -> tuple[Number, int] | None:
    """Read "2", "2.5 %", "two percent", 百分之二, 2个点; return it with its number of words."""
    if tuple(words[at : at + 3]) == _CHINESE_PERCENT:
        part = _plain_number(words, at + 3)
        return None if part is None else (Number(part[0], is_percent=True), 3 + part[1])
    start = at + (words[at] == "$")
    if (plain := _plain_number(words, start)) is None:
        return None
    behind = start + plain[1]
    percent = next((size for size in (1, 2) if tuple(words[behind : behind + size]) in _PERCENT), 0)
    return Number(plain[0], is_percent=percent > 0), behind + percent - at


def _plain_number(words: Sequence[str], at: int) -> tuple[Decimal, int] | None:
    word = words[at] if at < len(words) else ""
    if word in ENGLISH_NUMERALS:
        return Decimal(ENGLISH_NUMERALS[word]), 1
    if word and word in _CHINESE_DIGITS:
        return Decimal(parse_chinese_number(word)), 1
    if not (word.isascii() and word.isdecimal()):
        return None
    if words[at + 1 : at + 2] == ["."] and words[at + 2 : at + 3] and words[at + 2].isdecimal():
        return Decimal(f"{word}.{words[at + 2]}"), 3
    return Decimal(word), 1
