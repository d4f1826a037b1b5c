"""Ports for stores that span all tenants: acceptance of input, leases, delivery, the relay and recovery.

Every method raises StoreUnavailableError.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Protocol
from uuid import UUID

from bot.domain.conversation.posting import MessageMark, PendingRefresh, PendingThread, Posting
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, IncomingPress, PersonLimits, Thread
from bot.domain.conversation.turns import AcceptedInput, Claim, Turn, WorkerScope
from bot.domain.ids import DecisionId, TenantId, TurnId
from bot.domain.jobs import Job
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.broker import AccountKey


class Inbox(Protocol):
    """Stores incoming messages, presses and commands, one statement each, before they are acknowledged."""

    async def register_workspace(self, thread: Thread) -> None:
        """Store the workspace of `thread` as a tenant, so that its account can be opened before its first message."""

    async def accept_message(self, message: IncomingMessage, *, limits: PersonLimits | None = None) -> AcceptedInput:
        """Store a message as a turn, unless it has been stored before; return the stored turn.

        The first message above the person's `limits` is marked as surplus, and so is the first in each other
        conversation that has begun. Those after it count as answered by its answer, until one is within the limits
        again; nothing is offered any more in their conversations. While a decision of the person is pending in the
        conversation, what reads as a verdict is not held against the pace, and what is unclear is always answered.

        What the message tells of its channel's visibility is noted, for the episodes that are stored from now on.
        """

    async def accept_press(self, press: IncomingPress) -> AcceptedInput:
        """Store a press as a turn, unless it has been stored before; return the stored turn.

        The audit trail has a line for each repetition; several processes' deliveries of one press are none.
        """

    async def accept_command(self, command: IncomingCommand, *, limits: PersonLimits | None = None) -> PendingThread:
        """Store a command that opens a thread, unless it has been stored before; return what is stored.

        One above the person's `limits` opens none: it counts as opened, and is marked as surplus.
        """

    async def message_edited(self, thread: Thread, *, message_id: str, text: str) -> bool:
        """Replace a message's text, or that of talk, and audit the edit of a message.

        If its turn has begun, it is answered as it was; what is recalled of it are the new words without the answer.

        Returns: Whether the message will be answered as edited.
        """

    async def message_deleted(self, thread: Thread, *, message_id: str) -> TurnId | None:
        """Forget what a message said, and audit the deletion; or forget talk. If its turn has not begun, withdraw it.

        Returns: The withdrawn turn, or None if it had begun or is unknown.
        """

    async def note_private(self, tenant_id: TenantId, channels: Collection[str]) -> None:
        """Note that these channels are private now; from then on nothing said there is found outside.

        Of a channel of which nothing is known, nothing is noted: that counts as private.
        """

    async def is_participant(self, thread: Thread) -> bool:
        """Return whether Parley has accepted input in this thread before."""

    async def decision_thread(self, tenant_id: TenantId, decision_id: DecisionId) -> Thread:
        """Return the thread in which a decision was first proposed. Raises: UnknownDecisionError."""

    async def turn_thread(self, tenant_id: TenantId, turn_id: TurnId) -> Thread:
        """Return the thread of a message or press. Raises: UnknownDecisionError: there is no such turn."""


class DirectMessages(Protocol):
    """Finds direct-message conversations, for platforms that do not list them to a bot."""

    async def latest_threads(self, platform: str, *, limit: int) -> tuple[Thread, ...]:
        """Return at most `limit` threads, from the most recently active workspaces."""


class PendingThreads(Protocol):
    """Stored commands for which a thread has yet to be opened."""

    async def abandoned_threads(self, *, scope: WorkerScope, older_than: timedelta) -> tuple[PendingThread, ...]:
        """Return unopened ones of the last hour, newest first.

        Those that were stored more than `older_than` ago, or by a process that is known to have died.
        """

    async def mark_opened(self, pending: PendingThread) -> None:
        """Mark as opened; call it once the command is stored as a message of its thread."""


class Postings(Protocol):
    """Records of messages posted to a platform, written before and after each attempt to post one."""

    async def begin_attempt(
        self, thread: Thread, mark: MessageMark, *, is_final: bool, digest: bytes | None = None
    ) -> Posting:
        """Record the start of an attempt to post the message of `mark`, or return the record of earlier attempts.

        `is_final`: the message shows an answer; from now on it never shows progress again. `digest`: of what it is to
        show. Unless it shows that already, what it shows is unknown until it is marked as posted.
        """

    async def retry_attempt(self, posting: Posting, thread: Thread) -> bool:
        """Record the start of a further attempt unless there is one newer than `posting`; return whether recorded."""

    async def attempt_ended(self, thread: Thread, mark: MessageMark) -> None:
        """Record that the latest attempt has ended with an unknown outcome."""

    async def mark_posted(
        self, thread: Thread, mark: MessageMark, *, platform_id: str, digest: bytes | None = None
    ) -> bool:
        """Record that the message was posted or edited, has this platform id and shows what has this digest.

        Return whether it does show that: no attempt to show something else has begun since this one. If one has, what
        is shown is unknown, and the other attempt is told so too.
        """

    async def count_parts(self, thread: Thread, subject: UUID) -> int:
        """Return the number of the last posted part of `subject`; 0: none is posted."""

    async def mark_removed(self, thread: Thread, mark: MessageMark) -> None:
        """Record that the message of `mark` was removed, and that its attempt has ended; it stays final or not."""

    async def mark_withdrawn(self, thread: Thread, mark: MessageMark) -> None:
        """Record that no message of `mark` is on the platform: the attempt was refused, or the message removed."""


class TurnLeases(Protocol):
    """Leases that keep a turn from being answered by two processes at once."""

    async def claim_turns(
        self, *, owner: str, scope: WorkerScope, ttl: timedelta, limit: int = 1, running: Collection[Turn] = ()
    ) -> tuple[Claim, ...]:
        """Lease unanswered turns; return a claim on each.

        `ttl`: how long the lease lasts unless renewed. `limit`: the most turns to lease: the places that are left in
        the process.
        """

    async def renew(self, claim: Claim, *, ttl: timedelta) -> bool:
        """Extend the lease to `ttl` from now; return False if it has been lost."""

    async def release(self, claim: Claim, *, counts_as_attempt: bool = True) -> None:
        """Release the lease; `counts_as_attempt` False: do not count the attempt, because an outage ended it."""


class Leases(TurnLeases, Protocol):
    """Leases on conversations: one runner per conversation at a time, over any number of processes.

    `claim_turns` leases conversations that have unanswered messages, the first of each. Those of people who have least
    waiting come first, then those that have waited longest. A person who has more turns in `running` than there are
    places left gets none of these, and a workspace that has more than three times as many neither.
    """

    async def claim_presses(
        self, *, scope: WorkerScope, older_than: timedelta, ttl: timedelta, limit: int = 1
    ) -> tuple[Turn, ...]:
        """Claim abandoned presses for `ttl`, the oldest first: no other process is given them meanwhile.

        Those are unanswered and were accepted more than `older_than` ago, or by a process that is known to have died.
        """


class Deliveries(Protocol):
    """Delivery of stored replies, in order within each conversation."""

    async def claim_deliveries(
        self, *, owner: str, scope: WorkerScope, ttl: timedelta, limit: int = 1
    ) -> tuple[Reply | PendingRefresh, ...]:
        """Lease for `ttl` at most `limit` replies: first undelivered ones, then delivered ones to be refreshed.

        Of each conversation to which no other process is delivering, the oldest undelivered reply. If `scope` names
        single conversations, answers to input that another process accepted are left to it for some seconds while it
        lives.
        A reply is to be refreshed if it shows a decision that has changed since it was last shown.
        """

    async def delivered_answers(self, turns: Sequence[Turn]) -> tuple[Reply, ...]:
        """Return the answers to `turns`, all of one tenant, that have been delivered, by whichever process."""

    async def mark_delivered(self, reply: Reply, *, platform_id: str | None) -> None:
        """Mark the reply as delivered under this platform id, if it has one."""

    async def delivery_failed(self, reply: Reply, *, why: str, retry_after: timedelta | None = None) -> None:
        """Release the reply for another attempt after `retry_after`; None: after a delay that grows with the attempts.

        Later replies of the conversation wait for it, but for private ones. One that has failed for a day is given up.
        """

    async def give_up(self, reply: Reply, *, why: str) -> None:
        """Mark the reply as permanently undeliverable; later replies of the conversation no longer wait for it."""

    async def postpone_refresh(self, refresh: PendingRefresh, *, retry_after: timedelta) -> None:
        """Make the refresh available again after `retry_after`."""

    async def mark_refreshed(self, refresh: PendingRefresh) -> None:
        """Mark the reply as refreshed up to `refresh.change_number`; later changes need another refresh."""


class Relay(Protocol):
    """The outbox of all tenants, read by the relay."""

    async def claim_jobs(self, *, limit: int, ttl: timedelta) -> tuple[Job, ...]:
        """Claim due jobs for `ttl`, oldest first; jobs claimed and not finished become due again."""

    async def job_finished(self, job_id: UUID, *, seconds: float = 0.0) -> None:
        """Remove a job that is done and count its run of `seconds`."""

    async def job_failed(self, job_id: UUID, *, why: str, seconds: float = 0.0) -> None:
        """Record a failed run of `seconds`; retry after a growing delay, give up after some tries."""


class Sweeper(Protocol):
    """Finds work that a crash left unfinished."""

    async def unfinished_decisions(self, *, older_than: timedelta) -> tuple[Decision, ...]:
        """Return decisions that were confirmed more than `older_than` ago and whose order has not ended.

        They are confirmed, submitted or unknown, or filled in part with an order that is still open; or rejected as too
        late within `LATE_ARRIVAL_WINDOW`, or at any time on an account that differs from the broker's books: their
        orders may have reached the broker after all.
        """

    async def claim_accounts(self, *, compared_before: datetime) -> tuple[AccountKey, ...]:
        """Return accounts with orders that nobody has taken up to compare since; they count as taken up now."""

    async def set_compared_at(self, account: AccountKey, at: datetime) -> None:
        """Let an account count as taken up at `at`."""

    async def differing_accounts(self) -> tuple[AccountKey, ...]:
        """Return the accounts that differ from the broker's books."""

    async def tenants_with_expired_decisions(self) -> tuple[TenantId, ...]:
        """Return tenants that have proposed decisions past their expiry."""

    async def add_missing_jobs(self) -> int:
        """Write missing jobs for episodes to make, index, embed or hide, and for due summaries; return how many."""
