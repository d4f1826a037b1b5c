"""Read a message of which every word has to be known: each is of a list, names a share, or is a sign."""

from collections.abc import Sequence

from bot.domain.text.tokens import PhraseTable
from bot.language.lexicon.chunker import Chunk

NOTHING = "nothing"  # the list of words that say nothing of their own; signs are of it too


def phrase_kinds(chunks: Sequence[Chunk], phrases: PhraseTable[str], *, max_words: int) -> tuple[str, ...]:
    """Return the list of each phrase but the names of shares, in order; empty: a word is of no list, or they are many.

    Args:
        chunks: Those of the message.
        phrases: The list of each phrase.
        max_words: How many words and signs a message may have.
    """
    words = [token.text for chunk in chunks if chunk.instrument is None for token in chunk.tokens]
    found, at = list[str](), 0
    while at < len(words) <= max_words:
        match = phrases.longest_match(words, at)
        if match is None and words[at].isalnum():
            return ()
        kind, length = match or (NOTHING, 1)
        found.append(kind)
        at += length
    return tuple(found)
