"""Patterns of figures and number words in English: amounts, fractions, multiples, streaks, counts and dates ahead.

What a pattern marks is its group, if it has one, else the whole of it.
"""

import re
from typing import Final

_B: Final = r"(?<![A-Za-z0-9])"
_E: Final = r"(?![A-Za-z0-9])"

_CARDINAL: Final = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
    r"|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|(?:m|b|tr|z)illions?|dozens?|zero)"
)
_CARDINALS: Final = rf"{_CARDINAL}(?:[\s-](?:and\s)?(?:{_CARDINAL}|one)){{0,8}}"
_NTH: Final = (
    r"(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth"
    r"|(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)(?:ieth|y[-\s](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))"
    r"|hundredth|thousandth|millionth)"
)
_ORDINAL: Final = rf"(?:second|{_NTH})"

_MEASURE: Final = (
    r"(?:percent|per\scent|percentage\spoints?|pct|basis\spoints?|bps|bp|trillion|tn|billion|bn|million|mn|mm|thousand"
    r"|hundred|times|dollars?|cents?|[kmbtx×])"
)
_UNIT: Final = rf"(?:{_MEASURE}|shares?|days?|weeks?|months?|years?|sessions?|quarters?)"
_MEASURES: Final = r"(?:per\s?cent|percentage\spoints|basis\spoints|bps|dollars|cents|hundred|thousand|million|billion)"
_PERIOD: Final = r"(?:trading\s)?(?:day|session|week|month|quarter|year|close)"
_COUNTED: Final = (
    r"(?:analysts?|brokers?|upgrades?|downgrades?|sessions?|days|weeks|months|quarters|closes|funds|insiders)"
)
_OF_OWN_TEXT: Final = r"(?:\w+\s)?(?:reasons|things|arguments|factors|risks|questions|caveats|options|words)"

# What a change is said with, before its amount: "up a quarter", "gained a point", "by a fifth".
_CHANGED: Final = (
    r"(?:up|down|by|gr(?:ew|ow|ows|own|owing)|lo(?:st|se|ses|sing)|shed(?:s|ding)?|r(?:ose|ises?|isen|ising)|f(?:ell|alls?|allen"
    r"|alling)|slid|cut(?:s|ting)?|(?:gain|climb|jump|add|drop|declin|advanc|increas|decreas|mov|chang|slip)[a-z]*)"
    r"(?:\s(?:by|about|around|some|nearly|almost|roughly|over|just|only|at\sleast|more\sthan))*"
)
_ENDS_AMOUNT: Final = (
    r"(?=\s?(?:$|[.,;!?)])|\s(?:of|less|more|lower|higher|cheaper|dearer|below|above|in|off|since|as|last|this|over|during|on|to"
    r"|from|by|than|within|after|before|while|when|at|for|per|year|compared|against|today)\b)"
)

