"""Recognise questions about what failed: "what failed and why?", "why was it rejected?", 哪笔失败了.

Each word of a message belongs to a list, is a share's name, or the message is no such question.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from bot.domain.text.tokens import PhraseTable
from bot.language.commands import ParsedCommand
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases
from bot.language.questions.phrase_kinds import phrase_kinds

_MAX_WORDS: Final = 16
_LISTS: Final = ("failed", "asks", "nothing")


@cache
def failure_phrases() -> PhraseTable[str]:
    """Return the list of each phrase (`data/*/failure_questions.toml`)."""
    lists = read_phrases("failure_questions", {"failure_questions": _LISTS}, folders=LANGUAGE_FOLDERS)
    return PhraseTable(index_phrases(lists["failure_questions"]))


def find_failure_question(chunks: Sequence[Chunk]) -> ParsedCommand | None:
    """Return the command that answers a question about what failed; None: the message asks something else."""
    kinds = phrase_kinds(chunks, failure_phrases(), max_words=_MAX_WORDS)
    return ParsedCommand("failures", is_typed=False) if {"failed", "asks"} <= set(kinds) else None
