"""Parse the part of a unit of money that is said behind it in Chinese: 27块5, 27块5毛, 三十块五, 27元8角5分."""

import re
from decimal import Decimal
from typing import Final

from bot.domain.text.number_words import CHINESE_DIGITS

_DIGIT: Final = rf"[0-9{CHINESE_DIGITS}]"
_AS_ARABIC: Final = str.maketrans(CHINESE_DIGITS, "001223456789")
# Without a word for the part, a digit counts tenths only where nothing follows that it may count: not in 27块5股.
_NOTHING_COUNTED: Final = (
    r"(?=\s*(?:$|[,.;:!?~)(\]。，；：！？、）（]"
    r"|以下|以上|之下|之上|左右|附近|以内|或|和|的|了|时|就|再|吧|呢|钱|提醒|告诉|通知|叫|喊|说|给我|跟我|请|麻烦|买|卖|改|换|调|涨|跌|升|降|止损|止盈"
    rf"|[到至]\s*(?:\d[\d.]*|{_DIGIT}+)[块元刀美]))(?!\.\d)"
)
_PART: Final = re.compile(
    rf"""(?P<tenths>{_DIGIT})[毛角](?:(?P<hundredths>{_DIGIT})分?(?![0-9.股])|(?!{_DIGIT}))钱?
       | (?P<cents>[0-9]{{1,2}}|{_DIGIT})(?:美分|分(?![析钟之成批红]))
       | (?P<half>半){_NOTHING_COUNTED}
       | (?P<bare>{_DIGIT}{{1,2}}){_NOTHING_COUNTED}""",
    re.VERBOSE,
)


def find_money_part(text: str, at: int) -> tuple[Decimal, int] | None:
    """Return the part of a unit that begins at `at`, behind the word for the unit, and its end; None: there is none.

    The part is of the unit: 0.5 for 5毛.
    """
    found = _PART.match(text, at)
    if found is None:
        return None
    if found["half"]:
        digits = "5"
    elif found["cents"]:
        digits = found["cents"].rjust(2, "0")
    else:
        digits = found["bare"] or found["tenths"] + (found["hundredths"] or "")
    return Decimal("0." + digits.translate(_AS_ARABIC)), found.end()
