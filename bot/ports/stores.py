"""Ports for the stores of one tenant, all used within one transaction.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol
from uuid import UUID

from bot.domain.conversation.buttons import ButtonRef, Vote
from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.history import Episode, Message, Summary
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.turns import Claim, Conversation, Turn
from bot.domain.ids import AccountId, ConversationId, DecisionId, TenantId, TurnId
from bot.domain.jobs import Job
from bot.domain.text.locale import Language
from bot.domain.trading.accounts import Account, Position
from bot.domain.trading.decisions import Decision, DecisionQuery, DecisionStatus, Resolution
from bot.domain.trading.orders import Order, OrderReport
from bot.ports.models import EngineRuns, ModelBudgets, ModelCache, ModelCalls, TurnLogs


class Conversations(Protocol):
    """The conversations of one tenant."""

    async def get(self, conversation_id: ConversationId) -> Conversation:
        """Return one conversation; it must exist."""
        ...

    async def is_first_in_channel(self, channel: str) -> bool:
        """Return whether no message in this channel has been answered yet."""
        ...

    async def lock(self, conversation_id: ConversationId) -> Conversation:
        """Return one conversation, locked until the transaction ends; it must exist."""
        ...

    async def save(self, conversation: Conversation) -> None:
        """Store state, focus, stated limits, language, time of last activity and message count."""
        ...

    async def check_fence(self, claim: Claim) -> Conversation:
        """Return the claimed conversation, locked. Raises: LeaseLostError: `claim` no longer holds its lease."""
        ...


class Turns(Protocol):
    """Accepted messages and presses of one tenant."""

    async def get(self, turn_id: TurnId) -> Turn:
        """Return one turn; it must exist."""
        ...

    async def mark_answered(self, turn: Turn, *, at: datetime) -> bool:
        """Mark an unanswered turn as answered and store its person's name and language; return whether it was open."""
        ...

    async def update_person(self, turn: Turn) -> None:
        """Store the name of the turn's person, as looked up since the turn was accepted."""
        ...

    async def request_stop(self, turn_id: TurnId, *, by: str) -> bool:
        """Request a stop of an unanswered turn of person `by`; return whether there is such a turn."""
        ...

    async def is_stopped(self, turn_id: TurnId) -> bool:
        """Return whether a stop of this turn has been requested."""
        ...


class Messages(Protocol):
    """The verbatim message history of one tenant."""

    async def add_message(self, message: Message) -> None:
        """Append one message."""
        ...

    async def last_messages(self, conversation_id: ConversationId, *, count: int) -> tuple[Message, ...]:
        """Return the last `count` messages, oldest first."""
        ...

    async def message_span(self, conversation_id: ConversationId, *, first: int, last: int) -> tuple[Message, ...]:
        """Return the messages numbered `first` (from 0) to `last` (exclusive), oldest first."""
        ...


class Replies(Protocol):
    """Replies of one tenant, stored before they are delivered."""

    async def add_reply(self, reply: Reply) -> None:
        """Store a reply for delivery.

        Raises: DuplicateError, at the latest at commit: the turn has a reply on this occasion.
        """
        ...

    async def store_vote(self, reply_id: UUID, vote: Vote, *, turn: Turn, at: datetime) -> bool:
        """Store the vote of the person of `turn`, replacing an earlier one; return False if there is no such reply."""
        ...

    async def reply_language(self, reply_id: UUID) -> Language | None:
        """Return the language of a reply, or None if there is no such reply."""
        ...

    async def button_language(self, button: ButtonRef) -> Language | None:
        """Return the language of the first reply that has this button of a decision, or None if no reply has it."""
        ...


class Decisions(Protocol):
    """The durable record of one tenant's proposals and their outcomes."""

    async def add_decision(self, decision: Decision) -> None:
        """Store a new decision, or a new version of one.

        Raises: DuplicateError, at the latest at commit: the last version is not final.
        """
        ...

    async def get(self, decision_id: DecisionId, *, version: int | None = None) -> Decision:
        """Return one version of a decision; None: the newest. Raises: UnknownDecisionError."""
        ...

    async def pending(self, *, at: datetime, conversation_id: ConversationId | None = None) -> tuple[Decision, ...]:
        """Return decisions that can be confirmed at `at`, oldest first, never a hold; None: of all conversations."""
        ...

    async def save(
        self, decision: Decision, *, expected_status: DecisionStatus, unexpired_at: datetime | None = None
    ) -> bool:
        """Store status, decided_by and decided_at, by compare-and-set.

        Does nothing unless the stored status is `expected_status` and, with `unexpired_at`, the decision had not
        expired at that time. Marks replies that show the decision for a refresh.

        Returns: Whether it was stored.
        """
        ...

    async def expire(self, *, at: datetime) -> tuple[Decision, ...]:
        """Mark every proposed decision past its expiry at `at` as expired; return those.

        Skips a decision for now if an unanswered message or press accepted before its expiry may still decide it.
        """
        ...

    async def resolution(self, decision_id: DecisionId) -> Resolution | None:
        """Return who confirmed or cancelled a decision, by which turn and when; None: it is undecided."""
        ...

    async def decided_by_turn(self, turn_id: TurnId) -> Decision | None:
        """Return the decision that this message or press confirmed or cancelled, or None."""
        ...

    async def record_approval(self, decision: Decision, *, turn_id: TurnId) -> None:
        """Record that the message or press `turn_id` confirmed or cancelled `decision`."""
        ...

    async def find_matching(self, query: DecisionQuery) -> tuple[Decision, ...]:
        """Return the newest version of each matching decision, newest first; holds only if the query includes them."""
        ...


