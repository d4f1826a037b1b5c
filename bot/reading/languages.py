"""Detects the language to answer in."""

from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language
from bot.reading.names.finder import Chunk, Chunker
from bot.reading.names.words import ticker_words
from bot.reading.trained.features import MAX_CHARACTERS

_IN_BOTH_LANGUAGES: Final = frozenset({"ok", "okay"})

_MOST_BORROWED: Final = 2  # words of English in a talk in Chinese


def language_of(text: str, around: Surroundings) -> Language:
    """Return the language of the words around the names: "analyze 苹果" is English, "看下 AAPL" is Chinese.

    One Chinese character weighs as much as one English word, and a tie is Chinese ("cancel 吧"): people borrow
    words, not grammar: a word or two of English ("why", "do it") by whom Parley answers in Chinese are Chinese. With
    nothing but names, a message is Chinese if one of them is ("苹果"). Of a long message, the beginning counts.
    """
    chunks = tuple(Chunker(text[:MAX_CHARACTERS], around.instruments).chunks())
    words = [
        token
        for chunk in chunks
        if not chunk.names_something
        for token in chunk.tokens
        if token.text not in _IN_BOTH_LANGUAGES
    ]
    chinese, english = sum(token.is_han for token in words), sum(token.is_word for token in words)
    if chinese:
        english -= sum(map(_is_code, chunks))  # "分析 ABX ABY ABZ": nobody shouts in Chinese
    is_borrowed = not chinese and 0 < english <= _MOST_BORROWED and not any(each.names_something for each in chunks)
    if is_borrowed and around.spoken is Language.CHINESE:
        return Language.CHINESE
    if chinese or english:
        return Language.CHINESE if chinese >= english else Language.ENGLISH
    if any(token.is_han for chunk in chunks for token in chunk.tokens):
        return Language.CHINESE
    return around.profile or Language.ENGLISH


def _is_code(chunk: Chunk) -> bool:
    """Return whether the chunk is a word of capitals that nothing here knows: perhaps a ticker."""
    (word, *more) = chunk.tokens
    is_known = more or chunk.names_something or word.text in ticker_words("never") | _IN_BOTH_LANGUAGES
    return not is_known and word.is_word and word.raw.isupper()
