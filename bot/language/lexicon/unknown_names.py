"""Find names nobody knows by their place: who asks to buy "gogle" or 三星 means no share that was spoken of before."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from bot.domain.text.number_words import CHINESE_NUMERALS, ENGLISH_NUMERALS
from bot.domain.text.tokens import Phrase, key
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.lexicon.ticker_words import ticker_words
from bot.language.phrase_files import read_phrases

_TAKING_OBJECTS = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.ANALYSE, Cue.REVIEW, Cue.OPINION})
_ASKING_STATE = frozenset({Cue.STATE, Cue.OPINION})
_MOST_WORDS = 3
_HAN_NAME = range(2, 7)  # characters
_SHORTEST = 3  # letters
_HAN_NUMERAL = rf"[{CHINESE_NUMERALS}]"
_OFF_TOPIC = frozenset({Cue.CHAT, Cue.THIRD_PARTY})


@dataclass(frozen=True, slots=True)
class _Words:
    """The lists of `data/*/unknown_names.toml`, which explain them."""

    nameless: frozenset[str]  # with the number words and what is never a ticker
    asked_by: frozenset[Phrase]
    determiners: frozenset[str]
    joiners: frozenset[str]
    fillers: frozenset[str]  # with the determiners
    no_han_name: re.Pattern[str]  # matches Chinese characters that are no name


@cache
def _words() -> _Words:
    names = ("nameless", "nameless_parts", "asked_by", "determiners", "joiners", "fillers")
    lists = read_phrases("unknown_names", unknown_names=names)["unknown_names"]
    parts = "|".join(sorted(lists["nameless_parts"]))
    return _Words(
        nameless=frozenset((*lists["nameless"], *ENGLISH_NUMERALS)) | ticker_words().never,
        asked_by=frozenset(map(key, lists["asked_by"])),
        determiners=frozenset(lists["determiners"]),
        joiners=frozenset(lists["joiners"]),
        fillers=frozenset((*lists["fillers"], *lists["determiners"])),
        no_han_name=re.compile(rf"{_HAN_NUMERAL}{{2}}|{_HAN_NUMERAL}(?:分之|手)|.*(?:{parts})"),
    )


def mark_unknown_names(chunks: Sequence[Chunk], text: str, undated: str) -> tuple[Chunk, ...]:
    """Return the chunks with every unread name in an object's place joined to one that is `unknown`, as typed.

    Args:
        chunks: Those of the whole message, in order.
        text: What they were cut from.
        undated: The same text, its dates blanked out: "sell Monday" names no share.
    """
    return tuple(_joined(chunks, text, undated))


def _joined(chunks: Sequence[Chunk], text: str, undated: str) -> Iterator[Chunk]:
    at, before, is_object, is_behind_name = 0, "", False, False
    while at < len(chunks):
        size = _run(chunks, at, undated) if is_object or at == 0 else 0
        if size and _is_name(chunks, at, size, before=before, is_object=is_object):
            tokens = tuple(token for chunk in chunks[at : at + size] for token in chunk.tokens)
            yield Chunk(tokens, unknown=text[tokens[0].start : tokens[-1].end])
            at, before, is_object, is_behind_name = at + size, "", False, True
            continue
        chunk = chunks[at]
        yield chunk
        before = chunk.tokens[0].text
        is_filler = before in _words().fillers or before.isdecimal()
        is_object = _takes_object(chunk) or (is_object and is_filler) or (is_behind_name and before in _words().joiners)
        is_behind_name = chunk.names_something
        at += 1


def _takes_object(chunk: Chunk) -> bool:
    return bool(chunk.cues & _TAKING_OBJECTS) or tuple(token.text for token in chunk.tokens) in _words().asked_by


def _run(chunks: Sequence[Chunk], at: int, undated: str) -> int:
    """Count the chunks from `at` on that may make one name: unread words, or unread characters, but not both."""
    size, kind = 0, chunks[at].tokens[0].is_han
    for chunk in islice(chunks, at, None):
        first = chunk.tokens[0]
        is_unread = not chunk.cues and not chunk.names_something and undated[first.start : first.end].strip()
        if not is_unread or first.is_han is not kind or not _may_be_named(chunk):
            break
        size += 1
    return size


def _may_be_named(chunk: Chunk) -> bool:
    token = chunk.tokens[0]
    is_form = token.text.endswith(("ly", "ing")) and not token.raw[0].isupper()
    return token.text not in _words().nameless and (token.is_han or (token.is_word and not is_form))


def _is_name(chunks: Sequence[Chunk], at: int, size: int, *, before: str, is_object: bool) -> bool:
    first, following = chunks[at].tokens[0], chunks[at + size : at + size + 1]
    if following and following[0].cues & _OFF_TOPIC:
        return False
    if first.is_han and before.isdecimal():
        return False  # a unit
    if first.is_han:
        is_subject = not is_object and bool(following) and bool(following[0].cues & _ASKING_STATE)
        name = "".join(chunk.tokens[0].text for chunk in chunks[at : at + size])
        return (is_object or is_subject) and size in _HAN_NAME and not _words().no_han_name.match(name)
    if before in _words().determiners | _words().joiners and not first.raw[0].isupper():
        return False
    return is_object and size <= _MOST_WORDS and len(first.text) >= _SHORTEST
