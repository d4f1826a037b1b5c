"""Makes requests about notes: what is to be kept, changed, forgotten or shown."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.memory import (
    CorrectNote,
    EditNote,
    ForgetAllNotes,
    ForgetLastNote,
    ForgetMe,
    ForgetNote,
    ForgetNotes,
    MemoryRefusal,
    RefuseMemoryRequest,
    ShowMemory,
    ShowMemoryAsOf,
    ShowMemoryHelp,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.memory.core_memory import MemoryScope
from bot.domain.text.normalise import as_typed
from bot.reading.assembly.note_texts import find_statement, gives_order, stated_limit
from bot.reading.assembly.recall import Assembler, read_span
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.recognisers.list_places import read_place
from bot.reading.recognisers.note_places import NotePlace, placed_note, read_note_place, read_scope
from bot.reading.trained.parser import trained_parser

_OF_PEOPLE: Final = frozenset({Kind.PEOPLE})  # what is to be kept was said to Parley


def _remember(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return what is to be kept; without a topic, what was said before is. None: something else, too."""
    if parse.has(SlotName.TASK):
        return RefuseMemoryRequest(MemoryRefusal.REMINDER)
    statement = find_statement(parse)
    if statement is None:
        return None
    typed, limit = as_typed(statement, message.text) if statement else "", None
    if statement:
        kept = trained_parser().parse(statement, (), around.instruments, excluded=_OF_PEOPLE)
        if gives_order(kept):
            return RefuseMemoryRequest(MemoryRefusal.REMINDER)
        limit = stated_limit(kept, around, message)
    return placed_note(statement, typed=typed, scope=_named_scope(parse), limit=limit and as_typed(limit, message.text))


def _forget(parse: Parse, _: Surroundings, message: MessageFacts) -> Request | None:
    """Return which notes are to be forgotten. None: several entries of a list, or several topics, are named."""
    picked, topics = _picked(parse), list(parse.each(SlotName.TOPIC))
    if picked:
        return ForgetNote(picked[0]) if len(picked) == 1 and picked[0] is not None else None
    if parse.has(SlotName.PART) and not topics:  # "everything"
        scope = _named_scope(parse)
        return RefuseMemoryRequest(MemoryRefusal.FORGET_WHAT) if scope is None else ForgetAllNotes(scope)
    about = topics or list(parse.each(SlotName.SHARE, SlotName.PERSON, SlotName.TIME))
    if not about:
        return ForgetLastNote()
    if len(topics) > 1:
        return None
    text = " ".join(slot.text for slot in about)
    place = read_note_place(text)
    if place.section is not None and not place.rest:  # "my horizon", 我的风险偏好
        return ForgetAllNotes(place.scope, place.section)
    return ForgetNotes(as_typed(text, message.text))


def _edit(parse: Parse, _: Surroundings, message: MessageFacts) -> Request | None:
    """Return the new text of a note, or of the one that it contradicts. None: several notes are named."""
    picked, topics = _picked(parse), list(parse.each(SlotName.TOPIC))
    statement = find_statement(parse)
    if len(picked) > 1:
        return None
    if not topics:
        return ShowMemoryHelp("edit")
    number = picked[0] if picked else None
    if number is None:  # "the note about the auditor: ..."
        return CorrectNote(as_typed(statement or topics[-1].text, message.text))
    return EditNote(number, as_typed(statement, message.text)) if statement else None


def _picked(parse: Parse) -> list[int | None]:
    """Return the numbers of the notes that are picked; None: words that pick not just one."""
    return [read_place(slot.text) for slot in parse.each(SlotName.N, SlotName.WHICH)]


def _show(parse: Parse, _: Surroundings, message: MessageFacts) -> Request | None:
    """Return which notes are to be shown: of one section if just that is named, as they were at a time if one is."""
    since, until = read_span(parse, message)
    place = _named_section(parse)
    if until is not None:
        return ShowMemoryAsOf(since=since or until, until=until, scope=place.scope, section=place.section)
    is_about_self = _named_scope(parse) is MemoryScope.PERSON
    return ShowMemory(scope=place.scope, section=place.section, is_about_self=is_about_self)


def _named_section(parse: Parse) -> NotePlace:
    places = (read_note_place(slot.text) for slot in parse.each(SlotName.TOPIC))
    named = (place for place in places if place.section is not None and not place.rest)
    return next(named, NotePlace(None, None, ""))


def _named_scope(parse: Parse) -> MemoryScope | None:
    """Return for whom, or about whom, notes are said to be; None: it is not said."""
    return next(filter(None, (read_scope(slot.text) for slot in parse.each(SlotName.PERSON))), None)


def _forget_me(_parse: Parse, _: Surroundings, _message: MessageFacts) -> Request | None:
    """Return that the person is to be erased: the handler only shows a card to confirm."""
    return ForgetMe()


ASSEMBLERS: Final[Mapping[Kind, Assembler]] = MappingProxyType(
    {
        Kind.REMEMBER: _remember,
        Kind.FORGET: _forget,
        Kind.MEMORY_SHOW: _show,
        Kind.MEMORY_EDIT: _edit,
        Kind.FORGET_ME: _forget_me,
    }
)
