"""How likely each label is in chains of rows, and each pair of labels in a row: the forward-backward algorithm."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_LEAST: Final = 1e-30  # of a sum that is divided by


def expectations(
    scores: NDArray[np.float32], sizes: NDArray[np.int64], steps: NDArray[np.float32], start: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the probability of each label of each row, and how often each label is expected behind each other one.

    Args:
        scores: Rows of all chains, one chain behind the other, × labels.
        sizes: How many rows each chain has.
        steps: Labels × labels: by how much likelier the second is behind the first; 0: it cannot be.
        start: The same for each label at the beginning.
    """
    chain, place = np.repeat(np.arange(len(sizes)), sizes), _places(sizes)
    likely = np.ones((sizes.max(), len(sizes), scores.shape[1]), np.float32)
    likely[place, chain] = np.exp(scores - scores.max(axis=1, keepdims=True))
    ahead, behind = np.empty_like(likely), np.ones_like(likely)
    ahead[0] = _shares(likely[0] * start)
    for at in range(1, len(likely)):
        ahead[at] = _shares(ahead[at - 1] @ steps * likely[at])
    for at in reversed(range(len(likely) - 1)):
        goes_on = sizes > at + 1
        behind[at, goes_on] = _shares((behind[at + 1, goes_on] * likely[at + 1, goes_on]) @ steps.T)
    pairs = np.zeros_like(steps)
    for at in range(1, len(likely)):
        goes_on = sizes > at
        first, second = ahead[at - 1, goes_on], likely[at, goes_on] * behind[at, goes_on]
        total = (first @ steps * second).sum(axis=1, keepdims=True)
        pairs += (first / np.maximum(total, _LEAST)).T @ second
    return _shares(ahead[place, chain] * behind[place, chain]), pairs * steps


def _places(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return of each row which one of its chain it is."""
    return np.asarray(np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes))


def _shares(sums: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray(sums / np.maximum(sums.sum(axis=-1, keepdims=True), _LEAST), np.float32)
