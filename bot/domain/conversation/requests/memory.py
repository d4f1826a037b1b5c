"""Requests about what is remembered: notes, memos, what was said, and the files of a team."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias
from uuid import UUID

from bot.domain.memory.core_memory import MemoryScope, MemorySection
from bot.domain.memory.recall import RecallQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Remember:
    """Keep a statement as a note. It gives no order and sets no limit."""

    text: str = ""  # as typed; empty: nothing that could be kept was said
    scope: MemoryScope = MemoryScope.CHANNEL  # whom it is about
    section: MemorySection | None = None  # None: `channel_section`
    channel_section: MemorySection = MemorySection.NOTES  # where it is kept if only for the channel
    is_scope_named: bool = False  # "for the team"; False: `scope` follows from what is said
    limit: str | None = None  # what behind "/limits" would make a limit of it; empty: part of it; None: it states none
    is_rule: bool = False  # it is said as a rule, which no order is checked against
    replaces: frozenset[UUID] = frozenset()  # notes whose place it takes, besides those that it contradicts
    instead_of: str = ""  # what the one note says whose place it takes, where the person is asked which is meant


@dataclass(frozen=True, slots=True)
class ForgetNotes:
    """Take out the notes that are about something."""

    about: str  # as typed


@dataclass(frozen=True, slots=True)
class ForgetNote:
    """Take out one note of the list."""

    number: int  # from 1; 0: none that can be


@dataclass(frozen=True, slots=True)
class ForgetLastNote:
    """Take out what the message just before has stored."""


@dataclass(frozen=True, slots=True)
class ForgetAllNotes:
    """Take out all notes of a scope and section."""

    scope: MemoryScope | None = None  # None: of any
    section: MemorySection | None = None  # None: of any


@dataclass(frozen=True, slots=True)
class EditNote:
    """Give a note of the list another text."""

    number: int
    text: str  # as typed; empty: it is not said yet


@dataclass(frozen=True, slots=True)
class CorrectNote:
    """Put a text in the place of the note that is named, that it contradicts, or that was stored just before."""

    text: str  # as typed; empty: it is not said yet
    of: str = ""  # the words that name the note: "the custodian note", "the rule"


@dataclass(frozen=True, slots=True)
class UndoMemoryChange:
    """Take back the last change of the notes, or what stored one of them."""

    number: int | None = None  # of that note in the list, from 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowMemory:
    """Show the notes."""

    scope: MemoryScope | None = None  # None: of any
    section: MemorySection | None = None  # None: of any
    is_about_self: bool = False  # "what do you know about me?"
    by: str = ""  # only what this person had kept, by name


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowMemoryAsOf:
    """Show the notes that held at a time; of one without a beginning, at its end."""

    since: datetime | None = None  # None, both: no time is named that is understood
    until: datetime | None = None
    scope: MemoryScope | None = None
    section: MemorySection | None = None


@dataclass(frozen=True, slots=True)
class ShowMemoryHistory:
    """Show what was changed, by whom, when and why."""

    page: int = 1


@dataclass(frozen=True, slots=True)
class ShowNoteChanges:
    """Say who kept, changed or took out the notes on a topic, when, and by which words."""

    about: str = ""  # empty: those shown last, else any
    since: datetime | None = None  # None, both: at any time
    until: datetime | None = None  # exclusive


@dataclass(frozen=True, slots=True)
class KeepMemo:
    """Keep a text in archival memory."""

    text: str


@dataclass(frozen=True, slots=True)
class ShowMemos:
    """List the memos of the channel."""


@dataclass(frozen=True, slots=True)
class ArchiveMemo:
    """Put a memo of the list away."""

    number: int  # from 1; 0: none that can be


class MemoryRefusal(StrEnum):
    """What memory does not do; the answer to each has the id `memory-<value>`."""

    REMINDER = "no-reminder"  # at a time, or of something to do
    FORGET_WHAT = "forget-what"  # it is not said what is to be forgotten


@dataclass(frozen=True, slots=True)
class RefuseMemoryRequest:
    """Ask memory for something that it does not do."""

    why: MemoryRefusal


@dataclass(frozen=True, slots=True)
class ShowMemoryHelp:
    """Ask what to write behind "/memory"."""

    form: str = ""  # one of its forms: "edit"; empty: all


@dataclass(frozen=True, slots=True)
class ForgetMe:
    """Erase the person who asks."""


@dataclass(frozen=True, slots=True)
class ForgetPerson:
    """Erase somebody else, which admins may."""

    name: str  # or the platform's id; empty: nobody is named


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallPart:
    """A question about what was said."""

    text: str  # normalised, as typed
    question: RecallQuestion
    names_pronoun: bool = False  # "he", "she": whom the conversation named last


class ThreadPart(StrEnum):
    """What of a thread is asked for."""

    SUMMARY = "summary"
    OPEN_QUESTIONS = "open questions"  # that nobody has answered


@dataclass(frozen=True, slots=True, kw_only=True)
class AskMemory:
    """Ask what was said, known or decided."""

    whole: RecallPart
    of_each: tuple[RecallPart, ...] = ()  # one question about two people, as one about each
    thread: ThreadPart | None = None  # None: another than this thread is asked about
    is_of_time: bool = False  # of the thread only what was said, decided and laid down in the time of the question
    is_of_talk: bool = False  # what was said, not what is known or agreed
    is_rule: bool = False  # what the team, or the speaker, has agreed on
    asks_leave: bool = False  # whether a trade is all right by that, or by what somebody said
    is_summary: bool = False
    topic: str = ""  # of the notes that answer it


@dataclass(frozen=True, slots=True)
class ExplainRecall:
    """Show what would be recalled for a question, and why."""

    question: RecallQuestion | None  # None: none is asked


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowConversations:
    """List the conversations of this channel and of public ones, the latest active first."""

    page: int = 1
    since: datetime | None = None  # None, both: of any time
    until: datetime | None = None  # exclusive
    words: str = ""  # what else is named: a person or an id, as typed; with shares, their names are among them
    speaker: str = ""  # the person that "by", "with" or 和 points at; empty: it points at nobody
    symbols: tuple[str, ...] = ()  # shares that are named as they are spelt
    guessed: tuple[str, ...] = ()  # all shares, if a name of one may be misspelt: "bob" may be a person


@dataclass(frozen=True, slots=True)
class ShowKnowledge:
    """List the knowledge bases and their files."""


@dataclass(frozen=True, slots=True)
class ShowKnowledgeHelp:
    """Ask what to write behind "/knowledge"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddKnowledge:
    """Add the files of the message to a knowledge base."""

    base: str = ""  # its name, as typed; empty: none is named
    title: str = ""  # of a file; empty: none is named
    is_for_team: bool = False  # for everybody, wherever it is asked


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveKnowledge:
    """Remove a knowledge base, or one file of it."""

    base: str = ""
    title: str = ""  # empty: the whole base, unless its name has two words


NoteRequest: TypeAlias = (
    Remember
    | ForgetNotes
    | ForgetNote
    | ForgetLastNote
    | ForgetAllNotes
    | EditNote
    | CorrectNote
    | UndoMemoryChange
    | ShowMemory
    | ShowMemoryAsOf
    | ShowMemoryHistory
    | ShowNoteChanges
    | KeepMemo
    | ShowMemos
    | ArchiveMemo
    | RefuseMemoryRequest
    | ShowMemoryHelp
)
KnowledgeRequest: TypeAlias = ShowKnowledge | ShowKnowledgeHelp | AddKnowledge | RemoveKnowledge
MemoryRequest: TypeAlias = (
    NoteRequest | KnowledgeRequest | ForgetMe | ForgetPerson | AskMemory | ExplainRecall | ShowConversations
)
