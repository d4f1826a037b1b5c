"""What sees all tenants: taking things in, claiming, delivering, relaying, sweeping."""

from datetime import timedelta
from typing import Protocol
from uuid import UUID

from bot.domain.decisions import Decision
from bot.domain.ids import TenantId
from bot.domain.messages import IncomingMessage, IncomingPress, Reply, Thread
from bot.domain.turns import Accepted, Claim, Job, Serving, Turn


class Inbox(Protocol):
    """Takes in messages and presses: one INSERT each, before anything is acknowledged."""

    async def enrol(self, thread: Thread) -> None:
        """Make a workspace known before its first message, so that its account can be opened."""
        ...

    async def accept(self, message: IncomingMessage) -> Accepted:
        """Store a message as a turn, unless the platform has delivered it before."""
        ...

    async def accept_press(self, press: IncomingPress) -> Accepted:
        """Store a press, unless the platform has delivered it before."""
        ...


class Leases(Protocol):
    """One runner per conversation at a time, over any number of processes."""

    async def claim(self, *, owner: str, serving: Serving, ttl: timedelta) -> Claim | None:
        """Lease a conversation that has an unanswered message and return its first one, or None."""
        ...

    async def renew(self, claim: Claim, *, ttl: timedelta) -> bool:
        """Prolong; False when it is lost."""
        ...

    async def release(self, claim: Claim, *, was_tried: bool = True) -> None:
        """Give the conversation back; `was_tried` False: an outage ended the attempt, which does not count."""
        ...

    async def unhandled_presses(self, *, serving: Serving, older_than: timedelta) -> tuple[Turn, ...]:
        """Return presses that were accepted and not answered: their process died."""
        ...


class Deliveries(Protocol):
    """Stored replies on their way to the platform, per conversation in order."""

    async def claim(self, *, owner: str, serving: Serving, ttl: timedelta) -> Reply | None:
        """Take the oldest undelivered reply of a conversation that nobody else is delivering to.

        Serving single conversations, leave the answers to what another process took in to that one for a while.
        """
        ...

    async def delivered(self, reply: Reply, *, platform_id: str | None) -> None:
        """Mark as delivered."""
        ...

    async def failed(self, reply: Reply, *, why: str, retry_after: timedelta) -> None:
        """Put back, to be tried again later."""
        ...


class Relay(Protocol):
    """The outbox as the relay sees it."""

    async def due(self, *, limit: int, ttl: timedelta) -> tuple[Job, ...]:
        """Take jobs that are not finished and not taken within `ttl`."""
        ...

    async def finished(self, job_id: UUID) -> None:
        """Mark as done."""
        ...

    async def failed(self, job_id: UUID, *, why: str) -> None:
        """Record a failure; it is due again after a growing delay, and given up after some tries."""
        ...


class Sweeper(Protocol):
    """Finds what a crash left unfinished."""

    async def unfinished_decisions(self, *, older_than: timedelta) -> tuple[Decision, ...]:
        """Return confirmed, submitted and unknown decisions that nobody seems to be working on."""
        ...

    async def expired_tenants(self) -> tuple[TenantId, ...]:
        """Return tenants with proposed decisions whose time is over."""
        ...

    async def jobs_missing(self) -> int:
        """Write jobs for episodes without embedding and for summaries that are due; return how many."""
        ...
