"""Read what stands behind "/memory": "me horizon: 3 months", "delete 2", "undo", 团队：我们只做多."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Final

from bot.domain.memory.core_memory import SECTIONS, SINGLE, MemoryScope, MemorySection
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.normalise import normalise
from bot.language.memory.classification import scope_of, section_of
from bot.language.memory.words import memory_words, says_anything
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_ACTS: Final = ("show", "undo", "history", "as_of", "delete", "clear", "add", "edit", "archive", "help")
_SCOPES: Final = tuple(scope.value for scope in MemoryScope)
_SECTIONS: Final = tuple(section.value for section in MemorySection)
_MAX_DIGITS: Final = 3
_MARKS: Final = frozenset({":", "：", "="})
_BEGINS: Final = re.compile(r"(?:us|we|our|my|mine|the team|our team)\b|我|团队(?! )", re.IGNORECASE)
_NUMBERED: Final = re.compile(
    r"(?:(?:number|no\.?|nr\.?|item|fact)\s*)?#?(?:第\s*)?(?P<number>[0-9]+|[一二三四五六七八九十])\s*(?:[条号项个点]|\.(?=\s))?"
    r"(?:\s*(?:[:：=,，]|(?:改成|改为|换成|为|成)\s*[:：]?)\s*|\s+(?:to|is|as|with|by)\s*:?\s+|\s+|$)(?P<rest>.*)",
    re.IGNORECASE,
)
_CHINESE_DIGITS: Final = "一二三四五六七八九十"


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
    act, rest = named[0], named[1].strip(" :：,，")
    return _READERS[act](rest) if act in _READERS else _statement(text)


def _shown(rest: str) -> MemoryRequest:
    scope, section, text = _place(rest)
    return _help("show") if text else MemoryRequest(MemoryAct.SHOW, scope=scope, section=section)


def _numbered(act: MemoryAct, rest: str) -> MemoryRequest:
    number = _number(rest)
    return _help(act) if rest and not number else MemoryRequest(act, number=number)


def _help(act: str) -> MemoryRequest:
    return MemoryRequest(MemoryAct.HELP, act)


def _edit(rest: str) -> MemoryRequest:
    named = _NUMBERED.fullmatch(rest)
    if named is None or not says_anything(named["rest"]) or (number := _number(named["number"])) is None:
        return _help("edit")
    return MemoryRequest(MemoryAct.EDIT, named["rest"], number=number)


def _memo(rest: str) -> MemoryRequest:
    acts, _, _ = memory_command_patterns()
    deleted = acts["delete"].fullmatch(rest)
    number = _number(deleted["rest"].strip() or "0") if deleted else None
    is_listed = number is not None or not says_anything(rest)
    return MemoryRequest(MemoryAct.ARCHIVE, "" if is_listed else rest, number=number)


def _number(text: str) -> int | None:
    named = _NUMBERED.fullmatch(text)
    if named is None or named["rest"] or len(named["number"]) > _MAX_DIGITS:
        return None
    digits = named["number"]
    return _CHINESE_DIGITS.index(digits) + 1 if digits in _CHINESE_DIGITS else int(digits)


def _deletion(rest: str) -> MemoryRequest:
    if (number := _number(rest)) is not None:
        return MemoryRequest(MemoryAct.FORGET, number=number)
    if not rest:
        return _help("delete")
    if re.fullmatch(memory_words().requests["whole"], rest.lower()):
        return MemoryRequest(MemoryAct.SHOW, is_explicit=False)  # whose?
    scope, section, text = _place(rest)
    if text:
        return MemoryRequest(MemoryAct.FORGET, rest)
    return MemoryRequest(MemoryAct.FORGET_ALL, scope=scope, section=section)


def _statement(text: str) -> MemoryRequest:
    scope, section, rest = _place(text)
    if rest and not says_anything(rest):
        return _help("add")
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


_READERS: Final[Mapping[str, Callable[[str], MemoryRequest]]] = {
    "show": _shown,
    "undo": partial(_numbered, MemoryAct.UNDO),
    "history": partial(_numbered, MemoryAct.HISTORY),
    "as_of": partial(MemoryRequest, MemoryAct.AS_OF),
    "delete": _deletion,
    "clear": _deletion,
    "add": lambda rest: _statement(rest) if rest else _help("add"),
    "edit": _edit,
    "archive": _memo,
    "help": lambda _: _help("help"),
}
