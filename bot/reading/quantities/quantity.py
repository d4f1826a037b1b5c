"""Find every number of a text with its unit. `number_roles` decides what a number is for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from functools import cache, lru_cache
from typing import Final

from bot.reading.quantities.numbers import BARE_SCALES, NUMBER, find_money_part, is_bare_scale, parse_match
from bot.reading.word_tables import either, read_lists

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
    unit, end = _unit_of(behind or _unit_before().search(left)), behind.end() if behind else end
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


def _unit_of(words: re.Match[str] | None) -> Unit:
    if words is None:
        return Unit.NONE
    return Unit.SHARES if words.lastgroup == "named" else Unit(words.lastgroup)
