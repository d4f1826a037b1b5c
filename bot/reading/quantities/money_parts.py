"""Parse the part of a unit of money that is said behind it in Chinese: 27块5, 27块5毛, 三十块五, 27元8角5分."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

_DIGITS: Final = "零〇一二两三四五六七八九"
_VALUES: Final = dict(zip("0123456789" + _DIGITS, (*range(10), 0, 0, 1, 2, 2, *range(3, 10)), strict=True))
_DIGIT: Final = rf"[0-9{_DIGITS}]"
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


@dataclass(frozen=True, slots=True)
class MoneyPart:
    """A part of a unit of money."""

    value: Decimal  # of the unit: 0.5 for 5毛
    end: int  # behind it, in the text


def find_money_part(text: str, at: int) -> MoneyPart | None:
    """Return the part of a unit that begins at `at`, behind the word for the unit; None: there is none."""
    found = _PART.match(text, at)
    if found is None:
        return None
    if found["half"]:
        digits = "5"
    elif found["cents"]:
        digits = found["cents"].rjust(2, "0")
    else:
        digits = found["bare"] or found["tenths"] + (found["hundredths"] or "")
    return MoneyPart(Decimal("0." + "".join(str(_VALUES[digit]) for digit in digits)), found.end())
