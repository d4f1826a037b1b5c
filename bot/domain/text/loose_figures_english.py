"""English patterns of dates, figures (a group, or the whole), number words, and of what reads like one and is none."""

import re
from typing import Final

_B: Final = r"(?<![A-Za-z0-9])"
_E: Final = r"(?![A-Za-z0-9])"
_MONTH: Final = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_YEAR: Final = r"(?:19|20)[0-9]{2}"

DATES: Final = re.compile(
    rf"""{_B}{_YEAR}\s?[-/.]\s?[0-9]{{1,2}}\s?[-/.]\s?[0-9]{{1,2}}(?:T[0-9:.+]+Z?)?(?![0-9])
    |{_B}{_MONTH}\s?[0-9]{{1,2}}(?:st|nd|rd|th)?(?:,?\s{_YEAR})?(?![0-9%]|[.,][0-9]|\s?[%$])
    |{_B}[0-9]{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}(?:,?\s{_YEAR})?{_E}
    |(?<![0-9])[0-9]{{1,2}}:[0-9]{{2}}(?::[0-9]{{2}})?(?![0-9])""",
    re.VERBOSE,  # "may" is a verb, "May" a month
)
YEARS: Final = re.compile(
    rf"(?<![A-Za-z0-9$€£¥.%])(?<![0-9],)(?<![-+−])(?:{_YEAR}[-–/])?(?P<year>{_YEAR})"
    r"(?:['’]?s|\s?年(?:度|代|报)?(?:\s?[0-9]{1,2}\s?月(?!\s?[0-9]))?)?"
    r"(?![0-9%]|[.,][0-9]|[-/.]\s?[0-9]|\s?(?:%|shares?\b|(?:a|per|each)\sshare|dollars?\b|USD|points?\b|times\b|bn|billion"
    r"|million|k\b|[x×]|percent|per\scent|美元|美金|[股元点亿万倍]|个))",
    re.IGNORECASE,
)

_WINDOW: Final = r"(?:5|7|10|14|20|30|50|60|90|100|120|200|250|252)"
_SPAN: Final = r"(?:7|20|60|120)"  # sessions of which the figures have the change
_SPAN_WORD: Final = r"(?:seven|twenty|sixty|(?:one[-\s])?hundred(?:[-\s]and)?[-\s]twenty)"
_WINDOW_WORD: Final = (
    r"(?:five|seven|ten|fourteen|twenty|thirty|fifty|sixty|one[-\s]hundred(?:(?:[-\s]and)?[-\s]twenty)?"
    r"|two[-\s]hundred|hundred)"
)
_DAYS: Final = r"(?:trading[-\s])?(?:day|session|bar)"
_STREAK: Final = (
    r"(?!\s(?:in\sa\srow|straight|running|consecutive|winning|losing|streak|run\b|rally|rise|decline|slide))"
)
_AND: Final = rf"(?:[-\s]{_DAYS})?(?:,|\sand|\sor|/)\s?(?:the\s)?"
_OF_OWN_TEXT: Final = (
    r"(?:reasons?|things?|points(?=\s(?:speak|argue|count|stand|matter|to\s)|:)|arguments?|sides?|options?|ways?|cases?|factors?|risks?|questions?|views?"
    r"|scenarios?|parts?|aspects?|caveats?|words?|minds?|kinds?|stocks?|companies|names|firms"
    r"|averages?|indicators?|signals?|measures?|trends?|headlines?|lines?)"
)
_UNITS: Final = (  # and whoever is counted
    r"(?:%|percent|per\scent|dollars?|hundred|thousand|million|billion|days?|weeks?|months?|years?|sessions?|quarters?"
    r"|closes|times|shares|points|analysts?|brokers?|funds?|upgrades?|downgrades?)"
)
_PRODUCT: Final = (
    r"(?:iPhone|iPad|Galaxy|Windows|Office|Model|Boeing|Airbus|Xbox|PlayStation|Pixel|Surface|Ryzen|GPT|Fortune|Phase"
    r"|Tier|Level|Basel|Chapter|Rule|Form|Article|Section|Title|Vision|Formula|Group\sof|Phone|Nexus|Kindle|Power|System"
    r"|Type|Class|Category|Stage|Series|Mark|Route|Area|Studio|Apollo|Falcon)"
)
_RELEASE: Final = r"(?:Web|Industry|Version|Android|iOS|USB|HTML|Bluetooth|Firefox|Office|Basel)"

