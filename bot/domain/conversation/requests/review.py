"""Requests about past decisions and forecasts."""

from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.trading.execution.orders import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """List past decisions, a page of them."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: of all
    dates: tuple[date, ...] = ()  # one date, or first and last day of a span
    is_all: bool = False  # of all times, unless dates are named; else of the last days
    side: Side | None = None  # only purchases, or only sales
    page: int = 1
    problems: tuple[str, ...] = ()  # codes of dates and figures that cannot be used
    is_understood: bool = True  # False: the words behind "/review" say nothing of what is to be listed


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPage:
    """Show another page of the list that the latest answer shows."""

    page: int | None = None  # from 1; None: `step` pages from the page shown
    step: int = 0  # pages forward

    def page_after(self, shown: int) -> int:
        """Return the page, from 1, that comes after the page `shown`."""
        return max(shown + self.step if self.page is None else self.page, 1)


@dataclass(frozen=True, slots=True)
class ShowTrackRecord:
    """Show how good the forecasts were."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: of all


PastDecisionsRequest: TypeAlias = Review | TurnPage | ShowTrackRecord
