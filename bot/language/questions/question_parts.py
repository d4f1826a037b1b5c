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
from bot.language.language_detection import has_chinese
from bot.language.memory.asked_topics import without_noise
from bot.language.phrase_files import LANGUAGE_FOLDERS, either, read_phrases

_LISTS: Final = ("joins", "asks", "goes_on")
_MAX_PARTS: Final = 3
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
def question_part_patterns() -> _Patterns:
    """Return the patterns, made of the phrases of `data/*/question_parts.toml`."""
    lists = read_phrases("question_parts", {"question_parts": _LISTS}, folders=LANGUAGE_FOLDERS)["question_parts"]
    latin = {name: either(each for each in phrases if each.isascii()) for name, phrases in lists.items()}
    chinese = {name: either(each for each in phrases if not each.isascii()) for name, phrases in lists.items()}
    joins = rf"(?:{latin['joins']})\b|{chinese['joins']}"
    patterns = {
        "joint": rf"(?<=[?？;；])|[,，]|\s(?:{latin['joins']})\b|{chinese['joins']}",
        "join": joins,
        "begins": rf"(?:{latin['asks']}|{latin['goes_on']})\b",
        "goes_on": rf"(?:{latin['goes_on']})\b|{chinese['goes_on']}",
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


def _cut(text: str) -> Iterator[str]:
    """Yield a text in pieces that may each be a question; the words between two are of the second."""
    patterns, start = question_part_patterns(), 0
    for found in patterns.joint.finditer(text):
        left = text[start : found.start()]
        if found[0] in _COMMAS and has_chinese(left) and not patterns.asks_chinese.search(left[-_LAST:]):
            continue  # 有没有人提过，…
        yield left
        start = found.start()
    yield text[start:]


def _asks(piece: str) -> bool:
    """Return whether a piece names something to look up, and asks."""
    patterns, rest = question_part_patterns(), _without_join(piece)
    asks = patterns.asks_chinese.search(rest) if has_chinese(rest) else patterns.begins.match(rest)
    return asks is not None and bool(query_terms(without_noise(rest)))


def _has_question(piece: str) -> bool:
    """Return whether a piece asks anywhere in it: "remember what Bob said"."""
    patterns = question_part_patterns()
    asks = patterns.asks_chinese.search(piece) or patterns.asks_english.search(piece)
    return asks is not None and bool(query_terms(piece))


def _part(piece: str) -> QuestionPart:
    rest = _without_join(piece)
    return QuestionPart(rest, goes_on=question_part_patterns().goes_on.match(rest) is not None)


def _without_join(piece: str) -> str:
    rest = piece.strip(_ENDS)
    join = question_part_patterns().join.match(rest)
    return rest[join.end() :].strip(_ENDS) if join else rest
