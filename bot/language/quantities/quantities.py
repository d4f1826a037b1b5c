"""Find every number of a text with its unit. What a number is for, its surroundings say: see `amounts`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto

from bot.language.quantities import numbers


class Unit(Enum):
    """What stands beside a number."""

    MONEY = auto()  # the account's currency
    FOREIGN = auto()  # another currency
    SHARES = auto()
    PERCENT = auto()
    TENTHS = auto()  # 成
    OTHER = auto()  # days, times, companies: certainly no amount
    NONE = auto()


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as written, with its place in the text."""

    value: Decimal | None
    problem: str | None
    unit: Unit
    is_scaled: bool  # written with k, million, 千, 万
    start: int
    end: int


_BEFORE = {
    Unit.FOREIGN: ("hk$", "nt$", "c$", "a$", "€", "£", "¥", "eur", "gbp", "cny", "rmb", "hkd", "jpy", "人民币", "港币"),
    Unit.MONEY: ("us$", "$", "usd"),
}
_AFTER = {
    Unit.FOREIGN: (
        *("euro", "euros", "eur", "pounds", "gbp", "yuan", "rmb", "cny", "hkd", "yen", "jpy", "€", "£", "¥"),
        *("人民币", "元人民币", "块人民币", "港币", "港元", "日元", "欧元", "英镑"),
    ),
    Unit.MONEY: (
        *("$", "dollar", "dollars", "us dollars", "bucks", "usd", "美元", "美金", "美刀", "刀", "块钱", "块", "元"),
        *("dollar's", "dollars'"),
    ),
    Unit.SHARES: ("share", "shares", "shs", "股"),
    Unit.PERCENT: ("%", "percent", "per cent", "pct"),
    Unit.TENTHS: ("成",),
    Unit.OTHER: (
        *("day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours", "minutes", "sessions"),
        *("times", "x", "bps", "points", "decisions", "stocks", "th", "st", "nd", "rd"),
        *("个", "天", "日", "周", "月", "年", "次", "家", "倍", "点", "分", "小时", "下", "些", "样", "直", "起"),
        *("定", "只", "支", "笔", "条", "位", "般", "共", "旦", "季", "号", "年", "均"),
    ),
}
_LONGEST_UNIT = max(len(word) for table in (_BEFORE, _AFTER) for words in table.values() for word in words) + 1


def _either(words: tuple[str, ...]) -> str:
    """Alternatives, longest first; a Latin word ends where its letters end ("5 m" is a scale, "5 members" is not)."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(
        re.escape(word) + ("(?![a-z])" if word[-1].isascii() and word[-1].isalpha() else "") for word in ordered
    )


_ENGLISH = _either((*numbers.ENGLISH_WORDS, "dozen", "hundred", "thousand", "grand", "million"))
_HAN_SCALES = numbers.HAN_SCALES
_CORE = re.compile(
    rf"""(?<![a-z0-9_.{_HAN_SCALES}])(?<!\d,)
         (?P<digits>(?:\d(?:[\d,]*\d)?(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?|(?:nan|infinity|inf)(?![a-z]))
         (?:[ ]?(?P<scale>[{_HAN_SCALES}]+(?:[1-9{numbers.HAN_DIGITS}](?![0-9.,])[{_HAN_SCALES}]*)*
                         |(?:{_either(numbers.LATIN_SCALES)})))?
       | (?P<han>[{numbers.HAN_DIGITS}{_HAN_SCALES}]+)
       | (?<![a-z])(?P<english>(?:{_ENGLISH})(?:(?:[ ]and)?[ -](?:{_ENGLISH}))*)""",
    re.VERBOSE,
)
_MORE = r"(?: more| additional)?"
_UNITS_AFTER = (
    *((unit, re.compile(rf"{_MORE} ?(?:{_either(words)})")) for unit, words in _AFTER.items()),
    (Unit.SHARES, re.compile(r" [a-z.]{1,12} shares?(?![a-z])")),  # "10 AAPL shares"
)
_UNITS_BEFORE = tuple(
    (unit, re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, words))}) ?-?$")) for unit, words in _BEFORE.items()
)
_MINUS = re.compile(r"(?:(?:^|[\s(=:,$€£¥])-|\bminus |负)[$€£¥]? ?-?$|[$€£¥] ?-$")
_GLUED_DIGITS = re.compile(r" \d{3}(?![\d,.])|\d")  # "$3 000", a space for a separator; "12万3500"
_BARE_SCALES = ("dozen", "hundred", "thousand", "grand", "million")
_VAGUE = re.compile(
    r"(?:half an?|half|few|several|couple(?: of)?|many|some|dozen|dozens of) $"
)  # "half a million", "a few thousand"
_GLUED_LETTERS = re.compile(r"[a-z_]")


def quantities(text: str) -> Iterator[Quantity]:
    """Yield the numbers of a normalised, lower-case text, from left to right."""
    for match in _CORE.finditer(text):
        if (found := _quantity(text, match)) is not None:
            yield found


def _quantity(text: str, match: re.Match[str]) -> Quantity | None:
    start, end = match.span()
    left = text[max(0, start - _LONGEST_UNIT) : start]
    before = next((unit for unit, pattern in _UNITS_BEFORE if pattern.search(left)), None)
    after, end = _unit_after(text, end)
    unit = before if after is Unit.NONE and before is not None else after
    if unit is Unit.NONE and match.group().endswith("grand"):
        unit = Unit.MONEY
    if after is Unit.NONE and _GLUED_LETTERS.match(text, match.end()):
        return None  # "3000abc", "10q"
    if match["han"] and not _is_number(match["han"], text[start : end + 1]):
        return None
    number = _read(match)
    if number.value is not None and _MINUS.search(left):
        number = numbers.ParsedNumber(None, "negative")
    if match["english"] and _VAGUE.search(left) and match["english"].startswith(_BARE_SCALES):
        number = numbers.ParsedNumber(None, "malformed")
    if match["digits"] and _GLUED_DIGITS.match(text, match.end()):
        number = numbers.ParsedNumber(None, "malformed")
    return Quantity(number.value, number.problem, unit, _is_scaled(match), start, end)


def _is_number(han: str, with_unit: str) -> bool:
    """Whether it is no idiom: 千万别买 is "by no means buy", 一块分析 "analyse together"."""
    is_only_scale = all(char in numbers.HAN_SCALES for char in han) and not han.startswith("十")
    return not is_only_scale and (not with_unit.startswith("一块") or with_unit == "一块钱")


def _unit_after(text: str, at: int) -> tuple[Unit, int]:
    for unit, pattern in _UNITS_AFTER:
        if found := pattern.match(text, at):
            return unit, found.end()
    return Unit.NONE, at


def _read(match: re.Match[str]) -> numbers.ParsedNumber:
    if match["han"]:
        return numbers.read_han(match["han"])
    if match["english"]:
        return numbers.read_english(match["english"])
    return numbers.scaled(numbers.read_digits(match["digits"]), match["scale"] or "")


def _is_scaled(match: re.Match[str]) -> bool:
    if match["han"]:
        return any(char in match["han"] for char in "千万亿")
    return bool(match["scale"]) or any(word in (match["english"] or "") for word in ("thousand", "grand", "million"))
