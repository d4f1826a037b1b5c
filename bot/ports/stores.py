"""The database as one tenant sees it: one transaction, all of it or nothing."""

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
        """Return one conversation."""
        ...

    async def is_first_in_channel(self, channel: str) -> bool:
        """Return whether nobody has had an answer in this channel yet."""
        ...

    async def lock(self, conversation_id: ConversationId) -> Conversation:
        """Return one conversation, locked until the transaction ends."""
        ...

    async def save(self, conversation: Conversation) -> None:
        """Store state, focus, stated limits, language, activity and message count."""
        ...

    async def check_fence(self, claim: Claim) -> Conversation:
        """Return the conversation, locked. Raises: LeaseLostError unless `claim` still holds it."""
        ...


class Turns(Protocol):
    """Accepted messages and presses of one tenant."""

    async def get(self, turn_id: TurnId) -> Turn:
        """Return one turn."""
        ...

    async def mark_answered(self, turn: Turn, *, at: datetime) -> bool:
        """Mark as answered, by the person as they are now known, if it was not; return whether this call did."""
        ...

    async def update_person(self, turn: Turn) -> None:
        """Keep what the person of `turn` is now known to be called: whoever tells of it next says that name."""
        ...

    async def request_stop(self, turn_id: TurnId, *, by: str) -> bool:
        """Ask for the stop of an unanswered turn of the person `by`; return whether there is one to stop."""
        ...

    async def is_stopped(self, turn_id: TurnId) -> bool:
        """Return whether its person has asked to stop it."""
        ...


class Messages(Protocol):
    """The history, word for word."""

    async def add(self, message: Message) -> None:
        """Append one message."""
        ...

    async def last_messages(self, conversation_id: ConversationId, *, count: int) -> tuple[Message, ...]:
        """Return the last `count` messages, oldest first."""
        ...

    async def message_span(self, conversation_id: ConversationId, *, first: int, last: int) -> tuple[Message, ...]:
        """Return messages number `first` (from 0) up to but without `last`, oldest first."""
        ...


class Replies(Protocol):
    """Answers, stored before they are delivered."""

    async def add(self, reply: Reply) -> None:
        """Store an answer to be delivered; the store refuses a second one to the same turn on the same occasion."""
        ...

    async def store_vote(self, reply_id: UUID, vote: Vote, *, turn: Turn, at: datetime) -> bool:
        """Store what a person thinks of an answer, in place of what they thought before; False: no such answer."""
        ...

    async def reply_language(self, reply_id: UUID) -> Language | None:
        """Return the language of an answer; None: there is no such answer."""
        ...

    async def button_language(self, button: ButtonRef) -> Language | None:
        """Return the language of the first answer under which a decision's button stands; None: it stands nowhere."""
        ...


class Decisions(Protocol):
    """The one durable record of what was proposed and what became of it."""

    async def add(self, decision: Decision) -> None:
        """Store a new decision, or a new version of one."""
        ...

    async def get(self, decision_id: DecisionId, *, version: int | None = None) -> Decision:
        """Return one version (None: the newest). Raises: UnknownDecisionError."""
        ...

    async def pending(self, *, at: datetime, conversation_id: ConversationId | None = None) -> tuple[Decision, ...]:
        """Return what can be confirmed at `at` (never a hold), oldest first; of the tenant or one conversation."""
        ...

    async def save(
        self, decision: Decision, *, expected_status: DecisionStatus, unexpired_at: datetime | None = None
    ) -> bool:
        """Store status, decided_by and decided_at if it still is `was` (and had not expired); return whether it was.

        Replies that show the decision are to be drawn anew.
        """
        ...

    async def expire(self, *, at: datetime) -> tuple[Decision, ...]:
        """Turn every proposed decision whose time was over at `at` into an expired one; return those.

        One that something said or pressed in time may still decide is left for now.
        """
        ...

    async def resolution(self, decision_id: DecisionId) -> Resolution | None:
        """Return who decided on a decision, through what, and when; None: nobody has."""
        ...

    async def decided_by_turn(self, turn_id: TurnId) -> Decision | None:
        """Return the decision that this message or press confirmed or cancelled, if it did."""
        ...

    async def record_approval(self, decision: Decision, *, turn_id: TurnId) -> None:
        """Record through which message or press `decision` was confirmed or cancelled."""
        ...

    async def find_matching(self, query: DecisionQuery) -> tuple[Decision, ...]:
        """Return the newest version of each decision that matches, newest first; holds only where asked for."""
        ...


