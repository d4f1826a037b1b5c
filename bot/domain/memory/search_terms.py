"""Splits texts into search terms: stems of English words; characters and pairs of characters of unsegmented Chinese."""

import calendar
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import Final, NamedTuple

from snowballstemmer.english_stemmer import EnglishStemmer

from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import HAN, one_of, read_word_lists

_RUN: Final = re.compile(rf"(?P<han>[{HAN}]+)|(?P<number>\d[\d.,]*\d|\d)|(?P<word>[^\W\d_{HAN}][^\W_{HAN}]*)")
_HAN_RUN: Final = re.compile(rf"[{HAN}]+")
_ENDINGS: Final = re.compile(r"\b(?:ca|wo|sha)n't\b|n't\b|'(?:s|m|d|re|ve|ll)\b", re.IGNORECASE)  # "don't", "Bob's"
_GROUPED_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_MAX_TERM: Final = 80  # characters; what is longer is no word
_CHARACTER_WEIGHT: Final = 0.5  # of one Chinese character in a question; that of a pair, or a word, is 1
_STATEMENT_WEIGHT: Final = 0.3  # of what stands beside the question: "The heat is awful. What did Bob say about banks?"
_SENTENCE: Final = re.compile(rf"[^!?]+?(?:[!?]+|\.(?=\s|[{HAN}])|$)", re.DOTALL)  # signs are of half width here
_ASKS: Final = re.compile(r"\?\s*$")


class _Words(NamedTuple):
    stop_words: frozenset[str]
    asking: frozenset[str]  # words that a question asks with
    asking_chinese: re.Pattern[str]
    same_words: Mapping[str, str]  # the word that stands for another one
    same_chinese: re.Pattern[str]


def search_terms(text: str) -> Mapping[str, int]:
    """Return the terms of a text, with how often each occurs."""
    plain = normalise(text)
    return Counter(chain(_terms(plain), _same_chinese(plain)))


def query_terms(question: str) -> Mapping[str, float]:
    """Return the terms of a question, with their weights. Empty: it names nothing that could be looked for."""
    sentences = [match.group() for match in _SENTENCE.finditer(normalise(question))]
    asks = any(_ASKS.search(each) for each in sentences)
    weights, words = dict[str, float](), _words()
    for each in sentences:
        weight = 1.0 if _ASKS.search(each) or not asks else _STATEMENT_WEIGHT
        asked = _terms(words.asking_chinese.sub(" ", each), besides=words.asking)
        for term in chain(_same_chinese(each), asked):
            is_character = len(term) == 1 and _HAN_RUN.match(term) is not None
            weights[term] = max(weights.get(term, 0.0), weight * (_CHARACTER_WEIGHT if is_character else 1.0))
    return weights


def date_terms(day: date) -> tuple[str, ...]:
    """Return the terms by which what was said on a day is found where a question writes out the date."""
    english, chinese = f"{day.day} {calendar.month_name[day.month]} {day.year}", f"{day.month}月{day.day}日"
    return tuple(dict.fromkeys(_terms(f"{english} {chinese}")))


def _terms(text: str, *, besides: Collection[str] = ()) -> Iterator[str]:
    """Yield the terms of a normalised text without stop words, nor the words `besides`."""
    for run in _RUN.finditer(_ENDINGS.sub(" ", text)):
        if run["han"]:
            yield from map("".join, pairwise(run["han"]))
            yield from (character for character in run["han"] if character not in _words().stop_words)
        elif number := run["number"]:  # without separators and zeros in front (8 for 08), and each part of a list
            parts = [number.replace(",", "")] if _GROUPED_THOUSANDS.fullmatch(number) else number.split(",")
            yield from (part.strip(".").lstrip("0")[:_MAX_TERM] or "0" for part in parts)
        elif (word := _folded(run["word"])) not in _words().stop_words and word not in besides:
            yield _stem(word)


def _same_chinese(text: str) -> Iterator[str]:
    """Yield the words that stand for Chinese words of a text."""
    words = _words()
    for run in _HAN_RUN.findall(text):
        yield from (words.same_words[word] for word in words.same_chinese.findall(run))


def _folded(word: str) -> str:
    """Return a word in lower case and without accents, or the word that stands for it."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(char))
    return _words().same_words.get(plain, plain)[:_MAX_TERM]


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    """Return the stem of a lower-case word. Stemmers have state, and threads share modules: each call makes one."""
    return str(EnglishStemmer().stemWord(word))


@cache
def _words() -> _Words:
    english, chinese = (read_word_lists(__package__, f"search_words_{language}.toml") for language in ("en", "zh"))
    groups = [entry.split() for lists in (english, chinese) for entry in lists["same_words"]["words"]]
    same_words = {word: group[0] for group in groups for word in group[1:]}
    return _Words(
        stop_words=frozenset(english["stop_words"]["words"] + chinese["stop_words"]["words"]),
        asking=frozenset(english["question_words"]["words"]),
        asking_chinese=re.compile(one_of(chinese["question_words"]["words"])),
        same_words=same_words,
        same_chinese=re.compile(one_of(word for word in same_words if not word.isascii())),
    )
