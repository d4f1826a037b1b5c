"""Fits networks of one hidden layer."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.reading.trained.network import Network
from tools.adam import Adam
from tools.linear_fit import BATCH, batches, error_of

_KEPT_UNITS: Final = 0.5  # of them, in each batch
_EPOCHS: Final = 12
_RATE: Final = 0.002


def fit_network(inputs: NDArray[np.float32], wanted: NDArray[np.int64], labels: int, *, units: int) -> Network:
    """Return a network fitted by Adam; half of the hidden units are left out at random of each batch.

    Args:
        inputs: Examples × inputs.
        wanted: Of each example, its label.
        labels: How many there are.
        units: Of the hidden layer.
    """
    generator, size = np.random.default_rng(0), inputs.shape[1]
    parts = [
        generator.normal(0, size**-0.5, (size, units)).astype(np.float32),
        np.zeros(units, np.float32),
        generator.normal(0, units**-0.5, (units, labels)).astype(np.float32),
        np.zeros(labels, np.float32),
    ]
    steps = _EPOCHS * -(-len(inputs) // BATCH)
    fitted = [Adam(each, rate=_RATE, steps=steps) for each in parts]
    for _ in range(_EPOCHS):
        for chosen in batches(generator.permutation(len(inputs))):
            batch, network = inputs[chosen], Network(*parts)
            values = network.units(batch)
            kept = (generator.random(values.shape) < _KEPT_UNITS) / np.float32(_KEPT_UNITS)
            values = np.asarray(values * kept, np.float32)
            error = error_of(values @ network.output + network.output_bias, wanted[chosen])
            behind = (error @ network.output.T) * (values > 0) * kept
            slopes = (batch.T @ behind, behind.sum(axis=0), values.T @ error, error.sum(axis=0))
            for each, slope in zip(fitted, slopes, strict=True):
                each.step(slope)
    return Network(*parts)
