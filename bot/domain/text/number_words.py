"""Parses numbers in words: English ("two hundred and fifty") and Chinese (三千五百, 两万五)."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ENGLISH_NUMERALS: Final[Mapping[str, int]] = MappingProxyType(
    {word: value for value, word in enumerate(_ONES)}
    | {word: value for value, word in zip(range(20, 100, 10), _TENS, strict=True)}
)
ENGLISH_SCALES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "dozen": 12,
        "hundred": 100,
        "thousand": 10**3,
        "grand": 10**3,
        "million": 10**6,
        "billion": 10**9,
        "trillion": 10**12,
    }
)
CHINESE_DIGITS: Final = "零〇一二两三四五六七八九"
CHINESE_SCALES: Final[Mapping[str, int]] = MappingProxyType(
    {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
)
CHINESE_NUMERALS: Final = CHINESE_DIGITS + "".join(CHINESE_SCALES)
_DIGIT_VALUES: Final = dict(zip(CHINESE_DIGITS, (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
_THOUSAND: Final = 1_000
_MYRIAD: Final = 10_000


def parse_english_number(words: str) -> int:
    """Return the value of English number words, separated by spaces or hyphens, in any case; ignore other words."""
    total = section = 0
    for word in re.split(r"[\s-]+", words.lower()):
        scale = ENGLISH_SCALES.get(word, 0)
        if scale >= _THOUSAND:
            total, section = total + (section or 1) * scale, 0
        elif scale:
            section = (section or 1) * scale
        else:
            section += ENGLISH_NUMERALS.get(word, 0)
    return total + section


def parse_chinese_number(characters: str) -> int:
    """Return the value of at least one Chinese numeral.

    Without a scale, digits are read one by one: 二〇一三. A last digit without its scale counts tenths of the previous
    scale: 两万五 is 25,000; but 一万零五 is 10,005.

    Raises: KeyError: a character is not in `CHINESE_NUMERALS`.
    """
    if not any(character in CHINESE_SCALES for character in characters):
        return int("".join(str(_DIGIT_VALUES[character]) for character in characters))
    total, section, digit, last_scale = 0, 0, 0, 1
    for character in characters:
        if (scale := CHINESE_SCALES.get(character)) is None:
            digit = _DIGIT_VALUES[character]
            last_scale = 10 if digit == 0 else last_scale
        elif scale >= _MYRIAD:
            total = (total + section + digit) * scale if scale > total > 0 else total + (section + digit or 1) * scale
            section, digit, last_scale = 0, 0, scale
        else:
            section += (digit or 1) * scale
            digit, last_scale = 0, scale
    return total + section + digit * (last_scale // 10 or 1)
