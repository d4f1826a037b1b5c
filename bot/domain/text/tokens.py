"""Cut a text into tokens, so that rules match words and never parts of words ("no" in "now", 不 in 不错)."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Generic, TypeVar

HAN = "\u3400-\u9fff"
_TOKEN = re.compile(rf"[A-Za-z\u00c0-\u024f]+|(?<=[A-Za-z])'[A-Za-z]+|[0-9]+|[{HAN}]|[^\s]")
_LETTERS = re.compile(r"'?[a-z\u00c0-\u024f]+")
_HAN = re.compile(rf"[{HAN}]")

# What people type for a word, in small letters: a capital "U" may be a ticker.
_SHORTHAND = {
    "u": "you", "ur": "your", "pls": "please", "plz": "please", "thx": "thanks", "wat": "what", "wut": "what",
    "abt": "about", "ppl": "people", "bc": "because", "cuz": "because", "shud": "should", "shld": "should",
    "lil": "little",
    "sry": "sorry", "wnat": "want", "waht": "what", "wht": "what", "whta": "what", "hte": "the", "teh": "the",
    "tihs": "this", "taht": "that", "jsut": "just", "smth": "something", "rn": "now", "thru": "through",
    "tmrw": "tomorrow", "tmr": "tomorrow", "cud": "could", "wud": "would", "bcoz": "because", "coz": "because",
    "msg": "message", "b4": "before", "seel": "sell", "sel": "sell",
    "byu": "buy", "buuy": "buy", "slel": "sell", "bouhgt": "bought", "shoud": "should", "shoul": "should",
    "shuold": "should", "tho": "though",
}  # fmt: skip

_STRETCHED = re.compile(r"([a-z]*?([a-z]))\2{2,}")  # whole: small letters, the last at least three times
_OFTEN_DOUBLE = "lm"  # "selll", "hmmm"

Value = TypeVar("Value")
Phrase = tuple[str, ...]  # its tokens


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a run of digits, one Chinese character or one other sign."""

    text: str  # lower case, shorthand written out
    raw: str
    start: int

    @property
    def end(self) -> int:
        """The offset just behind the token."""
        return self.start + len(self.raw)

    @property
    def is_word(self) -> bool:
        """Whether it is a word in Latin letters."""
        return _LETTERS.fullmatch(self.text) is not None

    @property
    def is_han(self) -> bool:
        """Whether it is a Chinese character."""
        return _HAN.fullmatch(self.text) is not None


def has_chinese(text: str) -> bool:
    """Return whether a Chinese character is in the text."""
    return _HAN.search(text) is not None


@lru_cache(maxsize=64)  # a message and its parts are read several times in a row
def tokenise(text: str) -> tuple[Token, ...]:
    """Return the tokens of a normalised text, in order."""
    found = ((match.group(), match.start()) for match in _TOKEN.finditer(text))
    return tuple(Token(_folded(raw), raw, start) for raw, start in found)


def key(phrase: str) -> Phrase:
    """Return a phrase as the tokens by which it is looked up."""
    return tuple(_folded(raw) for raw in _TOKEN.findall(phrase))


def spellings(phrase: str) -> frozenset[Phrase]:
    """Return the keys of a phrase as people type it: with its apostrophes and without them ("dont", "whats")."""
    return frozenset(key(spelling) for spelling in {phrase, phrase.replace("'", "")})


def _folded(word: str) -> str:
    """Return a word in small letters, with shorthand written out and stretched endings cut: "gooo", "yesss"."""
    word = _SHORTHAND.get(word, word)
    stretched = _STRETCHED.fullmatch(word)
    return word.lower() if stretched is None else stretched[1] + stretched[2] * (stretched[2] in _OFTEN_DOUBLE)


class PhraseTable(Generic[Value]):
    """Maps phrases to values, and finds the longest phrase at a position in a text."""

    def __init__(self, values: Mapping[Phrase, Value]) -> None:
        self._values = values
        self._longest: dict[str, int] = {}  # the number of tokens of the longest phrase, by the first of them
        for phrase in values:
            self._longest[phrase[0]] = max(self._longest.get(phrase[0], 0), len(phrase))

    def __contains__(self, phrase: Phrase) -> bool:
        return phrase in self._values

    def __iter__(self) -> Iterator[Phrase]:
        return iter(self._values)

    def get(self, phrase: Phrase) -> Value | None:
        """Return the value of a phrase, or None if it is not in the table."""
        return self._values.get(phrase)

    def longest_match(self, words: Sequence[str], at: int) -> tuple[Value, int] | None:
        """Return the value of the longest phrase that begins at `words[at]` and its length in tokens, or None."""
        return next(self.matches(words, at), None)

    def find_all(self, words: Sequence[str]) -> Iterator[tuple[Value, int, int]]:
        """Yield the longest phrases of a text, from left to right: the value, the first token, and the one behind."""
        at = 0
        while at < len(words):
            if (found := self.longest_match(words, at)) is not None:
                yield found[0], at, at + found[1]
            at += found[1] if found is not None else 1

    def is_in(self, words: Sequence[str]) -> bool:
        """Return whether a text holds a phrase."""
        return any(True for _ in self.find_all(words))

    def matches(self, words: Sequence[str], at: int) -> Iterator[tuple[Value, int]]:
        """Yield the values of the phrases that begin at `words[at]` with their lengths in tokens, the longest first."""
        longest = self._longest.get(words[at], 0) if at < len(words) else 0
        for size in range(min(longest, len(words) - at), 0, -1):
            if (found := self._values.get(tuple(words[at : at + size]))) is not None:
                yield found, size


WordLists = Mapping[str, Mapping[str, list[str]]]  # by table and name


def read_word_lists(package: str, name: str) -> WordLists:
    """Return the lists of a package's file `name`. Raises: FileNotFoundError, tomllib.TOMLDecodeError."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def one_of(words: Iterable[str]) -> str:
    """Return a pattern of any of some words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
