"""What a search for episodes is bound to, what it finds, and those of it that an answer rests on."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import Final
from uuid import UUID

from bot.domain.conversation.threads import Person
from bot.domain.ids import ConversationId
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.search_terms import query_terms, search_terms
from bot.domain.text.tokens import HAN


class RecallScope(StrEnum):
    """From where an answer may recall, besides what was said in its own conversation."""

    CONVERSATION = "conversation"  # nowhere else
    CHANNEL = "channel"  # the whole channel
    WORKSPACE = "workspace"  # also what is public in the workspace


def scope_for(person: Person, scope: RecallScope) -> RecallScope:
    """Return from where may be recalled for a person, where `scope` holds for the workspace's own people."""
    return RecallScope.CHANNEL if person.is_guest and scope is RecallScope.WORKSPACE else scope


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPolicy:
    """How far recall reaches."""

    scope: RecallScope = RecallScope.WORKSPACE
    window: timedelta = timedelta(days=30)  # of what counts as recent, which goes first among equals
    limit: int = 5  # episodes in a prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeQuery:
    """A search for episodes: what is looked for, and the bounds outside which nothing is found."""

    conversation_id: ConversationId
    channel: str
    scope: RecallScope = RecallScope.WORKSPACE
    terms: Mapping[str, float] = field(default_factory=dict)  # search terms and their weights; empty: the latest
    embedding: tuple[float, ...] = ()  # of the question; empty: no search by vectors
    model: str = ""  # of `embedding`
    speaker: str = ""  # the name of one of the speakers, a part of it in any case, or their id; empty: anyone
    kinds: frozenset[EpisodeKind] = frozenset(EpisodeKind)
    since: datetime | None = None
    until: datetime | None = None  # exclusive
    recent_since: datetime | None = None  # what was said since then goes first among equals
    first_shown: int | None = None  # number of the conversation's first message that the prompt shows anyway
    limit: int = 50
    unindexed: int = 0  # at most so many of those that no worker has indexed yet


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuestion:
    """What somebody wants to be recalled."""

    text: str  # what it is about; empty: whatever was said
    asks_questions: bool = False  # what was asked is looked for too, and not only what was said
    asks_trade: bool = False  # who wanted or made one of a share: orders answer it too
    asks_view: bool = False  # who is for or against something, or what somebody thinks of it
    symbols: tuple[str, ...] = ()  # shares that it names; in `text` they are called by these
    speaker: str = ""  # the name of who said it, a part of it, or their id; empty: anyone
    since: datetime | None = None  # None, both: the question names no time
    until: datetime | None = None  # exclusive
    kinds: frozenset[EpisodeKind] = frozenset(EpisodeKind)
    first_shown: int | None = None  # number of the conversation's first message that is shown anyway
    talk_shown_since: datetime | None = None  # since when the conversation's talk is shown anyway; None: none is
    limit: int | None = None  # None: as the policy has it
    repeated: str = ""  # a message: exchanges in which somebody said just the same are left out
    claim: str = ""  # what it asks whether, or by whom, it was said; shares are called by their symbols
    latest_first: bool = False  # else the best first
    is_of_nearest: bool = False  # what comes nearest to it is wanted too, each person's words by themselves
    known_at: datetime | None = None  # market time: nothing that the market told later is recalled; None: no bound

    @property
    def terms(self) -> Mapping[str, float]:
        """The search terms and their weights, without the speaker's name: who said it is a condition of its own."""
        name = search_terms(self.speaker)
        return {term: weight for term, weight in query_terms(self.text).items() if term not in name}

    @property
    def terms_beside_shares(self) -> Mapping[str, float]:
        """The search terms without the shares that are named, unless they are all."""
        shares = search_terms(" ".join(self.symbols))
        return {term: weight for term, weight in self.terms.items() if term not in shares} or self.terms


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundEpisode:
    """An episode that a search has found, with the scores of its parts."""

    episode: Episode
    thread: str | None = None  # of its conversation, in the episode's channel; None: a passage
    is_indexed: bool = True  # False: it waits for a worker, and has no scores
    text_score: float = 0.0  # the share of the question that it covers, in [0, 1]: see `search_episodes`
    vector_score: float | None = None  # cosine similarity; None: there is no vector of it


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledEpisode:
    """An episode that answers rest on, with the reasons why it was chosen."""

    found: FoundEpisode
    score: float  # the sum of its parts; comparable among what was found for the same question
    parts: Mapping[str, float]  # what the score is made of, by name
    is_searched: bool = True  # False: no search was possible, and it is one of the latest

    @property
    def episode(self) -> Episode:
        """The episode."""
        return self.found.episode


@dataclass(frozen=True, slots=True)
class MemorySearch:
    """A search that a model has asked for, and what it has found, best first."""

    question: RecallQuestion
    found: tuple[RecalledEpisode, ...]


