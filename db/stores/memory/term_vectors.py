"""Writes search terms as the text of a `tsvector`, whose positions say how often a term occurs."""

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from typing import Final

from bot.domain.memory.episodes import SCOPE_PREFIX
from db.codec import storable_text

_MAX_TERMS: Final = 2_000  # of one episode; the most frequent ones are kept
_MAX_OCCURRENCES: Final = 16  # a position each, which repeats nothing beyond: scores have long stopped to grow
_MAX_BYTES: Final = 500  # PostgreSQL takes 2046; what is longer is no word, and is not searched for


def term_vector(counts: Mapping[str, int], scopes: Sequence[str]) -> str:
    """Return the text of a tsvector: each term with one position per occurrence, and each scope with none.

    A term that looks like a scope is left out: what is said decides nowhere where it is found.
    """
    return " ".join([*_terms(counts), *(_quoted(scope) for scope in scopes)])


def total_count(counts: Mapping[str, int]) -> int:
    """Return the length of an episode in terms."""
    return sum(counts.values())


def _terms(counts: Mapping[str, int]) -> Iterator[str]:
    kept = counts if len(counts) <= _MAX_TERMS else nlargest(_MAX_TERMS, counts, key=counts.__getitem__)
    for term in kept:
        text = storable_text(term)
        if text and not text.startswith(SCOPE_PREFIX) and len(text.encode()) <= _MAX_BYTES:
            positions = ",".join(map(str, range(1, min(counts[term], _MAX_OCCURRENCES) + 1)))
            yield f"{_quoted(text)}:{positions}"


def _quoted(term: str) -> str:
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
