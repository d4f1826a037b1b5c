"""How the market as a whole has moved: an index, or the average of all shares there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.domain.market.features import Features


@dataclass(frozen=True, slots=True, kw_only=True)
class MarketChange:
    """The market's changes up to `as_of`, as fractions."""

    name: str  # what was measured, as a model is told: "SPY, a fund on the S&P 500"
    change_20: float | None  # over 20 sessions
    change_120: float | None
    source: str
    as_of: datetime


def average_change(name: str, shares: Sequence[Features]) -> MarketChange | None:
    """Return the equal-weighted average change of `shares`; None: there are none."""
    if not shares:
        return None
    return MarketChange(
        name=name,
        change_20=_average([each.change_20 for each in shares]),
        change_120=_average([each.change_120 for each in shares]),
        source=shares[0].source,
        as_of=max(each.as_of for each in shares),
    )


def _average(changes: Sequence[float | None]) -> float | None:
    known = [change for change in changes if change is not None]
    return sum(known) / len(known) if known else None
