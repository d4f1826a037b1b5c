"""Recognise a message that means another one, and does not say which: "no, the other one", 不是这个，另一个."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from bot.domain.text.tokens import PhraseTable
from bot.language.commands import ParsedCommand
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases
from bot.language.questions.phrase_kinds import phrase_kinds

_MAX_WORDS: Final = 16
_LISTS: Final = ("other", "reject", "nothing")


@cache
def other_one_phrases() -> PhraseTable[str]:
    """Return the list of each phrase (`data/*/other_one.toml`)."""
    lists = read_phrases("other_one", {"other_one": _LISTS}, folders=LANGUAGE_FOLDERS)["other_one"]
    return PhraseTable(index_phrases(lists))


def find_other_one(chunks: Sequence[Chunk]) -> ParsedCommand | None:
    """Return the command that asks which one is meant; None: the message names a share, or says something else."""
    names_share = any(chunk.names_something for chunk in chunks)
    kinds = () if names_share else phrase_kinds(chunks, other_one_phrases(), max_words=_MAX_WORDS)
    return ParsedCommand("which_one", is_typed=False) if {"other", "reject"} & set(kinds) else None
