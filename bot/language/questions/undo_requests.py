"""Recognise a message that wants a trade undone: "undo that last trade", "reverse it", 撤回刚才那笔.

Each word of a message belongs to a list, is a share's name, or the message is no such request.
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
_LISTS: Final = ("undo", "withdraw", "trade", "nothing")


@cache
def undo_phrases() -> PhraseTable[str]:
    """Return the list of each phrase (`data/*/undo_requests.toml`)."""
    lists = read_phrases("undo_requests", {"undo_requests": _LISTS}, folders=LANGUAGE_FOLDERS)["undo_requests"]
    return PhraseTable(index_phrases(lists))


def find_undo_request(chunks: Sequence[Chunk]) -> ParsedCommand | None:
    """Return the command that answers a message which wants a trade undone; None: it says something else."""
    found = phrase_kinds(chunks, undo_phrases(), max_words=_MAX_WORDS)
    verbs = found.count("undo") + found.count("withdraw")
    is_undo = verbs == 1 and ("undo" in found or "trade" in found)
    return ParsedCommand("undo", is_typed=False) if is_undo else None
