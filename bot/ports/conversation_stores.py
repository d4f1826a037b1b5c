"""Stores of one tenant: conversations, turns, messages, replies, channels, and the erasure of people.

Every method raises StoreUnavailableError if the database cannot be reached.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Protocol
from uuid import UUID

from bot.domain.conversation.buttons import ButtonRef, Vote
from bot.domain.conversation.channels import ChannelSettings, ListeningSituation, OverheardMessage
from bot.domain.conversation.dialogue import Dialogue
from bot.domain.conversation.history import Message
from bot.domain.conversation.readings import PickedReading
from bot.domain.conversation.replies import ANSWER, Answer, ButtonPlace, LastShown, LatestDetails, Reply
from bot.domain.conversation.threads import IncomingMessage
from bot.domain.conversation.turns import Claim, Conversation, ConversationCounts, ConversationInChannel, Turn
from bot.domain.erasure import Erasure, ErasureRequest
from bot.domain.ids import ConversationId, DecisionId, TenantId, TurnId
from bot.domain.text.locale import Language


class Conversations(Protocol):
    """The conversations of one tenant."""

    async def get(self, conversation_id: ConversationId) -> Conversation:
        """Return one conversation; it must exist."""

    async def get_in_channel(self, conversation_id: ConversationId, *, person_id: str = "") -> ConversationInChannel:
        """Return one conversation with what is known of its channel, and of a person in it; it must exist."""

    async def lock(self, conversation_id: ConversationId) -> Conversation:
        """Return one conversation, locked until the transaction ends; it must exist."""

    async def save(self, conversation: Conversation, *, ends_lease: bool = False) -> None:
        """Store state, focus, stated limits, language, time of last activity and message count.

        `ends_lease`: at commit the lease on the conversation ends, and runners are woken if it has unanswered messages.
        """

    async def check_fence(self, claim: Claim) -> Conversation:
        """Return the claimed conversation, locked. Raises: LeaseLostError: `claim` no longer holds its lease."""


class Turns(Protocol):
    """Accepted messages and presses of one tenant."""

    async def get(self, turn_id: TurnId) -> Turn:
        """Return one turn; it must exist."""

    async def mark_answered(self, turn: Turn, *, at: datetime) -> ConversationCounts | None:
        """Mark a turn as answered and store its person's name and language; what is known of its files is deleted.

        Returns: The counts of its conversation at `at`, or None if the turn was answered before.
        """

    async def update_person(self, turn: Turn) -> None:
        """Store the name of the turn's person, as looked up since the turn was accepted."""

    async def request_stop(self, turn_id: TurnId, *, by: str) -> bool:
        """Request a stop of an unanswered turn of person `by`; return whether there is such a turn."""

    async def stop_analyses_of(self, person_id: str) -> None:
        """Request a stop of all runs under way that a person has asked committees for."""

    async def is_stopped(self, turn_id: TurnId) -> bool:
        """Return whether a stop of this turn has been requested."""


