"""Recognise a message that takes an order back and says nothing else: "I was just asking", 我没说要买."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.reading.names.finder import Chunk
from bot.reading.word_tables import read_lists

_MAX_LENGTH: Final = 120  # characters; a longer message says something else too
_NEGATED: Final = ("不", "别", "never", "nevermind")  # drops that are negations themselves
_SHARE: Final = "\ue001"  # of Unicode's private use: nobody writes it
_GAP: Final = r"[\s,.;:!…~，。；：！、-]*"


@cache
def revocation_pattern() -> re.Pattern[str]:
    """Return the pattern of whole messages (`data/revocations.toml` explains the lists)."""
    lists = read_lists("revocations", "revocations")
    one = {name: _either(words) for name, words in lists.items()}
    thing = rf"(?:{one['object']}|{_SHARE}{_GAP})"
    part = (
        rf"{one['denial']}{one['act']}+{thing}*|{one['asking']}|{one['drop']}{thing}+"
        rf"|{one['slip']}|{one['alone']}(?:{one['about']}{_SHARE}{_GAP})?"
    )
    return re.compile(rf"{_GAP}(?:{one['opening']}*(?:{part}){one['ending']}*{one['later']}*)+")


@cache
def keep_pattern() -> re.Pattern[str]:
    """Return the pattern of words that deny a revocation: "don't cancel it", 我没说要取消."""
    lists = read_lists("revocations", "revocations")
    negations = [*lists["denial"], *lists["keep"]]
    drops = [word for word in lists["drop"] if not word.startswith(_NEGATED)]
    return re.compile(rf"{_either(negations)}{_either(lists['act'])}*{_either(['to', '去', '再'])}?{_either(drops)}")


def _either(words: Iterable[str]) -> str:
    """Return a pattern for one of the words, longest first, with or without apostrophes, and what separates words."""
    spelt = {spelling for word in words for spelling in (word, word.replace("'", ""))}
    ordered = sorted(spelt, key=len, reverse=True)
    bodies = (
        rf"(?<![a-z'])(?:{re.escape(word)})(?![a-z'])" if word[-1].isascii() else re.escape(word) for word in ordered
    )
    return rf"(?:(?:{'|'.join(bodies)}){_GAP})"


def denies_revocation(text: str) -> bool:
    """Return whether a normalised text says that nothing is to be dropped: "don't drop it", 我没说要取消."""
    return keep_pattern().search(text.lower()) is not None


def revokes_order(text: str, chunks: Iterable[Chunk]) -> bool:
    """Return whether a whole message takes back what was ordered, or denies that anything was.

    Args:
        text: Normalised, without a mention of the bot.
        chunks: Those of `text`.
    """
    if len(text) > _MAX_LENGTH or _SHARE in text or denies_revocation(text):
        return False
    return revocation_pattern().fullmatch(_template(text.lower(), chunks)) is not None


def _template(text: str, chunks: Iterable[Chunk]) -> str:
    """Return `text` with one character for each share."""
    template, at = "", 0
    for chunk in chunks:
        if chunk.instrument is not None and not chunk.is_misspelt:
            template += text[at : chunk.start] + _SHARE
            at = chunk.tokens[-1].end
    return template + text[at:]
