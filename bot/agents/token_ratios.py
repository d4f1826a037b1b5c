"""How many tokens a model reads per estimated one, as its server reports them: encodings differ between models."""

from dataclasses import dataclass, field
from typing import Final

_LEAST, _MOST = 0.5, 2.0  # what is reported beyond that is a fault, or another kind of content
_MEMORY: Final = 20_000  # estimated tokens after which older reports count half


@dataclass(slots=True)
class _Totals:
    estimated: float = 0.0
    reported: float = 0.0


@dataclass(frozen=True, slots=True)
class TokenRatios:
    """A running ratio per model, kept as long as the process runs. Without reports it is 1."""

    _totals: dict[str, _Totals] = field(default_factory=dict)

    def learn(self, model: str, *, estimated: int, reported: int) -> None:
        """Take in what the server of `model` says it has read; 0 says nothing."""
        if estimated <= 0 or reported <= 0:
            return
        totals = self._totals.setdefault(model, _Totals())
        kept = 0.5 if totals.estimated > _MEMORY else 1.0
        totals.estimated = totals.estimated * kept + estimated
        totals.reported = totals.reported * kept + min(max(reported, estimated * _LEAST), estimated * _MOST)

    def ratio(self, model: str) -> float:
        """Return the tokens that `model` reads per estimated one, from 0.5 to 2."""
        totals = self._totals.get(model)
        return totals.reported / totals.estimated if totals else 1.0
