"""Tell questions that a team's own files may answer from others: those for a rule, about Parley, and of now."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.domain.text.normalise import normalise
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("assistant", "limit", "now")


@cache
def file_question_patterns() -> Mapping[str, re.Pattern[str]]:
    """Return the phrases of each kind as a pattern, for text in lower case."""
    lists = read_phrases("file_questions", {"file_questions": _LISTS}, folders=LANGUAGE_FOLDERS)["file_questions"]
    return {name: re.compile("|".join(map(_pattern, phrases))) for name, phrases in lists.items()}


def asks_assistant(text: str) -> bool:
    """Return whether a question is about Parley: "do you trade bonds?"."""
    return file_question_patterns()["assistant"].search(normalise(text).lower()) is not None


def asks_for_limit(text: str) -> bool:
    """Return whether a question is for what is allowed, and how much: "is short selling permitted?"."""
    return file_question_patterns()["limit"].search(normalise(text).lower()) is not None


def asks_for_now(text: str) -> bool:
    """Return whether a question is how things are at present: "how is the market today?"."""
    return file_question_patterns()["now"].search(normalise(text).lower()) is not None


def _pattern(phrase: str) -> str:
    return rf"\b{re.escape(phrase)}\b" if phrase.isascii() else re.escape(phrase)
