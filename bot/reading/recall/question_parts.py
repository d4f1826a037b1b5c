"""Split a question about several things into its parts: "what did Bob say about banks and why did we pass on IBM?".

A part asks by itself: it begins with a word that asks, or in Chinese has one. What asks for nothing that could be
looked up ("and when?") stays with the part before.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.memory.search_terms import query_terms
from bot.domain.text.tokens import HAN
from bot.reading.word_tables import either, read_lists

_HAN: Final = re.compile(f"[{HAN}]")
_NOISE: Final = re.compile(r"\b(?:so far|exactly|things?|stuff|back|even)\b")  # words that name nothing
_MAX_PARTS: Final = 3
_MOST_OF_SEQUEL: Final = 50  # characters
_ENDS: Final = " ,，;；。"
_COMMAS: Final = frozenset(",，")
_LAST: Final = 4  # characters before one, among which a Chinese question has a word that asks


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One of several questions."""

    text: str
    goes_on: bool = False  # "what about IBM?": of the same person and time as the part before


@dataclass(frozen=True, slots=True)
class _Patterns:
    joint: re.Pattern[str]  # where another question may begin
    join: re.Pattern[str]  # the words between two, at the beginning of the second
    begins: re.Pattern[str]  # an English question
    goes_on: re.Pattern[str]
    asks_english: re.Pattern[str]
    asks_chinese: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """Return the patterns, made of the phrases of `data/recall.toml`."""
    lists = read_lists("recall", "question_parts")
    latin = {name: either(each for each in phrases if each.isascii()) for name, phrases in lists.items()}
    chinese = {name: either(each for each in phrases if not each.isascii()) for name, phrases in lists.items()}
    patterns = {
        "joint": rf"(?<=[?？;；])|[,，]|\s(?:{latin['joins']})\b|{chinese['joins']}",
        "join": rf"(?:{latin['joins']})\b|{chinese['joins']}",
        "begins": rf"(?:{latin['asks']}|{latin['goes_on']})\b",
        "goes_on": rf"(?:{latin['goes_on']})\b|(?:{chinese['goes_on']})(?=.*呢)",
        "asks_english": rf"\b(?:{latin['asks']})\b",
        "asks_chinese": chinese["asks"],
    }
    return _Patterns(**{name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()})


def split_question(text: str) -> tuple[QuestionPart, ...]:
    """Return the parts of a question in their order; one: it asks one thing.

    Args:
        text: Normalised, without a mention of the bot.
    """
    pieces = list[str]()
    for piece in _cut(text):
        if pieces and not (_asks(piece) and _has_question(pieces[-1])):
            pieces[-1] += piece
        else:
            pieces.append(piece)
    if not 1 < len(pieces) <= _MAX_PARTS:
        return (QuestionPart(text),)
    return tuple(map(_part, pieces))


def asks(text: str) -> bool:
    """Return whether a clause begins with a word that asks, or in Chinese has one, or has the sign."""
    patterns = _patterns()
    is_question = patterns.asks_chinese.search(text) or patterns.begins.match(text)
    return "?" in text or is_question is not None


def _cut(text: str) -> Iterator[str]:
    """Yield a text in pieces that may each be a question; the words between two are of the second."""
    patterns, start = _patterns(), 0
    for found in patterns.joint.finditer(text):
        left = text[start : found.start()]
        if found[0] in _COMMAS and _HAN.search(left) and not patterns.asks_chinese.search(left[-_LAST:]):
            continue  # 有没有人提过，…
        yield left
        start = found.start()
    yield text[start:]


def _asks(piece: str) -> bool:
    """Return whether a piece names something to look up, and asks."""
    patterns, rest = _patterns(), _without_join(piece)
    asks = patterns.asks_chinese.search(rest) if _HAN.search(rest) else patterns.begins.match(rest)
    return asks is not None and bool(query_terms(_NOISE.sub(" ", rest.lower())))


def _has_question(piece: str) -> bool:
    """Return whether a piece asks anywhere in it: "remember what Bob said"."""
    patterns = _patterns()
    asks = patterns.asks_chinese.search(piece) or patterns.asks_english.search(piece)
    return asks is not None and bool(query_terms(piece))


def _part(piece: str) -> QuestionPart:
    rest = _without_join(piece)
    return QuestionPart(rest, goes_on=_patterns().goes_on.match(rest) is not None)


def _without_join(piece: str) -> str:
    rest = piece.strip(_ENDS)
    join = _patterns().join.match(rest)
    return rest[join.end() :].strip(_ENDS) if join else rest


def goes_on(text: str) -> bool:
    """Return whether a message is "and about banks?", which asks what the message before it has asked."""
    rest = _without_join(text)
    has_join = rest != text.strip(_ENDS)
    return len(text) <= _MOST_OF_SEQUEL and (
        _patterns().goes_on.match(rest) is not None or (has_join and rest.startswith("about "))
    )
