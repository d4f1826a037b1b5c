"""Patterns of figures in English and Chinese sentences, and of digits that are no figures (dates, spans, names)."""

import re
from decimal import Decimal
from types import MappingProxyType
from typing import Final

PERCENT: Final = frozenset({"%", "percent", "per cent", "pct", "percentage points", "个百分点"})
HUNDREDTHS: Final = frozenset({"bp", "bps", "basis points"})  # of a percent
MARK: Final = "\ue000"  # inserted before digits that are a figure because of the words around them
_UNITS: Final = {
    **dict.fromkeys(("trillion", "tn", "t", "万亿", "兆"), 10**12),
    **dict.fromkeys(("billion", "bn", "b", "十亿"), 10**9),
    "亿": 10**8,
    "千万": 10**7,
    **dict.fromkeys(("million", "mn", "mm", "m", "百万"), 10**6),
    "万": 10**4,
    **dict.fromkeys(("thousand", "k", "千"), 10**3),
    **dict.fromkeys(("x", "×", "倍", "times"), 1),
}
# The factor of each unit; percentages are in percent.
SCALES: Final = MappingProxyType(
    {
        **{unit: Decimal(scale) for unit, scale in _UNITS.items()},
        **dict.fromkeys(HUNDREDTHS, Decimal("0.01")),
    },
)

_longest_first = sorted({*SCALES, *PERCENT}, key=len, reverse=True)
_UNIT: Final = "|".join(re.escape(unit) for unit in _longest_first)

# Digits joined to letters ("5G", "SMA200", "COVID-19") are a name, not a figure.
FIGURE: Final = re.compile(
    rf"""(?<![A-Za-z0-9_.])(?<![A-Za-z]-)(?<![0-9],)
    (?P<currency>(?:US)?\$\s?|USD\s?|[€£¥]\s?)?[-+−]?
    (?P<digits>[0-9]{{1,3}}(?:,[0-9]{{3}})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?)
    (?:\s?-?(?P<unit>{_UNIT})(?![A-Za-z]))?
    (?![A-Za-z0-9_])""",
    re.VERBOSE | re.IGNORECASE,
)

