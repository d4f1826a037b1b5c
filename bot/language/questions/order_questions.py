"""Recognise questions about what became of an order: "did it go through?", "is the IBM order still open?", 成交了吗.

Each word of a message belongs to a topic, is a share's name, or says nothing of its own; one word that does not, and
the message is no such question.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from bot.domain.text.tokens import PhraseTable
from bot.language.commands import ParsedCommand
from bot.language.lexicon.chunker import Chunk
from bot.language.phrase_files import LANGUAGE_FOLDERS, index_phrases, read_phrases
from bot.language.questions.phrase_kinds import phrase_kinds

_MAX_WORDS: Final = 24
_TOPICS: Final = ("order", "it", "open", "done", "fate", "asks", "check", "many", "nothing", "fate+asks")
_NAME: Final = "\ue001"  # of Unicode's private use: nobody writes it


@cache
def order_question_phrases() -> PhraseTable[str]:
    """Return the topic of each phrase (`data/*/order_questions.toml`)."""
    lists = _lists()
    return PhraseTable(index_phrases({name: words for name, words in lists.items() if name != "owner"}))


def _lists() -> dict[str, tuple[str, ...]]:
    found = read_phrases("order_questions", {"topics": (*_TOPICS, "owner")}, folders=LANGUAGE_FOLDERS)
    return dict(found["topics"])


@cache
def placed_order_pattern() -> re.Pattern[str]:
    """Return the pattern of words for the order in one share that is there: "my big IBM order", 谷歌那笔单子."""
    lists = _lists()
    latin, han = (
        {name: "|".join(w for w in lists[name] if w.isascii() is is_latin) for name in ("order", "owner")}
        for is_latin in (True, False)
    )
    owned = rf"\b(?:{latin['owner']}) (?:[a-z]+ )?"
    return re.compile(
        rf"{owned}{_NAME} (?:{latin['order']})\b|{owned}(?:{latin['order']}) (?:on|for|of|in) {_NAME}"
        rf"|{_NAME} ?(?:{han['owner']}){{0,2}}(?:单子|订单|委托|挂单|买单|卖单)"
    )


def find_order_question(chunks: Sequence[Chunk]) -> ParsedCommand | None:
    """Return the command that answers a message which asks what became of an order; None: it says something else."""
    topics = _topics(chunks)
    names_share = any(chunk.instrument is not None for chunk in chunks)
    if {"many", "open"} <= topics and not names_share and not {"it", "fate"} & topics:
        return ParsedCommand("pending", is_typed=False)
    is_of_order = "order" in topics or ("it" in topics and not names_share)
    asks_state = "asks" in topics and ("fate" in topics or (is_of_order and bool({"open", "done"} & topics)))
    if "many" in topics:
        return ParsedCommand("orders", is_typed=False) if asks_state and not names_share else None
    is_status = asks_state or {"check", "order"} <= topics
    return ParsedCommand("order_status", is_typed=False) if is_status else None


def names_placed_order(text: str, chunks: Sequence[Chunk]) -> bool:
    """Return whether a normalised text speaks of an order in a share that is there, as of a thing.

    Args:
        text: Without a mention of the bot.
        chunks: Those of `text`.
    """
    template, at = "", 0
    for chunk in chunks:
        if chunk.instrument is not None:
            template += text[at : chunk.start] + _NAME
            at = chunk.tokens[-1].end
    return placed_order_pattern().search((template + text[at:]).lower()) is not None


def _topics(chunks: Sequence[Chunk]) -> frozenset[str]:
    """Return the topics of a message; none: a word of it has no topic."""
    kinds = phrase_kinds(chunks, order_question_phrases(), max_words=_MAX_WORDS)
    return frozenset(topic for kind in kinds for topic in kind.split("+"))
