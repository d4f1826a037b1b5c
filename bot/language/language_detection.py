"""Which language to answer in."""

import re
from collections.abc import Sequence

from bot.domain.text.locale import Language
from bot.domain.text.tokens import HAN
from bot.language.lexicon.chunker import Chunk

_SHARED = frozenset({"ok", "okay"})  # say yes in both languages, and show neither
_HAN = re.compile(rf"[{HAN}]")


def has_chinese(text: str) -> bool:
    """Return whether a Chinese character is in the text."""
    return _HAN.search(text) is not None


def detect_language(chunks: Sequence[Chunk], profile: Language | None) -> Language:
    """Return the language of the words around the names: "analyze 苹果" is English, "看下 AAPL" is Chinese.

    One Chinese character weighs as much as one English word, and a tie is Chinese ("cancel 吧"): people borrow
    words, not grammar.

    A message of nothing but names is Chinese if one of them is written so ("苹果"); else it shows no language, and
    the person's profile decides, or English.
    """
    around = [
        token for chunk in chunks if not chunk.names_something for token in chunk.tokens if token.text not in _SHARED
    ]
    han, words = sum(token.is_han for token in around), sum(token.is_word for token in around)
    if han or words:
        return Language.CHINESE if han >= words else Language.ENGLISH
    if any(token.is_han for chunk in chunks for token in chunk.tokens):
        return Language.CHINESE
    return profile or Language.ENGLISH
