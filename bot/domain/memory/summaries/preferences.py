"""Whether a sentence states a need or a preference, in English or Chinese. The words are in preference_words_*.toml."""

import re
from functools import cache
from importlib.resources import files
from typing import Final

from bot.domain.text.normalise import normalise
from bot.domain.text.word_lists import read_word_lists, require_lists

_TABLES: Final = {"preferences": ("words",)}


def states_preference(text: str) -> bool:
    """Return whether `text` states a need or a preference. A question states none: "do we prefer banks?"."""
    plain = _plain(text)
    return not plain.endswith("?") and _pattern().search(plain) is not None


@cache
def _pattern() -> re.Pattern[str]:
    english, chinese = map(_words, ("preference_words_en.toml", "preference_words_zh.toml"))
    whole = "|".join(map(re.escape, english))
    return re.compile(rf"(?<![a-z0-9'])(?:{whole})(?![a-z0-9])|{'|'.join(map(re.escape, chinese))}")


def _words(name: str) -> tuple[str, ...]:
    file = files(__package__) / name
    lists = read_word_lists(file, tables=_TABLES, normal=_plain)
    return require_lists(lists, _TABLES, source=str(file))["preferences"]["words"]


def _plain(text: str) -> str:
    return normalise(text).lower()
