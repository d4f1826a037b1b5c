"""Tags of texts by their words, in English and Chinese: the topics of a sentence, the tone of a headline.

English matches whole words ("trend" is not in "trendy"); Chinese, which has no spaces, matches terms. The words are in
`topics_en.toml` and `topics_zh.toml`.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from bot.domain.text.word_lists import WordLists, read_word_lists, require_lists

# In the order of the result.
TOPICS: Final = (
    *("breakout", "support", "resistance", "trend", "momentum", "overbought", "oversold", "risk", "stop_loss"),
    *("volatility", "volume", "news", "earnings", "dividend", "valuation", "fundamental", "technical", "pe_ratio"),
    "market_cap",
)
TONES: Final = ("positive_news", "negative_news")
_TABLES: Final[Mapping[str, Collection[str]]] = {
    "topics": TOPICS,
    "tones": TONES,
    "exceptions": (*TOPICS, *TONES),
    "case_sensitive": (*TOPICS, *TONES),
    "slowing": ("terms", "words"),
}
# The lists that each language's file has to have.
_ENGLISH: Final = {
    "topics": TOPICS,
    "tones": TONES,
    "exceptions": ("negative_news",),
    "case_sensitive": ("pe_ratio",),
}
_CHINESE: Final = {
    "topics": TOPICS,
    "tones": TONES,
    "exceptions": ("breakout", "positive_news"),
    "slowing": ("terms", "words"),
}


@dataclass(frozen=True, slots=True)
class TagPatterns:
    """A pattern for each tag. The tag's words are in the group "word"; other matches are exceptions."""

    topics: Mapping[str, re.Pattern[str]]
    tones: Mapping[str, re.Pattern[str]]


@cache
def tag_patterns() -> TagPatterns:
    """Return the patterns of `topics_*.toml`. Raises: ValueError: a file is missing or has a mistake."""
    english, chinese = _read_file("topics_en.toml", _ENGLISH), _read_file("topics_zh.toml", _CHINESE)
    topics, tones = (
        {tag: _pattern(tag, table, english, chinese) for tag in tags}
        for table, tags in (("topics", TOPICS), ("tones", TONES))
    )
    return TagPatterns(topics, tones)


def _read_file(name: str, required: Mapping[str, Collection[str]]) -> Mapping[str, WordLists]:
    file = files(__package__) / name
    return require_lists(read_word_lists(file, tables=_TABLES, normal=str), required, source=str(file))


def _pattern(
    tag: str, table: str, english: Mapping[str, WordLists], chinese: Mapping[str, WordLists]
) -> re.Pattern[str]:
    words = [
        *map(re.escape, english[table][tag]),
        *(f"(?-i:{re.escape(word)})" for word in english["case_sensitive"].get(tag, ())),
    ]
    slowing = chinese["slowing"]
    unless_slowing = rf"(?!.{{0,3}}(?:{_either(slowing['words'])}))"
    terms = [re.escape(term) + (unless_slowing if term in slowing["terms"] else "") for term in chinese[table][tag]]
    word = rf"(?P<word>(?<![a-z0-9])(?:{'|'.join(words)})(?![a-z0-9])|{'|'.join(terms)})"
    exceptions = _either([*english["exceptions"].get(tag, ()), *chinese["exceptions"].get(tag, ())])
    return re.compile(f"{exceptions}|{word}" if exceptions else word, re.IGNORECASE | re.ASCII)


def _either(words: Collection[str]) -> str:
    return "|".join(map(re.escape, words))


def topic_tags(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the topics of sentences as tags, in a fixed order, without duplicates."""
    return _matching_tags(texts, tag_patterns().topics)


def tone_tags(titles: Iterable[str]) -> tuple[str, ...]:
    """Return the tones of headlines: "positive_news", "negative_news", both or neither."""
    return _matching_tags(titles, tag_patterns().tones)


@dataclass(frozen=True, slots=True)
class ToneWords:
    """The words of a text that have a tone, in small letters, in the order of their first use."""

    positive: tuple[str, ...]
    negative: tuple[str, ...]

    @property
    def balance(self) -> float | None:
        """The tone in [-1, 1], as in Henry (2008): (positive - negative) / (positive + negative); None: no words."""
        words = len(self.positive) + len(self.negative)
        return (len(self.positive) - len(self.negative)) / words if words else None


def tone_words(text: str) -> ToneWords:
    """Return the words of a headline or a short text that have a tone."""
    positive, negative = (
        tuple(dict.fromkeys(match["word"].lower() for match in pattern.finditer(text) if match["word"]))
        for pattern in (tag_patterns().tones[tone] for tone in TONES)
    )
    return ToneWords(positive, negative)


def _matching_tags(texts: Iterable[str], patterns: Mapping[str, re.Pattern[str]]) -> tuple[str, ...]:
    text = "\n".join(texts)
    return tuple(tag for tag, pattern in patterns.items() if any(match["word"] for match in pattern.finditer(text)))
