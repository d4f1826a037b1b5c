"""Recognise what asks about trades and orders none: "who is buying GOOG", "when did I buy it", 几号买入的."""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import pairwise, takewhile
from typing import Final

from bot.domain.text.tokens import Phrase, PhraseTable, spellings
from bot.language.lexicon.chunker import Chunk
from bot.language.lexicon.cues import Cue
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_TRADES: Final = frozenset({Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT})
_CLAUSE_ENDS: Final = frozenset({",", ";", ".", "!", "?"})


class _Word(StrEnum):
    """The lists of `data/*/trade_inquiries.toml`, which explains them."""

    PERSON = "person"
    KIND = "kind"
    TRADER = "trader"
    BESIDE = "beside"
    TIME = "time"
    DAY = "day"
    MANNER = "manner"
    COUNT = "count"
    AUXILIARY = "auxiliary"
    DONE = "done"
    EARLY = "early"
    WISE = "wise"


@cache
def inquiry_words() -> PhraseTable[frozenset[_Word]]:
    """Return the meanings of each phrase."""
    lists = read_phrases("trade_inquiries", {"trade_inquiries": tuple(_Word)}, folders=LANGUAGE_FOLDERS)
    found: dict[Phrase, frozenset[_Word]] = {}
    for name, phrases in lists["trade_inquiries"].items():
        for key in (key for phrase in phrases for key in spellings(phrase)):
            found[key] = found.get(key, frozenset()) | {_Word(name)}
    return PhraseTable(found)


def inquiry_cues(chunks: Sequence[Chunk]) -> frozenset[Cue]:
    """Return what a message asks about trades: `INQUIRY` if it asks anything, and what it asks if that is known."""
    found: set[Cue] = set()
    for clause in _clauses(chunks):
        found |= _cues_of_clause(clause)
    return frozenset(found)


def _clauses(chunks: Sequence[Chunk]) -> Iterator[Sequence[Chunk]]:
    rest = chunks
    while rest:
        clause = list(takewhile(lambda chunk: chunk.tokens[0].text not in _CLAUSE_ENDS, rest))
        yield clause
        rest = rest[len(clause) + 1 :]


def _cues_of_clause(chunks: Sequence[Chunk]) -> frozenset[Cue]:
    at = next((at for at, chunk in enumerate(chunks) if chunk.cues & _TRADES), None)
    if at is None:
        return frozenset()
    *merged, _ = verb = chunks[at].tokens  # "do i buy" and 能买 are one phrase each
    is_han = verb[0].is_han
    is_merged = bool(merged) and (not is_han or Cue.SHOULD in chunks[at].cues)
    before = _words([*chunks[:at], Chunk(tuple(merged))] if is_merged else chunks[:at])
    after = _words(chunks[at:])
    if _asks_who(before, after, is_han=is_han):
        return frozenset({Cue.INQUIRY, Cue.OTHERS_TRADE})
    if _has_other_subject(before) or _has_share_as_subject(chunks, at):
        return frozenset({Cue.THIRD_PARTY, Cue.OTHERS_TRADE})
    return _chinese_cues(before, after) if is_han else _english_cues(before, is_past=Cue.PAST in chunks[at].cues)


def _words(chunks: Sequence[Chunk]) -> list[frozenset[_Word]]:
    """Return the meanings of the phrases of a part of a clause, one for each phrase or word."""
    words, meanings, at = [token.text for chunk in chunks for token in chunk.tokens], list[frozenset[_Word]](), 0
    while at < len(words):
        meaning, length = inquiry_words().longest_match(words, at) or (frozenset[_Word](), 1)
        meanings.append(meaning)
        at += length
    return meanings


def _asks_who(before: Sequence[frozenset[_Word]], after: Sequence[frozenset[_Word]], *, is_han: bool) -> bool:
    """Return whether it asks who trades: "who", "which funds", 买入谷歌的是谁."""
    is_kind = any(_Word.KIND in one and _Word.TRADER in two for one, two in pairwise(before))
    return is_kind or _has(before, _Word.PERSON) or (is_han and _has(after, _Word.PERSON))


def _has_other_subject(before: Sequence[frozenset[_Word]]) -> bool:
    """Return whether somebody else stands right before the verb: "funds are still buying", 机构在买入."""
    subject = next((meaning for meaning in reversed(before) if not meaning or _Word.BESIDE not in meaning), None)
    return subject is not None and _Word.TRADER in subject


def _has_share_as_subject(chunks: Sequence[Chunk], at: int) -> bool:
    """Return whether a company trades: "is Google buying IBM"."""
    if at < 2 or chunks[at - 1].instrument is None:  # noqa: PLR2004 - an auxiliary verb and a name
        return False
    auxiliary, verb = chunks[at - 2].tokens[-1].text, chunks[at].tokens
    return len(verb) == 1 and (auxiliary in {"did", "does"} or (auxiliary == "is" and verb[0].text.endswith("ing")))


def _english_cues(before: Sequence[frozenset[_Word]], *, is_past: bool) -> frozenset[Cue]:
    """Return the cues of "when did I buy", "how can I buy", "which day did I buy"."""
    for at, meaning in enumerate(before):
        following = before[at + 1 : at + 2]
        is_day = _Word.KIND in meaning and _has(following, _Word.DAY)
        is_count = _Word.MANNER in meaning and _has(following, _Word.COUNT)
        is_asked = is_day or (bool({_Word.TIME, _Word.MANNER} & meaning) and _has(following, _Word.AUXILIARY))
        is_done = is_past or _has(before[at:], _Word.DONE)
        if is_done and (is_asked or is_count):
            return frozenset({Cue.INQUIRY, Cue.PAST_TRADE})
        if is_asked:
            is_advice = _has(before[at:], _Word.WISE)
            return frozenset({Cue.INQUIRY} if is_advice else {Cue.INQUIRY, Cue.HOW_TO_TRADE})
    return frozenset()


def _chinese_cues(before: Sequence[frozenset[_Word]], after: Sequence[frozenset[_Word]]) -> frozenset[Cue]:
    """Return the cues of 几号买入的, 什么时候买的, 怎么买, 在哪里能买."""
    is_wise = _has((*before, *after), _Word.WISE)
    if _has((*before, *after), _Word.EARLY) and not is_wise:
        return frozenset({Cue.INQUIRY, Cue.PAST_TRADE})
    if _has((*before, *after), _Word.TIME) or _has((*before, *after), _Word.EARLY):
        is_done = _has(after, _Word.DONE) and not is_wise
        return frozenset({Cue.INQUIRY, Cue.PAST_TRADE} if is_done else {Cue.INQUIRY})
    beside = next((meaning for meaning in reversed(before) if _Word.AUXILIARY not in meaning), frozenset[_Word]())
    is_manner = _Word.MANNER in beside and not _has(after, _Word.COUNT)  # 怎么买这么多 asks why
    return frozenset({Cue.INQUIRY, Cue.HOW_TO_TRADE} if is_manner else ())


def _has(meanings: Collection[frozenset[_Word]], word: _Word) -> bool:
    return any(word in meaning for meaning in meanings)