NO_FIGURES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # indicators
        rf"{_B}(?:RSI|ATR|ADX|CCI|ROC)\s?\(\s?[0-9]{{1,3}}\s?\)",
        rf"{_B}(?:RSI|ATR)[\s-]?14(?![0-9%]|[.,][0-9])",
        rf"{_B}(?:SMA|EMA|DMA|WMA|MA)[\s-]?\(?\s?{_WINDOW}\s?\)?(?![0-9%]|[.,][0-9])",
        rf"{_B}{_WINDOW}\s?-?(?:SMA|EMA|DMA|WMA|MA){_E}",
        rf"{_B}MACD\s?\(\s?12\s?,\s?26\s?,\s?9\s?\)",
        rf"{_B}Bollinger(?:\sbands?)?\s?\(\s?20\s?,\s?2\s?\)",
        rf"(?<![0-9.$,A-Za-z])(?:{_WINDOW}-?(?:,|\sand|\sor|/)\s?(?:the\s)?){{0,4}}{_WINDOW}-{_DAYS}{_E}{_STREAK}",
        rf"{_B}(?:{_WINDOW_WORD}-?(?:,|\sand|\sor)\s){{0,4}}{_WINDOW_WORD}[-\s]{_DAYS}{_E}{_STREAK}",
        rf"{_B}(?:{_WINDOW}|{_WINDOW_WORD})(?:{_AND}(?:{_WINDOW}|{_WINDOW_WORD}))*\s{_DAYS}s?\s(?:(?:simple|exponential|moving)\s)*(?:average|line|SMA|EMA|change|RSI)s?{_E}",
        rf"{_B}(?:RSI|ATR|ADX|volatility|average)\sover\s(?:the\s(?:last\s|past\s)?)?{_WINDOW}\s{_DAYS}s{_E}",
        rf"(?:(?<=last\s)|(?<=past\s)|(?<=over\s)|(?<=previous\s)|(?<=over\sthe\s))(?:{_SPAN}|{_SPAN_WORD})\s{_DAYS}s?{_E}{_STREAK}",
        rf"{_B}(?:52|fifty-two)[-\s]weeks?{_E}",
        rf"{_B}(?:12|twelve)[-\s]months?{_E}",
        # fiscal periods
        rf"{_B}(?:{_YEAR}\s?)?[QH][1-4](?:[\s-]?'?(?:{_YEAR}|[0-9]{{2}}))?(?![0-9%A-Za-z]|[.,][0-9])",
        rf"{_B}[1-4]Q(?:{_YEAR}|[0-9]{{2}})?(?![0-9A-Za-z])",
        rf"{_B}(?:FY|fiscal(?:\syear)?)[\s-]?'?(?:{_YEAR}|[0-9]{{2}})(?![0-9%]|[.,][0-9])",
        rf"{_B}(?:[1-4](?:st|nd|rd|th)|first|second|third|fourth)[-\s](?:fiscal[-\s])?(?:quarter|half){_E}",
        rf"{_B}(?:[0-9]{{1,2}}|two|three|five|seven|ten|twenty|thirty)[-\s]year\s(?:US\s|U\.S\.\s)?(?:Treasur|yield|bond|note|gilt|bund)",
        rf"{_B}(?:19th|20th|21st|nineteenth|twentieth|twenty-first)\scentury{_E}",
        # names
        rf"{_B}S&P[\s-]?(?:100|400|500|600)(?![0-9%]|[.,][0-9])",
        (
            rf"{_B}(?:Nasdaq|Russell|Dow(?:\sJones)?|FTSE|Nikkei|CSI|STOXX|DAX|CAC|TOPIX|Fortune)[\s-]?"
            r"(?:Composite\s|Industrials?\s)?[0-9]{2,4}(?![0-9%]|[.,][0-9])"
        ),
        rf"{_B}(?:10-[KQ]|8-K|20-F|13[DFG]|401\(k\)|24/7|9/11|7-Eleven|[2-6]G|[23]D|B2[BC]|G7|G20){_E}",
        r"(?<![A-Za-z0-9$€£¥.,])3M(?![A-Za-z0-9]|\s?(?:shares?|dollars?|USD|units|users)\b)",
        rf"{_B}{_RELEASE}\s[0-9]{{1,2}}\.[0-9]{{1,2}}{_E}(?![.,][0-9]|\s?%)",
        rf"{_B}{_PRODUCT}[\s/-](?:[0-9]{{1,4}}[A-Za-z]{{0,3}}|[IVX]+){_E}(?![.,][0-9]|\s?%)",
        (
            rf"{_B}(?!(?:USD|US|EUR|CNY|RMB|GBP|JPY|HKD|x)[0-9])[A-Za-z]{{1,12}}-?[0-9]{{1,4}}[A-Za-z]{{0,3}}{_E}"
            r"(?![.,][0-9]|\s?%)"
        ),
        rf"{_B}Big\s(?:Three|Four|Five|Seven){_E}",
        rf"{_B}Magnificent\sSeven{_E}",
        # numbering
        (
            r"(?:^|(?<=[\n；。！？：])|(?<=[;.!?:]\s))[ ]{0,3}"
            r"(?:\([0-9]{1,2}\)|[0-9]{1,2}\)|[0-9]{1,2}[.、](?![0-9]))"
        ),
        # idioms
        rf"{_B}(?:the|these|those)\s(?:other\s)?(?:two|three){_E}(?!\s{_UNITS})",
        rf"{_B}(?:two|three|four|five|six)\s(?:(?:main|further|other|more|good|different|big|moving)\s)?{_OF_OWN_TEXT}{_E}",
        rf"{_B}(?:two|three|four|five)-(?:sided|way|letter|star|part){_E}",
        rf"{_B}(?:zero[-\s]sum|ground\szero|zero(?:es|ed|ing)?\sin)\b",
        rf"{_B}(?:think|thought|thinking)\stwice{_E}",
        rf"{_B}half-?(?:hearted(?:ly)?|year(?:ly)?|baked|life|time)",
        rf"{_B}half\s(?:the\sstory|measures?|an\seye|a\smind){_E}",
        rf"{_B}(?:first|second|other|latter|better)[-\s]half{_E}",
        rf"{_B}doubl(?:e|es|ed|ing)[-\s](?:edged|check(?:ed|ing)?|bottoms?|tops?|down|dip|standards?|jeopardy|negative|whammy)",
        rf"{_B}triple[-\s](?:bottoms?|tops?|A|witching){_E}",
        rf"{_B}(?:reasons?|case|risk|answer|question|problem|arguments?)\s(?:is|are)\s(?:two|three)fold",
        rf"{_B}redoubl(?:e|es|ed|ing)\s(?:its|their|our|the)\sefforts?|once\sbitten,?\stwice\sshy",
        rf"{_B}at\ssixes\sand\ssevens|nine-to-five|on\scloud\snine|million-dollar\squestion",
    )
)


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
_COUNTED_TEXT: Final = r"(?:\w+\s)?(?:reasons|things|arguments|factors|risks|questions|caveats|options|words)"

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
    rf"{_B}an?\s(?:couple|pair|handful|score|gross)\sof(?=\s[A-Za-z])(?!\s{_COUNTED_TEXT})",
    rf"{_B}a\scouple\s(?={_UNIT}{_E})",
    rf"{_B}(?:trio|quartet|quintet|sextet)s?{_E}",
    rf"{_B}(?:scores\sof|umpteen|(?:gaz|baj)illions?){_E}",
    rf"{_B}(?:several|a\sfew|multiple|numerous)\s{_MEASURES}{_E}",
    rf"{_B}both\s{_COUNTED}{_E}",
    rf"{_B}(?:an?|one|another|half\sa|per|last|past|next|coming)\s(?:decade|fortnight){_E}",
    rf"{_B}(?:an?|one|half\sa)[\s-]century{_E}",
)
_WEEKDAY: Final = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_MONTH_NAME: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)"
)
_AHEAD: Final = (
    rf"{_B}next\s(?:week|month|{_WEEKDAY}){_E}",
    (
        rf"{_B}(?:due|scheduled|slated|expected)\s(?:(?:for|on|in|by|this|coming|early|late|mid)[\s-])*"
        rf"({_WEEKDAY}|tomorrow|week|month|next\s(?:quarter|year)|{_MONTH_NAME}){_E}"
    ),
    rf"{_B}(?:will|to)\s(?:report|publish|release|announce)\s(?:\w+\s){{0,2}}?((?:on\s|this\s|coming\s)*(?:{_WEEKDAY}|tomorrow)){_E}",
)

FIGURES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (*_AMOUNTS, *_FRACTIONS, *_MULTIPLES, *_STREAKS, *_COUNTS, *_AHEAD)
)
