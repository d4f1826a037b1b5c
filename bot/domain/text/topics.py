"""Tags of texts by the words of `topics_*.toml`: the topics of a sentence, the tone of a headline."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.text.tokens import WordLists, one_of, read_word_lists

TONES: Final = ("positive_news", "negative_news")


@cache
def _tag_patterns(table: str) -> Mapping[str, re.Pattern[str]]:
    """Return a pattern for each tag of a table; its group "word" has the tag's words, other matches are exceptions."""
    english, chinese = (read_word_lists(__package__, f"topics_{language}.toml") for language in ("en", "zh"))
    return {tag: _pattern(tag, table, english, chinese) for tag in english[table]}


def _pattern(tag: str, table: str, english: WordLists, chinese: WordLists) -> re.Pattern[str]:
    words = [
        *map(re.escape, english[table][tag]),
        *(f"(?-i:{re.escape(word)})" for word in english["case_sensitive"].get(tag, ())),
    ]
    slowing = chinese["slowing"]
    unless_slowing = rf"(?!.{{0,3}}(?:{one_of(slowing['words'])}))"
    terms = [re.escape(term) + (unless_slowing if term in slowing["terms"] else "") for term in chinese[table][tag]]
    word = rf"(?P<word>(?<![a-z0-9])(?:{'|'.join(words)})(?![a-z0-9])|{'|'.join(terms)})"
    exceptions = one_of([*english["exceptions"].get(tag, ()), *chinese["exceptions"].get(tag, ())])
    return re.compile(f"{exceptions}|{word}" if exceptions else word, re.IGNORECASE | re.ASCII)


def topic_tags(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the topics of sentences as tags, in a fixed order, without duplicates."""
    return _matching_tags(texts, _tag_patterns("topics"))


def tone_tags(titles: Iterable[str]) -> tuple[str, ...]:
    """Return the tones of headlines: "positive_news", "negative_news", both or neither."""
    return _matching_tags(titles, _tag_patterns("tones"))


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
        for pattern in (_tag_patterns("tones")[tone] for tone in TONES)
    )
    return ToneWords(positive, negative)


def _matching_tags(texts: Iterable[str], patterns: Mapping[str, re.Pattern[str]]) -> tuple[str, ...]:
    text = "\n".join(texts)
    return tuple(tag for tag, pattern in patterns.items() if any(match["word"] for match in pattern.finditer(text)))
