"""The fields of the form in which people edit core memory, and what a submission changes."""

from collections.abc import Sequence
from typing import Final

from bot.domain.memory.core_memory import SECTIONS, SINGLE, MemoryScope, MemorySection, StoredSection

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
