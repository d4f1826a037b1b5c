"""A page of the decisions that a workspace can still confirm."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.trading.decisions import Decision

PENDING_PER_PAGE: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingQuery:
    """Asks for a page of pending decisions: those of the person who asks come first, then the oldest."""

    at: datetime
    person_id: str  # who asks
    page: int = 1  # from 1
    made_by: datetime | None = None  # leaves out those made later; None: none

    @property
    def offset(self) -> int:
        """The number of decisions on the pages before."""
        return (self.page - 1) * PENDING_PER_PAGE


@dataclass(frozen=True, slots=True)
class PendingEntry:
    """A decision that can still be confirmed, and who may confirm it."""

    decision: Decision
    asked_by: str  # the person's name


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingPage:
    """A page of pending decisions."""

    query: PendingQuery
    entries: tuple[PendingEntry, ...]
    total: int  # decisions on all pages

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions of the page."""
        return tuple(entry.decision for entry in self.entries)

    @property
    def own(self) -> tuple[Decision, ...]:
        """The decisions of the page that the person who asked may confirm."""
        return tuple(each for each in self.decisions if each.asked_by == self.query.person_id)

    @property
    def pages(self) -> int:
        """The number of pages, at least 1."""
        return max(-(-self.total // PENDING_PER_PAGE), 1)

    @property
    def last(self) -> int:
        """The number of the last decision of the page, from 1."""
        return self.query.offset + len(self.entries)
