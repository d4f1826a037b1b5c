"""The names of the terms that the glossary explains: "stop loss", P/E, 夏普比率."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.reading.word_tables import either, read_lists

MOST_TERMS: Final = 3  # that one answer explains
# Of these a value can be high or low: "what's a good P/E?"
_WITH_LEVELS: Final = frozenset(
    {"pe", "rsi", "volatility", "dividend-yield", "beta", "drawdown", "win-rate", "confidence", "volume-ratio"}
    | {"eps", "macd"}
)


def term_named(text: str) -> str | None:
    """Return the term that words are a name of, as typed, or of a value of it; None: the glossary has none."""
    name = _plain(text)
    return _names().get(name) or _names().get(name.rstrip("0123456789.,% "))


def is_level(text: str) -> bool:
    """Return whether words only say which values of a figure are asked about: "high", 正常."""
    return _plain(text) in read_lists("glossary", "values")["level"]


def terms_with_levels(text: str) -> tuple[str, ...]:
    """Return the terms in a normalised text of whose values some are high and some low: "P/E of GOOG"."""
    return tuple(term for term in terms_named_in(text) if term in _WITH_LEVELS)[:MOST_TERMS]


def terms_named_in(text: str) -> tuple[str, ...]:
    """Return the terms that stand in a normalised text."""
    return tuple(dict.fromkeys(_names()[match.group()] for match in _any_name().finditer(_plain(text))))


def _plain(text: str) -> str:
    return text.lower().replace("'", "").strip(' "?')


@cache
def _names() -> Mapping[str, str]:
    lists = read_lists("glossary", "terms")
    return {name.replace("'", ""): term for term, names in lists.items() for name in names}


@cache
def _any_name() -> re.Pattern[str]:
    return re.compile(either(_names(), stands_alone=True))
