"""Finds whom a note is about, and the section of core memory that it belongs to."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.conversation.requests.memory import Remember
from bot.domain.memory.core_memory import SECTIONS, SINGLE, MemoryScope, MemorySection
from bot.reading.word_tables import Lists, either_phrase, phrase_list, phrase_table, read_lists, words_of

SEVERAL: Final = frozenset({MemoryScope.TEAM, MemoryScope.CHANNEL})  # scopes of more than one person
_FILE: Final = "notes"
_WISHES: Final = ("hard", "preferences", "persona", "language")  # lists of [sections]
_OWNING: Final = frozenset({"的", "'s"})  # behind whose it is
_ARTICLES: Final = frozenset({"the", "our", "my", "that", "this", "your"})
_MOST_SUBJECT: Final = 3  # words
_MARKS: Final = frozenset({":", "：", "="})
_BEGINS: Final = re.compile(r"(?:us|we|our|my|mine|the team|our team)\b|我|团队(?! )", re.IGNORECASE)
_SECTION_LISTS: Final[Mapping[str, MemorySection]] = {  # in the order in which they are looked for
    "language": MemorySection.LANGUAGE,
    "risk_appetite": MemorySection.RISK_APPETITE,
    "horizon": MemorySection.HORIZON,
    "hard": MemorySection.PREFERENCES,
    "holdings": MemorySection.HOLDINGS,
    "current_intent": MemorySection.CURRENT_INTENT,
    "preferences": MemorySection.PREFERENCES,
}


@dataclass(frozen=True, slots=True)
class NotePlace:
    """A scope and section that a text names first, each None if it does not, and the rest of the text."""

    scope: MemoryScope | None
    section: MemorySection | None
    rest: str


def scope_of(text: str) -> MemoryScope:
    """Return whom a statement is about: the team if it names it first, "we" the channel, "I" the person.

    Of a statement without a person, a rule or a wish is its author's, and a fact the channel's. "We" is no wider than
    the channel: what is said in a private one must not be read elsewhere.
    """
    team, ours, mine = (_first("subjects", name, text) for name in ("team", "ours", "mine"))
    if team is not None and (mine is None or team <= mine):
        return MemoryScope.TEAM
    if ours is not None and (mine is None or ours <= mine):
        return MemoryScope.CHANNEL
    is_wish = any(_first("sections", name, text) is not None for name in _WISHES)
    return MemoryScope.PERSON if mine is not None or is_wish else MemoryScope.CHANNEL


def section_of(text: str, scope: MemoryScope) -> MemorySection:
    """Return the section of a statement among those of `scope`; notes if it fits no other."""
    is_of_manner = _first("sections", "persona", text) == 0
    if scope is MemoryScope.TEAM:
        is_manner = is_of_manner or _first("sections", "language", text) is not None
        return MemorySection.PERSONA if is_manner else MemorySection.TEAM
    if is_of_manner:
        return MemorySection.PREFERENCES
    found = (section for name, section in _SECTION_LISTS.items() if _first("sections", name, text) is not None)
    return next((each for each in found if each in SECTIONS[scope]), MemorySection.NOTES)


def placed_note(
    text: str, *, typed: str, scope: MemoryScope | None = None, section: MemorySection | None = None, limit: str | None
) -> Remember:
    """Return a statement as a note of whom and what it is about."""
    about = scope or scope_of(text)
    return Remember(
        text=typed,
        scope=about,
        section=section or section_of(text, about),
        channel_section=section_of(text, MemoryScope.CHANNEL),
        is_scope_named=scope is not None,
        limit=limit,
    )


def read_scope(words: str) -> MemoryScope | None:
    """Return for whom a note is kept, as all the words of a slot say: "the whole team", 我; None: for somebody else."""
    tokens, at = words_of(words), 0
    while tokens and tokens[-1] in _OWNING:
        tokens.pop()
    while at < len(tokens):
        tables = (phrase_table(_FILE, table) for table in ("scopes", "further_scopes"))
        found = (name for table in tables for name, size in table.matches(tokens, at) if at + size == len(tokens))
        if (name := next(found, None)) is not None:
            return MemoryScope(name)
        beside = phrase_list(_FILE, "beside_scopes", "words").longest_match(tokens, at)
        if beside is None:
            return None
        at += beside[1]
    return None


def subject_of_note(text: str) -> str:
    """Return what stands between an article and a word for a note: "lunch" of "the lunch note"; empty: nothing."""
    words, nouns = words_of(text), phrase_list("recall", "changes", "note")
    end = next((at for at in range(len(words)) if nouns.longest_match(words, at) is not None), 0)
    begin = max((at + 1 for at in range(end) if words[at] in _ARTICLES), default=end)
    return " ".join(words[begin:end]) if end - begin <= _MOST_SUBJECT else ""


def read_note_place(text: str) -> NotePlace:
    """Return the scope and section that a text names first, and the rest: "me horizon: 3 months".

    Without a colon, "we", "our" or "my" before anything but a section begins a statement.
    """
    scopes, sections = _place_patterns()
    placed = scopes.fullmatch(text)
    scope = MemoryScope(_name(placed)) if placed else None
    rest = placed["rest"] if placed else text
    named = sections.fullmatch(rest)
    section = MemorySection(_name(named)) if named else None
    if section in {MemorySection.TEAM, MemorySection.PERSONA} and scope in {None, MemoryScope.TEAM}:
        scope = MemoryScope.TEAM
    is_named = named is not None and (placed is not None or section in SINGLE or named["mark"].strip() in _MARKS)
    if named is not None and is_named and section in SECTIONS[scope or MemoryScope.PERSON]:
        return NotePlace(scope, section, named["rest"])
    if placed is not None and placed["rest"] and not placed["mark"].strip() and _BEGINS.match(text):
        return NotePlace(None, None, text)
    return NotePlace(scope, None, rest)


def _first(table: str, list_name: str, text: str) -> int | None:
    """Return at which token the first phrase of a list begins; None: there is none."""
    return next((at for _, at, _ in phrase_list(_FILE, table, list_name).find_all(words_of(text))), None)


@cache
def _place_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    scopes, sections = (_groups(read_lists(_FILE, table)) for table in ("scopes", "section_names"))
    return (
        re.compile(rf"(?:{scopes})(?P<mark>[\s:：,，]*)(?P<rest>.*)", re.IGNORECASE | re.DOTALL),
        re.compile(
            rf"(?:{sections})(?P<mark>\s*[:：=]|\s+is\s|\s+|$|(?=[^a-z]))\s*(?P<rest>.*)", re.IGNORECASE | re.DOTALL
        ),
    )


def _name(found: re.Match[str]) -> str:
    """Return the name of the scope or section that was found: the first group that matches."""
    return next(name for name, value in found.groupdict().items() if value is not None)


def _groups(lists: Lists) -> str:
    return "|".join(rf"(?P<{name}>{either_phrase(phrases)})" for name, phrases in lists.items())
