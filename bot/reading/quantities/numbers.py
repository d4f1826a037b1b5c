"""Parse numbers as people write them: 3,000, 3k, 三千, 1万5, "three thousand"; exactly, or with the reason why not."""

import re
from dataclasses import dataclass
from decimal import Decimal
from math import prod

from bot.domain.text.number_words import (
    CHINESE_SCALES,
    ENGLISH_SCALES,
    parse_chinese_number,
    parse_english_number,
)

_MAX_DIGITS = 15  # of the whole part; a quadrillion is no trade
_MAX_EXPONENT = 12
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_PLAIN = re.compile(r"\d*\.?\d+")
_DOTTED = re.compile(r"[1-9]\d{0,2}\.\d\d0")  # "3.000": three, or three thousand where points group digits

_ZEROS = "零〇"
_AS_CHINESE = str.maketrans("0123456789", "零一二三四五六七八九")
_ADJACENT_DIGITS = re.compile(r"[一二两三四五六七八九]{2}")  # beside a scale: 三五千, three to five thousand; 两万五五
LATIN_SCALES = {
    "k": 10**3,
    "m": 10**6,
    "mm": 10**6,
    "mn": 10**6,
    "b": 10**9,
    "bn": 10**9,
    **{word: scale for word, scale in ENGLISH_SCALES.items() if word != "trillion"},
}


@dataclass(frozen=True, slots=True)
class ParsedNumber:
    """An exact value, or the code of why there is none."""

    value: Decimal | None
    problem: str | None = None  # "not_a_number", "malformed", "too_large", "too_precise", "negative"


def parse_digits(text: str) -> ParsedNumber:
    """Parse Arabic digits with optional thousands separators, decimals and exponent."""
    if text.endswith(("nan", "inf", "infinity")):
        return ParsedNumber(None, "not_a_number")
    mantissa, _, exponent = text.partition("e")
    if len(exponent.lstrip("+-0")) > 2 or abs(int(exponent or 0)) > _MAX_EXPONENT:  # noqa: PLR2004 - two digits of exponent are more than any amount has
        return ParsedNumber(None, "too_large")
    if not (_GROUPED.fullmatch(mantissa) or _PLAIN.fullmatch(mantissa)) or _DOTTED.fullmatch(mantissa):
        return ParsedNumber(None, "malformed")
    plain = mantissa.replace(",", "")
    whole, _, decimals = plain.partition(".")
    if len(whole.lstrip("0")) > _MAX_DIGITS:
        return ParsedNumber(None, "too_large")
    if len(decimals) > _MAX_DIGITS:
        return ParsedNumber(None, "too_precise")
    return ParsedNumber(Decimal(plain).scaleb(int(exponent or 0)))


def parse_chinese(text: str) -> ParsedNumber:
    """Parse Chinese numerals: 三千五百, 两万五 (25,000), 一百."""
    if len(text) > _MAX_DIGITS:
        return ParsedNumber(None, "too_large")
    is_range = _ADJACENT_DIGITS.fullmatch(text) is not None  # 七八: seven or eight
    if is_range or (_ADJACENT_DIGITS.search(text) and any(char in CHINESE_SCALES for char in text)):
        return ParsedNumber(None, "malformed")
    return ParsedNumber(Decimal(parse_chinese_number(text)))


def parse_english(text: str) -> ParsedNumber:
    """Parse English number words: "three thousand", "two hundred and fifty", "twenty-five"."""
    return ParsedNumber(Decimal(parse_english_number(text)))


def apply_scale(number: ParsedNumber, scale: str) -> ParsedNumber:
    """Return `number` times the scale behind its digits: k, million, 千, 万; also 万5 (1万5 is 15,000) and 万5千."""
    if number.value is None or not scale:
        return number
    if scale in LATIN_SCALES:
        return ParsedNumber(number.value * LATIN_SCALES[scale])
    rest = scale.lstrip("".join(CHINESE_SCALES))
    factor = prod(CHINESE_SCALES[char] for char in scale[: len(scale) - len(rest)])
    rest = rest.translate(_AS_CHINESE)
    if len(rest) == 1:
        return ParsedNumber(number.value * factor + Decimal(parse_chinese_number(rest)) * factor / 10)
    if len(rest.lstrip(_ZEROS)) > 1 and not any(char in CHINESE_SCALES for char in rest):
        return ParsedNumber(None, "malformed")  # 1万五五
    return ParsedNumber(number.value * factor + (parse_chinese_number(rest) if rest else 0))
