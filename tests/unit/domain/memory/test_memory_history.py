"""What core memory held in a span: until the change that ended it."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from bot.domain.conversation.threads import Person
from bot.domain.memory.core_memory import (
    ChangeKind,
    ChangeNote,
    CoreMemory,
    MemoryChange,
    MemoryFact,
    MemoryPlace,
    MemoryScope,
    MemorySection,
    StoredSection,
)
from bot.domain.memory.memory_changes import held_between, with_fact

MARCH, APRIL = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)
KEY = MemoryPlace("C1", "U1").key(MemoryScope.PERSON, MemorySection.HORIZON)
ANN = Person("U1", "Ann")


def fact(number: int, at: datetime, *, only_in: str | None = None) -> MemoryFact:
    return MemoryFact(id=UUID(int=number), text=f"{number} years", by=ANN, since=at, only_in=only_in)


def changed(section: StoredSection, new: MemoryFact) -> MemoryChange:
    return with_fact(section, new, ChangeNote(id=new.id, kind=ChangeKind.STATED, by=ANN, at=new.since))


def held(start: CoreMemory, *changes: MemoryChange) -> list[tuple[str, datetime | None]]:
    found = held_between(start, changes, since=MARCH, until=APRIL, channel="C1")
    return [(each.fact.text, each.until) for each in found]


def test_true_before_and_unchanged_then_true_throughout() -> None:
    stored = StoredSection(KEY, 1, (fact(1, MARCH - timedelta(days=9)),))
    assert held(CoreMemory((stored,))) == [("1 years", None)]


def test_changed_within_then_each_with_its_end() -> None:
    old, middle = fact(1, MARCH - timedelta(days=9)), MARCH + timedelta(days=3)
    stored = StoredSection(KEY, 1, (old,))
    second = changed(stored, fact(2, middle))
    third = changed(second.section_after, fact(3, middle + timedelta(days=1)))
    told = held(CoreMemory((stored,)), third, second)
    assert told == [("1 years", middle), ("2 years", middle + timedelta(days=1)), ("3 years", None)]


def test_changed_before_or_after_then_not_of_the_span() -> None:
    late = changed(StoredSection(KEY), fact(2, APRIL))
    early = changed(StoredSection(KEY), fact(3, MARCH))
    assert held(CoreMemory(), late, early) == []


def test_noted_in_another_channel_then_not_shown() -> None:
    change = changed(StoredSection(KEY), fact(2, MARCH + timedelta(days=1), only_in="C9"))
    assert held(CoreMemory(), change) == []
