"""Patterns of the words beside a number, which say what it is for.

Those named `…_AFTER` match the beginning of the text behind the number, the others the text before it. Each is tried on
`MAX_DISTANCE` characters only.
"""

import re
from collections.abc import Mapping
from decimal import Decimal

MAX_DISTANCE = 28  # characters from a number in which a word says what it is for
_SIGN_BETWEEN = r"[\s:,$€£¥]*(?:us\$|usd)?[ ]?$"  # between the word and the number


def before_number(words: str) -> re.Pattern[str]:
    """Return a pattern for words directly before a number; in `words` a blank is written "[ ]"."""
    return re.compile(rf"(?:{words}){_SIGN_BETWEEN}", re.VERBOSE)


STOP = before_number(r"""
    (?:\bstop(?:[- ]?loss)?|止损(?:价|位|线|点)?)(?:[ ](?:price|level|order))?
    (?:[ :=]|at|to|of|is|up|down|设|放|定|在|到|为|是|改|成|调|于
    |提高?|上移|下移|降低?|抬高?)*
""")
STOP_AFTER = re.compile(r" ?(?:stop(?:[- ]?loss)?\b|止损)(?! ?(?:at|of|is|to|:|=|价|在|设|到|为)* ?\$?\d)")
# A distance is no price: "stop 20 dollars below entry", 止损设在买入价下方20块.
STOP_DISTANCE_AFTER = re.compile(r" ?(?:points?|pts|dollars?|bucks)? ?(?:below|beneath|under|away|lower|off|以下|之下)")
STOP_DISTANCE = before_number(r"止损[^,.;!?0-9]{0,10}(?:下方|之下|下面|以下|低)|\bstop[ ]+(?:by|down)")
INDICATOR = re.compile(
    r"(?:\b(?:rsi|p/?e|eps|macd|[se]?ma|beta|vix|s&p|sp|nasdaq|russell|dow|top|version|series|model)"
    r"|均线|市盈率|布林|指数|第|前)(?: ?\(\d+\))?"
    r"(?: |:|=|is|was|are|at|of|now|still|only|just|about|around|under|below|above|over|than|less|more|had|hits?|to"
    r"|的|是|为|在|到|低于|高于|超过|大于|小于|已经|都|只有)*$"
)
OF_PROPOSAL = before_number(r"\b(?:it|order|trade|purchase|proposal)[ ]to")
PRICE = before_number(r"""
    @|\b(?:(?:falls?|drops?|dips?|goes|go|gets?|rises?|climbs?|moves?|trades?|closes?|closed|opens?|breaks?|slips?|sinks?
          |is|was|stands?)(?:[ ](?:back|down|up))?[ ](?:to|at|below|under|above|over|through)
       |hits?|reach(?:es)?|touch(?:es)?|target(?:[ ]price)?(?:[ ]of|[ ]is)?|(?:limit[ ])?price(?:[ ]of|[ ]is)?
       |(?<!cap[ ]it[ ])(?<!capped[ ])(?<!keep[ ]it[ ])at|above|breaks?)
    |挂单?|跌到|跌破|跌至|跌|涨到|涨至|涨破|涨|突破|回调到|回落到|反弹到|目标价(?:是|为)?|股价|价格|现价|限价|市价|收盘价?|到价|低于|高于
""")
LIMIT = before_number(r"""
    \b(?:at[ ](?:the[ ])?most|(?:no|not)[ ](?:more|greater)[ ]than|not[ ](?:over|exceed(?:ing)?)|don't[ ]exceed|up[ ]to
       |max(?:imum)?(?:[ ]is|[ ]of)?|under|below|less[ ]than|within|limit(?:ed)?(?:[ ]it)?[ ](?:is|of|to)
       |nothing[ ](?:over|above|more[ ]than)|no[ ]higher[ ]than|not[ ]a[ ](?:penny|cent)[ ](?:more[ ]than|over)
       |cap(?:ped)?(?:[ ]it)?(?:[ ]is|[ ]of|[ ]at)?|budget(?:[ ]is|[ ]of)?|only[ ]have)
    |(?:最多|不要超过|别超过|不超过|上限|顶多|至多|不高于|不多于|不大于|不超|别超|预算|控制在|最高|限额)
     (?:是|为|买|投|花|用|只|有|在|:|[ ])*
""")
# Of a part of the account: neither is a size. "cap IBM at 10 %", "don't put more than 5 %".
BOUND_PART = before_number(r"""
    \b(?:cap|limit)(?:[ ][\w&.'-]+){1,3}[ ](?:at|to)|\b(?:more[ ]than|over|above|below|under|exceed(?:ing)?)
    |超过|高于|低于
""")
LIMIT_AFTER = re.compile(r" ?(?:以内|之内|封顶|内|为上限|为限|or less|or under|max(?:imum)?\b|tops\b|at (?:the )?most)")
# Either the price to trade at or the money to trade with.
UNCLEAR_AFTER = re.compile(r" ?(?:以下|之下|limit\b|lmt\b)")
WORTH_AFTER = re.compile(r" ?(?:worth\b|的(?!时候|位置|价|仓))")
COUNTED_AFTER = re.compile(r" ?(?:of (?!the\b)|each\b|apiece\b|各)")  # "50 of IBM", "3000 each"
PRICE_AFTER = re.compile(r" ?(?:块|元|美元|刀)?的?(?:价格|价位|价)")  # 200的价格
LESS_AFTER = re.compile(r" ?(?:shares? |股)?(?:less|fewer|smaller|lower)\b")  # "spend 1k less": than what?
REMAINS = before_number(
    r"\b(?:until|till)[ ](?:i|we)[ ](?:have|hold|own)|\b(?:all|everything)[ ]but|(?:keep|keeping|leave|leaving)|有"
)
REMAINS_AFTER = re.compile(r" ?(?:shares? |股)?为止")
LEFT_AFTER = re.compile(r" (?:(?:shares?|of [a-z]+|is|are|be) ){0,3}(?:left|remaining|remains?|stays?)\b")  # of a sale
LEFT_WITH = before_number(r"\b(?:left|end[ ]up)[ ]with|\bto[ ]have")  # "sell IBM so we're left with 5 %"
WEIGHT_REACHED = before_number(r"[到至](?:总)?仓位的")  # 把IBM卖到仓位的5%
RAISED_MONEY = before_number(r"\braise")  # "raise $2,000": by a sale
COUNTED_BEFORE_NAME = re.compile(r" ?(?:more |additional |extra )?(?:of (?:the |my |our )?)?")
MORE_AFTER = re.compile(r" (?:more|additional|extra)\b(?! than)")
EACH = before_number(r"\b(?:each|per[ ]share)[ ](?:for|at)|每股|单价")
FORECAST = before_number(r"""
    \b(?:target|forecast|estimate|rating|guidance|dividend|price)[ ](?:up[ ]|down[ ])?(?:to|at|of)
    |(?:目标价|评级|股息)[^,.;!?0-9]{0,6}
""")  # "raise your target to $230"
# What may follow a part that is spent: "FB with 5%", and not "with 10% discount".
SPENT_PART_AFTER = re.compile(
    r" ?(?:$|[,.;!?，。；！]|(?:in|into|on|to|for|towards?|please|pls|now)\b|买|去|来|建|加仓|投|给|的?仓|吧)"
)
TRADED_AFTER = re.compile(r"(?:的时候)?(?:再|就|左右)?(?:买|卖|加仓|建仓|抄底|入手|进)")  # 210块买
PAID = re.compile(r"(?:花|用|拿|投|出|动用|付)[^,.;!?]{0,6}$")
SPENT = before_number(r"\b(?:spend|invest)|(?:花|投入?|投资)(?:了|个)?")
SLASHED = re.compile(r"\d/$")  # 1/3, the 3
SLASHED_AFTER = re.compile(r"/\d")
REPLACED = before_number(r"\b(?:instead[ ]of|rather[ ]than|not|from)|而不是|不是")
EXCEPTED = before_number(r"\b(?:except(?:[ ]for)?|(?:all|everything)[ ]but|other[ ]than|apart[ ]from|excluding)|除了?")
TARGET = before_number(r"""
    \b(?:(?<!up[ ])to
       |except(?:[ ]for)?|(?:all|everything)[ ]but|other[ ]than|apart[ ]from|keep(?:ing)?|leav(?:e|ing)|retain
       |(?:until|till)[ ](?:it|they|that)(?:'s|'re|[ ](?:is|are|has|have|makes?[ ]up|reach(?:es)?))?)
    |到|至|剩下?|留下?|留着|保留|除了
""")
MOVED = before_number(r"""
    \b(?:falls?|fell|drops?|dropped|dips?|declines?|declined|rises?|rose|jumps?|jumped|gains?|gained|loses?|lost
       |crash(?:es)?|down|up|rall(?:y|ies)|plunges?|tanks?|moves?|goes|by[ ]another)
       (?:[ ](?:by|another|about|over|more[ ]than|at[ ]least))*
    |再?[跌涨](?:了|超过|个|幅|停|去)*|回撤|回调|反弹|下跌|上涨|波动率?|亏损?|赚
""")
GROWTH = before_number(r"\b(?:increase|raise|grow|add|by)|加仓|增持|追加|加码")
PER_CENT_OF = re.compile(r"百分之$")
BETWEEN = re.compile(r" ?(?:-|~|to|or|and|到|至|或|或者|还是|和) ?\$?")  # of the two ends of a range

