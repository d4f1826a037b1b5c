"""Read what stands behind "/memory": "me horizon: 3 months", "delete 2", "undo", 团队：我们只做多."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from bot.domain.memory.core_memory import SECTIONS, SINGLE, MemoryScope, MemorySection
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.normalise import normalise
from bot.language.memory.classification import scope_of, section_of
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_ACTS: Final = ("show", "undo", "history", "as_of", "delete", "clear", "add", "archive")
_SCOPES: Final = tuple(scope.value for scope in MemoryScope)
_SECTIONS: Final = tuple(section.value for section in MemorySection)
_MAX_DIGITS: Final = 3
_MARKS: Final = frozenset({":", "：", "="})
_BEGINS: Final = re.compile(r"(?:us|we|our|my|mine|the team|our team|team)\b|我|团队", re.IGNORECASE)


@cache
def memory_command_patterns() -> tuple[Mapping[str, re.Pattern[str]], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of acts, of a scope at the beginning, and of a section (`data/*/memory_command.toml`)."""
    tables = {"acts": _ACTS, "scopes": _SCOPES, "sections": _SECTIONS}
    lists = read_phrases("memory_command", tables, folders=LANGUAGE_FOLDERS)
    acts = {name: re.compile(rf"(?:{_either(lists['acts'][name])})(?P<rest>.*)", re.IGNORECASE) for name in _ACTS}
    scopes, sections = (_groups(lists[name]) for name in ("scopes", "sections"))
    return (
        acts,
        re.compile(rf"(?:{scopes})(?P<mark>[\s:：,，]*)(?P<rest>.*)", re.IGNORECASE),
        re.compile(rf"(?:{sections})(?P<mark>\s*[:：=]|\s+is\s|\s+|$|(?=[^a-z]))\s*(?P<rest>.*)", re.IGNORECASE),
    )


def read_memory_command(arguments: Sequence[str]) -> MemoryRequest:
    """Return what the words behind "/memory" ask; what names no act is to be stored."""
    text = normalise(" ".join(arguments))
    acts, _, _ = memory_command_patterns()
    named = next(((name, found["rest"]) for name, each in acts.items() if (found := each.fullmatch(text))), ("", text))
    match named[0], named[1].strip(" :：,，"):
        case ("" | "show", ""):
            return MemoryRequest(MemoryAct.SHOW)
        case ("undo" | "history" as act, ""):
            return MemoryRequest(MemoryAct(act))
        case ("as_of", rest):
            return MemoryRequest(MemoryAct.AS_OF, rest)
        case ("delete" | "clear", rest):
            return _deletion(rest)
        case ("archive", rest):
            return _memo(rest)
        case (act, rest):
            return _statement(rest if act == "add" and rest else text)


def _memo(rest: str) -> MemoryRequest:
    acts, _, _ = memory_command_patterns()
    deleted = acts["delete"].fullmatch(rest)
    number = _number(deleted["rest"].strip()) if deleted else None
    return MemoryRequest(MemoryAct.ARCHIVE, "" if number is not None else rest, number=number)


def _number(text: str) -> int | None:
    digits = text.lstrip("#")
    return int(digits) if digits.isdecimal() and len(digits) <= _MAX_DIGITS else None


def _deletion(rest: str) -> MemoryRequest:
    if (number := _number(rest)) is not None:
        return MemoryRequest(MemoryAct.FORGET, number=number)
    scope, section, text = _place(rest)
    if text or not rest:
        return MemoryRequest(MemoryAct.FORGET, rest, number=None if rest else 0)
    return MemoryRequest(MemoryAct.FORGET_ALL, scope=scope, section=section)


def _statement(text: str) -> MemoryRequest:
    scope, section, rest = _place(text)
    if not rest:  # "/memory me"
        return MemoryRequest(MemoryAct.SHOW, scope=scope, section=section)
    is_named = scope is not None
    scope = scope or (MemoryScope.PERSON if section else scope_of(rest))
    section = section or section_of(rest, scope)
    return MemoryRequest(MemoryAct.STORE, rest, scope, section, is_scope_named=is_named)


def _place(text: str) -> tuple[MemoryScope | None, MemorySection | None, str]:
    """Return the scope and section that a text names first, and the rest: "me horizon: 3 months".

    Without a colon, "we", "our" or "my" before anything but a section begins a statement.
    """
    _, scopes, sections = memory_command_patterns()
    placed = scopes.fullmatch(text)
    scope = MemoryScope(_group(placed)) if placed else None
    rest = placed["rest"] if placed else text
    named = sections.fullmatch(rest)
    section = MemorySection(_group(named)) if named else None
    if section in {MemorySection.TEAM, MemorySection.PERSONA} and scope in {None, MemoryScope.TEAM}:
        scope = MemoryScope.TEAM
    is_named = named is not None and (placed is not None or section in SINGLE or named["mark"].strip() in _MARKS)
    if named is not None and is_named and section in SECTIONS[scope or MemoryScope.PERSON]:
        return scope, section, named["rest"]
    if placed is not None and placed["rest"] and not placed["mark"].strip():
        return (None, None, text) if _BEGINS.match(text) else (scope, None, rest)
    return scope, None, rest


def _group(found: re.Match[str]) -> str:
    names = (*_SCOPES, *_SECTIONS)
    return next(name for name, value in found.groupdict().items() if value is not None and name in names)


def _groups(lists: Mapping[str, Sequence[str]]) -> str:
    return "|".join(rf"(?P<{name}>{_either(phrases)})" for name, phrases in lists.items())


def _either(phrases: Sequence[str]) -> str:
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(
        re.escape(each).replace(r"\ ", r"[\s_-]+") + (r"(?![a-z0-9'])" if each.isascii() else "") for each in ordered
    )
