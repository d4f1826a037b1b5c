"""What a question looks for in a team's own files: its terms without the words that ask, in the words of the files."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from bot.domain.memory.search_terms import query_terms, search_terms
from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import HAN
from bot.domain.text.word_lists import one_of, read_word_lists

UNKNOWN_PAIR: Final = 0.2  # weight of two Chinese characters that no file has in a row: they are seldom a word

_UNKNOWN: Final = 1.5  # weight of a word that no file has
_UNKNOWN_HAN: Final = 0.4
_BESIDE: Final = 0.3  # weight of a word beside the one that is asked
_MOST_BESIDE: Final = 2
_CHARACTER: Final = re.compile(f"[{HAN}]")
_PAIR: Final = re.compile(f"[{HAN}]{{2}}")

_Entry = tuple[Mapping[str, float], ...]  # words for the same, each with its terms and their weights


class _Words(NamedTuple):
    asking: frozenset[str]  # terms
    asking_chinese: re.Pattern[str]
    same: tuple[_Entry, ...]


def question_terms(text: str) -> Mapping[str, float]:
    """Return the terms of a question with their weights, without those that only ask; if there are no others, all."""
    words = _words()
    topic = words.asking_chinese.sub(" ", normalise(text))
    terms = {term: weight for term, weight in query_terms(topic).items() if term not in words.asking}
    return terms or query_terms(text)


def terms_to_look_up(text: str) -> frozenset[str]:
    """Return the terms of a question, and those of all words that files may have in their place."""
    asked = query_terms(text).keys() | question_terms(text).keys()
    return frozenset(asked.union(*(word for entry in _same_as(asked) for word in entry)))


def in_words_of_files(terms: Mapping[str, float], vocabulary: Collection[str]) -> Mapping[str, float]:
    """Return the terms of a question, words that no file has replaced by others for the same that one has.

    `vocabulary`: those of `terms_to_look_up` that stand in the files.
    """
    known = frozenset(vocabulary)
    worded = dict(terms)
    for entry in _same_as(terms.keys()):
        asked = next(word for word in entry if word.keys() <= terms.keys())
        if not asked.keys() <= known and (written := _written(entry, asked, known)):
            kept = {term: weight for term, weight in worded.items() if term not in asked}
            worded = {**_scaled(written[0], to=sum(asked.values())), **kept}
    return worded


def words_beside(terms: Mapping[str, float], vocabulary: Collection[str]) -> Mapping[str, float]:
    """Return what files have for the same beside the terms of a question, at most two words each, which count less."""
    known = frozenset(vocabulary)
    beside: dict[str, float] = {}
    for entry in _same_as(terms.keys()):
        asked = next(word for word in entry if word.keys() <= terms.keys())
        for word in _written(entry, asked, known)[:_MOST_BESIDE]:
            scaled = _scaled(word, to=_BESIDE * sum(asked.values()))
            beside |= {term: weight for term, weight in scaled.items() if term not in terms}
    return beside


def covered_share(terms: Mapping[str, float], passage: Collection[str], vocabulary: Collection[str]) -> float:
    """Return the share of a question that a passage covers, from 0 to 1.

    What stands in no file counts more: of "cocoa futures" nothing is said where only the question's other words stand.
    Two Chinese characters that no file has in a row count less, as they may be no word; one alone says nothing.
    """
    has_pairs = any(map(_PAIR.fullmatch, terms))
    counted = {term: weight for term, weight in terms.items() if not (has_pairs and _CHARACTER.fullmatch(term))}
    beside = words_beside(terms, vocabulary)
    total = sum(weight * (1.0 if term in vocabulary else _unknown(term)) for term, weight in counted.items())
    covered = sum(weight for term, weight in {**beside, **counted}.items() if term in passage)
    return min(1.0, covered / total) if total else 0.0


def _unknown(term: str) -> float:
    return _UNKNOWN_HAN if _CHARACTER.match(term) else _UNKNOWN


def _scaled(word: Mapping[str, float], *, to: float) -> Mapping[str, float]:
    """Return the terms of a word with weights of this sum: a Chinese word has more terms than an English one."""
    factor = to / sum(word.values())
    return {term: factor * weight for term, weight in word.items()}


def _written(entry: _Entry, asked: Mapping[str, float], known: Collection[str]) -> Sequence[Mapping[str, float]]:
    """Return the other words of an entry that stand in the files, those of the question's language first."""
    others = [word for word in entry if word is not asked and word.keys() <= frozenset(known)]
    return sorted(others, key=lambda word: _is_chinese(word) is not _is_chinese(asked))


def _is_chinese(word: Mapping[str, float]) -> bool:
    return any(map(_CHARACTER.match, word))


def _same_as(terms: Collection[str]) -> Iterator[_Entry]:
    """Yield the entries that have a word among these terms."""
    asked = frozenset(terms)
    return (entry for entry in _words().same if any(word.keys() <= asked for word in entry))


@cache
def _words() -> _Words:
    lists = read_word_lists(__package__, "question_words.toml")
    asking = lists["asking"]["words"]
    same = ([word.replace("_", " ") for word in entry.split()] for entry in lists["same_words"]["words"])
    return _Words(
        asking=frozenset(term for each in asking if each.isascii() for term in search_terms(each)),
        asking_chinese=re.compile(one_of(each for each in asking if not each.isascii())),
        same=tuple(tuple(filter(None, map(query_terms, entry))) for entry in same),
    )