_ORDINALS = {5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth", 10: "tenth", 20: "twentieth"}
_COUNTS = {2: "two", 3: "three", 4: "four"}
_DIGITS = "零一二三四五六七八九十"
_PARTS_IN_WORDS = (
    ("two[- ]thirds?|2/3", 2, 3),
    ("three[- ]quarters?|3/4", 3, 4),
    ("a third|one[- ]third|(?<!on )1/3", 1, 3),
    ("a quarter|one[- ]quarter|quarter of|(?<!on )1/4", 1, 4),
    (
        "one[- ]half|half(?! (?:an? )?(?:dozen|hundred|thousand|million|grand|billion))|halve|(?<!on )1/2",
        1,
        2,
    ),
    *((f"(?:a|one)[- ]{name}", 1, part) for part, name in _ORDINALS.items()),
    *((f"{count}[- ]{name}s", top, part) for part, name in _ORDINALS.items() for top, count in _COUNTS.items()),
)
_CHINESE_PARTS = (
    ("一半|减半|半(?=仓)", 1, 2),
    ("[满全](?=仓[^位]{0,4}买)", 1, 1),
    *((f"{_DIGITS[part]}分之{_DIGITS[top]}", top, part) for part in range(2, 11) for top in range(1, part)),
)
PARTS: Mapping[re.Pattern[str], Decimal] = {
    **{
        re.compile(rf"(?<![a-z\d/.,])(?:{words})(?![a-z/\d])"): Decimal(top) / Decimal(bottom)
        for words, top, bottom in _PARTS_IN_WORDS
    },
    **{
        re.compile(rf"(?<![{_DIGITS}])(?:{words})"): Decimal(top) / Decimal(bottom)
        for words, top, bottom in _CHINESE_PARTS
    },
    re.compile(r"\ball(?= (?:of )?(?:my|our|the) (?:available |remaining )?cash\b)|(?:全部|所有)的?(?=现金)"): Decimal(
        1
    ),
}
# "half a share", "1 1/2 shares", 半股: not a part of what is held.
PART_OF_SHARE = re.compile(
    r"""(?<![a-z\d/.,])(?:\d+[ ](?:and[ ])?)?
        (?:(?:half|quarter)(?:[ ]of)?(?:[ ](?:an?|one))?[ ]share\b|\d/\d(?:[ ]of)?(?:[ ](?:an?|one))?[ ]shares?\b)
      |\d/\d[ ]?股|半股|\band[ ]a[ ]half[ ]shares?\b""",
    re.VERBOSE,
)
# Both also before a name: "a couple of FB", "a few FB shares".
COUPLE_OF = re.compile(r"\b(?:a )?(?:couple|pair)(?: of)?(?: more| additional| extra)? (?P<shares>shares?\b)?")
FEW_OF = re.compile(r"\b(?:a )?(?:few|several|handful of|bunch of)(?: more| additional| extra)? ")
SOME = re.compile(r"\b(?:some|parts?|bits?|a little|a few|most)\b|一些|一点|部分|些|点(?!位|数)")
PLAIN_SALE = re.compile(
    r"\b(?:sell|selling|unload|offload)\b(?! (?:down|off some|short|a (?:put|call)))|卖(?!空|点|一点|些|一些)"
)
ALL_BUT = re.compile(
    r"""\b(?:all|everything|positions|holdings|stocks|shares)(?:[ ]of[ ](?:it|them))?[ ](?:but|besides|save)\b
       |\b(?:except|apart[ ]from|other[ ]than|excluding|keep(?:ing)?|leaving|until|till)\b|[ ]left\b
       |除了?[^,.;!?]{1,12}(?:以外|之外|外|都|全)""",
    re.VERBOSE,
)
MULTIPLE = re.compile(r"\b(?:double|triple|quadruple)\b(?! (?:down|top|bottom|check|digit))|加倍")
