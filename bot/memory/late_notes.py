"""Tells whether a model's note comes too late: it is of an older message than what people have said on its subject."""

from collections.abc import Iterable
from datetime import datetime

from bot.domain.memory.core_memory import SINGLE, MemoryChange
from bot.domain.memory.statements import has_same_subject


def is_overtaken(text: str, *, said_at: datetime, changes: Iterable[MemoryChange], channel: str) -> bool:
    """Return whether a newer statement or deletion has overtaken what a model notes of a message.

    `changes`: those that other messages made to the note's section since then. `channel`: where the note is shown; what
    is not shown there overtakes nothing.
    """
    return any(each.said_at > said_at and _has_subject(text, each, channel) for each in changes)


def _has_subject(text: str, change: MemoryChange, channel: str) -> bool:
    """Return whether a change is about what a note says: a section of one fact, or emptied, has one subject."""
    facts = [each for each in (*change.added, *change.removed) if each.is_shown_in(channel)]
    is_whole = change.key.section in SINGLE or not change.facts
    return bool(facts) and (is_whole or any(has_same_subject(text, each.text) for each in facts))
