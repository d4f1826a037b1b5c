"""What sees all tenants: taking things in, claiming, delivering, relaying, sweeping."""

from datetime import timedelta
from typing import Protocol
from uuid import UUID

from bot.domain.conversation.posting import MessageMark, PendingRefresh, PendingThread, Posting
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, IncomingPress, Thread
from bot.domain.conversation.turns import AcceptedInput, Claim, Turn, WorkerScope
from bot.domain.ids import DecisionId, TenantId, TurnId
from bot.domain.jobs import Job
from bot.domain.trading.decisions import Decision


class Inbox(Protocol):
    """Takes in messages and presses: one INSERT each, before anything is acknowledged."""

    async def register_workspace(self, thread: Thread) -> None:
        """Make a workspace known before its first message, so that its account can be opened."""
        ...

    async def accept_message(self, message: IncomingMessage) -> AcceptedInput:
        """Store a message as a turn, unless the platform has delivered it before."""
        ...

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        """Store a press, unless the platform has delivered it before."""
        ...

    async def accept_command(self, command: IncomingCommand) -> PendingThread:
        """Store a command that is to open a thread, unless the platform has delivered it before."""
        ...

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        """Let a message say `text` if its turn has not begun; note it in any case. Return whether it now does."""
        ...

    async def message_deleted(self, thread: Thread, *, message_id: str) -> TurnId | None:
        """Withdraw a message whose turn has not begun; note it in any case. Return the turn, if it is withdrawn."""
        ...

    async def is_participant(self, thread: Thread) -> bool:
        """Return whether we have been spoken to in this thread."""
        ...

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        """Return where a decision was proposed. Raises: UnknownDecisionError."""
        ...


class DirectMessages(Protocol):
    """Conversations without a thread: a platform may not say which there are."""

    async def latest_threads(self, platform: str, *, limit: int) -> tuple[Thread, ...]:
        """Return those of the workspaces in which something was said last. Raises: StoreUnavailableError."""
        ...


class PendingThreads(Protocol):
    """Commands whose threads are to be opened."""

    async def abandoned_threads(self, *, scope: WorkerScope, older_than: timedelta) -> tuple[PendingThread, ...]:
        """Return those that were stored and not opened, the newest first; none of more than an hour ago."""
        ...

    async def mark_opened(self, pending: PendingThread) -> None:
        """Mark as opened: its message is stored in its thread."""
        ...


class Postings(Protocol):
    """Which messages of ours are on a platform: written before and after each attempt at one."""

    async def begin_attempt(self, thread: Thread, mark: MessageMark, *, is_final: bool) -> Posting:
        """Note that a message with `mark` is about to be posted, or tell what is known of earlier attempts.

        `is_final`: from now on it is no live line any more.
        """
        ...

    async def retry_attempt(self, posting: Posting, thread: Thread) -> bool:
        """Begin a further attempt unless somebody has since `posting` was read; return whether this call did."""
        ...

    async def attempt_ended(self, thread: Thread, mark: MessageMark) -> None:
        """Note that the latest attempt is over, and that nobody knows what came of it."""
        ...

    async def mark_posted(self, thread: Thread, mark: MessageMark, *, platform_id: str) -> None:
        """Note under which id the message is on the platform."""
        ...

    async def count_parts(self, thread: Thread, subject: UUID) -> int:
        """Return how many messages of ours show `subject`."""
        ...

    async def mark_withdrawn(self, thread: Thread, mark: MessageMark) -> None:
        """Note that nothing with `mark` is on the platform: the attempt was refused, or the message removed."""
        ...


class Leases(Protocol):
    """One runner per conversation at a time, over any number of processes."""

    async def claim_turn(self, *, owner: str, scope: WorkerScope, ttl: timedelta) -> Claim | None:
        """Lease a conversation that has an unanswered message and return its first one, or None."""
        ...

    async def renew(self, claim: Claim, *, ttl: timedelta) -> bool:
        """Prolong; False when it is lost."""
        ...

    async def release(self, claim: Claim, *, counts_as_attempt: bool = True) -> None:
        """Give the conversation back; `counts_as_attempt` False: an outage ended the attempt, which does not count."""
        ...

    async def unhandled_presses(self, *, scope: WorkerScope, older_than: timedelta) -> tuple[Turn, ...]:
        """Return presses that were accepted and not answered: their process died."""
        ...


class Deliveries(Protocol):
    """Stored replies on their way to the platform, per conversation in order."""

    async def claim_reply(self, *, owner: str, scope: WorkerScope, ttl: timedelta) -> Reply | None:
        """Take the oldest undelivered reply of a conversation that nobody else is delivering to.

        Serving single conversations, leave the answers to what another process took in to that one for a while.
        """
        ...

    async def mark_delivered(self, reply: Reply, *, platform_id: str | None) -> None:
        """Mark as delivered."""
        ...

    async def delivery_failed(self, reply: Reply, *, why: str, retry_after: timedelta | None = None) -> None:
        """Put back, to be tried again after `retry_after`; None: after a delay that grows with the attempts."""
        ...

    async def give_up(self, reply: Reply, *, why: str) -> None:
        """Mark as undeliverable for good: its channel is gone, or we are no longer in it."""
        ...

    async def claim_refresh(self, *, scope: WorkerScope, ttl: timedelta) -> PendingRefresh | None:
        """Take a delivered reply with a decision that has changed since it was drawn; after `ttl` others may."""
        ...

    async def postpone_refresh(self, refresh: PendingRefresh, *, retry_after: timedelta) -> None:
        """Leave a drawing alone for a while."""
        ...

    async def mark_refreshed(self, refresh: PendingRefresh) -> None:
        """Mark as drawn up to the change that was seen; a later one is still to be drawn."""
        ...


class Relay(Protocol):
    """The outbox as the relay sees it."""

    async def claim_jobs(self, *, limit: int, ttl: timedelta) -> tuple[Job, ...]:
        """Take jobs that are not finished and not taken within `ttl`."""
        ...

    async def job_finished(self, job_id: UUID, *, seconds: float = 0.0) -> None:
        """Mark as done; it ran for `seconds`."""
        ...

    async def job_failed(self, job_id: UUID, *, why: str, seconds: float = 0.0) -> None:
        """Record a failure after `seconds`; it is due again after a growing delay, and given up after some tries."""
        ...


class Sweeper(Protocol):
    """Finds what a crash left unfinished."""

    async def unfinished_decisions(self, *, older_than: timedelta) -> tuple[Decision, ...]:
        """Return confirmed, submitted and unknown decisions that nobody seems to be working on."""
        ...

    async def tenants_with_expired_decisions(self) -> tuple[TenantId, ...]:
        """Return tenants with proposed decisions whose time is over."""
        ...

    async def add_missing_jobs(self) -> int:
        """Write jobs for episodes without embedding and for summaries that are due; return how many."""
        ...