_AMOUNTS: Final = (
    (
        r"(?:(?:US)?\$\s?|(?:USD|EUR|CNY|RMB)\s?|[€£¥]\s?)?(?<![A-Za-z0-9])[-+−]?[0-9]+(?:[.,/][0-9]+)*"
        rf"(?:\s?%|[\s-]?{_UNIT}(?![A-Za-z])|(?:st|nd|rd|th|[a-z]{{1,2}})(?![A-Za-z0-9]))?"
    ),
    r"(?<=[A-Za-z])[0-9]+(?:[.,][0-9]+)*",
    rf"{_B}(?:(?:a|one)[\s-])?{_CARDINALS}{_E}(?:[\s-]?{_UNIT}{_E}|\s?%)?",
    rf"{_B}one[\s-](?:{_MEASURE}|half|quarter){_E}",
    (
        rf"{_B}(?<!as\s)(?:an?|one|another)\s(?:(?:full|whole|single|mere)\s)?(?:per\s?cent|percentage\spoint|basis\spoint|dollar"
        rf"|buck|penny|cent){_E}(?!\s(?:amount|value|figure|terms|index|basis|sign|store|change))"
    ),
    rf"{_B}(?:an?|one|another)\sgrand{_ENDS_AMOUNT}",
    rf"{_B}{_CHANGED}\s((?:an?|one|another)\s(?:(?:full|whole|single)\s)?point){_E}",
    rf"{_B}(?:an?|one)\spoint\s(?:higher|lower|above|below|more|less){_E}",
    rf"{_B}(?:beta|ratio|multiple|P/E|RSI|yield|reading|correlation)\s(?:of|is|at|near|around|below|above|under|over|equals)\s(one|unity){_E}",
    rf"{_B}(?:nil|nought|naught){_E}",
    rf"{_B}(?:low|mid|high)[-\s](?:single|double|triple)[-\s]digits?{_E}",
    rf"{_B}(?:single|double|triple|two|three|four|five|six|seven)[-\s](?:digits?|figures?){_E}",
    (
        rf"{_B}(?:low|mid|high|the|in)[-\s]?(?:to[-\s]high[-\s])?(?:teens|twenties|thirties|forties|fifties|sixties|seventies"
        rf"|eighties|nineties){_E}"
    ),
    rf"{_B}[IVXLCDM]{{1,7}}(?=\s?(?:%|percent|per\scent|dollars|times|billion|million))",
    rf"{_B}(?:is|at|near|above|below|reach(?:es|ed)?|hits?)\s((?-i:[IVXLC]{{2,7}})){_E}",
)
_FRACTIONS: Final = (
    rf"{_B}(?:an?|another)[\s-]{_NTH}{_ENDS_AMOUNT}",
    rf"{_B}one[\s-]{_NTH}{_E}(?!\s(?:part(?:y|ies)|person|reason))",
    rf"{_B}{_CHANGED}\s(an?\s(?:quarter|{_NTH})){_E}(?!\s(?:part(?:y|ies)|person|reason))",
    rf"{_B}(?:{_CARDINALS}|a|one)[-\s](?:{_NTH}|quarter)s{_E}",
    rf"{_B}(?:a|three)[-\s]quarters?\s(?:of\s(?!(?:growth|decline|results|losses|earnings))|(?:less|more|lower|higher|cheaper|below|above)\b)",
    rf"{_B}(?:a\s)?quarter(?:[-\s](?:per\s?cent|point)|\sof\sa\s(?:per\s?cent|(?:percentage\s)?point)){_E}",
    rf"{_B}(?:top|bottom|upper|lower|middle|highest|lowest)\s(?:{_NTH}|quarter){_E}",
    rf"{_B}(?:quartile|quintile|decile|tercile|percentile)s?{_E}",
    rf"{_B}(?:halve[sd]?|halving|half){_E}",
)
_MULTIPLES: Final = (
    rf"{_B}(?:{_CARDINALS}|several|many|multi|umpteen)[-\s]?(?:fold|bagger){_E}",
    rf"{_B}{_CHANGED}\s(manifold){_E}",
    rf"{_B}(?:twice|thrice|doubly|triply){_E}",
    rf"{_B}(?:re-?)?(?:doubl|trebl|tripl)(?:e|es|ed|ing){_E}",
    rf"{_B}(?:quadr|quint|sext|sept|oct)upl\w+{_E}",
    rf"{_B}(?:many|several|multiple|countless)\stimes\s(?:over|the|its|as|more|higher|larger|bigger|greater){_E}",
)
_STREAKS: Final = (
    rf"{_B}{_ORDINAL}\s(?:straight|consecutive|successive){_E}",
    rf"{_B}(?:for|on|in)\s(?:the|a)\s({_ORDINAL}\s(?:{_PERIOD}|time)){_E}(?!\s(?:of\s{_B}[0-9]|half))",
    rf"{_B}{_ORDINAL}\s(?:{_PERIOD}|gain|loss|rise|decline|drop|advance)\s(?:in\sa\srow|running|straight|of\s(?:gains?|losses|declines?)){_E}",
    rf"{_B}every\s(?:other\s{_PERIOD}|{_ORDINAL}){_E}",
)
_COUNTS: Final = (
    rf"{_B}one\s(?:in|of\s(?:the\s)?(?:last|past)|out\sof)\s(?={_CARDINAL}|[0-9])",
    rf"{_B}tens\sof(?:\s(?:thousands|millions|billions))?{_E}",
    rf"{_B}an?\s(?:couple|pair|handful|score|gross)\sof(?=\s[A-Za-z])(?!\s{_OF_OWN_TEXT})",
    rf"{_B}a\scouple\s(?={_UNIT}{_E})",
    rf"{_B}(?:trio|quartet|quintet|sextet)s?{_E}",
    rf"{_B}(?:scores\sof|umpteen|(?:gaz|baj)illions?){_E}",
    rf"{_B}(?:several|a\sfew|multiple|numerous)\s{_MEASURES}{_E}",
    rf"{_B}both\s{_COUNTED}{_E}",
    rf"{_B}(?:an?|one|another|half\sa|per|last|past|next|coming)\s(?:decade|fortnight){_E}",
    rf"{_B}(?:an?|one|half\sa)[\s-]century{_E}",
)
_WEEKDAY: Final = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_MONTH: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)"
)
_AHEAD: Final = (
    rf"{_B}next\s(?:week|month|{_WEEKDAY}){_E}",
    (
        rf"{_B}(?:due|scheduled|slated|expected)\s(?:(?:for|on|in|by|this|coming|early|late|mid)[\s-])*"
        rf"({_WEEKDAY}|tomorrow|week|month|next\s(?:quarter|year)|{_MONTH}){_E}"
    ),
    rf"{_B}(?:will|to)\s(?:report|publish|release|announce)\s(?:\w+\s){{0,2}}?((?:on\s|this\s|coming\s)*(?:{_WEEKDAY}|tomorrow)){_E}",
)

FIGURES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (*_AMOUNTS, *_FRACTIONS, *_MULTIPLES, *_STREAKS, *_COUNTS, *_AHEAD)
)
