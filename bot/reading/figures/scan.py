"""Cuts a message into what a question for figures consists of: names, times, numbers and phrases."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from rapidfuzz.distance import OSA

from bot.domain.figures.query import When
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.number_words import ENGLISH_NUMERALS, parse_chinese_number
from bot.domain.text.tokens import Token, tokenise
from bot.reading.figures.vocabulary import Meaning, correctable_words, known_words, vocabulary
from bot.reading.names.finder import Chunk, Chunker
from bot.reading.names.misspelt import ordinary_words
from bot.reading.times.finder import times_at_tokens

_SIGNS: Final = frozenset("?!,.;:'\"()…-/&~<>，。？！、；：“”（）《》")
_ENDINGS: Final = frozenset({"'s", "'re", "'ve", "'m"})
_PERCENT: Final = frozenset({"%", "percent", "pct"})
_CHINESE_PERCENT: Final = ("百", "分", "之")
_POINTS: Final = ("个", "点")
_CHINESE_DIGITS: Final = "一两二三四五六七八九十"


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a message names."""

    value: Decimal
    is_percent: bool = False


@dataclass(frozen=True, slots=True)
class MessagePart:
    """One part of a message: exactly one of the fields is set, or none (a sign)."""

    symbol: str | None = None
    when: When | None = None
    number: Number | None = None
    meaning: Meaning | None = None
    is_question_mark: bool = False
    typed: str = ""  # of a phrase


@dataclass(frozen=True, slots=True)
class _Candidate:
    part: MessagePart
    size: int  # tokens


def scan(text: str, *, instruments: InstrumentTable, today: date) -> tuple[MessagePart, ...] | None:
    """Return the parts of a normalised message, in order; None: it has a word that is none of them."""
    tokens = tokenise(text)
    shares = {chunk.start: chunk for chunk in Chunker(text, instruments).chunks() if chunk.names_something}
    words, times = _corrected(tokens, shares), times_at_tokens(text, tokens, today=today)
    rest: dict[int, tuple[MessagePart, ...]] = {len(words): ()}  # the parts from a word on, where it can be read on
    for at in reversed(range(len(words))):
        found = [each for each in _candidates(words, tokens, at, shares, times) if at + each.size in rest]
        if found:
            longest = max(found, key=lambda each: each.size)
            rest[at] = (longest.part, *rest[at + longest.size])
    return rest.get(0)


def _candidates(
    words: Sequence[str],
    tokens: Sequence[Token],
    at: int,
    shares: dict[int, Chunk],
    times: Mapping[int, tuple[When, int]],
) -> Iterator[_Candidate]:
    """Yield what may begin at a word; of equally long ones the first is meant."""
    chunk = shares.get(tokens[at].start)
    phrases = tuple(vocabulary().matches(words, at))
    if chunk is not None and chunk.instrument is not None and not (chunk.is_misspelt and phrases):
        yield _Candidate(MessagePart(symbol=chunk.instrument.symbol), len(chunk.tokens))
    for meaning, size in phrases:
        typed = (" " if words[at].isascii() else "").join(words[at : at + size])
        yield _Candidate(MessagePart(meaning=meaning, typed=typed), size)
    if (time := times.get(at)) is not None:
        yield _Candidate(MessagePart(when=time[0]), time[1])
    if number := read_number(words, at):
        yield number
    if words[at] in _SIGNS or words[at] in _ENDINGS:
        yield _Candidate(MessagePart(is_question_mark=words[at] in {"?", "？"}), 1)


def read_number(words: Sequence[str], at: int) -> _Candidate | None:
    """Read "2", "2.5 %", "two percent", 百分之二, 2个点."""
    if tuple(words[at : at + 3]) == _CHINESE_PERCENT:
        number = _plain_number(words, at + 3)
        return (
            None
            if number is None
            else _Candidate(MessagePart(number=Number(number[0], is_percent=True)), 3 + number[1])
        )
    start = at + (words[at] == "$" and at + 1 < len(words))
    number = _plain_number(words, start)
    if number is None:
        return None
    behind = start + number[1]
    percent = 1 if behind < len(words) and words[behind] in _PERCENT else 0
    percent = 2 if tuple(words[behind : behind + 2]) in {_POINTS, ("per", "cent")} else percent
    return _Candidate(MessagePart(number=Number(number[0], is_percent=bool(percent))), behind + percent - at)


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


def _corrected(tokens: Sequence[Token], shares: dict[int, Chunk]) -> list[str]:
    """Return the words; one that is no word of any list and near one of the measures' names stands for that."""
    named = {token.start for chunk in shares.values() if chunk.instrument for token in chunk.tokens}
    return [token.text if token.start in named else _corrected_word(token) for token in tokens]


def _corrected_word(token: Token) -> str:
    word = token.text
    if not token.is_word or len(word) < 5 or word in known_words() or word in ordinary_words():  # noqa: PLR2004
        return word
    near = [
        each for each in correctable_words() if each[0] == word[0] and OSA.distance(word, each, score_cutoff=1) <= 1
    ]
    return near[0] if len(near) == 1 else word
