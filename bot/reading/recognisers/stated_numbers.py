"""Finds the numbers that a message states, each with what its words can mean: shares, money, a percentage, a part."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Final

from bot.domain.text.tokens import Token, tokenise
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities
from bot.reading.recognisers.numbers import counts_lots, fixed_numbers, read_count, read_money, read_part, read_percent

_READERS: Final = (read_count, read_money, read_percent, read_part)
_MOST_WORDS: Final = 5  # of a number besides its digits, with its unit
_OF_PART: Final = 3
_DECIMALS: Final = 6
_MOST_OF_WORDS: Final = 3  # of a numeral in words, without a unit, that rather counts other things


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A number of a message."""

    start: int
    end: int
    values: frozenset[Decimal]  # what its words can mean, with those beside it
    is_part: bool = False  # "half", 三分之一


@lru_cache(maxsize=64)  # a message is held against several requests
def find_numbers(text: str) -> tuple[StatedNumber, ...]:
    """Return the numbers of a normalised message, in order; those that count days or times are none."""
    tokens = tokenise(text)
    numbers = [
        StatedNumber(each.start, each.end, frozenset(_values_of(text, tokens, each)))
        for each in find_quantities(text.lower())
        if not _is_no_number(text[each.start : each.end].lower(), each)
    ]
    parts = [
        each for each in _in_words(text, tokens) if not any(each.start < n.end and n.start < each.end for n in numbers)
    ]
    return tuple(sorted((*numbers, *parts), key=lambda each: each.start))


def is_stated(value: Decimal, text: str) -> bool:
    """Return whether some words of a message mean a number: "a couple", 仨."""
    spans = (each for each in spans_of(text, _MOST_WORDS) if not _is_within_word(text, each[0]))
    return any(value in _values(text[start:end]) for start, end in spans)


def _is_within_word(text: str, at: int) -> bool:
    """Return whether a digit goes on with a Latin word: "w8"."""
    before = text[at - 1 : at] if at else ""
    return text[at].isdigit() and before.isascii() and before.isalpha()


def _is_no_number(words: str, number: Quantity) -> bool:
    """Return whether words count days, or no more than a word does: "two trades", 两张, "a zero too many"."""
    has_digits = any(each.isdigit() for each in words)
    is_small = number.value is not None and number.value <= _MOST_OF_WORDS and not has_digits
    is_zero = number.value == 0 and not has_digits
    return number.unit is Unit.OTHER or is_zero or (number.unit is Unit.NONE and is_small)


def spans_of(text: str, most: int) -> Iterator[tuple[int, int]]:
    """Yield the begin and the end of each run of at most so many words."""
    tokens = tokenise(text)
    for at, token in enumerate(tokens):
        for last in tokens[at : at + most]:
            yield token.start, last.end


def rounded(value: Decimal) -> Decimal:
    """Return the size of a number, by which it is compared: of a third six digits."""
    return round(abs(value), _DECIMALS)


def states_lots(text: str) -> bool:
    """Return whether a number of a message counts lots of shares."""
    return any(_in_lots(text, tokenise(text), each) is not None for each in find_quantities(text.lower()))


def _in_lots(text: str, tokens: Sequence[Token], number: Quantity) -> Decimal | None:
    """Return how many shares a number with the word behind it counts in lots; None: it counts none."""
    behind = next((each.end for each in tokens if each.start >= number.end), number.end)
    spans = (text[number.start : end].lower() for end in (number.end, behind))
    return next((read_count(each) for each in spans if counts_lots(each)), None)


def _values_of(text: str, tokens: Sequence[Token], number: Quantity) -> Iterator[Decimal]:
    if (shares := _in_lots(text, tokens, number)) is not None:
        yield rounded(shares)
        return
    yield from _values_around(text, tokens, number.start, number.end)
    if number.value is not None and number.unit in {Unit.NONE, Unit.SHARES, Unit.MONEY}:
        yield rounded(number.value)  # "10 KO shares"


def _values_around(text: str, tokens: Sequence[Token], start: int, end: int) -> Iterator[Decimal]:
    """Yield what the words mean that hold a number."""
    first = next(at for at, each in enumerate(tokens) if each.end > start)
    last = next(at for at in range(len(tokens) - 1, -1, -1) if tokens[at].start < end)
    for begin in range(max(0, first - _MOST_WORDS), first + 1):
        for stop in range(last, min(len(tokens), last + _MOST_WORDS)):
            yield from _values(text[tokens[begin].start : tokens[stop].end])
    yield from _values(text[start:end])


@lru_cache(maxsize=4096)  # the same few words are looked at from each number near them
def _values(words: str) -> frozenset[Decimal]:
    """Return what words mean: of a part also what is left, and the whole with it ("a third less", "a third more")."""
    found: set[Decimal] = set()
    for read in _READERS:
        if (value := read(words)) is None:
            continue
        found.add(rounded(value))
        if read in {read_percent, read_part} and 0 < value < 1:
            found |= {rounded(1 - value), rounded(1 + value), rounded(value * 100)}
    return frozenset(found)


def _in_words(text: str, tokens: Sequence[Token]) -> Iterator[StatedNumber]:
    """Yield the parts and numbers that are words, the longest at each place: "half", "a third of it", "a couple"."""
    behind = 0
    for start, end in sorted(spans_of(text, _OF_PART), key=lambda each: (each[0], -each[1])):
        if start < behind:
            continue
        fixed, part = fixed_numbers().get(text[start:end].lower()), read_part(text[start:end])
        if fixed is not None and fixed > 1:
            yield StatedNumber(start, end, frozenset({fixed}))
        elif part is not None and 0 < part < 1:
            yield StatedNumber(start, end, frozenset(_values_around(text, tokens, start, end)), is_part=True)
        else:
            continue
        behind = end
