"""Reads what stands behind "/memory": "me horizon: 3 months", "delete 2", "undo", 团队：我们只做多."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import memory
from bot.domain.memory.core_memory import MemoryScope
from bot.domain.text.normalise import as_typed, normalise
from bot.reading.recognisers.note_places import placed_note, read_note_place
from bot.reading.recognisers.numbers import read_number
from bot.reading.times.finder import EARLIEST
from bot.reading.times.time_expressions import find_time_expression
from bot.reading.word_tables import either_phrase, read_lists

_FILE: Final = "notes"
_MAX_DIGITS: Final = 3
_NUMBERED: Final = re.compile(
    r"(?:(?:number|no\.?|nr\.?|item|fact)\s*)?#?(?:第\s*)?(?P<number>[0-9]+|[一二三四五六七八九十])\s*(?:[条号项个点]|\.(?=\s))?"
    r"(?:\s*(?:[:：=,，]|(?:改成|改为|换成|为|成)\s*[:：]?)\s*|\s+(?:to|is|as|with|by)\s*:?\s+|\s+|$)(?P<rest>.*)",
    re.IGNORECASE,
)


def read_memory_command(arguments: str, message: MessageFacts) -> memory.NoteRequest:
    """Return what the words behind "/memory" ask; what names no act is to be stored."""
    text = normalise(arguments)
    for name, act in _acts().items():
        if found := act.fullmatch(text):
            return _READERS[name](found["rest"].strip(" :：,，"), message)
    return _statement(text, message)


@cache
def _acts() -> Mapping[str, re.Pattern[str]]:
    return {
        name: re.compile(rf"(?:{either_phrase(phrases)})(?P<rest>.*)", re.IGNORECASE)
        for name, phrases in read_lists(_FILE, "acts").items()
    }


def _shown(rest: str, _: MessageFacts) -> memory.NoteRequest:
    place = read_note_place(rest)
    return memory.ShowMemoryHelp("show") if place.rest else memory.ShowMemory(scope=place.scope, section=place.section)


def _undone(rest: str, _: MessageFacts) -> memory.NoteRequest:
    number = _number(rest)
    return memory.ShowMemoryHelp("undo") if rest and not number else memory.UndoMemoryChange(number)


def _history(rest: str, _: MessageFacts) -> memory.NoteRequest:
    number = _number(rest)
    return memory.ShowMemoryHelp("history") if rest and not number else memory.ShowMemoryHistory(number or 1)


def _as_of(rest: str, message: MessageFacts) -> memory.NoteRequest:
    named = find_time_expression(rest, now=message.at, zone=message.zone, is_expected=True)  # "/memory as of spring"
    if named is None:
        return memory.ShowMemoryAsOf()
    since = named.until if named.since.date() == EARLIEST else named.since
    return memory.ShowMemoryAsOf(since=since, until=named.until)


def _edit(rest: str, message: MessageFacts) -> memory.NoteRequest:
    named = _NUMBERED.fullmatch(rest)
    number = _number(named["number"]) if named and _says_anything(named["rest"]) else None
    return (
        memory.EditNote(number, as_typed(named["rest"], message.text))
        if named and number
        else memory.ShowMemoryHelp("edit")
    )


def _memo(rest: str, _: MessageFacts) -> memory.NoteRequest:
    deleted = _acts()["delete"].fullmatch(rest)
    if deleted and (number := _number(deleted["rest"].strip() or "0")) is not None:
        return memory.ArchiveMemo(number)
    return memory.KeepMemo(rest) if _says_anything(rest) else memory.ShowMemos()


def _deletion(rest: str, message: MessageFacts) -> memory.NoteRequest:
    if (number := _number(rest)) is not None:
        return memory.ForgetNote(number)
    if not rest:
        return memory.ShowMemoryHelp("delete")
    if rest.lower() in read_lists(_FILE, "everything")["all"]:
        return memory.RefuseMemoryRequest(memory.MemoryRefusal.FORGET_WHAT)
    place = read_note_place(rest)
    return (
        memory.ForgetNotes(as_typed(rest, message.text))
        if place.rest
        else memory.ForgetAllNotes(place.scope, place.section)
    )


def _statement(text: str, message: MessageFacts) -> memory.NoteRequest:
    place = read_note_place(text)
    if not place.rest:  # "/memory me"
        return memory.ShowMemory(scope=place.scope, section=place.section)
    if not _says_anything(place.rest):
        return memory.ShowMemoryHelp("add")
    typed = as_typed(place.rest, message.text)
    note = placed_note(place.rest, typed=typed, scope=place.scope, section=place.section, limit=None)
    is_own = place.scope is None and place.section is not None
    return replace(note, scope=MemoryScope.PERSON) if is_own else note


def _number(text: str) -> int | None:
    named = _NUMBERED.fullmatch(text)
    if named is None or named["rest"] or len(named["number"]) > _MAX_DIGITS:
        return None
    number = read_number(named["number"])
    return None if number is None else int(number)


def _says_anything(text: str) -> bool:
    return any(map(str.isalnum, text))


_READERS: Final[Mapping[str, Callable[[str, MessageFacts], memory.NoteRequest]]] = {
    "show": _shown,
    "undo": _undone,
    "history": _history,
    "as_of": _as_of,
    "delete": _deletion,
    "clear": _deletion,
    "add": lambda rest, message: _statement(rest, message) if rest else memory.ShowMemoryHelp("add"),
    "edit": _edit,
    "archive": _memo,
    "help": lambda *_: memory.ShowMemoryHelp("help"),
}