_VECTOR_WEIGHT: Final = 0.6  # that of the text is 1
_HASHING_WEIGHT: Final = 0.1  # of vectors that compare letters, not meanings: they find misspelt words
_HASHING: Final = "hashing"  # how the names of those models begin
_SAME_CONVERSATION: Final = 0.05  # added to the score
_SAME_CHANNEL: Final = 0.02
_RECENT: Final = 0.03
_NEAR_DUPLICATE: Final = 0.9  # share of words in common
_ANSWERS_BY_TEXT: Final = 0.35  # below this share of the question, nothing is an answer to it
_ANSWERS_BY_BOTH: Final = 0.58
_ANSWERS_BY_VECTOR: Final = 0.46  # says it in other words, or in another language
# A Chinese question seldom repeats the words of its answer: a smaller share will do if it is not only a name that fits.
_ANSWERS_BY_CHINESE_TEXT: Final = 0.25
_ANSWERS_BY_CHINESE_BOTH: Final = 0.5
_NEAR_BY_VECTOR: Final = 0.32  # of one person's words: of what has nothing to do with each other, 0.25 at most
_NEAR_BY_TEXT: Final = 0.3
_CHINESE: Final = re.compile(f"[{HAN}]")


def rank(found: Sequence[FoundEpisode], query: EpisodeQuery, *, limit: int) -> tuple[RecalledEpisode, ...]:
    """Return the best `limit` episodes without near-duplicates; the weights are measured: docs/benchmarks-recall.md."""
    by_score = bool(query.terms)  # else all that is known of them is place and time

    def place(each: RecalledEpisode) -> tuple[float, float, UUID]:
        return (-each.score if by_score else 0.0, -each.episode.said_until.timestamp(), each.episode.id)

    best_first = sorted((_scored(each, query) for each in found), key=place)
    return tuple(_without_near_duplicates(best_first, limit=limit))


def with_coverage(found: FoundEpisode, query: EpisodeQuery) -> FoundEpisode:
    """Return an episode with its score by text; of one that is not indexed yet, as if all terms were equally rare."""
    if found.is_indexed:
        return found
    text = "\n".join((found.episode.text, *found.episode.symbols))
    return replace(found, text_score=covered_share(query.terms, text))


def covered_share(terms: Mapping[str, float], text: str) -> float:
    """Return the share of the terms of a question that a text has, in [0, 1]."""
    said, total = _terms_of(text), sum(terms.values())
    return sum(weight for term, weight in terms.items() if term in said) / total if total else 0.0


@lru_cache(maxsize=500)
def _terms_of(text: str) -> frozenset[str]:
    """Return the terms of a text; one that no worker has indexed yet comes back with every search."""
    return frozenset(search_terms(text))


def answers(best: RecalledEpisode, query: EpisodeQuery) -> bool:
    """Return whether the best episode is likely to say something about the question, and is not just the least bad."""
    is_chinese, by_text = any(map(_CHINESE.match, query.terms)), best.found.text_score
    if not compares_meanings(query.model) or best.found.vector_score is None:
        if is_chinese:
            return by_text >= _ANSWERS_BY_CHINESE_TEXT and _speaks_of(best.episode, query.terms)
        return by_text >= _ANSWERS_BY_TEXT
    least = _ANSWERS_BY_CHINESE_BOTH if is_chinese else _ANSWERS_BY_BOTH
    return by_text + best.parts["vector"] >= least or best.found.vector_score >= _ANSWERS_BY_VECTOR


def compares_meanings(model: str) -> bool:
    """Return whether vectors of a model compare what texts mean, and not their letters."""
    return not model.startswith(_HASHING)


def says_it_otherwise(recalled: RecalledEpisode) -> bool:
    """Return whether an episode is so near to a question that it answers it without a word of it."""
    return recalled.parts.get("vector", 0.0) >= _VECTOR_WEIGHT * _ANSWERS_BY_VECTOR


def is_near(terms: Mapping[str, float], text: str, likeness: float | None, *, model: str) -> bool:
    """Return whether words are about a question's topic; `likeness`: cosine similarity by `model`; None: no vectors."""
    is_by_meaning = likeness is not None and likeness >= _NEAR_BY_VECTOR and compares_meanings(model)
    return is_by_meaning or covered_share(terms, text) >= _NEAR_BY_TEXT


def _speaks_of(episode: Episode, terms: Collection[str]) -> bool:
    """Return whether an episode has a word of a question besides speakers' names; one character only if it is all."""
    names = set(chain.from_iterable(map(search_terms, episode.speakers)))
    topic, said = set(terms) - names, search_terms(" ".join((episode.text, *episode.symbols)))
    words = {term for term in topic if len(term) > 1} or topic
    return not topic or any(term in said for term in words)


def _scored(found: FoundEpisode, query: EpisodeQuery) -> RecalledEpisode:
    weight = _VECTOR_WEIGHT if compares_meanings(query.model) else _HASHING_WEIGHT
    is_here = found.episode.conversation_id == query.conversation_id
    is_recent = query.recent_since is not None and found.episode.said_until >= query.recent_since
    parts = {
        "text": found.text_score,
        "vector": weight * (found.vector_score or 0.0),
        "place": _SAME_CONVERSATION if is_here else _SAME_CHANNEL if found.episode.channel == query.channel else 0.0,
        "recent": _RECENT if is_recent else 0.0,
    }
    return RecalledEpisode(found=found, score=sum(parts.values()), parts=parts)


def _without_near_duplicates(best_first: Iterable[RecalledEpisode], *, limit: int) -> Iterator[RecalledEpisode]:
    kept: list[frozenset[str]] = []
    for each in best_first:
        if len(kept) == limit:
            return
        words = frozenset(each.episode.text.lower().split())
        if any(len(words & other) >= _NEAR_DUPLICATE * max(len(words | other), 1) for other in kept):
            continue
        kept.append(words)
        yield each
