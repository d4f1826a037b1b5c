"""Finds figures and number words in a model's sentences: whatever states an amount, a date or a count by itself.

Names that hold digits (RSI(14), the 50-day average, S&P 500, Q4 2012), years and idioms are no figures. References to
facts must have been replaced by the placeholders below.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.domain.models.facts import FactUnit
from bot.domain.text import loose_figures_chinese as chinese
from bot.domain.text import loose_figures_english as english

_USD: Final = "\ue001"
_PERCENT: Final = "\ue002"
_NUMBER: Final = "\ue003"
_OTHER: Final = "\ue004"
_COUNT: Final = "\ue005"
REFERENCES: Final = _USD + _PERCENT + _NUMBER + _OTHER + _COUNT
_PLACEHOLDERS: Final = {
    FactUnit.USD: _USD,
    FactUnit.LARGE_USD: _USD,
    FactUnit.PERCENT: _PERCENT,
    FactUnit.CHANGE: _PERCENT,
    FactUnit.NUMBER: _NUMBER,
    FactUnit.COUNT: _COUNT,
}
_E: Final = r"(?![A-Za-z])"

# Before a reference: "-{…}", "minus about {…}", "negative: {…}", "€{…}", "HK{…}", "√{…}", "第{…}".
_SIGN: Final = rf"""
    (?<![\w{REFERENCES}])[-−–](?=[{REFERENCES}])
    |(?<=[^\s{REFERENCES}:：。.;；])[ ][-−][ ](?=[{REFERENCES}])
    |(?<![A-Za-z])(?:minus|negative)(?:\s?[:：])?(?:\s(?:an?|the|about|around|some|roughly|nearly|almost|over))*(?=\s[{REFERENCES}])
    |(?:负(?:的|值|数)?|(?<![缩裁削递])减(?:去|掉)?)[：:]?(?=\s?[{REFERENCES}])
    |[√∛∜±](?=\s?[{REFERENCES}])
    |(?<![A-Za-z])(?:square(?:\sroot)?|cube|inverse|reciprocal)\sof(?=\s[{REFERENCES}])
    |第(?=\s?[{REFERENCES}])"""
_CURRENCY_BEFORE: Final = rf"""
    [€£¥￥₹₩₽](?=\s?[{REFERENCES}])
    |(?<![A-Za-z])(?:EUR|GBP|JPY|CNY|RMB|HKD|CHF|CAD|AUD)(?=\s?[{REFERENCES}])
    |(?<![A-Za-z])(?:HK|NT|NZ|CA?|AU?|S)(?=[{REFERENCES}])"""

# Behind a reference of any unit: scales, other currencies, smaller units, powers and ordinals.
_SCALE: Final = rf"""
    (?<=[{REFERENCES}])\s?(?:thousand|million|billion|trillion|bn|mn|mm|mio|tn|[kmbt]|[-\s]?fold|scores?|lots?|grand|gross){_E}
    |(?<=[{REFERENCES}])\s?(?:万亿|[万亿千百成折番手打](?![本为功价者球击握机里开破压]))
    |(?<=[{REFERENCES}])(?:st|nd|rd|th){_E}
    |(?<=[{REFERENCES}])\s?(?:分之|[\^²³])"""
_OTHER_UNIT: Final = rf"""
    (?<=[{REFERENCES}])\s?(?:[‰‱]|(?:per\smille?|basis[-\s]points?|bps?|bips|pps?|p\.p\.){_E}|个?基点)
    |(?<=[{REFERENCES}])\s?(?:[€£¥₹]|(?:euros?|pounds|pence|cents?|yen|yuan|renminbi|EUR|GBP|JPY|CNY|RMB|HKD|CHF){_E}
        |港元|港币|欧元|英镑|日元|人民币|美分)"""

# Behind a reference of another unit: "{goog.pe} %", "{goog.close} times", "{goog.rsi14} dollars", "{goog.pe} days".
_WRONG_UNIT: Final = rf"""
    (?<=[{_USD}{_NUMBER}{_COUNT}{_OTHER}])\s?(?:[%％]|(?:percent|per\scent|percentage\spoints?){_E}|个?百分点)
    |(?<=[{_USD}{_PERCENT}{_COUNT}{_OTHER}])\s?(?:[x×]{_E}|times{_E}|倍)
    |(?<=[{_PERCENT}{_NUMBER}{_COUNT}{_OTHER}])\s?(?:(?:dollars?|USD){_E}|美元|美金)
    |(?<=[{_USD}{_PERCENT}{_NUMBER}])\s?(?:(?:shares|days|weeks|months|years|sessions|quarters){_E}|天|个月|个?交易日)
    |(?<=[{_PERCENT}])\s?个点"""

# Between two references, read as one figure or as a calculation: "{a}{b}", "{a}.{b}", "{a} + {b}", "{a}分之{b}".
_JOINED: Final = rf"""
    [{REFERENCES}](?:(?:[.,'’·_:/\\|^xXeE点比又]?|\s?[*/×÷^]\s?|\+\s?|\s\+\s|分之)[{REFERENCES}])+
    |[{_NUMBER}{_COUNT}](?:(?:\s|\s?(?:(?:out\s)?of|in)\s)[{_NUMBER}{_COUNT}])+"""

BESIDE_REFERENCES: Final = re.compile(
    f"{_SIGN}|{_CURRENCY_BEFORE}|{_SCALE}|{_OTHER_UNIT}|{_WRONG_UNIT}|{_JOINED}", re.VERBOSE | re.IGNORECASE
)


def placeholder(unit: FactUnit | None) -> str:
    """Return the character that stands for a reference to a fact of this unit; None: there is no such fact."""
    return _PLACEHOLDERS.get(unit, _OTHER) if unit is not None else _OTHER


def placeholder_of_shown(figure: str) -> str:
    """Return the character that stands for a figure as it is shown: "$755.69", "4.5 %", "23.4"."""
    if "%" in figure:
        return _PERCENT
    if "$" in figure or "美元" in figure:
        return _USD
    return _NUMBER if any(sign.isdigit() for sign in figure) else _OTHER


_MASK: Final = "\ue00f"
_CHINESE: Final = re.compile("[\u3400-\u9fff〇]")
_HALF_WIDTH: Final = {
    ord(wide): narrow for wide, narrow in zip("０１２３４５６７８９％＄．＋－，（）", "0123456789%$.+-,()", strict=True)
} | {0xA0: " ", 0x2011: "-"}
_PRICE_BEFORE: Final = re.compile(
    r"(?:fell|falls?|dropped|drops?|rose|rises?|climbed|climbs?|slid|slipped|declined|jumped|trades?|traded|trading"
    r"|clos(?:es?|ed|ing)|prices?d?|targets?|targeted|stop|support|resistance|reach(?:es|ed)?|hits?|tests?|rall(?:y|ies|ied)"
    r"|at|towards?)(?:\s(?:is|was|of|at|to|near|around|price|about|above|below|towards?))*\s$|(?:股价|价格|目标价?|止损价?|现价|收盘价?|报收|跌至|涨至|升至|跌到|涨到|升到|跌破|突破|站上)"
    r"(?:为|是|在|达|到|至|约|[:：\s])*$",
    re.IGNORECASE,
)
_OF_A_YEAR: Final = re.compile(r"\s?(?:levels?|lows?|highs?|peaks?|results|earnings|['’]s|年)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LooseFigure:
    """A figure or number word that no reference stands for."""

    start: int  # offset in the text
    end: int
    written: str


def find_loose_figures(
    text: str, *, names: Iterable[str] = (), latest_year: int | None = None
) -> tuple[LooseFigure, ...]:
    """Return the figures and number words of `text`, later years than `latest_year` too, but for those in `names`."""
    text = text.translate(_HALF_WIDTH)
    spans = [found.span() for pattern in (english.DATES, chinese.DATES) for found in pattern.finditer(text)]
    masked = text
    for start, end in spans:
        masked = masked[:start] + _MASK * (end - start) + masked[end:]
    masked = _mask_years(_mask_names(masked, names), latest_year)
    for exempt in (*english.NO_FIGURES, *chinese.NO_FIGURES):
        masked = exempt.sub(_masked, masked)
    for pattern in (*english.FIGURES, *chinese.FIGURES, BESIDE_REFERENCES):
        spans += [found.span(pattern.groups) for found in pattern.finditer(masked) if found.group().strip()]
    # A number of any script ("½", "Ⅳ", "٣"), Chinese numerals excepted.
    spans += [(at, at + 1) for at, sign in enumerate(masked) if sign.isnumeric() and not _CHINESE.match(sign)]
    found = ((end, text[start:end].lstrip()) for start, end in _merged(spans, text))
    return tuple(LooseFigure(end - len(written), end, written) for end, written in found)


def _mask_names(text: str, names: Iterable[str]) -> str:
    for name in sorted(set(names), key=len, reverse=True):
        if name:
            pattern = rf"(?<![A-Za-z0-9$€£¥.,]){re.escape(name)}(?![A-Za-z0-9]|\s?(?:shares?|dollars?|USD)\b)"
            text = re.sub(pattern, _masked, text, flags=re.IGNORECASE)
    return text


def _mask_years(text: str, latest_year: int | None) -> str:
    """Mask what reads as a year, but not one ahead, nor a price of that size: "closed at 2012"."""

    def masked(found: re.Match[str]) -> str:
        is_price = _PRICE_BEFORE.search(text[max(0, found.start() - 40) : found.start()])
        is_ahead = latest_year is not None and int(found["year"]) > latest_year
        if is_ahead or (is_price and not _OF_A_YEAR.match(text, found.end())):
            return found.group()
        return _masked(found)

    return english.YEARS.sub(masked, text)


def _masked(found: re.Match[str]) -> str:
    return _MASK * len(found.group())


def _merged(spans: Iterable[tuple[int, int]], text: str) -> Iterator[tuple[int, int]]:
    """Yield spans in order; what overlaps or touches is one."""
    last: tuple[int, int] | None = None
    for start, untrimmed in sorted(spans):
        end = start + len(text[start:untrimmed].rstrip())
        if last is not None and start <= last[1]:
            last = last[0], max(last[1], end)
            continue
        if last is not None:
            yield last
        last = start, end
    if last is not None:
        yield last
