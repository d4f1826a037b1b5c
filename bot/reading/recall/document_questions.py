"""Tells questions about what a team has written down: "what does our mandate say about leverage?"."""

import re
from collections.abc import Iterable
from functools import cache

from bot.domain.text.normalise import normalise
from bot.reading.word_tables import either, read_lists

_MAX_LENGTH = 300  # characters: a longer message tells something


def asks_documents(text: str, *, names: Iterable[str] = ()) -> bool:
    """Return whether a question speaks of a team's documents.

    Args:
        text: The question, as typed.
        names: Of the team's documents, as far as they are known; other words for documents are known anyway.
    """
    plain = normalise(text).lower()
    if len(plain) > _MAX_LENGTH:
        return False
    named = (rf"(?<![a-z0-9]){re.escape(normalise(each).lower())}(?![a-z0-9])" for each in names if each)
    return re.search(_documents(), plain) is not None or any(re.search(each, plain) for each in named)


def topic_of_document_question(text: str) -> str:
    """Return a question about what is written down without its words for documents, and those beside them.

    "what does our policy say about gold?" is about gold, 我们的章程对黄金怎么规定的？ about 黄金.
    """
    says = either(read_lists("recall", "documents")["says"])
    return re.sub(rf"{_documents()}|{says}", " ", normalise(text).lower())


@cache
def _documents() -> str:
    """Return the pattern of words that name documents; in English one beside them stands before, or a word before."""
    lists = read_lists("recall", "documents")
    beside = rf"(?:{either(lists['beside'], stands_alone=True)})"
    english = either((each for each in lists["names"] if each.isascii()), stands_alone=True)
    chinese = either(each for each in lists["names"] if not each.isascii())
    return rf"(?:{beside}\s+)+(?:[\w'-]+\s+)?(?:{english})|(?:{beside}\s*)*(?:{chinese})(?:\s*{beside})*"
