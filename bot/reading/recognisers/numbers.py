"""Finds the number that the words of one slot state: a number, shares, money, a percentage, a part or a price.

Each function takes the words of one slot and returns None for whatever is not exactly one such number: "a few", 百来股,
"$1.000" (three digits behind a point may be thousands), "91,50".
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Final

from bot.domain.text.normalise import normalise
from bot.domain.text.number_words import CHINESE_NUMERALS
from bot.reading.quantities.quantity import find_money_part, parse_number
from bot.reading.word_tables import either, read_lists

_LOT: Final = 100  # shares
_SCALED: Final = re.compile(r"[千万亿]|(?:\d ?(?:k|m|mm|mn|b|bn)|thousand|grand|million|billion)$")
_CHINESE_FRACTION: Final = re.compile(rf"([{CHINESE_NUMERALS}\d]+)分之([{CHINESE_NUMERALS}\d.]+)")
_SLASHED: Final = re.compile(r"(\d{1,3})/(\d{1,3})")


def read_number(text: str) -> Decimal | None:
    """Return a number without a unit: "5", "2.5k", "1,200", "two hundred", "a dozen", 两百, 1万5."""
    text = text.strip().lower()
    number = parse_number(text)
    return fixed_numbers().get(text) if number is None else number


def read_count(text: str) -> Decimal | None:
    """Return a number of shares: "20 shares", "half a dozen", 两百股, 3手 (300); not necessarily whole."""
    if (lots := _without(text, "lots")) is not None:
        number = read_number(lots)
        return None if number is None else number * _LOT
    text = text.strip().lower()
    if text in {"a share", "a single share", "one single share", "a single"}:
        return Decimal(1)
    bare = _without(text, "shares")
    return read_number(text if bare is None else bare)


def counts_lots(text: str) -> bool:
    """Return whether some words count shares in lots, of 100 each: "2 lots", 3手."""
    return (number := _without(text, "lots")) is not None and read_number(number) is not None


def read_money(text: str) -> Decimal | None:
    """Return an amount in US dollars: "$2k", "500 bucks", 两千刀, 27块5, and "1500" without a unit."""
    text = text.strip().lower()
    text = _without(text, "bounds") or text
    whole, _, part = text.partition("块")
    if whole and part and (found := find_money_part(f"块{part}", 1)) is not None and found[1] == len(part) + 1:
        number = read_number(whole)
        return None if number is None else number + found[0]
    bare = _without(text, "dollars")
    return read_number(text if bare is None else _without(bare, "dollars") or bare)


def names_shares(text: str) -> bool:
    """Return whether a number says that it counts shares: "20 shares", 3手."""
    return _without(text, "shares") is not None or _without(text, "lots") is not None


def names_money(text: str) -> bool:
    """Return whether a number says that it is money, or is written as only money is: "$50", "2k", 三千."""
    return _without(text, "dollars") is not None or (
        not names_shares(text) and _SCALED.search(text.lower()) is not None
    )


def read_price(text: str) -> Decimal | None:
    """Return a price in US dollars, above zero: "31.50", "$90", 48块2, 88元, 一百三十五."""
    price = read_money(text) or read_money(text.strip().removesuffix("元"))
    return price if price is not None and price > 0 else None


def read_percent(text: str) -> Decimal | None:
    """Return a percentage as a fraction: "2%", 两成, "two percent", 百分之五, "50 bps", "a tenth"; of "-8%" -0.08."""
    text = text.strip().lower().removeprefix("+")
    if text.startswith("-"):
        positive = read_percent(text[1:])
        return None if positive is None else -positive
    if text.startswith("half a "):
        text = f"0.5 {text.removeprefix('half a ')}"
    if text.endswith("成半"):
        tenths = read_number(text[:-2])
        return None if tenths is None else (tenths + Decimal("0.5")) / 10
    for unit, whole in (("percent", 100), ("basis_points", 10_000), ("tenths", 10)):
        if (bare := _without(text, unit)) is not None:
            number = read_number(bare.removeprefix("a ") if bare != "a" else "1")
            return None if number is None else number / whole
    part = _fraction(text) or _parts().get(text)
    return part if part is not None and part < 1 else None


def in_percent(part: Decimal) -> Decimal:
    """Return a fraction as a percentage, without zeros behind the point: 5 for 0.050."""
    percent = part * 100
    return percent.to_integral_value() if percent == percent.to_integral_value() else percent.normalize()


def read_part(text: str) -> Decimal | None:
    """Return a part or a multiple as a factor: "half", 一半, "a third", "all" (1), "the rest" (1), "twice", 翻倍, 1/4.

    Thirds are rounded to the precision of decimals (`part_of`).
    """
    text = text.strip().lower()
    if (part := _parts().get(text)) is not None:
        return part
    if (times := _without(text, "times")) is not None:
        return read_number(times)
    return _fraction(text) or read_percent(text)


def read_list_number(text: str) -> int | None:
    """Return the number of or in a list, at least 1: "#2", "number four", "top 3", 第二页, 前三, 5号."""
    text = text.strip().lower()
    while (bare := _without(text, "list")) is not None:
        text = bare
    number = read_number(text)
    return int(number) if number is not None and number >= 1 and number == int(number) else None


def _fraction(text: str) -> Decimal | None:
    """Return a fraction with its two numbers: 三分之二, 百分之五, 1/4."""
    if match := _SLASHED.fullmatch(text):
        below, above = Decimal(match[2]), Decimal(match[1])
    elif match := _CHINESE_FRACTION.fullmatch(text):
        below, above = Decimal(read_number(match[1]) or 0), Decimal(read_number(match[2]) or 0)
        below = Decimal(100) if match[1] == "百" else below
    else:
        return None
    return above / below if below > 0 and above > 0 else None


@cache
def fixed_numbers() -> Mapping[str, Decimal]:
    """Return the numbers that are one word, or several that are no numeral: 仨, "a couple"."""
    return {word: Decimal(number) for number, words in read_lists("numbers", "fixed").items() for word in words}


@cache
def _parts() -> Mapping[str, Decimal]:
    """Return the factor of each word for a part."""
    lists = {Fraction(name): words for name, words in read_lists("numbers", "parts").items()}
    return {word: Decimal(part.numerator) / part.denominator for part, words in lists.items() for word in words}


def _without(text: str, unit: str) -> str | None:
    """Return a text without a word of a unit at its end, or else at its beginning; None: it has none there."""
    match = _unit(unit).fullmatch(text.strip().lower().removesuffix("'"))  # "two dollars' worth"
    return match and (match[1] or match[2])


@cache
def _unit(unit: str) -> re.Pattern[str]:
    words = either(read_lists("numbers", "units")[unit], stands_alone=True)
    return re.compile(rf"(.+?) ?(?:{words})|(?:{words}) ?(.+)")


NOTE_LENGTH: Final = 500  # characters of a note; more is cut

_AMOUNT_LENGTH: Final = 60  # characters; nobody writes an amount in more
_TOO_MUCH: Final = Decimal(10**9)  # account currency: a slip of the hand, not a trade
_EXPONENT: Final = re.compile(r"\de")  # "1e9" is rather a slip than a billion
_ZERO_WIDTH_JOINER: Final = "\u200d"  # holds the parts of one emoji together, as in families and flags


def read_amount(text: str) -> Decimal | None:
    """Return the amount of money, above zero, that `text` is: "$3,000.50", "３０００", "3k", "3 万"; else None."""
    plain = normalise(text).lower()
    value = None if len(plain) > _AMOUNT_LENGTH or _EXPONENT.search(plain) else read_money(plain)
    return value if value is not None and 0 < value < _TOO_MUCH else None


def read_note(text: str) -> str:
    """Return a note as one line of plain, visible text, at most `NOTE_LENGTH` characters."""
    visible = "".join(c for c in text if c.isprintable() or c.isspace() or c == _ZERO_WIDTH_JOINER)
    return " ".join(visible.split())[:NOTE_LENGTH].rstrip()
