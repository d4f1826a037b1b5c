"""Numbers of a text as people write them, exactly or not at all, and what they count: 3,000, 3k, 三千股, 27块5毛."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from functools import cache, lru_cache, partial
from math import prod
from typing import Final

from bot.domain.text.number_words import (
    CHINESE_DIGITS,
    CHINESE_NUMERALS,
    CHINESE_SCALES,
    ENGLISH_NUMERALS,
    ENGLISH_SCALES,
    parse_chinese_number,
    parse_english_number,
)
from bot.reading.word_tables import either, read_lists

_MAX_DIGITS: Final = 15  # of the whole part; a quadrillion is no trade
_MAX_EXPONENT: Final = 12
_ZEROS: Final = "零〇"
_SCALES: Final = "".join(CHINESE_SCALES)
_LATIN_SCALES: Final = {
    "k": 10**3,
    "m": 10**6,
    "mm": 10**6,
    "mn": 10**6,
    "b": 10**9,
    "bn": 10**9,
    **{word: scale for word, scale in ENGLISH_SCALES.items() if word != "trillion"},
}
BARE_SCALES: Final = ("dozen", "hundred", "thousand", "grand", "million")
_either = partial(either, stands_alone=True)
_SMALL: Final = _either(word for word, value in ENGLISH_NUMERALS.items() if value < 20)  # noqa: PLR2004
_TENS: Final = _either(word for word, value in ENGLISH_NUMERALS.items() if value >= 20)  # noqa: PLR2004
_BELOW_100: Final = rf"(?:(?:{_TENS})(?:[ -](?:{_SMALL}))?|(?:{_SMALL}))"
_BELOW_1000: Final = rf"(?:(?:{_BELOW_100}|an?)[ -](?:hundred|dozen)\b(?:(?: and)? {_BELOW_100})?|{_BELOW_100})"
_GROUP: Final = rf"(?:{_BELOW_1000}|an?)[ -](?:thousand|grand|million|billion|trillion)\b"
NUMBER: Final = re.compile(
    rf"(?<![a-z0-9_.{_SCALES}])(?<!\d,)"
    r"(?P<digits>(?:\d(?:[\d,]*\d)?(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?|(?:nan|infinity|inf)(?![a-z]))"
    rf"(?: ?(?P<scale>[{_SCALES}]+(?:[1-9{CHINESE_DIGITS}](?![0-9.,])[{_SCALES}]*)*|(?:{_either(_LATIN_SCALES)})))?"
    rf"|(?P<chinese>[{CHINESE_NUMERALS}]+)"
    rf"|(?<![a-z])(?P<english>{_GROUP}(?:(?: and|,)? {_GROUP})*(?:(?: and|,)? {_BELOW_1000})?"
    rf"|{_BELOW_1000}|(?:{'|'.join(BARE_SCALES)})\b)"
)
_GROUPED: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_PLAIN: Final = re.compile(r"\d*\.?\d+")
_DOTTED: Final = re.compile(r"[1-9]\d{0,2}\.\d\d0")  # "3.000": three, or three thousand where points group digits
_AS_CHINESE: Final = str.maketrans("0123456789", "零一二三四五六七八九")
_ADJACENT_DIGITS: Final = re.compile(r"[一二两三四五六七八九]{2}")  # beside a scale: 三五千, three to five thousand
_MONEY_DIGIT: Final = rf"[0-9{CHINESE_DIGITS}]"
_AS_ARABIC: Final = str.maketrans(CHINESE_DIGITS, "001223456789")
# Without a word for the part, a digit counts tenths only where nothing follows that it may count: not in 27块5股.
_NOTHING_COUNTED: Final = (
    r"(?=\s*(?:$|[,.;:!?~)(\]。，；：！？、）（]"
    r"|以下|以上|之下|之上|左右|附近|以内|或|和|的|了|时|就|再|吧|呢|钱|提醒|告诉|通知|叫|喊|说|给我|跟我|请|麻烦|买|卖|改|换|调|涨|跌|升|降|止损|止盈"
    rf"|[到至]\s*(?:\d[\d.]*|{_MONEY_DIGIT}+)[块元刀美]))(?!\.\d)"
)
_MONEY_PART: Final = re.compile(
    rf"""(?P<tenths>{_MONEY_DIGIT})[毛角](?:(?P<hundredths>{_MONEY_DIGIT})分?(?![0-9.股])|(?!{_MONEY_DIGIT}))钱?
       | (?P<cents>[0-9]{{1,2}}|{_MONEY_DIGIT})(?:美分|分(?![析钟之成批红]))
       | (?P<half>半){_NOTHING_COUNTED}
       | (?P<bare>{_MONEY_DIGIT}{{1,2}}){_NOTHING_COUNTED}""",
    re.VERBOSE,
)


def parse_number(text: str) -> Decimal | None:
    """Return the number that a text in small letters is, whole, without a unit; None: it is none, or not clear."""
    match = NUMBER.fullmatch(text)
    return None if match is None or text in BARE_SCALES or is_bare_scale(text) else parse_match(match)


def parse_match(match: re.Match[str]) -> Decimal | None:
    """Return the number that was found by `NUMBER`; None: it is malformed, or too large or precise for any amount."""
    if match["chinese"]:
        return _parse_chinese(match["chinese"])
    if match["english"]:
        return Decimal(parse_english_number(match["english"].replace(",", "")))
    number = _parse_digits(match["digits"])
    return number if number is None or not match["scale"] else _scaled(number, match["scale"])


def is_bare_scale(numeral: str) -> bool:
    """Return whether Chinese numerals name no number: 千万别买 is "by no means buy"."""
    return all(char in CHINESE_SCALES for char in numeral) and not numeral.startswith("十")


def _parse_digits(text: str) -> Decimal | None:
    """Parse Arabic digits with optional thousands separators, decimals and exponent."""
    mantissa, _, exponent = text.partition("e")
    if len(exponent.lstrip("+-0")) > 2 or abs(int(exponent or 0)) > _MAX_EXPONENT:  # noqa: PLR2004 - two digits of exponent are more than any amount has
        return None
    if not (_GROUPED.fullmatch(mantissa) or _PLAIN.fullmatch(mantissa)) or _DOTTED.fullmatch(mantissa):
        return None
    whole, _, decimals = mantissa.replace(",", "").partition(".")
    if len(whole.lstrip("0")) > _MAX_DIGITS or len(decimals) > _MAX_DIGITS:
        return None
    return Decimal(f"{whole}.{decimals}").scaleb(int(exponent or 0))


def _parse_chinese(text: str) -> Decimal | None:
    """Parse Chinese numerals: 三千五百, 两万五 (25,000), 一百."""
    is_range = _ADJACENT_DIGITS.fullmatch(text) is not None  # 七八: seven or eight
    is_range = is_range or (_ADJACENT_DIGITS.search(text) is not None and any(char in CHINESE_SCALES for char in text))
    return None if is_range or len(text) > _MAX_DIGITS else Decimal(parse_chinese_number(text))


def _scaled(number: Decimal, scale: str) -> Decimal | None:
    """Return `number` times the scale behind its digits: k, million, 千, 万; also 万5 (1万5 is 15,000) and 万5千."""
    if scale in _LATIN_SCALES:
        return number * _LATIN_SCALES[scale]
    rest = scale.lstrip(_SCALES)
    factor = prod(CHINESE_SCALES[char] for char in scale[: len(scale) - len(rest)])
    rest = rest.translate(_AS_CHINESE)
    if len(rest) == 1:
        return number * factor + Decimal(parse_chinese_number(rest)) * factor / 10
    if len(rest.lstrip(_ZEROS)) > 1 and not any(char in CHINESE_SCALES for char in rest):
        return None  # 1万五五
    return number * factor + (parse_chinese_number(rest) if rest else 0)


def find_money_part(text: str, at: int) -> tuple[Decimal, int] | None:
    """Return the part of a unit that begins at `at`, behind the word for the unit, and its end; None: there is none.

    The part is of the unit: 0.5 for 5毛.
    """
    found = _MONEY_PART.match(text, at)
    if found is None:
        return None
    if found["half"]:
        digits = "5"
    elif found["cents"]:
        digits = found["cents"].rjust(2, "0")
    else:
        digits = found["bare"] or found["tenths"] + (found["hundredths"] or "")
    return Decimal("0." + digits.translate(_AS_ARABIC)), found.end()


_BESIDE: Final = 19  # characters in front of a number in which its unit, or a minus, is looked for
MAX_PLAIN_COUNT: Final = 100  # a greater number without a unit may be dollars
MAX_COUNT_BEFORE_NAME: Final = 999  # the same, of a number right before the name of a share: "buy 500 MSFT"


class Unit(Enum):
    """What a number counts. The words beside it that say so are in `data/units.toml`, and are tried in this order."""

    FOREIGN = "foreign"  # another currency than the account's
    MONEY = "money"  # the account's currency
    SHARES = "shares"
    PERCENT = "percent"
    TENTHS = "tenths"  # 成
    OTHER = "other"  # days, times, companies: certainly no amount
    NONE = "none"  # no word says


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit and its place in the text."""

    value: Decimal | None  # None: it is not clear, or negative
    unit: Unit
    is_scaled: bool  # written with k, million, 千, 万
    start: int
    end: int  # behind the unit


