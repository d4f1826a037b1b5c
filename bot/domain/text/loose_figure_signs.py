"""Placeholders of references in a model's text, and what beside them changes what they say."""

import re
from typing import Final

from bot.domain.models.facts import FactUnit

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
