"""Decides whether a change is shown with its sign: not where the words beside it say the same direction."""

import re
from decimal import Decimal
from typing import Final

from bot.domain.models.facts import FactUnit, ModelFact

_FILLER: Final = (
    r"(?:\s(?:by|of|about|around|some|roughly|nearly|almost|over|a|an|another|just|only|more|than|at|least|further))*\s"
)
_CHINESE_FILLER: Final = r"[了出于过幅度为达约近超已大]*\s?"
_UP: Final = re.compile(
    rf"""(?:(?<![A-Za-z])(?:up|plus|higher|ahead|rose|ris(?:es?|en|ing)|gr(?:ew|ow\w*)|add(?:s|ed|ing)?|rall(?:y|ies|ied|ying)
        |(?:gain|climb|advanc|increas|jump|surg|soar|rebound|recover|outperform)[a-z]*){_FILLER}
    |[涨升高增赚]{_CHINESE_FILLER}|(?<!\w)[+]\s?)$""",
    re.VERBOSE | re.IGNORECASE,
)
_DOWN: Final = re.compile(
    rf"""(?:(?<![A-Za-z])(?:down|lower|behind|fell|fall(?:s|en|ing)?|lo(?:st|se|ses|ss|sses|sing)|s[aiu]nk\w*|slid\w*|shed\w*|dip\w*
        |(?:drop|declin|slip|decreas|plung|tumbl|retreat|underperform|weaken)[a-z]*){_FILLER}
    |[跌降低亏]{_CHINESE_FILLER})$""",
    re.VERBOSE | re.IGNORECASE,
)
_UP_AFTER: Final = re.compile(
    r"\s(?:above|higher|up|ahead|gains?|rise|increase|advance|rally|growth|jump)(?![A-Za-z])|\s?的?(?:涨幅|升幅|上涨|增长)",
    re.IGNORECASE,
)
_DOWN_AFTER: Final = re.compile(
    r"\s(?:below|lower|down|under|beneath|behind|decline|drop|fall|loss|slide|dip|pullback)(?![A-Za-z])"
    r"|\s?的?(?:跌幅|降幅|下跌|回落|回撤)",
    re.IGNORECASE,
)


def is_sign_said(fact: ModelFact, text: str, at: int) -> bool:
    """Return whether the words beside a change, at offset `at` of a text, say its direction, and none the other one."""
    if fact.unit is not FactUnit.CHANGE:
        return False
    before, after = text[max(0, at - 60) : at], text[at + 1 : at + 20]
    up = _UP.search(before) is not None or _UP_AFTER.match(after) is not None
    down = _DOWN.search(before) is not None or _DOWN_AFTER.match(after) is not None
    return up != down and up == (Decimal(fact.value) > 0)