_SCALED = re.compile("[千万亿]|thousand|grand|million|billion")
_MINUS = re.compile(r"(?:(?:^|[\s(=:,$€£¥])-|\bminus |负)[$€£¥]? ?-?$|[$€£¥] ?-$")
_GLUED_DIGITS = re.compile(r" \d{3}(?![\d,.])|\d")  # "$3 000", a space for a separator; "12万3500"
# Before a scale without a number: "half a million", "a few thousand".
_VAGUE = re.compile(r"(?:half an?|half|few|several|couple(?: of)?|many|some|dozen|dozens of) $")
_GLUED_LETTERS = re.compile(r"[a-z_]")


@cache
def _unit_before() -> re.Pattern[str]:
    """Return the pattern of a unit in front of a number; the group that matches has its name (`data/units.toml`)."""
    return re.compile(rf"(?<![a-z])(?:{_groups('before', stands_alone=False)}) ?-?$")


@cache
def _unit_behind() -> re.Pattern[str]:
    """Return the pattern of a unit behind a number; the sign of the next number, "the IBM one $500", is none."""
    named = r" (?!(?:an?|per|each|every) )[a-z.]{1,12} shares?(?![a-z])"  # "10 AAPL shares"
    units = _groups("after", stands_alone=True)
    return re.compile(rf"(?:(?: more| additional)? ?(?:{units})|(?P<named>{named}))(?!(?<=[$€£¥])\d)")


