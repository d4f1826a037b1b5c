"""Detect the language to answer in."""

from collections.abc import Sequence

from bot.domain.text.locale import Language
from bot.domain.text.tokens import has_chinese as has_chinese  # noqa: PLC0414  # for the rules
from bot.language.lexicon.chunker import Chunk

_IN_BOTH_LANGUAGES = frozenset({"ok", "okay"})


def detect_language(chunks: Sequence[Chunk], default: Language | None) -> Language:
    """Return the language of the words around the names: "analyze 苹果" is English, "看下 AAPL" is Chinese.

    One Chinese character weighs as much as one English word, and a tie is Chinese ("cancel 吧"): people borrow
    words, not grammar.

    Args:
        chunks: The whole message. With nothing but names, it is Chinese if one of them is ("苹果").
        default: The language of a message that shows none; None: English.
    """
    words = [
        token
        for chunk in chunks
        if not chunk.names_something
        for token in chunk.tokens
        if token.text not in _IN_BOTH_LANGUAGES
    ]
    codes = sum(len(chunk.tokens) for chunk in chunks if _is_code(chunk))
    chinese, english = sum(token.is_han for token in words), sum(token.is_word for token in words)
    if chinese:
        english -= codes  # "分析 ABX ABY ABZ": nobody shouts in Chinese
    if chinese or english:
        return Language.CHINESE if chinese >= english else Language.ENGLISH
    if any(token.is_han for chunk in chunks for token in chunk.tokens):
        return Language.CHINESE
    return default or Language.ENGLISH


def _is_code(chunk: Chunk) -> bool:
    """Return whether the chunk is a word of capitals that nothing here knows: perhaps a ticker."""
    (word, *more) = chunk.tokens
    is_known = more or chunk.cues or chunk.names_something or word.text in _IN_BOTH_LANGUAGES
    return not is_known and word.is_word and word.raw.isupper()
