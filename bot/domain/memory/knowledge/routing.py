"""Choose the knowledge base that a question is about, by rules; or none."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.domain.memory.knowledge.bases import BaseContents
from bot.domain.memory.knowledge.question_terms import UNKNOWN_PAIR, in_words_of_files, question_terms
from bot.domain.memory.search_terms import query_terms, search_terms
from bot.domain.text.normalise import normalise
from bot.domain.text.tokens import HAN

GENERAL: Final = "general"  # no base, from which nothing is retrieved; and the worker of bases without one of their own
NO_BASES: Final = "no_bases"  # the reason of a route where there is nothing to choose from
SURE: Final = 0.6  # confidence from which a base is asked
_UNSURE: Final = 0.3  # below, there is nothing to ask a model about
_NAMED, _ONLY_BASE, _CLEAR, _SEVERAL = 0.95, 0.8, 0.75, 0.5
_MOST_WORDS: Final = 0.6  # share of a question's terms from which they speak for a base
_PAIR: Final = re.compile(f"[{HAN}]{{2}}")
_MARGIN: Final = 0.2  # by which the best has to exceed the second best
_PER_SHARE: Final = 0.8
_AT_LEAST: Final = 0.15
_HALF: Final = 0.5  # of what is asked beside the name


class RoutedBy(StrEnum):
    """How a base was chosen."""

    RULES = "rules"
    MODEL = "model"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeRoute:
    """Which base is asked for a message, by which worker, and why."""

    contents: BaseContents | None = None  # None: no base
    worker: str = GENERAL  # the name of the handler that answers from the base
    confidence: float = 1.0  # in [0, 1]
    method: RoutedBy = RoutedBy.RULES
    reason: str = NO_BASES  # a code: "named", "only_base", "vocabulary", "several", "no_match", "no_bases", "model"
    asks_documents: bool = False  # whether the message asks what is written in a team's documents
    bases: tuple[BaseContents, ...] = ()  # all that may be asked where the message was said

    @property
    def kb(self) -> str:
        """The name of the base; "general" if none is asked."""
        return self.contents.base.name if self.contents is not None else GENERAL

    @property
    def is_sure(self) -> bool:
        """Whether the base is asked, or surely none."""
        return self.confidence >= SURE

    @property
    def needs_model(self) -> bool:
        """Whether the rules are unsure, so that a model may choose."""
        return self.contents is not None and _UNSURE <= self.confidence < SURE


@dataclass(frozen=True, slots=True)
class _Scored:
    contents: BaseContents
    is_named: bool
    share: float  # of the question's terms, without those that name the base, that stand in its files


def route_by_rules(text: str, bases: Sequence[BaseContents], *, asks_documents: bool = False) -> KnowledgeRoute:
    """Return the base that a message is about, by its name or vocabulary; `asks_documents`: it asks what is written."""
    if not bases:
        return KnowledgeRoute()
    scored = sorted((_scored(text, each) for each in bases), key=lambda each: (each.is_named, each.share), reverse=True)
    best = scored[0]
    margin = best.share - (scored[1].share if len(scored) > 1 else 0.0)
    if best.is_named and (asks_documents or best.share >= _HALF):
        return _route(best, _NAMED, "named")
    if asks_documents and len(scored) == 1:
        return _route(best, _ONLY_BASE, "only_base")
    if best.share < _MOST_WORDS and not asks_documents:
        return KnowledgeRoute(confidence=round(1 - best.share, 2), reason="no_match")
    if len(scored) > 1 and margin < _MARGIN:
        return _route(best, _SEVERAL, "several")
    return _route(best, _CLEAR if asks_documents else _PER_SHARE * best.share + _AT_LEAST, "vocabulary")


def terms_beside_name(text: str, contents: BaseContents) -> Mapping[str, float]:
    """Return the terms of a question, in words of a base, without those that only name it; else those of the name."""
    beside, named = _beside_names(text, contents)
    return in_words_of_files(beside if beside or not named else query_terms(text), contents.matched)


def _beside_names(text: str, contents: BaseContents) -> tuple[Mapping[str, float], bool]:
    """Return the terms of a text without the names that it holds, and whether it holds one."""
    plain, words = normalise(text), frozenset(search_terms(text))
    names = [contents.base.name, *(each.title for each in contents.documents)]
    named = [each for each in names if (terms := search_terms(each)) and terms.keys() <= words]
    without = plain
    for name in sorted(named, key=len, reverse=True):  # cut out first: characters on both sides are no pair
        whole = rf"(?<![a-z0-9]){re.escape(normalise(name))}(?![a-z0-9])"
        without = re.sub(whole, " ", without, flags=re.IGNORECASE)
    in_names = frozenset(term for name in named for term in search_terms(name))
    beside = {term: weight for term, weight in question_terms(without).items() if term not in in_names}
    return beside, bool(named)


def _scored(text: str, contents: BaseContents) -> _Scored:
    asked, is_named = _beside_names(text, contents)
    beside = in_words_of_files(asked, contents.matched)
    matched = sum(weight for term, weight in beside.items() if term in contents.matched)
    missed = sum(
        UNKNOWN_PAIR * weight if _PAIR.fullmatch(term) else weight  # two Chinese characters may be no word
        for term, weight in beside.items()
        if term not in contents.matched
    )
    return _Scored(contents, is_named, matched / (matched + missed) if matched else 0.0)


def _route(scored: _Scored, confidence: float, reason: str) -> KnowledgeRoute:
    return KnowledgeRoute(contents=scored.contents, confidence=round(min(confidence, 1.0), 2), reason=reason)