_MONTH: Final = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_YEAR: Final = r"(?:19|20)[0-9]{2}"
_NO_MORE: Final = r"(?![0-9]|[.,][0-9]|\s?[%$])"
_MONEY: Final = rf"(?<![$€£¥0-9.{MARK}])(?<![0-9],)"
_SPAN: Final = (
    r"(?:trading[\s-])?(?:days?|weeks?|months?|years?|yrs?|sessions?|quarters?|hours?|minutes?|bars?|closes|closings"
    r"|DMAs?|d|w|mo)\b"
)
_COUNTED: Final = r"(?:bn|billion|million|mn|trillion|thousand|k|m|亿|万|千|shares?|股|美元|dollars?)"
_DATES: Final = (
    rf"{_YEAR}\s?[-/.]\s?[0-9]{{1,2}}\s?[-/.]\s?[0-9]{{1,2}}(?:T[0-9:.+]+Z?)?",
    r"(?:[0-9]{2,4}\s?年\s?)?[0-9]{1,2}\s?月(?:\s?[0-9]{1,2}\s?[日号])?",
    r"[0-9]{4}\s?年",
    rf"\b{_MONTH}\s?[0-9]{{1,2}}(?:st|nd|rd|th)?(?:,?\s{_YEAR})?{_NO_MORE}",
    rf"\b[0-9]{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}(?:,?\s{_YEAR})?",
    rf"\b{_MONTH},?\s{_YEAR}",
    r"\b[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?\b",
    rf"(?<![A-Za-z0-9])(?:{_YEAR}\s?)?(?:[QH][1-4]|FY|[Ff]iscal(?: year)?)[\s-]?'?(?:{_YEAR}|[0-9]{{2}}{_NO_MORE})?",
    rf"(?<![0-9.,])[1-4]Q(?:{_YEAR}|[0-9]{{2}})?(?![0-9])",
    rf"{_MONEY}{_YEAR}s?(?:\s?[-–/]\s?(?:{_YEAR}|[0-9]{{2}}))?(?![0-9]|[.,][0-9]|\s?%|\s?{_COUNTED})",
)
_SPANS: Final = (
    rf"(?<![0-9.$])(?<![0-9],)[0-9]+(?:\s?(?:-|–|to)\s?[0-9]+)?(?:\s|-)?{_SPAN}",
    r"(?<![0-9.$])(?<![0-9],)[0-9]+\s?(?:个(?!百分点))?\s?(?:交易)?(?:日|天|周|月|年|季度?|小时|分钟|次|个(?!百分点)|根)",
)
_GAUGE: Final = r"(?:RSI|ATR|ADX|CCI|ROC)"
_NAMES: Final = (
    rf"\b{_GAUGE}\s?(?:\(\s?[0-9]{{1,2}}\s?\)|14(?![0-9%]|[.,][0-9]))",
    # A number other than the usual parameter is the value, unless another number follows as the value.
    rf"\b{_GAUGE}\s?(?:5|6|7|9|10|12|20|21|24)(?=\s?(?:is|was|at|of|reads|stands at|=|:|：|为|是|在)\s?[0-9])",
    r"\b(?:week|day)[\s-][0-9]{1,3}(?![0-9%]|[.,][0-9])",
    r"\b(?:SMA|EMA|DMA|WMA|MA)\s?\(?\s?[0-9]{1,3}\s?\)?(?![0-9%]|[.,][0-9])",
    r"\b(?:MACD|Bollinger(?: bands?)?|KDJ|BOLL)\s?\([0-9,.\s]+\)",
    r"\bS&P\s?(?:100|400|500|600)\b",
    r"\b(?:Nasdaq|NASDAQ|Russell|Dow|FTSE|Nikkei|CSI|STOXX)[\s-]?(?:Composite\s)?[0-9]{2,4}\b",
    r"(?:标普|沪深|纳斯达克|上证|道琼斯|罗素)\s?[0-9]{2,4}",
    r"\b(?:10-[KQ]|8-K|20-F|13F|401\(k\))",
    r"(?:\bNo\.\s?|#|第\s?)[0-9]+",
    r"\b[0-9]+(?:st|nd|rd|th)\b",
)
_NUMBERING: Final = (
    r"(?:^|(?<=[;.!?:]\s)|(?<=[；。！？：\n]))\s{0,3}(?:\([0-9]{1,2}\)|[0-9]{1,2}\)|[0-9]{1,2}[.、:](?![0-9]))",
)
# Possessive quantifiers: no model's text can cause slow backtracking.
_GLUE: Final = (
    r"(?:\s?(?:ratio|multiple|value|is|was|of|at|to|near|around|about|only|just|above|below|over|under|the|its|a"
    r"|low|high|now|currently|forward|trailing|[:=]))*+\s?"
)
_CHINESE_GLUE: Final = r"(?:\s|仅|只有|约|大约|为|是|在|达|到|至|跌至|涨至|升至|跌到|涨到|升到|报|低至|高达|[:：=])*+"
_NO_COUNT: Final = r"(?=[0-9])(?![0-9]+\s?(?:of|out|straight|consecutive|[连只家条项度大个番])(?![A-Za-z]))"
_METRIC: Final = r"(?:P/?[EBS]|PEG|EPS|RSI|ROE|earnings per share|beta|dividends?|price|priced|multiple)"
_CHINESE_METRIC: Final = (
    r"(?:市盈率|市净率|市销率|每股收益|每股盈利|股息|派息|贝塔系数?|股价|价格|目标价|止损价?|现价|收盘价)"
)
# A number after these words is a figure, even if it is small and has no unit.
_METRICS: Final = (
    rf"(?<![A-Za-z]){_METRIC}(?![A-Za-z]){_GLUE}{_NO_COUNT}",
    rf"{_CHINESE_METRIC}{_CHINESE_GLUE}{_NO_COUNT}",
)
_MOVED: Final = (
    r"(?:fell|falls?|dropped|drops?|rose|rises?|climbed|climbs?|slid|slipped|rallied|declined|jumped|traded?|trades"
    r"|trading|closed|closing|closes|priced|price|target|stop|support|resistance)"
)
_TOWARDS: Final = r"(?:\s(?:is|was|of|at|to|near|around|price|about|above|below))+\s"
_OF_A_YEAR: Final = r"(?:levels?|lows?|highs?|peaks?|tops?|bottoms?|earnings|estimates|results|prices)"  # "2009 lows"
_CHINESE_MOVED: Final = r"(?:股价|价格|目标价|止损价?|现价|收盘价|报收|跌至|涨至|升至|跌到|涨到|升到|跌破|突破|站上)"
# These precede prices that look like years.
_PRICES: Final = (
    rf"\b{_MOVED}{_TOWARDS}(?={_YEAR}(?!\s?{_OF_A_YEAR}\b|['’]s))",
    rf"(?<![0-9.,$])(?={_YEAR}\s?(?:(?:a|per|each)\s|/\s?)share)",
    rf"{_CHINESE_MOVED}{_CHINESE_GLUE}(?={_YEAR}(?!\s?年))",
)
_HALF_WIDTH: Final = {
    ord(wide): narrow for wide, narrow in zip("０１２３４５６７８９％＄．＋－", "0123456789%$.+-", strict=True)
}
_NON_FIGURES: Final = tuple(re.compile(pattern) for pattern in (*_DATES, *_NUMBERING, *_NAMES, *_SPANS))


_MARKED_FIRST: Final = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PRICES)
_MARKED_LAST: Final = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _METRICS)
_TENTHS: Final = re.compile(r"(?<![0-9.,])([1-9])\s?成(?![为长本交功立分份员就熟果不绩])")
_OF_HUNDRED: Final = re.compile(r"百分之\s?([0-9]+(?:\.[0-9]+)?)")


def blank_out_non_figures(text: str) -> str:
    """Return `text` with ASCII digits, and "⋯" for each date, span or name whose digits are no figures.

    A `MARK` is inserted before digits that are a figure although they look like a year or a count.
    """
    text = _with_percent_signs(text.translate(_HALF_WIDTH).replace(MARK, ""))
    text = _insert_marks(text, _MARKED_FIRST)
    for pattern in _NON_FIGURES:
        text = pattern.sub(" ⋯ ", text)
    return _insert_marks(text, _MARKED_LAST)


def _insert_marks(text: str, patterns: tuple[re.Pattern[str], ...]) -> str:
    for pattern in patterns:
        text = pattern.sub(lambda found: found.group() + MARK, text)
    return text


def _with_percent_signs(text: str) -> str:
    """Return `text` with "3成" and "百分之30" written with a percent sign."""
    return _OF_HUNDRED.sub(r"\1%", _TENTHS.sub(r"\g<1>0%", text))
