"""Patterns of figures and number words in English, and of what reads like one and is none."""

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
    rf"(?<![A-Za-z0-9$€£¥.%])(?<![0-9],)(?<![-+−])(?:{_YEAR}[-–/])?{_YEAR}(?:s|['’]s)?"
    r"(?![0-9%]|[.,][0-9]|[-/.]\s?[0-9]|\s?(?:%|shares?\b|(?:a|per|each)\sshare|dollars?\b|USD|points?\b|times\b|bn|billion"
    r"|million|k\b|[x×]|percent|per\scent|美元|美金|[股元点亿万倍]|个|年\s?[0-9]))",
    re.IGNORECASE,
)

_WINDOW: Final = r"(?:5|7|10|14|20|30|50|60|90|100|120|200|250|252)"
_WINDOW_WORD: Final = (
    r"(?:five|seven|ten|fourteen|twenty|thirty|fifty|sixty|one[-\s]hundred(?:(?:[-\s]and)?[-\s]twenty)?"
    r"|two[-\s]hundred|hundred)"
)
_DAYS: Final = r"(?:trading[-\s])?(?:day|session|bar)"
_STREAK: Final = (
    r"(?!\s(?:in\sa\srow|straight|running|consecutive|winning|losing|streak|run\b|rally|rise|decline|slide))"
)
_OF_OWN_TEXT: Final = (
    r"(?:reasons?|things?|points?|arguments?|sides?|options?|ways?|cases?|factors?|risks?|questions?|views?"
    r"|scenarios?|parts?|aspects?|caveats?|words?|minds?|kinds?|stocks?|companies|names|firms)"
)
_UNITS: Final = (
    r"(?:%|percent|per\scent|dollars?|hundred|thousand|million|billion|days?|weeks?|months?|years?|sessions?|quarters?"
    r"|closes|times|shares)"
)
_PRODUCT: Final = (
    r"(?:iPhone|iPad|Galaxy|Windows|Office|Model|Boeing|Airbus|Xbox|PlayStation|Pixel|Surface|Ryzen|GPT|Fortune|Phase"
    r"|Tier|Level|Basel|Chapter|Rule|Form|Article|Section|Title|Vision|Formula|Group\sof|Phone)"
)

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
        rf"(?:(?<=last\s)|(?<=past\s)|(?<=over\s)|(?<=previous\s)|(?<=over\sthe\s)){_WINDOW}\s{_DAYS}s?{_E}{_STREAK}",
        rf"{_B}(?:52|fifty-two)[-\s]weeks?{_E}",
        rf"{_B}(?:12|twelve)[-\s]months?{_E}",
        # fiscal periods
        rf"{_B}(?:{_YEAR}\s?)?[QH][1-4](?:[\s-]?'?(?:{_YEAR}|[0-9]{{2}}))?(?![0-9%A-Za-z]|[.,][0-9])",
        rf"{_B}[1-4]Q(?:{_YEAR}|[0-9]{{2}})?(?![0-9A-Za-z])",
        rf"{_B}(?:FY|fiscal(?:\syear)?)[\s-]?'?(?:{_YEAR}|[0-9]{{2}})(?![0-9%]|[.,][0-9])",
        rf"{_B}(?:[1-4](?:st|nd|rd|th)|first|second|third|fourth)[-\s](?:fiscal[-\s])?(?:quarter|half|time){_E}",
        rf"{_B}(?:19th|20th|21st|nineteenth|twentieth|twenty-first)\scentury{_E}",
        # names
        rf"{_B}S&P[\s-]?(?:100|400|500|600)(?![0-9%]|[.,][0-9])",
        (
            rf"{_B}(?:Nasdaq|Russell|Dow(?:\sJones)?|FTSE|Nikkei|CSI|STOXX|DAX|CAC|TOPIX|Fortune)[\s-]?"
            r"(?:Composite\s|Industrials?\s)?[0-9]{2,4}(?![0-9%]|[.,][0-9])"
        ),
        rf"{_B}(?:10-[KQ]|8-K|20-F|13[DFG]|401\(k\)|24/7|9/11|7-Eleven|[2-6]G|[23]D|B2[BC]|G7|G20){_E}",
        r"(?<![A-Za-z0-9$€£¥.,])3M(?![A-Za-z0-9]|\s?(?:shares?|dollars?|USD|units|users)\b)",
        rf"{_B}{_PRODUCT}[\s-](?:[0-9]{{1,4}}[A-Za-z]{{0,3}}|[IVX]+){_E}(?![.,][0-9]|\s?%)",
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
        rf"{_B}(?:the|these|those)\s(?:two|three){_E}(?!\s{_UNITS})",
        rf"{_B}(?:two|three|four|five|six)\s(?:(?:main|further|other|more|good|different|big)\s)?{_OF_OWN_TEXT}{_E}",
        rf"{_B}(?:two|three|four|five)-(?:sided|way|letter|star|part){_E}",
        rf"{_B}(?:zero[-\s]sum|ground\szero|zero(?:es|ed|ing)?\sin)\b",
        rf"{_B}(?:think|thought|thinking)\stwice{_E}",
        rf"{_B}half-?(?:hearted(?:ly)?|year(?:ly)?|baked|life|time)",
        rf"{_B}half\s(?:the\sstory|measures?|an\seye|a\smind){_E}",
        rf"{_B}(?:first|second|other|latter|better)[-\s]half{_E}",
        rf"{_B}doubl(?:e|es|ed|ing)[-\s](?:edged|check(?:ed|ing)?|bottoms?|tops?|down|dip|standards?|jeopardy|negative|whammy)",
        rf"{_B}triple[-\s](?:bottoms?|tops?|A|witching){_E}",
        rf"{_B}(?:reasons?|case|risk|answer|question|problem|arguments?)\s(?:is|are)\s(?:two|three)fold",
        rf"{_B}at\ssixes\sand\ssevens|nine-to-five|on\scloud\snine|million-dollar\squestion",
    )
)

