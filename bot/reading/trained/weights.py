"""The weights of a linear model: a softmax over labels, by hashed features."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.reading.trained.features import code_of

_MAX_LEVEL: Final = 48  # of a weight: few levels are kept in little room


@dataclass(frozen=True, slots=True)
class LinearModel:
    """A softmax whose weights are mostly zero; those that are not stand feature by feature."""

    labels: tuple[str, ...]
    codes: NDArray[np.uint32]  # of the features, ascending
    first: NDArray[np.int32]  # of each feature, where its weights begin; and the number of weights
    label: NDArray[np.uint8]  # of each weight
    level: NDArray[np.int8]  # … in steps of `step`
    bias: NDArray[np.float32]  # of each label
    step: float

    def scores(self, rows: Sequence[Collection[str]]) -> NDArray[np.float64]:
        """Return the score of each label for each row of features. A feature weighs the less, the more there are."""
        sizes = [len(each) for each in rows]
        wanted = np.fromiter((code_of(each) for row in rows for each in row), np.uint32, sum(sizes))
        at = np.minimum(np.searchsorted(self.codes, wanted), len(self.codes) - 1)
        is_known = self.codes[at] == wanted
        row = np.repeat(np.arange(len(rows)), sizes)[is_known]
        at = at[is_known]
        counts = self.first[at + 1] - self.first[at]
        weight = np.arange(counts.sum()) + np.repeat(self.first[at] - np.cumsum(counts) + counts, counts)
        cells = np.repeat(row * len(self.labels), counts) + self.label[weight]
        sums = np.bincount(cells, weights=self.level[weight], minlength=len(rows) * len(self.labels))
        scale = self.step / np.sqrt(np.maximum(np.bincount(row, minlength=len(rows)), 1))
        return np.asarray(self.bias + sums.reshape(len(rows), -1) * scale[:, None])

    def as_arrays(self, name: str) -> Mapping[str, Any]:
        """Return what `from_arrays` makes the model of again."""
        arrays = {
            "labels": np.array(self.labels),
            "codes": self.codes,
            "counts": np.diff(self.first).astype(np.uint8),
            "label": self.label,
            "level": self.level,
            "bias": self.bias,
            "step": np.array(self.step),
        }
        return {f"{name}.{key}": value for key, value in arrays.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any], name: str) -> "LinearModel":
        """Return the model that was kept under a name. Raises: KeyError: there is none."""
        counts = arrays[f"{name}.counts"].astype(np.int32)
        return cls(
            labels=tuple(arrays[f"{name}.labels"].tolist()),
            codes=arrays[f"{name}.codes"],
            first=np.concatenate([np.zeros(1, np.int32), np.cumsum(counts, dtype=np.int32)]),
            label=arrays[f"{name}.label"],
            level=arrays[f"{name}.level"],
            bias=arrays[f"{name}.bias"],
            step=float(arrays[f"{name}.step"]),
        )


def pruned(
    labels: Sequence[str],
    codes: NDArray[np.uint32],
    weights: NDArray[np.float32],
    bias: NDArray[np.float32],
    *,
    keep: int,
) -> LinearModel:
    """Return a model of the `keep` greatest weights, of eight bits each.

    Args:
        labels: Of the columns of `weights`.
        codes: Of the features, which are the rows of `weights`; ascending.
        weights: Features × labels.
        bias: Of each label.
        keep: At most so many weights, above zero.
    """
    weights = weights - np.median(weights, axis=1, keepdims=True)  # the same for all labels changes no softmax
    sizes = np.abs(weights)
    least = np.partition(sizes.ravel(), -keep)[-keep] if keep < sizes.size else 0.0
    step = float(sizes.max()) / _MAX_LEVEL
    levels = np.rint(weights / step).astype(np.int8)
    levels[sizes < least] = 0
    used = levels.any(axis=1)
    levels = levels[used]
    rows, columns = np.nonzero(levels)
    first = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(levels)))])
    return LinearModel(
        labels=tuple(labels),
        codes=codes[used],
        first=first.astype(np.int32),
        label=columns.astype(np.uint8),
        level=levels[rows, columns],
        bias=bias,
        step=step,
    )
