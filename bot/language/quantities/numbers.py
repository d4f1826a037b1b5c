"""Read a number as people write it: 3,000, 3k, 三千, 1万5, "three thousand"; exactly, or say why not."""

import re
from dataclasses import dataclass
from decimal import Decimal
from math import prod

_MAX_DIGITS = 15  # of the whole part; a quadrillion is no trade
_MAX_EXPONENT = 12
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_PLAIN = re.compile(r"\d*\.?\d+")
_DOTTED = re.compile(r"[1-9]\d{0,2}\.\d\d0")  # "3.000": three, or three thousand where points group digits

HAN_DIGITS = "零〇一二两三四五六七八九"
_HAN_DIGIT = dict(zip(HAN_DIGITS, (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
_HAN_SCALE = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
HAN_SCALES = "".join(_HAN_SCALE)
_AS_HAN = str.maketrans("0123456789", "零一二三四五六七八九")

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
)
_WORDS = {word: value for value, word in enumerate(f"{_ONES} eighteen nineteen".split())} | {
    word: 10 * tens
    for tens, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
_APPROXIMATE = re.compile(r"[一二两三四五六七八九]{2}[十百千万亿]")  # 三五千: three to five thousand
_SCALES = {
    "dozen": 12,
    "hundred": 100,
    "k": 1_000,
    "thousand": 1_000,
    "grand": 1_000,
    "m": 1_000_000,
    "mm": 1_000_000,
    "mn": 1_000_000,
    "million": 1_000_000,
    "b": 1_000_000_000,
    "bn": 1_000_000_000,
    "billion": 1_000_000_000,
}
ENGLISH_WORDS = tuple(_WORDS)
LATIN_SCALES = tuple(_SCALES)


@dataclass(frozen=True, slots=True)
class ParsedNumber:
    """An exact value, or the code of why there is none."""

    value: Decimal | None
    problem: str | None = None  # "not_a_number", "malformed", "too_large"


def read_digits(text: str) -> ParsedNumber:
    """Read Arabic digits with optional thousands separators, decimals and exponent."""
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


def read_han(text: str) -> ParsedNumber:
    """Read Chinese numerals: 三千五百, 两万五 (25,000), 一百."""
    if len(text) > _MAX_DIGITS:
        return ParsedNumber(None, "too_large")
    if _APPROXIMATE.search(text):
        return ParsedNumber(None, "malformed")
    if not any(char in _HAN_SCALE for char in text):
        return ParsedNumber(Decimal(int("".join(str(_HAN_DIGIT[char]) for char in text))))
    return ParsedNumber(Decimal(_han_sections(text)))


def _han_sections(text: str) -> int:
    total, section, digit, last_scale = 0, 0, 0, 1
    for char in text:
        if (scale := _HAN_SCALE.get(char)) is None:
            digit = _HAN_DIGIT[char]
            last_scale = 10 if digit == 0 else last_scale  # 一万零五 is 10,005, not 15,000
        elif scale >= _HAN_SCALE["万"]:
            total = (total + section + digit) * scale if scale > total > 0 else total + (section + digit or 1) * scale
            section, digit, last_scale = 0, 0, scale
        else:
            section += (digit or 1) * scale
            digit, last_scale = 0, scale
    # A last digit without its scale counts in tenths of the scale before it: 两万五 is 25,000.
    return total + section + digit * (last_scale // 10 or 1)


def read_english(text: str) -> ParsedNumber:
    """Read English number words up to the thousands: "three thousand", "two hundred and fifty", "twenty-five"."""
    total, section = 0, 0
    for word in re.split(r"[ -]", text):
        if word in _WORDS:
            section += _WORDS[word]
        elif word in {"dozen", "hundred"}:
            section = (section or 1) * _SCALES[word]
        elif word in _SCALES:
            total, section = total + (section or 1) * _SCALES[word], 0
    return ParsedNumber(Decimal(total + section))


def scaled(number: ParsedNumber, scale: str) -> ParsedNumber:
    """Multiply by what follows the digits: k, million, 千, 万, also 万5 and 万5千."""
    if number.value is None or not scale:
        return number
    if scale in _SCALES:
        return ParsedNumber(number.value * _SCALES[scale])
    head = scale[: len(scale) - len(scale.lstrip(HAN_SCALES))]
    rest = scale[len(head) :].translate(_AS_HAN)
    factor = prod(_HAN_SCALE[char] for char in head)
    if len(rest) == 1:  # 1万5 is 15,000, but 1万5千 too
        return ParsedNumber(number.value * factor + Decimal(_HAN_DIGIT[rest]) * factor / 10)
    return ParsedNumber(number.value * factor + _han_sections(rest))
