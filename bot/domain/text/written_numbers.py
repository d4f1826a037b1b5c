"""Finds figures written in words, such as "thirty-five times earnings" and "三成".

A number in words alone is no figure ("one of these days"): it must be a percentage, a multiple or an amount of money.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import prod
from typing import Final

from bot.domain.text.number_words import (
    CHINESE_NUMERALS,
    CHINESE_SCALES,
    ENGLISH_NUMERALS,
    parse_chinese_number,
    parse_english_number,
)

_LARGE: Final = ("thousand", "million", "billion", "trillion")
_MAX_WORDS: Final = 12  # after the first word of one number
_MIN_TIMES: Final = 10  # fewer times, without a metric, are a count: "it beat estimates four times"

_small = "|".join(sorted(ENGLISH_NUMERALS, key=len, reverse=True))
_WORD: Final = rf"(?:{_small}|hundred|{'|'.join(_LARGE)})"
_BEGUN: Final = rf"(?:{_small}|a[\s-](?:hundred|{'|'.join(_LARGE)}))"  # first words; "5 million" is found as digits
_ENGLISH: Final = rf"{_BEGUN}(?:[\s-]+(?:and\s+)?{_WORD}){{0,{_MAX_WORDS}}}"
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

_MYRIADS: Final = "万亿"
_FIRST: Final = rf"(?<![0-9.,{CHINESE_NUMERALS}点])(?<![0-9]\s)(?=[一二两三四五六七八九十])"
_CHINESE: Final = rf"[{CHINESE_NUMERALS}]{{1,16}}(?:点[零〇一二三四五六七八九]{{1,6}}(?:万亿|[{_MYRIADS}])?)?"
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

    start: int  # offset in the text
    written: str
    value: Decimal
    is_percent: bool = False


def find_written_numbers(text: str) -> Iterator[WrittenNumber]:
    """Yield the figures that `text` states in words, English ones first."""
    for found in _IN_ENGLISH.finditer(text):
        value = Decimal(parse_english_number(found["number"]))
        if not found["times"] or value >= _MIN_TIMES:
            yield WrittenNumber(found.start(), found.group(), value, is_percent=bool(found["percent"]))
    for found in _IN_CHINESE.finditer(text):
        value = _tenths(found) if found["tenths"] else _chinese(found["of_hundred"] or found["number"])
        if not (found["times"] or found["money"]) or value > 1:
            is_percent = bool(found["of_hundred"] or found["tenths"] or found["percent"])
            yield WrittenNumber(found.start(), found.group(), value, is_percent=is_percent)


def _tenths(found: re.Match[str]) -> Decimal:
    more = found["more"] or "零"
    return Decimal(parse_chinese_number(found["tenths"]) * 10 + (5 if more == "半" else parse_chinese_number(more)))


def _chinese(characters: str) -> Decimal:
    whole, _, after = characters.partition("点")
    decimals = after.rstrip(_MYRIADS)
    value = Decimal(parse_chinese_number(whole))
    if decimals:
        value += Decimal(parse_chinese_number(decimals)).scaleb(-len(decimals))
    return value * prod(CHINESE_SCALES[character] for character in after[len(decimals) :])
