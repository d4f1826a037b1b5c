"""Messages of ours on a platform: what is posted, attempted, to be refreshed, or to open a thread."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import Person, Thread


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingThread:
    """A command that is stored and whose thread is still to be opened."""

    id: UUID
    place: Thread  # the channel
    command_id: str
    person: Person
    text: str
    accepted_at: datetime
    is_new: bool = True  # False: a second delivery, or taken up again
    is_opened: bool = False


@dataclass(frozen=True, slots=True)
class MessageMark:
    """What goes along with a message of ours, so that it can be found again after a lost answer."""

    subject: UUID  # the reply's or opening's id
    part: int = 1  # of a long answer, from 1


@dataclass(frozen=True, slots=True)
class Posting:
    """One message of ours on a platform, or the attempt at one."""

    mark: MessageMark
    is_new: bool  # True: this is the first attempt; nothing of it can be on the platform
    attempt_ends_at: datetime  # by then the latest attempt has ended, whatever came of it; names that attempt
    is_under_way: bool = False  # somebody else's attempt may still come through
    is_final: bool = False  # the message is no live line any more
    platform_id: str | None = None  # None and not new: an attempt whose answer was lost, or is still on its way


@dataclass(frozen=True, slots=True)
class PendingRefresh:
    """A delivered reply that no longer shows what is: a decision in it has changed."""

    reply: Reply
    change_number: int  # up to which change this drawing shows
