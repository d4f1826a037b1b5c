"""Tells questions about what a team has written down: "what does our mandate say about leverage?"."""

import re
from collections.abc import Iterable, Sequence

from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import Token, tokenise
from bot.reading.word_tables import phrase_list

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
    return bool(_document_words(tokenise(plain))) or any(_names(plain, normalise(each).lower()) for each in names)


def topic_of_document_question(text: str) -> str:
    """Return a question about what is written down without its words for documents, and those beside them.

    "what does our policy say about gold?" is about gold, 我们的章程对黄金怎么规定的？ about 黄金.
    """
    plain = normalise(text).lower()
    tokens = tokenise(plain)
    cut = [*_document_words(tokens), *_phrases(tokens, "says")]
    for first, last in sorted(cut, reverse=True):
        plain = f"{plain[: tokens[first].start]} {plain[tokens[last - 1].end :]}"
    return plain


def _names(text: str, name: str) -> bool:
    return bool(name) and re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text) is not None


def _document_words(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Return where tokens name documents, each from its first word to behind the last, with the words beside it."""
    found = list[tuple[int, int]]()
    for first, last in _phrases(tokens, "names"):
        begin, end = _before(tokens, first), last
        if tokens[first].is_han:
            while size := _size(tokens, end, "beside"):
                end += size
        elif begin == first:
            continue
        found.append((begin, end))
    return found


def _before(tokens: Sequence[Token], first: int) -> int:
    """Return where the words beside a document begin that stand before it; in English, one may stand between."""
    is_chinese = tokens[first].is_han
    for start in range(max(first - 5, 0), first):
        at = start
        while at < first and (size := _size(tokens, at, "beside")):
            at += size
        if start < at and (at == first or (not is_chinese and at == first - 1)):
            return start
    return first


def _phrases(tokens: Sequence[Token], list_name: str) -> list[tuple[int, int]]:
    words = [token.text for token in tokens]
    return [(first, behind) for _, first, behind in phrase_list("recall", "documents", list_name).find_all(words)]


def _size(tokens: Sequence[Token], at: int, list_name: str) -> int:
    words = [token.text for token in tokens]
    found = phrase_list("recall", "documents", list_name).longest_match(words, at) if at < len(words) else None
    return 0 if found is None else found[1]