class Accounts(Protocol):
    """The accounts of one tenant with their positions, orders and fills."""

    async def default(self, *, market: str) -> Account:
        """Return the tenant's account on one market ("sample", "yahoo"); open it at first use.

        Each market has its own account: a position bought at sample prices is never valued at live ones.
        """
        ...

    async def lock(self, account_id: AccountId) -> Account:
        """Return one account, locked until the transaction ends; it must exist."""
        ...

    async def set_market_time(self, account_id: AccountId, at: datetime) -> None:
        """Set the account's market clock. Raises: ClockBehindTradesError: the account has a fill after `at`."""
        ...

    async def positions(self, account_id: AccountId) -> tuple[Position, ...]:
        """Return the account's positions, ordered by symbol."""
        ...

    async def add_order(self, order: Order) -> bool:
        """Store an order unless its decision already has one; return whether it was stored.

        The order's decision must have an approval by the end of the transaction.
        """
        ...

    async def order_for(self, decision_id: DecisionId) -> Order | None:
        """Return the decision's order, or None."""
        ...

    async def report_for(self, decision_id: DecisionId) -> OrderReport | None:
        """Return the report on the decision's order, or None if there is no order."""
        ...

    async def orders(self, account_id: AccountId, *, limit: int) -> tuple[Order, ...]:
        """Return the account's latest orders, newest first."""
        ...

    async def last_execution(self, account_id: AccountId) -> datetime | None:
        """Return the market time of the account's latest fill, or None."""
        ...


class Channels(Protocol):
    """The settings of one tenant's channels."""

    async def get_settings(self, channel: str) -> ChannelSettings:
        """Return the settings of a channel; all defaults if none are stored."""
        ...

    async def store_settings(self, channel: str, settings: ChannelSettings, *, by: str, at: datetime) -> None:
        """Replace the settings of a channel; `by` is the id of the person who changed them."""
        ...


class Audit(Protocol):
    """The append-only audit log."""

    async def add_entry(self, kind: str, *, subject: UUID, by: str, facts: dict[str, str]) -> None:
        """Append one entry.

        Args:
            kind: The event: "proposed", "pressed", "confirmed", "order_submitted", …
            subject: Id of the decision or turn concerned.
            by: Id of the person, or "parley", "broker", "platform".
            facts: Details of the event.
        """
        ...


class Outbox(Protocol):
    """Background jobs, written in the transaction that makes them due."""

    async def add_job(self, job: Job) -> None:
        """Append a job unless there is an unfinished one with the same name and key."""
        ...


class Episodes(Protocol):
    """Exchanges (question and answer) and decisions, for recall."""

    async def add_episode(self, episode: Episode) -> None:
        """Store an episode without its embedding; does nothing if its id is stored."""
        ...

    async def get_unembedded(self, episode_id: UUID) -> Episode | None:
        """Return an episode if it exists and has no embedding, else None."""
        ...

    async def set_embedding(self, episode_id: UUID, *, embedding: Sequence[float], model: str) -> None:
        """Store the vector of one episode, computed by `model`."""
        ...

    async def nearest(self, embedding: Sequence[float], *, model: str, limit: int) -> tuple[Episode, ...]:
        """Return the tenant's episodes nearest by cosine distance, nearest first, among those embedded by `model`."""
        ...


class Summaries(Protocol):
    """Summaries of conversations; an older one never replaces a newer one."""

    async def get(self, conversation_id: ConversationId) -> Summary | None:
        """Return the conversation's summary, or None."""
        ...

    async def save(self, summary: Summary, *, expected_covered_count: int) -> bool:
        """Store `summary`, by compare-and-set; return whether it was stored.

        `expected_covered_count`: the number of messages that the stored summary covers; 0: there is none.
        """
        ...


class Transaction(Protocol):
    """The stores of one tenant within one transaction: all changes are stored, or none."""

    conversations: Conversations
    turns: Turns
    messages: Messages
    replies: Replies
    decisions: Decisions
    accounts: Accounts
    audit: Audit
    outbox: Outbox
    episodes: Episodes
    summaries: Summaries
    channels: Channels
    model_calls: ModelCalls
    model_cache: ModelCache
    model_budgets: ModelBudgets
    engine_runs: EngineRuns
    turn_logs: TurnLogs


class Stores(Protocol):
    """The database of one tenant, isolated by row-level security."""

    def transaction(self, tenant_id: TenantId) -> AbstractAsyncContextManager[Transaction]:
        """Begin a transaction; it commits at the end and rolls back on any exception."""
        ...
