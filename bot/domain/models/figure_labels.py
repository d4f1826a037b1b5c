"""Decides what is shown beside a figure in a model's text: the name of its share, and whether a change has its sign."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from bot.domain.models.facts import FactCatalogue, FactUnit, ModelFact

# Between a share's name and its figure: "IBM's P/E of {…}", "IBM last closed at {…}", "IBM 的市盈率为 {…}".
_ENGLISH_LINK: Final = re.compile(
    r"(?:['’]s?)?\s?[:(]?(?:\s(?:is|was|has|stands?|stood|trades?|traded|trading|closed|costs?|last|now|only|just|at|of|on"
    r"|price|close|P/E|RSI|yield|average))*\s?",
    re.IGNORECASE,
)
_CHINESE_LINK: Final = re.compile(
    r"\s?(?:的|为|是|在|仅|约|现|报|收|于|达|价|股价|现价|收盘价?|报收|市盈率|股息率|均线|[：:（(])*\s?"
)
_LETTER: Final = "[A-Za-z0-9]"


def needs_name(fact: ModelFact, text: str, at: int, *, catalogue: FactCatalogue, symbol: str) -> bool:
    """Return whether the figure at `at` of a text about `symbol` (empty: several) is shown with the name of its share.

    One of another share is, unless the name is its direct neighbour; one of `symbol` only if another was named last.
    """
    if not fact.symbol:
        return False
    if not symbol and len(catalogue.names) == 1:
        symbol = next(iter(catalogue.names))
    if fact.symbol == symbol:
        named = _named_before(text[:at], catalogue)
        return bool(named) and max(named)[2] != symbol
    return not _is_neighbour(fact.symbol, text, at, catalogue)


def _is_neighbour(symbol: str, text: str, at: int, catalogue: FactCatalogue) -> bool:
    """Return whether the figure at `at` has the share's name right before it, or in brackets behind it."""
    for name in _names(symbol, catalogue):
        if re.match(rf"\s?[(（]{name}[)）]", text[at + 1 :], re.IGNORECASE):
            return True
    named = _named_before(text[:at], catalogue)
    if not named or max(named)[2] != symbol:
        return False
    between = text[max(named)[0] : at]
    return any(link.fullmatch(between) is not None for link in (_ENGLISH_LINK, _CHINESE_LINK))


def _named_before(text: str, catalogue: FactCatalogue) -> list[tuple[int, int, str]]:
    """Return the end and the length of each name in `text`, and the symbol it stands for."""
    return [
        (found.end(), len(name), symbol)
        for symbol in catalogue.names
        for name in _names(symbol, catalogue)
        for found in re.finditer(rf"(?<!{_LETTER}){name}(?!{_LETTER})" if name.isascii() else name, text, re.IGNORECASE)
    ]


def _names(symbol: str, catalogue: FactCatalogue) -> Iterator[str]:
    """Yield what a share is called, as patterns."""
    yield from (re.escape(name) for name in (symbol, *catalogue.names.get(symbol, ())) if name)


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
