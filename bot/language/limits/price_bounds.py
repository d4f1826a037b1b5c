"""Tell a bound on the price of a share, which would be a limit order, from a bound on what is spent."""

import re
from typing import Final

from bot.language.quantities import context_cues as cues
from bot.language.quantities.part_bases import is_upper_bound
from bot.language.quantities.size_words import size_words
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities

_MONEY: Final = frozenset({Unit.MONEY, Unit.FOREIGN, Unit.NONE})
_BEYOND: Final = (
    r"(?:no|not|never|nothing|isn't|n't)(?:[ ]\w+){0,2}[ ](?:more[ ]than|above|over|higher[ ]than|beyond)|<=?"
)
_PRICE_NAMED: Final = re.compile(
    r"(?:\b(?:price|quote)\b|价格|股价|单价|限价|价位|成交价|每股)[^,.;!?，。；！？0-9]{0,28}$"
)
_BELOW: Final = cues.before_number(
    rf"{_BEYOND}|\b(?:at|or)[ ](?:most|below|under|less)|低于|以下|(?:不|别|勿)[能要得可]?[超高大][过于]?"
)
# "limit 200", "at no more than 200"; a limit of the speaker's own is one on spending
_LIMIT_PRICE: Final = cues.before_number(r"""
    (?<!\bmy[ ])(?<!\bour[ ])(?<!\ba[ ])(?<!\bthe[ ])(?<!spending[ ])(?<!cash[ ])(?<!budget[ ])
    \b(?:limit|lmt)(?:[ ](?:order|price))?(?:[ ]at)?
    |\bat(?:[ ]a)?(?:[ ](?:max(?:imum)?|price|limit))*(?:[ ]of)?[ ]
     (?:(?:no|not)[ ](?:more|higher)[ ]than|or[ ](?:below|under)|under|below|less[ ]than|max(?:imum)?|up[ ]to)
""")
_TOTAL: Final = re.compile(
    r"\b(?:spend|spending|invest|investing|total|in all|altogether|overall|budget|(?:per|a) trade|purchases?)\b"
    r"|花|投|总|一共|共计|合计|预算|每笔|单笔"
)


def bounds_price(text: str) -> bool:
    """Return whether a normalised message bounds the price of a share: "not more than $27 each", 价格不超过200."""
    lowered = text.lower()
    return any(_is_bound_of_price(lowered, each) for each in find_quantities(lowered) if each.unit in _MONEY)


def names_total(text: str) -> bool:
    """Return whether a message speaks of what is spent, and not of a price."""
    return _TOTAL.search(text.lower()) is not None


def _is_bound_of_price(text: str, number: Quantity) -> bool:
    left = text[max(0, number.start - cues.MAX_DISTANCE) : number.start]
    right = text[number.end : number.end + cues.MAX_DISTANCE]
    if cues.STOP.search(left):
        return False
    if _LIMIT_PRICE.search(left):
        return True
    is_bound = is_upper_bound(left, right) or _BELOW.search(left) is not None
    is_each = size_words().each_after.match(right) is not None
    return is_bound and (is_each or _PRICE_NAMED.search(left) is not None)
