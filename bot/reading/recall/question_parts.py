"""Split a question about several things into its parts: "what did Bob say about banks and why did we pass on IBM?".

A part asks by itself: it begins with a word that asks, or in Chinese has one. What asks for nothing that could be
looked up ("and when?") stays with the part before.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.memory.search_terms import query_terms
from bot.domain.text.tokens import HAN
from bot.reading.clauses.splitting import joined_clauses, joint_of
from bot.reading.word_tables import either, read_lists

_HAN: Final = re.compile(f"[{HAN}]")
_NOISE: Final = re.compile(r"\b(?:so far|exactly|things?|stuff|back|even)\b")  # words that name nothing
_MAX_PARTS: Final = 3
_LAST: Final = 4  # characters before a comma, among which a Chinese question has a word that asks
_MOST_OF_SEQUEL: Final = 50  # characters
_ENDS: Final = " ,，;；。"


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One of several questions."""

    text: str
    goes_on: bool = False  # "what about IBM?": of the same person and time as the part before


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of an English question's beginning, of one that goes on, and of words that ask."""
    lists = read_lists("recall", "question_parts")
    latin = {name: either(each for each in phrases if each.isascii()) for name, phrases in lists.items()}
    chinese = {name: either(each for each in phrases if not each.isascii()) for name, phrases in lists.items()}
    patterns = {
        "begins": rf"(?:{latin['asks']}|{latin['goes_on']})\b",
        "goes_on": rf"(?:{latin['goes_on']})\b|(?:{chinese['goes_on']})(?=.*呢)",
        "asks_english": rf"\b(?:{latin['asks']})\b",
        "asks_chinese": chinese["asks"],
    }
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


def split_question(text: str) -> tuple[QuestionPart, ...]:
    """Return the parts of a question in their order; one: it asks one thing.

    Args:
        text: Normalised, without a mention of the bot.
    """
    pieces = list[str]()
    for clause in joined_clauses(text):
        piece = text[clause.start : clause.end]
        if pieces and not (_asks(piece) and _has_question(pieces[-1])):
            pieces[-1] += piece
        else:
            pieces.append(piece)
    if not 1 < len(pieces) <= _MAX_PARTS:
        return (QuestionPart(text),)
    rests = map(_without_join, pieces)
    return tuple(QuestionPart(each, goes_on=_patterns()["goes_on"].match(each) is not None) for each in rests)


def asks(text: str) -> bool:
    """Return whether a clause begins with a word that asks, or in Chinese has one, or has the sign."""
    patterns = _patterns()
    is_question = patterns["asks_chinese"].search(text) or patterns["begins"].match(text)
    return "?" in text or is_question is not None


def _asks(piece: str) -> bool:
    """Return whether a piece names something to look up, and asks."""
    patterns, rest = _patterns(), _without_join(piece)
    asks = patterns["asks_chinese"].search(rest) if _HAN.search(rest) else patterns["begins"].match(rest)
    return asks is not None and bool(query_terms(_NOISE.sub(" ", rest.lower())))


def _has_question(piece: str) -> bool:
    """Return whether a piece asks anywhere in it: "remember what Bob said"."""
    patterns = _patterns()
    is_open = _HAN.search(piece) and piece.rstrip().endswith(",")  # 有没有人提过,…
    end = piece.rstrip(_ENDS)[-_LAST:] if is_open else piece
    asks = patterns["asks_chinese"].search(end) or patterns["asks_english"].search(end)
    return asks is not None and bool(query_terms(piece))


def _without_join(piece: str) -> str:
    rest = piece.strip(_ENDS)
    return rest[len(joint_of(rest)) :].strip(_ENDS)


def goes_on(text: str) -> bool:
    """Return whether a message is "and about banks?", which asks what the message before it has asked."""
    rest = _without_join(text)
    has_join = rest != text.strip(_ENDS)
    return len(text) <= _MOST_OF_SEQUEL and (
        _patterns()["goes_on"].match(rest) is not None or (has_join and rest.startswith("about "))
    )
