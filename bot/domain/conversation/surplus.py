"""Limits on what one person may send, and what comes above them."""

from dataclasses import dataclass
from enum import StrEnum


class Surplus(StrEnum):
    """Why a message is not worked on."""

    PACE = "pace"  # too many within a minute
    WAITING = "waiting"  # too many of the person's messages wait


class VerdictReading(StrEnum):
    """Whether a message can be a verdict on a pending proposal, or a correction of it."""

    VERDICT = "verdict"  # it can: while one is pending, it is not held against the pace
    UNCLEAR = "unclear"  # while one is pending, it is never dropped without a word
    OTHER = "other"  # it is plainly something else


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLimits:
    """Limits on the messages of one person in one workspace; 0: none. So are presses that change nothing, apart."""

    per_minute: int = 0
    waiting: int = 0

    def limit_of(self, surplus: Surplus) -> int:
        """Return the limit that `surplus` is above."""
        return self.waiting if surplus is Surplus.WAITING else self.per_minute