def _groups(table: str, *, stands_alone: bool) -> str:
    lists = read_lists("units", table).items()
    return "|".join(f"(?P<{unit}>{either(words, stands_alone=stands_alone)})" for unit, words in lists)


@lru_cache(maxsize=64)  # a message and its parts are read several times in a row
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Return the numbers of a normalised, lower-case text, from left to right."""
    return tuple(_quantities(text))


def _quantities(text: str) -> Iterator[Quantity]:
    behind = 0
    for match in NUMBER.finditer(text):
        if match.start() >= behind and (quantity := _quantity(text, match)) is not None:
            quantity, behind = _with_part(text, quantity)
            yield quantity


def _quantity(text: str, match: re.Match[str]) -> Quantity | None:
    start, end = match.span()
    left = text[max(0, start - _BESIDE) : start]
    behind = _unit_behind().match(text, end)
    words, end = behind or _unit_before().search(left), behind.end() if behind else end
    unit = Unit.NONE if words is None else Unit.SHARES if words.lastgroup == "named" else Unit(words.lastgroup)
    if unit is Unit.NONE and match.group().endswith("grand"):
        unit = Unit.MONEY
    if behind is None and _GLUED_LETTERS.match(text, match.end()):
        return None  # "3000abc", "10q"
    if match["chinese"] and _is_idiom(match["chinese"], text[start : end + 1]):
        return None
    is_vague = match["english"] and _VAGUE.search(left) and match["english"].removeprefix("a ").startswith(BARE_SCALES)
    is_glued = match["digits"] and _GLUED_DIGITS.match(text, match.end())
    value = None if _MINUS.search(left) or is_vague or is_glued else parse_match(match)
    is_scaled = bool(match["scale"]) or _SCALED.search(match.group()) is not None
    return Quantity(value, unit, is_scaled, start, end)


def _with_part(text: str, quantity: Quantity) -> tuple[Quantity, int]:
    """Return an amount with the part of its unit behind it, 27块5, and where the next number may begin."""
    if quantity.unit is not Unit.MONEY or quantity.value is None or quantity.is_scaled:
        return quantity, 0
    if quantity.value != int(quantity.value) or (part := find_money_part(text, quantity.end)) is None:
        return quantity, 0
    return replace(quantity, value=quantity.value + part[0], end=part[1]), part[1]


def _is_idiom(numeral: str, with_unit: str) -> bool:
    """Return whether Chinese numerals are no number: 一块分析 is "analyse together"."""
    return is_bare_scale(numeral) or (with_unit.startswith("一块") and with_unit != "一块钱")
