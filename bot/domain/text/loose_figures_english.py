"""Patterns of dates in English, and of what reads like a figure or number word and is none."""

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
