"""Finds figures and number words in a model's sentences: whatever states an amount, a date or a count by itself.

Names that hold digits (RSI(14), the 50-day average, S&P 500, Q4 2012), years and idioms are no figures. References to
facts must have been replaced by the placeholders below.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.domain.text import loose_figures_chinese as chinese
from bot.domain.text import loose_figures_english as english
from bot.domain.text.loose_figure_signs import BESIDE_REFERENCES

_MASK: Final = "\ue00f"
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
    """Return the figures and number words of `text`, English or Chinese, in their order, without overlaps.

    Args:
        text: A model's text in which each reference is one of the characters `REFERENCES`.
        names: Symbols and names of companies, which may hold digits: "3M".
        latest_year: Years after it are figures; None: none are, unless they read as a price.
    """
    text = text.translate(_HALF_WIDTH)
    spans = [found.span() for pattern in (english.DATES, chinese.DATES) for found in pattern.finditer(text)]
    masked = _mask_years(_mask_names(_mask_spans(text, spans), names), latest_year)
    for exempt in (*english.NO_FIGURES, *chinese.NO_FIGURES):
        masked = exempt.sub(_masked, masked)
    for pattern in (*english.FIGURES, *chinese.FIGURES, BESIDE_REFERENCES):
        spans += [found.span(pattern.groups) for found in pattern.finditer(masked) if found.group().strip()]
    spans += [(at, at + 1) for at, sign in enumerate(masked) if _is_numeric_sign(sign)]
    return tuple(_figure(text, start, end) for start, end in _merged(spans, text))


def _figure(text: str, start: int, end: int) -> LooseFigure:
    written = text[start:end].lstrip()
    return LooseFigure(end - len(written), end, written)


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


def _mask_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    for start, end in spans:
        text = text[:start] + _MASK * (end - start) + text[end:]
    return text


def _masked(found: re.Match[str]) -> str:
    return _MASK * len(found.group())


def _is_numeric_sign(sign: str) -> bool:
    """Return whether a character is a number of any script ("½", "Ⅳ", "٣"), Chinese numerals excepted."""
    return sign.isnumeric() and not "\u3400" <= sign <= "\u9fff" and sign != "〇"


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
