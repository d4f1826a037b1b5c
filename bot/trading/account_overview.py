"""Reads the pending decisions of a workspace."""

from dataclasses import dataclass
from datetime import datetime

from bot.domain.trading.decisions import Decision
from bot.ports import Transaction


@dataclass(frozen=True, slots=True)
class PendingEntry:
    """A decision that can still be confirmed, and who may confirm it."""

    decision: Decision
    asked_by: str  # the person's name


async def pending_entries(tx: Transaction, *, at: datetime) -> tuple[PendingEntry, ...]:
    """Return the decisions that can be confirmed in the workspace, oldest first."""
    return tuple(
        [PendingEntry(d, (await tx.turns.get(d.turn_id)).person.name) for d in await tx.decisions.pending(at=at)]
    )
