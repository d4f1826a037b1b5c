"""Fits softmaxes over features of words: of messages by themselves, and of the tokens of a message as a chain."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from bot.reading.trained.features import code_of
from bot.reading.trained.kinds import softmax
from bot.reading.trained.weights import LinearModel, pruned
from tools.adam import Adam
from tools.chains import expectations

BATCH: Final = 256
DOUBT: Final = 0.1  # of each example's label, shared by all
_RATE: Final = 0.1
_EPSILON: Final = 1e-5  # so great that weights of rare features, whose slopes are small, grow slowly
_CHAINS: Final = 32  # in a batch
_CHAINS_RATE: Final = 0.03
_MOVES_RATE: Final = 0.02
LEFT_OUT: Final = 0.2  # of features whose weights are many
_RARE: Final = 2  # times that a feature occurs which is left out
_MIXED: Final = 3.0  # how far the lengths of the chains of a batch may lie apart


@dataclass(frozen=True, slots=True)
class Rows:
    """Examples of one model: the features of each, and its label."""

    features: Sequence[Iterable[str]]
    labels: Sequence[str]


class _SparseFit:
    """The weights of features that occur often enough, while they are fitted."""

    def __init__(self, rows: Rows, *, steps: int, rate: float = _RATE) -> None:
        self.labels = sorted(set(rows.labels))
        self.wanted = np.array([self.labels.index(each) for each in rows.labels])
        self.codes, self.matrix = _matrix(rows.features)
        size = len(self.labels)
        self._weights = Adam(np.zeros((len(self.codes), size), np.float32), rate=rate, steps=steps, epsilon=_EPSILON)
        self._bias = Adam(np.zeros(size, np.float32), rate=rate, steps=steps)

    def scores(self, batch: csr_matrix) -> NDArray[np.float32]:
        """Return the scores of the labels of some rows."""
        return np.asarray(batch @ self._weights.values + self._bias.values)

    def learn(self, batch: csr_matrix, error: NDArray[np.float32]) -> None:
        """Take a step, given the slope of the loss by the scores; weights of features of other rows stay."""
        used, columns = np.unique(batch.indices, return_inverse=True)
        narrow = csr_matrix((batch.data, columns, batch.indptr), shape=(batch.shape[0], len(used)))
        self._weights.step(narrow.T @ error, used)
        self._bias.step(error.sum(axis=0))

    def model(self, *, keep: int) -> LinearModel:
        """Return what has been fitted: the `keep` greatest weights."""
        return pruned(self.labels, self.codes, self._weights.values, self._bias.values, keep=keep)


def fit(rows: Rows, *, keep: int, epochs: int, left_out: float = 0.0) -> LinearModel:
    """Return a softmax fitted to examples.

    Args:
        rows: The examples.
        keep: So many of the greatest weights.
        epochs: How often each example is seen.
        left_out: Of the features, at random in each batch: none is relied on alone.
    """
    generator, count = np.random.default_rng(0), len(rows.labels)
    fitted = _SparseFit(rows, steps=epochs * -(-count // BATCH))
    for _ in range(epochs):
        for chosen in batches(generator.permutation(count)):
            batch = _thinned(fitted.matrix[chosen], left_out, generator)
            fitted.learn(batch, error_of(fitted.scores(batch), fitted.wanted[chosen]))
    return fitted.model(keep=keep)


def fit_chains(
    rows: Rows, lengths: Sequence[int], may_follow: Callable[[str, str], bool], *, keep: int, epochs: int
) -> tuple[LinearModel, NDArray[np.float32]]:
    """Return a softmax of the rows of chains, and what is added for two labels in a row: a conditional random field.

    Lafferty, McCallum and Pereira, 2001.

    Args:
        rows: Of all chains, one chain behind the other.
        lengths: Of the chains, none empty.
        may_follow: Whether a label may stand behind another one; "" is the beginning.
        keep: So many of the greatest weights.
        epochs: How often each chain is seen.
    """
    generator, sizes = np.random.default_rng(0), np.array(lengths)
    begins, count = np.cumsum(sizes) - sizes, -(-len(sizes) // _CHAINS)
    fitted = _SparseFit(rows, steps=epochs * count, rate=_CHAINS_RATE)
    labels = fitted.labels
    allowed = np.array([[may_follow(label, each) for label in labels] for each in ("", *labels)], np.float32)
    moves = Adam(np.zeros_like(allowed[1:]), rate=_MOVES_RATE, steps=epochs * count, epsilon=_EPSILON)
    for _ in range(epochs):
        alike = np.array_split(np.argsort(sizes + _MIXED * generator.random(len(sizes)), kind="stable"), count)
        for chosen in (alike[at] for at in generator.permutation(count)):
            at = np.concatenate([np.arange(begins[each], begins[each] + sizes[each]) for each in chosen])
            batch, wanted = _thinned(fitted.matrix[at], LEFT_OUT, generator), fitted.wanted[at]
            steps = allowed[1:] * np.exp(moves.values)
            likely, pairs = expectations(fitted.scores(batch), sizes[chosen], steps, allowed[0])
            likely[np.arange(len(at)), wanted] -= 1
            np.subtract.at(pairs, _pairs(wanted, sizes[chosen]), 1)
            fitted.learn(batch, likely / np.float32(len(at)))
            moves.step(pairs / len(at))
    return fitted.model(keep=keep), moves.values


def error_of(scores: NDArray[Any], wanted: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the slope of the loss of a batch by its scores."""
    error = softmax(scores) - DOUBT / scores.shape[1]
    error[np.arange(len(wanted)), wanted] -= 1 - DOUBT
    return np.asarray(error / len(wanted), np.float32)


def batches(order: NDArray[np.int64], size: int = BATCH) -> Iterator[NDArray[np.int64]]:
    """Yield the examples in an order, so many at a time."""
    return (order[at : at + size] for at in range(0, len(order), size))


def _thinned(batch: csr_matrix, share: float, generator: np.random.Generator) -> csr_matrix:
    """Return rows of which a share of the features is left out, the others weighing the more."""
    if share:
        batch.data *= (generator.random(len(batch.data)) >= share) / np.float32(1 - share) ** 0.5
    return batch


def _pairs(wanted: NDArray[np.int64], sizes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first and the second label of each two in a row."""
    is_last = np.zeros(len(wanted), bool)
    is_last[np.cumsum(sizes) - 1] = True
    return wanted[:-1][~is_last[:-1]], wanted[1:][~is_last[:-1]]


def _matrix(features: Sequence[Iterable[str]]) -> tuple[NDArray[np.uint32], csr_matrix]:
    """Return the codes of the features that occur often enough, and the examples × these."""
    codes = [np.unique(np.fromiter(map(code_of, each), np.uint32)) for each in features]
    everywhere = np.concatenate(codes)
    known, counts = np.unique(everywhere, return_counts=True)
    known = known[counts > _RARE].astype(np.uint32)
    at = np.minimum(np.searchsorted(known, everywhere), len(known) - 1)
    is_known = known[at] == everywhere
    owner = np.repeat(np.arange(len(codes)), [len(each) for each in codes])[is_known]
    sizes = np.bincount(owner, minlength=len(codes))
    values = np.repeat(1 / np.sqrt(np.maximum(sizes, 1)), sizes).astype(np.float32)
    first = np.concatenate([[0], np.cumsum(sizes)])
    return known, csr_matrix((values, at[is_known], first), shape=(len(codes), len(known)))
