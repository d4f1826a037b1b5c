"""What a question looks for in a team's own files, in their words, and how much of it a passage covers."""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from bot.domain.memory.episodes import Episode
from bot.domain.memory.knowledge.bases import title_of_passage
from bot.domain.memory.recall import FoundEpisode
from bot.domain.memory.search_terms import query_terms, search_terms
from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import HAN, one_of, read_word_lists

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
    """Return the terms, words of no file replaced by others for the same; `vocabulary`: what files have of them."""
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
    """Return the share of a question that a passage covers: what is in no file counts more, a Chinese pair less."""
    has_pairs = any(map(_PAIR.fullmatch, terms))
    counted = {term: weight for term, weight in terms.items() if not (has_pairs and _CHARACTER.fullmatch(term))}
    beside = words_beside(terms, vocabulary)
    total = sum(
        weight * (1.0 if term in vocabulary else _UNKNOWN_HAN if _CHARACTER.match(term) else _UNKNOWN)
        for term, weight in counted.items()
    )
    covered = sum(weight for term, weight in {**beside, **counted}.items() if term in passage)
    return min(1.0, covered / total) if total else 0.0


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


_LEAST_COUNT: Final = 100  # of passages from which the rarity of a term is told, as in the search of those indexed
_HEADING_WEIGHT: Final = 0.15
_MERE_MENTION: Final = 0.6  # so much that no question is answered by it that names no document


def with_text_scores(found: Sequence[FoundEpisode], terms: Mapping[str, float]) -> tuple[FoundEpisode, ...]:
    """Return passages with the share of a question each covers; rare terms count more, as among those not indexed."""
    waiting = [each for each in found if not each.is_indexed]
    factors = _factors([terms_of_passage(each.episode) for each in waiting], terms)
    total = sum(factors.values())
    return tuple(_scored(each, factors, total) if total and not each.is_indexed else each for each in found)


def _scored(found: FoundEpisode, factors: Mapping[str, float], total: float) -> FoundEpisode:
    said = terms_of_passage(found.episode)
    return replace(found, text_score=sum(factor for term, factor in factors.items() if term in said) / total)


def heading_score(episode: Episode, terms: Mapping[str, float]) -> float:
    """Return what is added to the score of a passage for the share of its heading that the question names."""
    heading = _terms_of(episode.text.partition("\n")[0]) - _terms_of(title_of_passage(episode))
    return _HEADING_WEIGHT * len(heading & terms.keys()) / len(heading) if heading else 0.0


def mere_mention_score(episode: Episode, terms: Mapping[str, float], others: Sequence[Episode]) -> float:
    """Return what a passage loses that has the only word of a question once, in no heading, if `others` have it too."""
    words = [term for term in terms if len(term) > 1]
    if len(words) != 1 or not words[0].isascii():
        return 0.0
    if not any(words[0] in terms_of_passage(each) for each in others if each.id != episode.id):
        return 0.0
    heading, _, text = episode.text.partition("\n")
    is_about = words[0] in _terms_of(heading.removeprefix(title_of_passage(episode)))
    return 0.0 if is_about or search_terms(text).get(words[0], 0) > 1 else _MERE_MENTION


def terms_of_passage(episode: Episode) -> frozenset[str]:
    """Return the terms of a passage with its heading, and without the title of its file, which all of them have."""
    heading, _, text = episode.text.partition("\n")
    return _terms_of(f"{heading.removeprefix(title_of_passage(episode))}\n{text}")


def _factors(passages: Sequence[frozenset[str]], terms: Mapping[str, float]) -> Mapping[str, float]:
    """Return the weight of each term by its inverse document frequency: ln(1 + (N - n + 0.5) / (n + 0.5))."""
    count = max(len(passages), _LEAST_COUNT)
    factors = {}
    for term, weight in terms.items():
        having = sum(1 for each in passages if term in each)
        rarity = math.log(1 + (count - having + 0.5) / (having + 0.5))
        factors[term] = weight * rarity * (UNKNOWN_PAIR if not having and _PAIR.fullmatch(term) else 1.0)
    return factors


@lru_cache(maxsize=4_000)
def _terms_of(text: str) -> frozenset[str]:
    """Return the terms of a text; a passage that no worker has indexed yet comes back with every search."""
    return frozenset(search_terms(text))
