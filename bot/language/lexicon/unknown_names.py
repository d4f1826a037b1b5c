"""Find unknown names by their place: "buy gogle" and 买三星 mean no share that was named before."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from bot.domain.text.number_words import CHINESE_NUMERALS, ENGLISH_NUMERALS
from bot.domain.text.tokens import Phrase, Token, key
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.lexicon.ticker_words import ticker_words
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_BEFORE_OBJECT = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.ANALYSE, Cue.REVIEW, Cue.OPINION})
_AFTER_SUBJECT = frozenset({Cue.STATE, Cue.OPINION})
_NOT_AFTER_NAME = frozenset({Cue.CHAT, Cue.THIRD_PARTY})
_MAX_WORDS = 3
_MIN_LETTERS = 3  # of the first word
_CHARACTERS = range(2, 7)  # of a Chinese name
_NUMERAL = rf"[{CHINESE_NUMERALS}]"


@dataclass(frozen=True, slots=True)
class NameWords:
    """The lists of `data/*/unknown_names.toml`, which explains them."""

    nameless: frozenset[str]  # with number words and with what is never a ticker
    asked_by: frozenset[Phrase]
    determiners: frozenset[str]
    joiners: frozenset[str]
    fillers: frozenset[str]  # with the determiners
    not_a_chinese_name: re.Pattern[str]


@cache
def name_words() -> NameWords:
    """Return the words that tell unknown names from other words."""
    names = ("nameless", "nameless_parts", "asked_by", "determiners", "joiners", "fillers")
    lists = read_phrases("unknown_names", {"unknown_names": names}, folders=LANGUAGE_FOLDERS)["unknown_names"]
    parts = "|".join(sorted(lists["nameless_parts"]))
    return NameWords(
        nameless=frozenset((*lists["nameless"], *ENGLISH_NUMERALS)) | ticker_words().never,
        asked_by=frozenset(map(key, lists["asked_by"])),
        determiners=frozenset(lists["determiners"]),
        joiners=frozenset(lists["joiners"]),
        fillers=frozenset((*lists["fillers"], *lists["determiners"])),
        not_a_chinese_name=re.compile(rf"{_NUMERAL}{{2}}|{_NUMERAL}(?:分之|手)|.*(?:{parts})"),
    )


def mark_unknown_names(chunks: Sequence[Chunk], text: str, undated_text: str) -> tuple[Chunk, ...]:
    """Return the chunks, with those that make an unknown name joined to one whose `unknown` is the name as typed.

    Args:
        chunks: The whole message.
        text: The text that the chunks were cut from.
        undated_text: The same text with its dates blanked out: "sell Monday" names no share.
    """
    return tuple(_joined(chunks, text, undated_text))


def _joined(chunks: Sequence[Chunk], text: str, undated_text: str) -> Iterator[Chunk]:
    at, previous, is_object, follows_name = 0, "", False, False
    while at < len(chunks):
        size = _count_unread(chunks, at, undated_text) if is_object or at == 0 else 0
        if size and _is_name(chunks, at, size, previous=previous, is_object=is_object):
            tokens = tuple(token for chunk in chunks[at : at + size] for token in chunk.tokens)
            yield Chunk(tokens, unknown=text[tokens[0].start : tokens[-1].end])
            at, previous, is_object, follows_name = at + size, "", False, True
            continue
        chunk = chunks[at]
        yield chunk
        previous = chunk.tokens[0].text
        is_filler = previous in name_words().fillers or previous.isdecimal()
        is_joined = follows_name and previous in name_words().joiners
        is_object = _takes_object(chunk) or (is_object and is_filler) or is_joined
        follows_name = chunk.names_something
        at += 1


def _takes_object(chunk: Chunk) -> bool:
    return bool(chunk.cues & _BEFORE_OBJECT) or tuple(token.text for token in chunk.tokens) in name_words().asked_by


def _count_unread(chunks: Sequence[Chunk], at: int, undated_text: str) -> int:
    """Count the chunks from `at` on that may make one name: unread words, or unread characters, but not both."""
    size, is_han = 0, chunks[at].tokens[0].is_han
    for chunk in islice(chunks, at, None):
        first = chunk.tokens[0]
        is_unread = not chunk.cues and not chunk.names_something and undated_text[first.start : first.end].strip()
        if not is_unread or first.is_han is not is_han or not _may_be_in_name(first):
            break
        size += 1
    return size


def _may_be_in_name(token: Token) -> bool:
    is_adverb_or_gerund = token.text.endswith(("ly", "ing")) and not token.raw[0].isupper()
    return token.text not in name_words().nameless and (token.is_han or (token.is_word and not is_adverb_or_gerund))


def _is_name(chunks: Sequence[Chunk], at: int, size: int, *, previous: str, is_object: bool) -> bool:
    """Return whether `size` unread chunks from `at` on name something, behind the word `previous`."""
    first, following = chunks[at].tokens[0], chunks[at + size : at + size + 1]
    if following and following[0].cues & _NOT_AFTER_NAME:
        return False
    if first.is_han and previous.isdecimal():
        return False  # a unit
    if first.is_han:
        is_subject = not is_object and bool(following) and bool(following[0].cues & _AFTER_SUBJECT)
        name = "".join(chunk.tokens[0].text for chunk in chunks[at : at + size])
        return (is_object or is_subject) and size in _CHARACTERS and not name_words().not_a_chinese_name.match(name)
    if previous in name_words().determiners | name_words().joiners and not first.raw[0].isupper():
        return False
    return is_object and size <= _MAX_WORDS and len(first.text) >= _MIN_LETTERS
