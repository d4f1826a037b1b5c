"""Write the numbers of price moves as percentages: "a fifth" is "20%", 三分之一 "33.3333%", 打七折 "跌30%"."""

import re
from decimal import Decimal
from typing import Final

from bot.domain.text.number_words import (
    CHINESE_NUMERALS,
    CHINESE_SCALES,
    ENGLISH_NUMERALS,
    parse_chinese_number,
    parse_english_number,
)

_HUNDRED: Final = Decimal(100)
_DENOMINATORS: Final = {
    "half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
_ENGLISH_PART = re.compile(
    rf"\b(?:(?P<count>an?|one|two|three|four|five) )?(?P<part>{'|'.join(_DENOMINATORS)})s?\b"
    r"(?! (?:share|point|of the y))"
)
_SLASHED_PART = re.compile(r"(?<![\d/.$])(?P<top>\d{1,2})/(?P<bottom>\d{1,2})(?![\d/])")
_PERCENT_IN_WORDS = re.compile(rf"百分之(?P<number>[{CHINESE_NUMERALS}]+)")
_DIGITS_PERCENT = re.compile(r"百分之(?P<number>\d+(?:\.\d+)?)")
_CHINESE_PART = re.compile(rf"(?P<bottom>[{CHINESE_NUMERALS}])分之(?P<top>[{CHINESE_NUMERALS}])")
_CHINESE_HALF = re.compile(r"一半|(?<=[跌涨亏掉])半(?!年|天|个)|百分之五十")
# From the beginning of a run of numerals only: a search from each of them takes time in the square of their number.
_POINTS = re.compile(
    rf"(?P<number>\d+(?:\.\d+)?|(?<![{CHINESE_NUMERALS}])[{CHINESE_NUMERALS}]+) ?(?:个百分点|个点|百分点|点)"
)
_PERCENTAGE_POINTS = re.compile(r"(?P<number>\d+(?:\.\d+)?) ?(?:percentage|percent|%) points?\b")
# Of a share, a point is a dollar.
_DOLLAR_POINTS = re.compile(
    rf"(?<![\d.$a-z])(?P<number>\d[\d,]*(?:\.\d+)?|{'|'.join(ENGLISH_NUMERALS)}) ?(?:points?|pts?)\b(?! of)"
)
# 打七折: the price is 70 % of what it was; 七五折 is 75 %.
_DISCOUNT = re.compile(rf"打个?(?P<number>\d(?:\.\d)?|[{CHINESE_NUMERALS}]{{1,2}})折")
_STARTING_PRICE = re.compile(
    r"\bfrom (?:about |around )?\$?\d[\d,.]*(?: dollars)?(?= )(?! to \d[\d,.]* ?(?:%|percent))"
    r"|从\$?\d[\d,.]*(?:美元|块)?"
)


def with_percentages(text: str) -> str:
    """Return a normalised, lower-case text with fractions and points as percentages or dollars, single blanks.

    The price that a move starts from ("from 755 to 690") is left out.
    """
    text = _STARTING_PRICE.sub(" ", text)
    text = _DISCOUNT.sub(lambda m: f"跌{_percent_off(m['number'])}%", text)
    text = _PERCENTAGE_POINTS.sub(r"\g<number>%", text)
    text = _DOLLAR_POINTS.sub(r"\g<number> dollars", text)
    text = _CHINESE_HALF.sub("50%", text)
    text = _DIGITS_PERCENT.sub(lambda m: f"{m['number']}%", text)
    text = _PERCENT_IN_WORDS.sub(lambda m: "或".join(f"{each}%" for each in _alternatives(m["number"])), text)
    text = _CHINESE_PART.sub(
        lambda m: _as_percent(parse_chinese_number(m["top"]), parse_chinese_number(m["bottom"])), text
    )
    text = _POINTS.sub(lambda m: f"{_number(m['number'])}%", text)
    text = _SLASHED_PART.sub(lambda m: _as_percent(int(m["top"]), int(m["bottom"])), text)
    text = _ENGLISH_PART.sub(
        lambda m: _as_percent(parse_english_number(m["count"] or "one") or 1, _DENOMINATORS[m["part"]]), text
    )
    return " ".join(text.split())


def _percent_off(written: str) -> str:
    """Return by how many percent a discount lowers a price: of 七, 30; of 七五 and 8.5, 25 and 15."""
    digits = written if written[0].isdecimal() else ".".join(str(parse_chinese_number(each)) for each in written)
    return f"{(_HUNDRED - Decimal(digits) * 10).normalize():f}"


def _alternatives(numeral: str) -> tuple[int, ...]:
    """Return the value of a Chinese numeral; of 七八, both: seven or eight."""
    digits = numeral if len(numeral) == 2 and not set(numeral) & {*CHINESE_SCALES, *"零〇"} else ""  # noqa: PLR2004 - two
    return tuple(map(parse_chinese_number, digits or (numeral,)))


def _number(written: str) -> str:
    return written if written[0].isdecimal() else str(parse_chinese_number(written))


def _as_percent(top: int, bottom: int) -> str:
    return f"{(_HUNDRED * top / bottom).quantize(Decimal('0.0001')).normalize():f}%" if bottom else " "
