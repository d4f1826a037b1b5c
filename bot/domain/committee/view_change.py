"""What is new in an analyst's view of a share, as a brief tells it in one line."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.memory import AnalystDigest
from bot.domain.trading.decisions import Reason

LEAST_CHANGE: Final = 0.1  # of a lean in [-1, 1]; less is no news


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalystViewChange:
    """How the view of one analyst on a share has changed since its report before."""

    symbol: str
    analyst: Analyst
    lean: float
    before: float
    before_date: date  # of the session whose figures were read then
    why: Reason | None  # the strongest point that speaks for the change
    is_gone: bool = False  # that point spoke the other way before, and does so no more

    @property
    def size(self) -> float:
        """How far the view has moved."""
        return abs(self.lean - self.before)


def view_change(digest: AnalystDigest, *, since: datetime) -> AnalystViewChange | None:
    """Return what has changed by the digest's latest report; None: little, or its figures are not later than `since`.

    A view without data has changed from nothing: neither counts.
    """
    latest, before = digest.latest, digest.before
    if before is None or latest.lean is None or before.lean is None or latest.as_of <= since:
        return None
    change = latest.lean - before.lean
    if abs(change) < LEAST_CHANGE:
        return None
    new = _strongest(point for point in digest.new if point.weight * change > 0)
    gone = _strongest(point for point in digest.gone if point.weight * change < 0)
    return AnalystViewChange(
        symbol=digest.symbol,
        analyst=digest.analyst,
        lean=latest.lean,
        before=before.lean,
        before_date=before.trade_date,
        why=new or gone,
        is_gone=new is None and gone is not None,
    )


def view_changes(digests: Iterable[AnalystDigest], *, since: datetime) -> tuple[AnalystViewChange, ...]:
    """Return the largest change of each share, by the latest digest of each analyst; the largest first."""
    latest = {(each.symbol, each.analyst): each for each in sorted(digests, key=lambda each: each.as_of)}
    changes = [change for each in latest.values() if (change := view_change(each, since=since)) is not None]
    by_share: dict[str, AnalystViewChange] = {}
    for each in sorted(changes, key=lambda each: (-each.size, each.symbol)):
        by_share.setdefault(each.symbol, each)
    return tuple(by_share.values())


def _strongest(points: Iterable[Reason]) -> Reason | None:
    return max(points, key=lambda point: abs(point.weight), default=None)