_CARDINAL: Final = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen"
    r"|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|trillions?"
    r"|dozens?|zero)"
)
_NTHS: Final = r"(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|hundredth|thousandth)"
_MEASURE_AFTER: Final = (
    r"(?:percent|per\scent|percentage\spoints?|pct|basis\spoints?|bps|bp|trillion|tn|billion|bn|million|mn|mm|thousand"
    r"|hundred|times|dollars?|cents?|[kmbtx×])"
)
_UNIT_AFTER: Final = rf"(?:{_MEASURE_AFTER}|shares?|days?|weeks?|months?|years?|sessions?|quarters?)"

FIGURES: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            r"(?:(?:US)?\$\s?|(?:USD|EUR|CNY|RMB)\s?|[€£¥]\s?)?(?<![A-Za-z0-9])[-+−]?[0-9]+(?:[.,/][0-9]+)*"
            rf"(?:\s?%|[\s-]?{_UNIT_AFTER}(?![A-Za-z])|(?:st|nd|rd|th|[a-z]{{1,2}})(?![A-Za-z0-9]))?"
        ),
        r"(?<=[A-Za-z])[0-9]+(?:[.,][0-9]+)*",
        rf"{_B}(?:(?:a|one)[\s-])?{_CARDINAL}(?:[\s-](?:and\s)?(?:{_CARDINAL}|one))*{_E}(?:[\s-]?{_UNIT_AFTER}{_E}|\s?%)?",
        rf"{_B}one[\s-](?:{_MEASURE_AFTER}|half|quarter|{_NTHS}){_E}",
        rf"{_B}one\s(?:in|of\s(?:the\s)?(?:last|past)|out\sof)\s(?={_CARDINAL}|[0-9])",
        rf"{_B}(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|several|many)[-\s]?fold{_E}",
        rf"{_B}(?:twice|thrice|halve[sd]?|halving|half){_E}",
        rf"{_B}(?:doubl(?:e|es|ed|ing)|tripl(?:e|es|ed|ing)|treble[sd]?|quadrupl\w+|quintupl\w+){_E}",
        rf"{_B}(?:{_CARDINAL}|a|one)[-\s](?:{_NTHS}|quarter)s(?:{_E})",
        rf"{_B}a[-\s](?:{_NTHS})(?=\s(?:of|less|more|lower|higher|cheaper|below|above|in|off|since|as)\b|[.,;!?]|$)",
        rf"{_B}(?:a|three)[-\s]quarters?\s(?:of\s(?!(?:growth|decline|results|losses|earnings))|(?:less|more|lower|higher|cheaper|below|above)\b)",
        rf"(?<=by\s)a\s(?:quarter|{_NTHS}){_E}",
        rf"{_B}(?:low|mid|high)[-\s](?:single|double|triple)[-\s]digits?{_E}",
        rf"{_B}(?:single|double|triple|two|three|four|five|six|seven)[-\s](?:digits?|figures?){_E}",
        (
            rf"{_B}(?:low|mid|high|the|in)[-\s]?(?:to[-\s]high[-\s])?(?:teens|twenties|thirties|forties|fifties|sixties|seventies"
            rf"|eighties|nineties){_E}"
        ),
        rf"{_B}tens\sof(?:\s(?:thousands|millions|billions))?{_E}",
        rf"{_B}[IVXLCDM]{{1,7}}(?=\s?(?:%|percent|per\scent|dollars|times|billion|million))",
    )
)
