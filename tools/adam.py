"""Adam: steps down a slope, as long as the slopes before were alike (Kingma and Ba, 2015)."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_MEAN_KEPT: Final = 0.9  # of the mean of the slopes, at each step
_SQUARE_KEPT: Final = 0.999


class Adam:
    """An array that is fitted in a known number of steps, over which the rate falls to zero."""

    def __init__(self, values: NDArray[np.float32], *, rate: float, steps: int, epsilon: float = 1e-7) -> None:
        """Fit an array in place.

        Args:
            values: At the beginning.
            rate: Of the first step.
            steps: How many there will be.
            epsilon: Added to what a slope is divided by: the greater, the slower those grow whose slopes are small.
        """
        self.values = values
        self._mean, self._square = np.zeros_like(values), np.zeros_like(values)
        self._rate, self._steps, self._epsilon = rate, steps, epsilon
        self._taken = 0

    def step(self, slope: NDArray[Any], rows: NDArray[np.int64] | slice = slice(None)) -> None:
        """Take a step; `slope` is that of some rows only, each once: the others, and their moments, stay."""
        self._taken += 1
        self._mean[rows] = mean = _MEAN_KEPT * self._mean[rows] + (1 - _MEAN_KEPT) * slope
        self._square[rows] = square = _SQUARE_KEPT * self._square[rows] + (1 - _SQUARE_KEPT) * slope**2
        warmed = np.sqrt(1 - _SQUARE_KEPT**self._taken) / (1 - _MEAN_KEPT**self._taken)
        rate = self._rate * (1 - self._taken / (self._steps + 1)) * warmed
        self.values[rows] -= rate * mean / (np.sqrt(square) + self._epsilon)
