"""The names of the terms that the glossary explains: "stop loss", P/E, 夏普比率."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.reading.word_tables import either, read_lists

MOST_TERMS: Final = 3  # that one answer explains


def term_named(text: str) -> str | None:
    """Return the term that words are a name of, as typed, or of a value of it; None: the glossary has none."""
    name = _plain(text)
    return _names().get(name) or _names().get(name.rstrip("0123456789.,% "))


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
