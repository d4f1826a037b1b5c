"""Requests about notes and memos."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.memory import (
    ArchiveMemo,
    EditNote,
    ForgetAllNotes,
    ForgetLastNote,
    ForgetNote,
    ForgetNotes,
    KeepMemo,
    MemoryRefusal,
    NoteRequest,
    RefuseMemoryRequest,
    Remember,
    ShowMemory,
    ShowMemoryAsOf,
    ShowMemoryHelp,
    ShowMemoryHistory,
    ShowMemos,
    UndoMemoryChange,
)
from bot.domain.memory.core_memory import MemoryScope
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.normalise import as_typed
from bot.language.memory.classification import scope_of, section_of
from bot.language.memory.command import read_memory_command
from bot.language.memory.reading import COMMAND
from bot.language.memory.requests import asks_about_self
from bot.language.understanding import Understanding
from bot.reading.times.open_ended_dates import EARLIEST
from bot.reading.times.time_expressions import find_time_expression


def note_request(understood: Understanding, message: MessageFacts) -> NoteRequest | None:
    """Return the request about notes that a message makes; None: it makes another."""
    if understood.command != COMMAND:
        return None
    return note_asked(understood.memory or read_memory_command(understood.arguments), message)


def note_asked(asked: MemoryRequest, message: MessageFacts) -> NoteRequest:
    """Return what is asked of core memory and of memos."""
    return _KINDS[asked.act](asked, message)


def _statement(asked: MemoryRequest, message: MessageFacts) -> Remember:
    scope = asked.scope or scope_of(asked.text)
    return Remember(
        text=as_typed(asked.text, message.text) if asked.text else "",
        scope=scope,
        section=asked.section or section_of(asked.text, scope),
        channel_section=section_of(asked.text, MemoryScope.CHANNEL),
        is_scope_named=asked.is_scope_named,
        limit=as_typed(asked.limit, message.text) if asked.limit else asked.limit,
        replaces=asked.replaces,
    )


def _edit(asked: MemoryRequest, message: MessageFacts) -> EditNote:
    return EditNote(asked.number or 0, as_typed(asked.text, message.text))


def _forgetting(asked: MemoryRequest, message: MessageFacts) -> NoteRequest:
    if asked.number is not None:
        return ForgetNote(asked.number)
    if not asked.text:
        return ForgetLastNote()
    named = read_memory_command(("delete", *asked.text.split()))
    if named.section is not None:  # "my horizon", 我的风险偏好
        return ForgetAllNotes(named.scope, named.section)
    return ForgetNotes(as_typed(asked.text, message.text))


def _shown(asked: MemoryRequest, message: MessageFacts) -> NoteRequest:
    if not asked.is_explicit:
        return RefuseMemoryRequest(MemoryRefusal.FORGET_WHAT)
    is_about_self = asked.scope is None and asks_about_self(message.text)
    return ShowMemory(scope=asked.scope, section=asked.section, is_about_self=is_about_self)


def _shown_as_of(asked: MemoryRequest, message: MessageFacts) -> ShowMemoryAsOf:
    read = partial(find_time_expression, now=message.at, zone=message.zone)
    named = read(asked.text) or read(f"in {asked.text}")  # "/memory as of spring"
    if named is None:
        return ShowMemoryAsOf(scope=asked.scope, section=asked.section)
    since = named.until if named.since.date() == EARLIEST else named.since
    return ShowMemoryAsOf(since=since, until=named.until, scope=asked.scope, section=asked.section)


def _memo(asked: MemoryRequest, _: MessageFacts) -> NoteRequest:
    if asked.text:
        return KeepMemo(asked.text)
    return ShowMemos() if asked.number is None else ArchiveMemo(asked.number)


_KINDS: Final[Mapping[MemoryAct, Callable[[MemoryRequest, MessageFacts], NoteRequest]]] = {
    MemoryAct.STORE: _statement,
    MemoryAct.EDIT: _edit,
    MemoryAct.FORGET: _forgetting,
    MemoryAct.FORGET_ALL: lambda asked, _: ForgetAllNotes(asked.scope, asked.section),
    MemoryAct.UNDO: lambda asked, _: UndoMemoryChange(asked.number),
    MemoryAct.SHOW: _shown,
    MemoryAct.AS_OF: _shown_as_of,
    MemoryAct.HISTORY: lambda asked, _: ShowMemoryHistory(asked.number or 1),
    MemoryAct.ARCHIVE: _memo,
    MemoryAct.QUOTED: lambda *_: RefuseMemoryRequest(MemoryRefusal.QUOTED),
    MemoryAct.REMINDER: lambda *_: RefuseMemoryRequest(MemoryRefusal.REMINDER),
    MemoryAct.HELP: lambda asked, _: ShowMemoryHelp(asked.text),
}
