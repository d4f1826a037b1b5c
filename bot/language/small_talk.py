"""Recognise a message that is nothing but small talk: a greeting, thanks, a farewell, "who are you"."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from bot.domain.conversation.requests.talk import SmallTalkKind
from bot.domain.text.tokens import PhraseTable, Token
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases

_MAX_TOKENS: Final = 16
_FILLER: Final = "filler"


@cache
def small_talk_phrases() -> PhraseTable[str]:
    """Return the phrases that small talk consists of (`data/*/small_talk.toml`)."""
    tables = {"small_talk": (*(kind for kind in SmallTalkKind if kind is not SmallTalkKind.REMARK), _FILLER)}
    return PhraseTable(index_phrases(read_phrases("small_talk", tables, folders=LANGUAGE_FOLDERS)["small_talk"]))


def find_small_talk(tokens: Sequence[Token]) -> SmallTalkKind | None:
    """Return the kind of small talk that a whole message is, the last of several; None: it says something else."""
    words = [token.text for token in tokens if token.text.strip("'").isalnum() or len(tokens) == 1]
    if not 0 < len(words) <= _MAX_TOKENS:
        return None
    found: SmallTalkKind | None = None
    at = 0
    while at < len(words):
        match = small_talk_phrases().longest_match(words, at)
        if match is None:
            return None
        kind, length = match
        found = found if kind == _FILLER else SmallTalkKind(kind)
        at += length
    return found
