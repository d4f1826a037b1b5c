"""The record of a conversation: what it was about, what was decided in it, and when it began and ended."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from bot.domain.conversation.states import State, is_timed_out
from bot.domain.conversation.threads import Thread
from bot.domain.ids import ConversationId
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Decision

_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
MAX_DECISIONS: Final = 50  # of one record


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordQuery:
    """A search for conversations. A condition that is None does not apply."""

    limit: int
    offset: int = 0  # how many of the first are left out
    channels: Collection[str] | None = None  # only those held there; None: in any, for the operator
    with_public: bool = False  # also those held in channels that were public when they began and have been since
    conversation_id: ConversationId | None = None
    id_prefix: str | None = None  # eight or more hexadecimal digits of its id, or the platform's id of the thread
    without: ConversationId | None = None  # all but this one
    speaker: str | None = None  # somebody of that name, or first name, said something in it; in any case of letters
    symbols: tuple[str, ...] = ()  # one of them was discussed between `since` and `until`; empty: any, or none
    since: datetime | None = None  # inclusive; a conversation matches if any of it lies in the span
    until: datetime | None = None  # exclusive


def id_prefix(written: str) -> str:
    """Return an id as people write it in the form of a query: "#1a2b3c4d", or a whole UUID with its hyphens."""
    plain = written.strip().removeprefix("#")
    return plain.replace("-", "") if _UUID.fullmatch(plain) else plain


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationRecord:
    """One conversation, as it is stored."""

    id: ConversationId
    thread: Thread
    state: State  # as last stored; time-outs are not applied
    language: Language
    turns: int  # messages and presses of people
    messages: int  # of people and of Parley
    focus: tuple[str, ...] = ()  # symbols under discussion at last, newest first
    focus_at: datetime | None = None  # when one of these was last discussed
    symbols: tuple[str, ...] = ()  # discussed at any time, newest first
    begun_by: str = ""  # the name of the person who wrote the first message
    first_words: str = ""  # of that message
    first_message_id: str | None = None  # the platform's id of that message
    summary: str = ""  # the lines of its summary; empty: it has none
    decisions: tuple[Decision, ...] = ()  # the newest `MAX_DECISIONS`, without holds
    names: Mapping[str, str] = field(default_factory=dict)  # of who asked for these, by the platform's user id
    started_at: datetime
    last_active_at: datetime
    completed_at: datetime | None = None  # when its state last became COMPLETED

    @property
    def short_id(self) -> str:
        """The beginning of its id, by which people name it."""
        return self.id.hex[:8]

    def name_of(self, person_id: str) -> str:
        """Return the name of a person who asked for a decision; else the id."""
        return self.names.get(person_id) or person_id

    def pending(self, *, at: datetime) -> tuple[Decision, ...]:
        """Return the decisions that can be confirmed at `at`, newest first."""
        return tuple(each for each in self.decisions if each.is_pending(at=at))

    def ended_at(self, *, at: datetime, idle_after: timedelta) -> datetime | None:
        """Return when it ended: by its last completion, or by idleness; None: it goes on at `at`."""
        if self.completed_at is not None and self.completed_at >= self.last_active_at:
            return self.completed_at
        if is_timed_out(self.last_active_at, at, idle_after):
            return self.last_active_at + idle_after
        return None
