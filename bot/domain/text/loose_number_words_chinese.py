"""Patterns of figures and number words in Chinese: amounts, fractions, multiples, streaks, counts and dates ahead."""

import re
from typing import Final

DIGIT: Final = "零〇一二两三四五六七八九壹贰叁肆伍陆柒捌玖"
NUMERAL: Final = f"{DIGIT}十百千万亿拾佰仟廿卅兩萬億"
STREAK: Final = "(?:个)?(?:交易)?[日天周月年次](?:连|上涨|下跌|收涨|收跌|走高|走低|创)"  # behind 第三

_NOT_ONE: Final = NUMERAL.replace("一", "")
_UNITS: Final = "个?百分点|倍|成半?|美元|美金|港元|块钱?|元|股|点|天|日|周|年|个月|个季度|个交易日|次|%"
_PERIOD: Final = "(?:个)?(?:交易)?[日天周月年]"
_WEEK: Final = "(?:周|星期|礼拜)"

_AMOUNTS: Final = (
    rf"百分之\s?(?:[{NUMERAL}几点]+|[0-9.]+)",
    rf"[{NUMERAL}]*[{_NOT_ONE}][{NUMERAL}]*(?:点[{DIGIT}]+)?[万亿]*(?:多|余|来)?(?:{_UNITS})?",
    rf"一(?:点[{DIGIT}]+)?(?:倍|成(?![为长本交功立分份员就熟果不绩])|个百分点|美元|美金|块钱|元(?![化素件宇旦]))",
    r"一点[零〇一二两三四五六七八九]+",
    rf"(?<=[0-9])\s?(?:{_UNITS.removesuffix('|%')}|[万亿千百]+|多|余)(?![本为功立])",
    r"[一几数半](?:个)?基点|[一几数半]个点(?![位评是值])",
    r"一块(?=[钱多半，。,.；;]|$)|(?<!冰山)一角(?![度落色])|一毛(?![不利])",
    r"几成|[数几][十百千万亿]+|[上近逾超][百千万亿]+(?![分能物])|成千上万|十几|几十|[双两三个]位数",
)
_FRACTIONS: Final = (
    rf"[{NUMERAL}几0-9]+分之[{NUMERAL}几0-9]+",
    r"腰斩|膝盖斩|脚踝斩|打骨折|减半|折半|对半|过半|[一大小]半|半数|半成|半壁江山|[一二三四五六七八九对]折",
    r"半(?=[价个只股])|减了?半|跌去半|剩半",
)
_MULTIPLES: Final = (r"翻(?:了)?(?:一|两|几|好几)?(?:番|倍)|翻倍|双倍|加倍|成倍|[数几]倍|倍增",)
_COUNTS: Final = (r"(?<![这那他她它我你])俩|仨|[一几两](?:打(?![开乱击压破造印])|双(?!重))|一对(?![一多矛])",)
_STREAKS: Final = (
    rf"连续第[{NUMERAL}0-9]+(?:个)?(?:交易)?[日天周月年次]|第[{NUMERAL}]+{STREAK}",
    rf"(?:近|最近|过去|这)一{_PERIOD}|一(?:个)?(?:交易)?[日天周月](?:之?内|以?来)|半年(?:之?内|以?来|里)",
)
_AHEAD: Final = (
    rf"下(?:个)?{_WEEK}[一二三四五六日天]?|下个?月(?!均)[初中底末]?|[下明后](?:年|个?季度)(?=发布|公布|披露|达到|将)",
    rf"(?:定于|将于|将在|预计在?)(?:[本这]?{_WEEK}[一二三四五六日天]|明天|后天)",
)

FIGURES: Final = tuple(
    re.compile(pattern) for pattern in (*_AMOUNTS, *_FRACTIONS, *_MULTIPLES, *_COUNTS, *_STREAKS, *_AHEAD)
)
