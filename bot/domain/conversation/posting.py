"""Parley's own messages on a platform: postings and their attempts, refreshes, and threads to be opened."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, Surplus, Thread


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingThread:
    """A stored command for which a thread has to be opened."""

    id: UUID
    place: Thread  # the channel; its `thread` is empty
    command_id: str
    person: Person
    text: str
    accepted_at: datetime
    is_new: bool = True  # False: a repeated delivery, or resumed after a crash
    is_opened: bool = False
    surplus: Surplus | None = None  # above its author's limits: no thread is opened, and the person is told privately


@dataclass(frozen=True, slots=True)
class MessageMark:
    """The mark sent with each of our messages, by which it is found if the platform's answer was lost."""

    subject: UUID  # id of the reply or pending thread
    part: int = 1  # number of the message if a reply needs several, from 1


@dataclass(frozen=True, slots=True)
class Posting:
    """One of our messages on a platform, or the attempt to post it."""

    mark: MessageMark
    is_new: bool  # True: this is the first attempt, so it cannot be on the platform yet
    attempt_ends_at: datetime  # the latest attempt has ended by then, with whatever result; identifies that attempt
    is_under_way: bool = False  # another process's attempt may still succeed
    is_final: bool = False  # True: the message no longer shows progress
    was_live: bool = False  # True: until this attempt it showed progress, or an attempt to show it may be on its way
    is_shown: bool = False  # True: the message shows already what this attempt is to show
    platform_id: str | None = None  # None and not new: an attempt whose answer was lost or has not arrived yet


@dataclass(frozen=True, slots=True)
class PendingRefresh:
    """A delivered reply to be shown again, because a decision in it has changed."""

    reply: Reply
    change_number: int  # number of the latest change that this refresh will show
