"""Choose, among the episodes that a search has found, those that an answer rests on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.domain.memory.recall import EpisodeQuery, FoundEpisode, RecalledEpisode

_VECTOR_WEIGHT: Final = 0.5  # that of the text is 1
_HASHING_WEIGHT: Final = 0.2  # of vectors that compare letters, not meanings: they find misspelt words
_HASHING: Final = "hashing"  # how the names of those models begin
_SAME_CONVERSATION: Final = 0.05  # added to the score
_SAME_CHANNEL: Final = 0.02
_NEAR_DUPLICATE: Final = 0.9  # share of words in common


def rank(found: Sequence[FoundEpisode], query: EpisodeQuery, *, limit: int) -> tuple[RecalledEpisode, ...]:
    """Return the best `limit` episodes, best first; of near-duplicates only the best.

    The score is the weighted sum of both searches' scores, each normalised to [0, 1] over `found` (min-max), and what
    being said near the question adds.
    """
    texts = _normalised([each.text_score for each in found])
    vectors = _normalised([each.vector_score or 0.0 for each in found])
    scored = (
        _scored(each, query, text=text, vector=vector) for each, text, vector in zip(found, texts, vectors, strict=True)
    )
    best_first = sorted(scored, key=lambda each: (-each.score, -each.episode.said_until.timestamp(), each.episode.id))
    return tuple(_without_near_duplicates(best_first, limit=limit))


def _scored(found: FoundEpisode, query: EpisodeQuery, *, text: float, vector: float) -> RecalledEpisode:
    weight = _HASHING_WEIGHT if query.model.startswith(_HASHING) else _VECTOR_WEIGHT
    is_here = found.episode.conversation_id == query.conversation_id
    place = _SAME_CONVERSATION if is_here else _SAME_CHANNEL if found.episode.channel == query.channel else 0.0
    total = 1 + weight + _SAME_CONVERSATION
    parts = {"text": text / total, "vector": weight * vector / total, "place": place / total}
    return RecalledEpisode(found=found, score=sum(parts.values()), parts=parts)


def _normalised(scores: Sequence[float]) -> list[float]:
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    return [(score - low) / (high - low) if high > low else float(score > 0) for score in scores]


def _without_near_duplicates(best_first: Iterable[RecalledEpisode], *, limit: int) -> Iterator[RecalledEpisode]:
    kept: list[frozenset[str]] = []
    for each in best_first:
        if len(kept) == limit:
            return
        words = frozenset(each.episode.text.lower().split())
        if any(_overlap(words, other) >= _NEAR_DUPLICATE for other in kept):
            continue
        kept.append(words)
        yield each


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words that two sets have in common (Jaccard)."""
    return len(one & other) / max(len(one | other), 1)
