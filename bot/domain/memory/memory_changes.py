"""Changes of core memory: what a statement, a form or an undoing makes of a section, and what a span of time held."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from bot.domain.memory.core_memory import (
    MAX_FACT,
    MAX_FACTS,
    MAX_SECTION,
    MAX_WHY,
    SECTIONS,
    SINGLE,
    ChangeNote,
    CoreMemory,
    MemoryChange,
    MemoryFact,
    MemoryKey,
    MemoryScope,
    MemorySection,
    StoredSection,
)
from bot.errors import MemoryFactTooLongError, MemorySectionFullError


@dataclass(frozen=True, slots=True)
class HeldFact:
    """A fact, and until when it was true."""

    key: MemoryKey
    fact: MemoryFact
    until: datetime | None = None  # None: it still was at the end of the span


@dataclass(frozen=True, slots=True)
class HeldSpan:
    """What was true in a span of time."""

    facts: tuple[HeldFact, ...]
    since: datetime  # the beginning of what is told
    is_cut: bool = False  # it changed too often: what was true before `since` is left out


def held_between(
    start: CoreMemory, changes: Iterable[MemoryChange], *, since: datetime, until: datetime, channel: str
) -> tuple[HeldFact, ...]:
    """Return the facts seen in `channel` from `start` (at `since`) until a time, exclusive, those that ended first."""
    held = {fact.id: HeldFact(section.key, fact) for section, fact in start.facts()}
    ended: list[HeldFact] = []
    for change in sorted((each for each in changes if since < each.at < until), key=lambda each: each.at):
        removed = (held.pop(fact.id, None) for fact in change.removed)
        ended += [replace(each, until=change.at) for each in removed if each is not None]
        shown = (fact for fact in change.added if fact.is_shown_in(channel))
        held |= {fact.id: HeldFact(change.key, fact) for fact in shown}
    return (*ended, *held.values())


_FIRST: Final[tuple[tuple[MemoryScope, MemorySection], ...]] = (
    (MemoryScope.PERSON, MemorySection.PREFERENCES),
    (MemoryScope.PERSON, MemorySection.HORIZON),
    (MemoryScope.PERSON, MemorySection.RISK_APPETITE),
    (MemoryScope.CHANNEL, MemorySection.PREFERENCES),
    (MemoryScope.TEAM, MemorySection.TEAM),
)
# Every section, those that are used most first. A platform shows as many as it can.
FORM_FIELDS: Final[tuple[tuple[MemoryScope, MemorySection], ...]] = (
    *_FIRST,
    *(
        (scope, section)
        for scope in (MemoryScope.PERSON, MemoryScope.CHANNEL, MemoryScope.TEAM)
        for section in SECTIONS[scope]
        if (scope, section) not in _FIRST
    ),
)


def field_name(scope: MemoryScope, section: MemorySection) -> str:
    """Return the name of a field: "person.horizon"."""
    return f"{scope}.{section}"


def field_texts(stored: StoredSection) -> tuple[str, ...]:
    """Return what a field shows: one statement per line; of a section of one fact, the latest."""
    facts = stored.facts[-1:] if stored.key.section in SINGLE else stored.facts
    return tuple(" ".join(each.text.split()) for each in facts)


def field_lines(section: MemorySection, text: str) -> tuple[str, ...]:
    """Return the statements of a submitted field: one per line, or one in all."""
    lines = (" ".join(line.split()).removeprefix("• ") for line in text.splitlines())
    written = tuple(dict.fromkeys(line for line in lines if line))
    return (" ".join(written),) if section in SINGLE and written else written


def merged_lines(*, shown: Sequence[str], submitted: Sequence[str], present: Sequence[str]) -> tuple[str, ...]:
    """Return what a section holds after a form: its changes, beside what others changed since it was shown."""
    gone = set(shown) - set(submitted)
    added = [each for each in submitted if each not in shown and each not in present]
    return (*(each for each in present if each not in gone), *added)


def with_fact(
    section: StoredSection,
    fact: MemoryFact,
    note: ChangeNote,
    *,
    replaces: Collection[UUID] = (),
    edits: UUID | None = None,
) -> MemoryChange:
    """Return the change that adds `fact` and ends those it `replaces` or `edits`. Raises: MemoryFactTooLongError."""
    if len(fact.text) > MAX_FACT:
        raise MemoryFactTooLongError(most=MAX_FACT)
    is_single = section.key.section in SINGLE
    ends = {each.id for each in section.facts if (is_single or each.id in replaces) and fact.may_end(each)}
    return _change(section, note, ends={edits, *ends}, added=(fact,))


def without_facts(section: StoredSection, ids: Collection[UUID], note: ChangeNote) -> MemoryChange:
    """Return the change that ends facts."""
    return _change(section, note, ends=ids, added=())


def with_texts(section: StoredSection, facts: Sequence[MemoryFact], note: ChangeNote) -> MemoryChange | None:
    """Return the change to exactly the texts of `facts`, known ones kept as they are; None: there is none to make."""
    given = {each.id for each in facts}
    edited = tuple(each for each in section.facts if each.id not in given)
    known, kept = {each.text for each in edited}, {each.id for each in section.facts}
    new = tuple(each for each in facts if each.id not in kept)
    wanted = {each.text for each in new}
    added = tuple(each for each in new if each.text not in known)
    ends = {each.id for each in edited if each.text not in wanted}
    if any(len(each.text) > MAX_FACT for each in added):
        raise MemoryFactTooLongError(most=MAX_FACT)
    return _change(section, note, ends=ends, added=added) if added or ends else None


def undone(section: StoredSection, change: MemoryChange, note: ChangeNote) -> MemoryChange | None:
    """Return the change that takes back only what an earlier one added and ended; None: nothing of it is left."""
    known = {each.id for each in section.facts}
    ends = {each.id for each in change.added} & known
    back = tuple(each for each in change.removed if each.id not in known)
    is_changed_since = section.key.section in SINGLE and bool(known - ends - {each.id for each in change.facts})
    if is_changed_since or not (ends or back):
        return None
    return replace(_change(section, note, ends=ends, added=back), undoes=change.id)


def _change(
    section: StoredSection, note: ChangeNote, *, ends: Collection[UUID | None], added: Iterable[MemoryFact]
) -> MemoryChange:
    added = tuple(added)
    kept = tuple(each for each in section.facts if each.id not in ends)
    facts = tuple(sorted((*kept, *added), key=lambda each: each.since))
    length = sum(len(each.text) for each in facts)
    is_growing = length > section.length or len(facts) > len(section.facts)
    if is_growing and (length > MAX_SECTION or len(facts) > MAX_FACTS):
        raise MemorySectionFullError(section=section.key.section.value)
    return MemoryChange(
        id=note.id,
        key=section.key,
        version=section.version + 1,
        kind=note.kind,
        facts=facts,
        added=added,
        removed=tuple(each for each in section.facts if each.id in ends),
        by=note.by,
        at=note.at,
        why=note.why[:MAX_WHY],
        turn_id=note.turn_id,
    )
