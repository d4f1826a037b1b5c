"""Figures written out in words, "thirty-five times earnings" and "三成", where it is plain what they count.

A number in words alone is no figure ("one of these days"): it needs percent, a multiple, or an amount of money.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

_ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL: Final = {
    **{word: value for value, word in enumerate(_ONES)},
    **{word: value for value, word in zip(range(20, 100, 10), _TENS, strict=True)},
}
_LARGE: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_LONGEST: Final = 12  # words of one number
_LEAST_TIMES: Final = 10  # fewer times, of nothing named, are a count: "it beat estimates four times"

_small = "|".join(sorted(_SMALL, key=len, reverse=True))
_WORD: Final = rf"(?:{_small}|hundred|{'|'.join(_LARGE)})"
_BEGUN: Final = rf"(?:{_small}|a[\s-](?:hundred|{'|'.join(_LARGE)}))"  # "5 million" is in digits
_ENGLISH: Final = rf"{_BEGUN}(?:[\s-]+(?:and\s+)?{_WORD}){{0,{_LONGEST}}}"
_OF: Final = (
    r"(?:\s(?:its|the|their|forward|trailing|expected|annual))*\s(?:earnings|sales|profits?|revenues?|book|cash)"
)
_IN_ENGLISH: Final = re.compile(
    rf"""\b(?P<number>{_ENGLISH})(?:
    (?P<percent>[\s-](?:per\s?cent|percentage\spoints?)\b)
    |(?P<of>\stimes{_OF}\b)
    |(?P<times>[\s-]?fold\b|\stimes\b)
    |(?P<money>\s(?:US\s)?dollars?\b)
    |(?P<none>(?<=illion)\b)
    )""",
    re.VERBOSE | re.IGNORECASE,
)

_DIGITS: Final = {**{digit: value for value, digit in enumerate("零一二三四五六七八九")}, "〇": 0, "两": 2}
_PLACES: Final = {"十": 10, "百": 100, "千": 1_000}
_MYRIADS: Final = {"万": 10**4, "亿": 10**8}
_FIRST: Final = r"(?<![0-9.,零〇一二两三四五六七八九十百千万亿点])(?<![0-9]\s)(?=[一二两三四五六七八九十])"
_CHINESE: Final = r"[零〇一二两三四五六七八九十百千万亿]{1,16}(?:点[零〇一二三四五六七八九]{1,6}(?:万亿|[万亿])?)?"
_NO_TENTHS: Final = r"(?![为长本交功立分份员就熟果不绩])"  # "成" as the beginning of another word
_IN_CHINESE: Final = re.compile(
    rf"""百分之(?P<of_hundred>{_CHINESE})
    |{_FIRST}(?P<tenths>[一二两三四五六七八九])成(?P<more>[一二三四五六七八九半])?{_NO_TENTHS}
    |{_FIRST}(?P<number>{_CHINESE})(?:
        (?P<percent>个百分点)|(?P<times>倍)|(?P<money>美元|美金|港元|元(?![化素件宇旦]))|(?P<none>(?<=亿)))""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """One figure in words."""

    start: int  # in the text
    written: str
    value: Decimal
    is_percent: bool = False


def find_written_numbers(text: str) -> Iterator[WrittenNumber]:
    """Yield the figures that `text` states in words, English ones first."""
    for found in _IN_ENGLISH.finditer(text):
        value = Decimal(_english(found["number"]))
        if not found["times"] or value >= _LEAST_TIMES:
            yield WrittenNumber(found.start(), found.group(), value, is_percent=bool(found["percent"]))
    for found in _IN_CHINESE.finditer(text):
        value = _tenths(found) if found["tenths"] else _chinese(found["of_hundred"] or found["number"])
        if not (found["times"] or found["money"]) or value > 1:
            is_percent = bool(found["of_hundred"] or found["tenths"] or found["percent"])
            yield WrittenNumber(found.start(), found.group(), value, is_percent=is_percent)


def _english(words: str) -> int:
    whole = part = 0
    for word in re.split(r"[\s-]+", words.lower()):
        if word in _LARGE:
            whole, part = whole + max(part, 1) * _LARGE[word], 0
        elif word == "hundred":
            part = max(part, 1) * 100
        else:
            part += _SMALL.get(word, 0)  # "a", "and"
    return whole + part


def _tenths(found: re.Match[str]) -> Decimal:
    more = found["more"]
    return Decimal(_DIGITS[found["tenths"]] * 10 + (5 if more == "半" else _DIGITS.get(more, 0)))


def _chinese(characters: str) -> Decimal:
    before, _, after = characters.partition("点")
    fraction = "".join(str(_DIGITS[character]) for character in after if character in _DIGITS)
    value = Decimal(f"{_whole(before)}.{fraction}" if fraction else _whole(before))
    for character in after:
        value *= _MYRIADS.get(character, 1)
    return value


def _whole(characters: str) -> int:
    whole = part = digit = 0
    for character in characters:
        if character in _DIGITS:
            digit = _DIGITS[character]
        elif character in _PLACES:
            part, digit = part + (digit or 1) * _PLACES[character], 0
        else:  # 万亿 multiplies all that stands before it
            whole, part, digit = (whole + (part + digit or not whole)) * _MYRIADS[character], 0, 0
    return whole + part + digit
