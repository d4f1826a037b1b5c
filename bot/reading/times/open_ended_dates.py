"""Find out whether a date opens a span: "since D", "before D", D以来, D之前."""

import re
from datetime import date
from enum import Enum, auto

from bot.domain.text.number_words import CHINESE_DIGITS


class OpenEnd(Enum):
    """Which end of a date's span is open."""

    LAST = auto()  # "since D"
    FIRST = auto()  # "until D"


EARLIEST = date(2000, 1, 1)  # the beginning of a span without one: "before D"
_OPEN_BEFORE = {
    OpenEnd.LAST: re.compile(
        r"(?:\b(?:since|after|starting|beginning)(?: on)?(?: the)?(?: (?:start|beginning))?|自从?|从) ?$"
    ),
    OpenEnd.FIRST: re.compile(r"(?:\b(?:until|till|before|by|through|up to)(?: the)?|截至|截止到?|直到|早于) ?$"),
}
_OPEN_AFTER = {
    OpenEnd.LAST: re.compile(r" ?(?:以来|之后|以后|后(?!天)|起|至今|到现在|到今天|onwards?\b)"),
    OpenEnd.FIRST: re.compile(rf" ?(?:之前|以前|前(?![{CHINESE_DIGITS}十几\d])|为止|or earlier\b)"),
}
_LEADING = {
    "since": OpenEnd.LAST,
    "after": OpenEnd.LAST,
    "before": OpenEnd.FIRST,
    "until": OpenEnd.FIRST,
    "by": OpenEnd.FIRST,
}
_FROM = re.compile(r"\bfrom(?: the)? $")  # decisions "from last week" are that week's; from a day on, later ones too
_BESIDE = 24  # characters in which a word still opens a span


def find_open_end(match: re.Match[str]) -> OpenEnd | None:
    """Return which end of a date's span the words beside it leave open; None: none.

    Some patterns of dates hold "since" themselves.
    """
    text, (start, end) = match.string, match.span()
    left, right = text[max(0, start - _BESIDE) : start], text[end : end + _BESIDE]
    if (open_end := _LEADING.get(match.group().partition(" ")[0])) is not None:
        return open_end
    if "day" in match.re.groupindex and _FROM.search(left):
        return OpenEnd.LAST
    return next(
        (open_end for open_end in OpenEnd if _OPEN_BEFORE[open_end].search(left) or _OPEN_AFTER[open_end].match(right)),
        None,
    )


def extend_span(first: date, last: date, open_end: OpenEnd | None, *, today: date) -> tuple[date, date]:
    """Return the first and last day of a span with an open end: until `today`, or from `EARLIEST` on."""
    if open_end is OpenEnd.LAST:
        return first, today
    if open_end is OpenEnd.FIRST:
        return min(EARLIEST, first), last
    return first, last