class Messages(Protocol):
    """The verbatim message history of one tenant."""

    async def add_message(self, message: Message) -> None:
        """Append one message."""

    async def last_messages(self, conversation_id: ConversationId, *, count: int) -> tuple[Message, ...]:
        """Return the last `count` messages, oldest first."""

    async def message_span(self, conversation_id: ConversationId, *, first: int, last: int) -> tuple[Message, ...]:
        """Return the messages numbered `first` (from 0) to `last` (exclusive), oldest first."""

    async def symbols_of_span(
        self, conversation_id: ConversationId, *, first: int, last: int
    ) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return (number, symbols of its turn's answer) for the messages of a span whose answer has any, in order."""


class Overheard(Protocol):
    """What people say to each other in the threads of one tenant that Parley takes part in."""

    async def situation(self, message: IncomingMessage, *, at: datetime) -> ListeningSituation:
        """Return what is known of the thread of `message` before it; decisions are pending as of `at`."""

    async def add(self, message: OverheardMessage) -> None:
        """Store a message, unless it is stored; its conversation must exist."""

    async def latest(
        self, conversation_id: ConversationId, *, since: datetime, count: int
    ) -> tuple[OverheardMessage, ...]:
        """Return the last `count` messages with text said at or after `since`, oldest first."""

    async def lock_ungrouped(self, conversation_id: ConversationId, *, count: int) -> tuple[OverheardMessage, ...]:
        """Return the first `count` messages with text that are part of no episode, locked, oldest first."""

    async def set_episode(self, messages: Sequence[OverheardMessage], episode_id: UUID) -> None:
        """Store of which episode these messages are part. If one is edited or deleted, the episode is deleted."""

    async def has_anyone_spoken(self, conversation_id: ConversationId, *, since: datetime) -> bool:
        """Return whether anybody has said something, kept or not, at or after `since`."""


class Replies(Protocol):
    """Replies of one tenant, stored before they are delivered."""

    async def add_reply(self, reply: Reply) -> None:
        """Store a reply for delivery.

        Raises: DuplicateError, at the latest at commit: the turn has a reply on this occasion.
        """

    async def store_vote(self, reply_id: UUID, vote: Vote, *, turn: Turn, at: datetime) -> bool:
        """Store the vote of the person of `turn`, replacing an earlier one; return False if there is no such reply."""

    async def reply_language(self, reply_id: UUID) -> Language | None:
        """Return the language of a reply, or None if there is no such reply."""

    async def find_stored(self, reply_ids: Collection[UUID]) -> frozenset[UUID]:
        """Return which of some replies are stored."""

    async def has_notice_since(self, conversation_id: ConversationId, decisions: Collection[DecisionId]) -> bool:
        """Return whether an alert or a brief was told in a conversation after it last showed one of some decisions."""

    async def dialogue(self, conversation_id: ConversationId) -> Dialogue:
        """Return what the latest answers and notices to all in a conversation show."""

    async def last_shown(self, conversation_id: ConversationId, *, decided_by: Sequence[str] = ()) -> LastShown | None:
        """Return what was shown last to all in a conversation, answer or notice; None: nothing yet.

        `decided_by`: only what has a button whose id begins with one of these and a colon; empty: whatever it has.
        """

    async def find_button(self, button: ButtonRef) -> ButtonPlace | None:
        """Return the place of the first reply that has this button of a decision, or None if no reply has it.

        The button that a question leads to is where the question is.
        """

    async def shows_button(self, conversation_id: ConversationId, button: ButtonRef) -> bool:
        """Return whether a reply in a conversation has this button of a decision."""

    async def answer_to(self, turn_id: TurnId, *, occasion: str = ANSWER) -> Answer | None:
        """Return the answer to a message or press as it was first shown, or None if it is not answered."""

    async def latest_details(self, conversation_id: ConversationId) -> LatestDetails:
        """Return the details of the conversation's latest public answer that has some; empty if none has."""


class Channels(Protocol):
    """The settings of one tenant's channels."""

    async def get_settings(self, channel: str) -> ChannelSettings:
        """Return the settings of a channel; all defaults if none are stored."""

    async def store_settings(self, channel: str, settings: ChannelSettings, *, by: str, at: datetime) -> None:
        """Replace the settings of a channel; `by` is the id of the person who changed them."""

    async def set_learning(self, *, is_on: bool | None) -> None:
        """Store whether the workspace's readings are learnt from what is picked; None: the default."""


class PickedReadings(Protocol):
    """What people of one tenant have picked below "Did you mean". Gone with the words of the message."""

    async def add(self, picked: PickedReading, *, at: datetime) -> None:
        """Store what was meant by a message, in place of what was picked for it before."""

    async def newest(self) -> tuple[PickedReading, ...]:
        """Return the newest `MOST_PICKED`, the newest first."""


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
