"""Ports of the erasure of a person.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol
from uuid import UUID

from bot.domain.erasure import Erasure, ErasureRequest
from bot.domain.ids import TenantId, TurnId


class EraseOutcome(StrEnum):
    """What one batch of an erasure has come to."""

    WAITING = "waiting"  # work that has begun before has to end first
    READY = "ready"  # it has ended: from now on, things are erased
    MORE = "more"
    ERASED = "erased"  # there is nothing left; the person is to be told, and the erasure to be finished
    FINISHED = "finished"
    NOT_OURS = "not_ours"  # another worker is at it, or there is no such confirmed erasure


class Erasures(Protocol):
    """Requests to erase people, of one tenant, within its transaction."""

    async def add_request(self, request: ErasureRequest) -> None:
        """Store a request, not yet confirmed; the same request again is stored once."""

    async def get(self, erasure_id: UUID) -> Erasure | None:
        """Return a request, or None if there is none."""

    async def confirm(self, erasure_id: UUID, *, through: TurnId, at: datetime) -> bool:
        """Confirm a request, once; return whether this was the time, or the same turn has done it before.

        Raises: DuplicateError: another erasure of the same person is under way.
        """

    async def withdraw(self, erasure_id: UUID) -> bool:
        """Delete a request that is not confirmed; return whether there was one."""

    async def people_called(self, name: str) -> Sequence[tuple[str, str]]:
        """Return ids and names of the people who have spoken here and are called `name`, case aside; a few at most."""


class Eraser(Protocol):
    """Erases, in batches."""

    async def erase_batch(self, tenant_id: TenantId, erasure_id: UUID) -> EraseOutcome:
        """Do a little more of a confirmed erasure, in one transaction."""

    async def finish(self, tenant_id: TenantId, erasure_id: UUID) -> None:
        """Forget whom an erasure was about."""
