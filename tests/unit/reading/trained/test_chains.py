"""What is expected of chains is what a sum over all their labellings gives."""

from itertools import pairwise, product

import numpy as np
import pytest

from tools.chains import expectations

_SIZES = np.array([3, 1, 2])
_STEPS = np.array([[1.0, 2.0], [0.0, 0.5]], np.float32)
_START = np.array([1.0, 0.0], np.float32)


def test_expectations_when_summed_over_all_labellings_then_the_same() -> None:
    scores = np.random.default_rng(1).normal(size=(_SIZES.sum(), 2)).astype(np.float32)
    singles, pairs = np.zeros_like(scores), np.zeros_like(_STEPS)
    for first, size in zip(np.cumsum(_SIZES) - _SIZES, _SIZES, strict=True):
        weights = {}
        for labels in product(range(2), repeat=size):
            steps = np.prod([_STEPS[each] for each in pairwise(labels)])
            own = scores[np.arange(first, first + size), labels].sum()
            weights[labels] = _START[labels[0]] * steps * np.exp(own)
        for labels, weight in weights.items():
            share = weight / sum(weights.values())
            singles[np.arange(first, first + size), labels] += share
            for each in pairwise(labels):
                pairs[each] += share
    found = expectations(scores, _SIZES, _STEPS, _START)
    assert found[0] == pytest.approx(singles, abs=1e-5)
    assert found[1] == pytest.approx(pairs, abs=1e-5)
