"""What core memory held in a span of time: a fact is true until the change that takes it out."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.memory.core_memory import CoreMemory, MemoryChange, MemoryFact, MemoryKey


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
    """Return the facts that were true at any time of a span, those that ended in it first.

    `start` is what was seen at `since`; a change at `until` is not of the span. What was noted in another channel than
    `channel` is left out.
    """
    held = {fact.id: HeldFact(section.key, fact) for section, fact in start.facts()}
    ended: list[HeldFact] = []
    for change in sorted((each for each in changes if since < each.at < until), key=lambda each: each.at):
        removed = (held.pop(fact.id, None) for fact in change.removed)
        ended += [replace(each, until=change.at) for each in removed if each is not None]
        shown = (fact for fact in change.added if fact.is_shown_in(channel))
        held |= {fact.id: HeldFact(change.key, fact) for fact in shown}
    return (*ended, *held.values())
