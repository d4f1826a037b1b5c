"""How much of a question a passage of a team's files covers."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from bot.domain.memory.episodes import Episode
from bot.domain.memory.knowledge.bases import title_of_passage
from bot.domain.memory.knowledge.question_terms import UNKNOWN_PAIR
from bot.domain.memory.recall import FoundEpisode
from bot.domain.memory.search_terms import search_terms
from bot.domain.text.tokens import HAN

_LEAST_COUNT: Final = 100  # of passages from which the rarity of a term is told, as in the search of those indexed
_PAIR: Final = re.compile(f"[{HAN}]{{2}}")
_HEADING_WEIGHT: Final = 0.15
_MERE_MENTION: Final = 0.6  # so much that no question is answered by it that names no document


def with_text_scores(found: Sequence[FoundEpisode], terms: Mapping[str, float]) -> tuple[FoundEpisode, ...]:
    """Return passages with the share of a question that each covers, also those that are not indexed yet.

    Rare terms count more. The rarity of a term is that among the passages that wait to be indexed, as far as they are
    given: all of a file that was added just now.
    """
    waiting = [each for each in found if not each.is_indexed]
    factors = _factors([terms_of_passage(each.episode) for each in waiting], terms)
    total = sum(factors.values())
    return tuple(each if each.is_indexed or not total else _scored(each, factors, total) for each in found)


def heading_score(episode: Episode, terms: Mapping[str, float]) -> float:
    """Return what is added to the score of a passage for the share of its heading that the question names."""
    heading = _terms_of(episode.text.partition("\n")[0]) - _terms_of(title_of_passage(episode))
    return _HEADING_WEIGHT * len(heading & terms.keys()) / len(heading) if heading else 0.0


def mere_mention_score(episode: Episode, terms: Mapping[str, float], others: Sequence[Episode]) -> float:
    """Return what is taken from the score of a passage that has the only word of a question once, and in no heading.

    `others`: the passages that were found with it. If none of them has the word, the passage is the one about it.
    """
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


def _scored(found: FoundEpisode, factors: Mapping[str, float], total: float) -> FoundEpisode:
    said = terms_of_passage(found.episode)
    return replace(found, text_score=sum(factor for term, factor in factors.items() if term in said) / total)


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
