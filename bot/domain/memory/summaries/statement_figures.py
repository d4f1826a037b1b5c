"""Whether every figure of a statement is in the text that it was made of, in digits or words, English or Chinese."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Final

from bot.domain.text.loose_figures import find_loose_figures
from bot.domain.text.normalise import normalise
from bot.domain.text.number_words import (
    CHINESE_NUMERALS,
    ENGLISH_NUMERALS,
    ENGLISH_SCALES,
    parse_chinese_number,
    parse_english_number,
)

_SCALES: Final[Mapping[str, int]] = {
    **{word: scale for word, scale in ENGLISH_SCALES.items() if word != "dozen"},
    "k": 10**3,
    "m": 10**6,
    "mn": 10**6,
    "b": 10**9,
    "bn": 10**9,
    "百": 10**2,
    "千": 10**3,
    "万": 10**4,
    "百万": 10**6,
    "千万": 10**7,
    "亿": 10**8,
}
_SCALE: Final = "|".join(sorted(_SCALES, key=len, reverse=True))
_DIGITS: Final = re.compile(
    rf"(?P<digits>[0-9]+(?:,[0-9]{{3}})*(?:\.[0-9]+)?)(?:[ -]?(?P<scale>{_SCALE})(?![a-z]))?", re.IGNORECASE
)
_NUMERAL: Final = "|".join([*ENGLISH_NUMERALS, *ENGLISH_SCALES])
_ENGLISH_NUMBER: Final = re.compile(rf"\b(?:{_NUMERAL})(?:(?:[\s-]|\sand\s)(?:{_NUMERAL}))*\b", re.IGNORECASE)
_CHINESE_NUMBER: Final = re.compile(f"[{CHINESE_NUMERALS}]+")
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"),
    "December",
)


def has_only_figures_of(text: str, source: str, *, days: Iterable[date]) -> bool:
    """Return whether every figure and number word of `text` is in `source`, or is one of the dates `days`.

    The value counts, not how it is written: 3k, 3,000, 三千 and "three thousand" are one. What is no number by itself
    ("half", 翻倍) has to be in the source as it is.
    """
    source = normalise(source)
    text = without_dates(normalise(text), days)
    values = {_value(found) for found in _DIGITS.finditer(source)} | _word_values(source)
    if any(_value(found) not in values for found in _DIGITS.finditer(text)):
        return False
    words = (each.written for each in find_loose_figures(text) if not re.search("[0-9]", each.written))
    return all(word.casefold() in source.casefold() or _word_values(word) & values for word in words)


def without_dates(text: str, days: Iterable[date]) -> str:
    """Return `text` without the dates `days`, in English or Chinese, and without the names of their months."""
    for day in days:
        names = "|".join((_MONTHS[day.month - 1], _MONTHS[day.month - 1][:3]))
        english = (
            rf"\b(?:(?:{names})\b\.?(?: 0?{day.day}(?:st|nd|rd|th)?\b)?|0?{day.day} (?:{names})\b)(?:,? {day.year}\b)?"
        )
        chinese = rf"(?<![0-9])(?:{day.year}年)?{day.month}月{day.day}日"
        text = re.sub(rf"{english}|{chinese}|{day.isoformat()}", "", text)
    return text


def _word_values(text: str) -> set[Decimal]:
    english = {Decimal(parse_english_number(found.group())) for found in _ENGLISH_NUMBER.finditer(text)}
    return english | {Decimal(parse_chinese_number(found.group())) for found in _CHINESE_NUMBER.finditer(text)}


def _value(found: re.Match[str]) -> Decimal:
    """Return the value of a number in digits: "3k" is 3,000 and no 3."""
    scale = found["scale"]
    return Decimal(found["digits"].replace(",", "")) * (_SCALES[scale.lower()] if scale else 1)