class Accounts(Protocol):
    """The accounts of one tenant, with their orders."""

    async def default(self, *, market: str) -> Account:
        """Return the tenant's account on one market ("sample", "yahoo"); opens it at first use.

        Accounts of different markets are kept apart: a position bought at sample prices is never valued at live ones.
        """
        ...

    async def lock(self, account_id: AccountId) -> Account:
        """Return one account, locked until the transaction ends."""
        ...

    async def set_market_time(self, account_id: AccountId, at: datetime) -> None:
        """Move the account's market clock. Raises: ClockBehindTradesError."""
        ...

    async def positions(self, account_id: AccountId) -> tuple[Position, ...]:
        """Return what is held, by symbol."""
        ...

    async def add_order(self, order: Order) -> bool:
        """Store an order unless its decision already has one; return whether it was stored."""
        ...

    async def order_for(self, decision_id: DecisionId) -> Order | None:
        """Return the decision's order, if it has one."""
        ...

    async def report_for(self, decision_id: DecisionId) -> OrderReport | None:
        """Return what became of the decision's order, if it has one."""
        ...

    async def orders(self, account_id: AccountId, *, limit: int) -> tuple[Order, ...]:
        """Return the account's latest orders, newest first."""
        ...

    async def last_execution(self, account_id: AccountId) -> datetime | None:
        """Return the market time of the latest fill."""
        ...


class Channels(Protocol):
    """What has been set for single channels."""

    async def get_settings(self, channel: str) -> ChannelSettings:
        """Return what is set for a channel; all defaults if nothing is."""
        ...

    async def store_settings(self, channel: str, settings: ChannelSettings, *, by: str, at: datetime) -> None:
        """Store what is set for a channel."""
        ...


class Audit(Protocol):
    """What happened, append-only."""

    async def add(self, kind: str, *, subject: UUID, by: str, facts: dict[str, str]) -> None:
        """Append one line: proposal, press, confirmation, order, fill."""
        ...


class Outbox(Protocol):
    """Later work, written with what makes it due."""

    async def add(self, job: Job) -> None:
        """Append a job unless an unfinished one with its name and key is there."""
        ...


class Episodes(Protocol):
    """Questions with their answers, and decisions, for recall."""

    async def add(self, episode: Episode) -> None:
        """Store an episode, not yet embedded; a second one with the same id changes nothing."""
        ...

    async def get_unembedded(self, episode_id: UUID) -> Episode | None:
        """Return an episode that has no embedding yet."""
        ...

    async def set_embedding(self, episode_id: UUID, *, embedding: Sequence[float], model: str) -> None:
        """Store the vector of one episode."""
        ...

    async def nearest(self, embedding: Sequence[float], *, model: str, limit: int) -> tuple[Episode, ...]:
        """Return the tenant's episodes nearest by cosine, nearest first."""
        ...

    async def find_decisions(self, query: DecisionQuery) -> tuple[Episode, ...]:
        """Return decision episodes that match, newest first."""
        ...


class Summaries(Protocol):
    """Stored summaries; an older one never replaces a newer one."""

    async def get(self, conversation_id: ConversationId) -> Summary | None:
        """Return the conversation's summary, if there is one."""
        ...

    async def save(self, summary: Summary, *, expected_covered_count: int) -> bool:
        """Store it if the stored one still covers `expected_covered_count` (0: none); return whether it was stored."""
        ...


class Transaction(Protocol):
    """One tenant's transaction: all of it or nothing."""

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
    """The database as one tenant sees it (row-level security)."""

    def transaction(self, tenant_id: TenantId) -> AbstractAsyncContextManager[Transaction]:
        """Begin a transaction; commits at the end, rolls back on any exception. Raises: StoreUnavailableError."""
        ...
