"""How the words beside a time open its span: "since", "until", "as of", "vs", 以来, 之前."""

import re
from enum import Enum, auto
from typing import Final

from bot.domain.text.number_words import CHINESE_DIGITS
from bot.reading.word_tables import either, read_lists

WINDOW: Final = 48  # characters beside a time in which words change it
_EVENTS: Final = read_lists("times", "events")["event"]
_SINCE: Final = (
    r"(?:\b(?:ever since|since|from|after|starting|beginning)(?: from| on)?"
    r"(?: (?:the )?(?:start|beginning) of)?(?: the)?"
    rf"|\b(?:since|from|after) (?:(?:the|its|their|our) )?(?:{either(_EVENTS)})(?: on| of| from)?(?: the)?|自从?|从) ?$"
)
_PREPOSITION: Final = (
    r"\b(?:in|on|at|of|for|over|around|during|within|throughout|back in|review|between"
    r"|early|late|mid|middle of)(?: the)?[ -]$|\bthe $|[在于] ?$"
)
_NOW: Final = r"(?:(?:to|until|till|up to|through|and|-|到|至) ?(?:now|today|date|present|现在|今天|目前|如今))"


class Opening(Enum):
    """How the words beside a time open its span."""

    SINCE = auto()
    UNTIL = auto()
    AS_OF = auto()  # until then, or of a figure on that day
    AGAINST = auto()  # what is now, or at another time, is compared with it


_BEFORE: Final = {
    Opening.SINCE: re.compile(_SINCE),
    Opening.UNTIL: re.compile(
        r"(?:\b(?:until|till|before|by|through|up to)(?: the)?(?: (?:end|close) of)?|直到|早于) ?$"
    ),
    Opening.AS_OF: re.compile(r"(?:\bas (?:of|at)(?: the)?|截至|截止到?) ?$"),
    Opening.AGAINST: re.compile(
        r"(?:\b(?:vs\.?|versus|against|compared? (?:to|with)|relative to|than)"
        r"(?: (?:it|they|where it) (?:was|were|closed|did))?(?: the (?:close|price) (?:of|on|from))?"
        r"(?: on| at| in)?(?: the)?|[比较]) ?$"
    ),
    None: re.compile(_PREPOSITION),
}
_BEHIND: Final = {
    Opening.SINCE: re.compile(
        rf" ?(?:的?(?:{either(_EVENTS)}))?(?:以来|之后|以后|后(?!天)|起|至今|{_NOW}(?![a-z])|onwards?\b)"
    ),
    Opening.UNTIL: re.compile(rf" ?(?:之前|以前|前(?![{CHINESE_DIGITS}十几\d])|为止|or earlier\b)"),
    Opening.AGAINST: re.compile(r" ?的?(?:收盘价?|收市价?|价格?)?相?比(?![例重率])"),
}
_WITH: Final = re.compile(r"[跟和与同] ?$")  # 跟昨天比, not 今天比昨天


def opening_before(left: str) -> tuple[Opening | None, int] | None:
    """Return how the words at the end of a text open a time behind it, and their length; None: they do not."""
    left = left[-WINDOW:]
    return next(((opening, len(found[0])) for opening, each in _BEFORE.items() if (found := each.search(left))), None)


def opening_behind(text: str, at: int, left: str) -> tuple[Opening, int, int] | None:
    """Return how the words behind a time open it, the length of a word before it that is of them, and their end."""
    with_it = _WITH.search(left)
    for opening, pattern in _BEHIND.items():
        if (found := pattern.match(text, at)) and (with_it or opening is not Opening.AGAINST):
            return opening, len(with_it[0]) if with_it and opening is Opening.AGAINST else 0, found.end()
    return None
