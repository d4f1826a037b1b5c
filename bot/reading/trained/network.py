"""A network of one hidden layer: what tells the kind of a message by its meaning."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_MAX_LEVEL: Final = 127


@dataclass(frozen=True, slots=True)
class Network:
    """Two layers with rectified units between them."""

    hidden: NDArray[np.float32]  # inputs × units
    hidden_bias: NDArray[np.float32]
    output: NDArray[np.float32]  # units × labels
    output_bias: NDArray[np.float32]

    def scores(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the score of each label for each row of inputs."""
        return np.asarray(self.units(rows) @ self.output + self.output_bias)

    def units(self, rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the hidden units of each row of inputs."""
        return np.asarray(np.maximum(rows @ self.hidden + self.hidden_bias, 0))

    def as_arrays(self, name: str) -> Mapping[str, Any]:
        """Return what `from_arrays` makes the network of again, the weights with eight bits each."""
        arrays: dict[str, Any] = {f"{name}.biases": np.concatenate([self.hidden_bias, self.output_bias])}
        for part, weights in (("hidden", self.hidden), ("output", self.output)):
            step = np.abs(weights).max() / _MAX_LEVEL
            arrays |= {f"{name}.{part}": np.rint(weights / step).astype(np.int8), f"{name}.{part}.step": step}
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any], name: str) -> "Network":
        """Return the network that was kept under a name. Raises: KeyError: there is none."""
        hidden, output = (
            arrays[f"{name}.{part}"] * np.float32(arrays[f"{name}.{part}.step"]) for part in ("hidden", "output")
        )
        hidden_bias, output_bias = np.split(arrays[f"{name}.biases"], [hidden.shape[1]])
        return cls(hidden, hidden_bias, output, output_bias)
